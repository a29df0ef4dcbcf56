import type { IndexType } from '../../../src/core/index-value.ts';
import type { Millis } from '../../../src/core/time.ts';
import type { AuditRecord } from './audit/audit-record.ts';

/** A value of a series at a slot, as clients and history have it. */
export interface Tick {
  readonly indexType: IndexType;
  readonly indexId: string;
  /** The slot. */
  readonly at: Millis;
  readonly id?: string;
  readonly price: number;
  readonly volume: number;
  readonly tickVolume?: number;
  /** Names of flags, in their order, with blanks in between. */
  readonly flags: string;
}

/** A tick that came to a client. */
export interface HeardTick extends Tick {
  readonly arrivedAt: Millis;
}

/** In the place of a node: its clients go from one serving node to another. */
export const BALANCER = 'balancer';

/** What one websocket client got, in the order in which it came. */
export interface ClientRecord {
  readonly name: string;
  /** The serving node that it is connected to, or `BALANCER`. */
  readonly node: string;
  /** What its program was given: each tick once, resumed after each reconnect. */
  readonly given: HeardTick[];
  /** Every message of each connection. */
  readonly connections: HeardTick[][];
  /** What ended it before its time. */
  readonly failures: string[];
}

/** An answer of a page of the past. */
export interface PageRecord {
  readonly node: string;
  /** What was asked for: the same question has the same answer for ever. */
  readonly asked: string;
  readonly askedAt: Millis;
  readonly answeredAt: Millis;
  /** Whether the node has answered this one before: it then answers without the store, too. */
  readonly isHeld: boolean;
  /** Absent where there was no answer. */
  readonly ticks?: readonly Tick[];
  readonly failure?: string;
}

/** What history holds after the run: what all clients must have seen. */
export interface Truth {
  /** Values of all slots, in the order of time. */
  readonly slots: readonly TrueSlot[];
  /** What the chain of records says is wrong. */
  readonly chainProblems: readonly string[];
}

export interface TrueSlot {
  readonly at: Millis;
  /** Of the writer that stored it, where history keeps it. */
  readonly fence?: number;
  readonly ticks: readonly Tick[];
}

/** A disturbance, from its beginning until everything was well again. */
export interface FaultRecord {
  readonly name: string;
  from: Millis;
  to: Millis;
  /** How late a tick may be because of it. */
  readonly limitMs: Millis;
  /** Nodes whose answers are not counted on meanwhile. */
  readonly nodes: readonly string[];
  /** Nodes that no tick reaches meanwhile. Their answers are counted on. Absent where there are none. */
  readonly cutOff?: readonly string[];
  /** When it was mended, and everything could become well again. Absent where that did not come about. */
  repairedAt?: Millis;
  /** Parts of the cluster that it disturbs. Absent: none. */
  readonly groups?: readonly FaultGroup[];
  /** Whether slots of this time may be missing if they are named: nothing could have kept them. */
  readonly mayLose?: boolean;
  /** The names of those that happened at the same time. Absent where it was alone. */
  readonly with?: readonly string[];
  /** What the fault itself has seen that must not be. */
  readonly wrong?: readonly string[];
}

/** The part of a cluster that a fault disturbs: two at once are of different groups, so that one of each part lives. */
export type FaultGroup = 'compute' | 'collect' | 'serve' | 'bus' | 'store';

/** All that is known of a run. */
export interface RunRecord {
  /** The first and the last slot that every client must have, from its own first one on. */
  readonly from: Millis;
  readonly to: Millis;
  readonly clients: readonly ClientRecord[];
  readonly pages: readonly PageRecord[];
  readonly faults: readonly FaultRecord[];
  readonly truth: Truth;
  /** Nodes that said at the end, when nothing was disturbed any more, that they lead. */
  readonly leaders?: readonly string[];
  readonly audit?: AuditRecord;
}
