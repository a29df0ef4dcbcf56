import type { IndexType } from '../../../src/core/index-value.ts';
import type { Millis } from '../../../src/core/time.ts';
import type { AuditRecord } from './audit/audit-record.ts';

/** A value of a series at a slot, from a client or from history. */
export interface Tick {
  readonly indexType: IndexType;
  readonly indexId: string;
  /** The slot. */
  readonly at: Millis;
  readonly id?: string;
  readonly price: number;
  readonly volume: number;
  readonly tickVolume?: number;
  /** Names of flags, in order, separated by spaces. */
  readonly flags: string;
}

/** A tick that a client received. */
export interface ReceivedTick extends Tick {
  readonly arrivedAt: Millis;
}

/** Used instead of a node name: its clients move between serving nodes. */
export const BALANCER = 'balancer';

/** What one websocket client received, in order. */
export interface ClientRecord {
  readonly name: string;
  /** The serving node that it is connected to, or `BALANCER`. */
  readonly node: string;
  /** What the SDK delivered: each tick once, resumed after each reconnect. */
  readonly given: ReceivedTick[];
  /** Every message of each connection. */
  readonly connections: ReceivedTick[][];
  /** Errors that ended the client early. */
  readonly failures: string[];
}

/** An answer of a page of the past. */
export interface PageRecord {
  readonly node: string;
  /** The request: the same request must always get the same answer. */
  readonly asked: string;
  readonly askedAt: Millis;
  readonly answeredAt: Millis;
  /** Whether the node has answered this request before, and so can answer it without the store. */
  readonly isHeld: boolean;
  /** Absent if there was no answer. */
  readonly ticks?: readonly Tick[];
  readonly failure?: string;
}

/** The content of history after the run, which all clients must have seen. */
export interface Truth {
  /** Values of all slots, oldest first. */
  readonly slots: readonly TrueSlot[];
  /** Problems found in the chain of records. */
  readonly chainProblems: readonly string[];
}

export interface TrueSlot {
  readonly at: Millis;
  /** Fence of the writer that stored it, if history has it. */
  readonly fence?: number;
  readonly ticks: readonly Tick[];
}

/** A fault, from its start until the cluster had recovered. */
export interface FaultRecord {
  readonly name: string;
  from: Millis;
  to: Millis;
  /** How late a tick may be because of it. */
  readonly limitMs: Millis;
  /** Nodes whose answers are not required meanwhile. */
  readonly nodes: readonly string[];
  /** Nodes that no tick reaches meanwhile, but whose answers are required. Absent if there are none. */
  readonly cutOff?: readonly string[];
  /** When the fault was repaired. Absent if it was not. */
  repairedAt?: Millis;
  /** Parts of the cluster that it disturbs. Absent: none. */
  readonly groups?: readonly FaultGroup[];
  /** Whether slots of this time may be missing if they are in the log of gaps, because their loss was unavoidable. */
  readonly mayLose?: boolean;
  /** The names of simultaneous faults. Absent if there were none. */
  readonly with?: readonly string[];
  /** Violations seen by the fault itself. */
  readonly wrong?: readonly string[];
}

/** The part of a cluster that a fault disturbs. Two simultaneous faults have different groups, so that one instance of each part survives. */
export type FaultGroup = 'compute' | 'collect' | 'serve' | 'bus' | 'store';

/** Everything recorded about a run. */
export interface RunRecord {
  /** The first and the last slot that every client must have, from its own first one on. */
  readonly from: Millis;
  readonly to: Millis;
  readonly clients: readonly ClientRecord[];
  readonly pages: readonly PageRecord[];
  readonly faults: readonly FaultRecord[];
  readonly truth: Truth;
  /** Nodes that claimed to lead at the end, when no fault was active. */
  readonly leaders?: readonly string[];
  readonly audit?: AuditRecord;
}
