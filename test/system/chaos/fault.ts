import { setTimeout as delay } from 'node:timers/promises';
import { SECOND_MS, type Millis } from '../../../src/core/time.ts';
import type { Random } from '../../../bench/support/integrity/random.ts';
import type { Cluster } from './cluster.ts';
import type { FaultGroup } from './record.ts';

/** A kind of fault: what it does, how often, and the lateness or loss that it may cause. */
export interface Fault {
  /** Name of its flag. */
  readonly name: string;
  readonly summary: string;
  readonly group: FaultGroup;
  /** How often by default, and in the quick run. */
  readonly times: number;
  readonly quickTimes: number;
  /** The test file of this fault alone, which is why the run of `npm test` leaves it out. */
  readonly testedBy?: string;
  /** How late a tick may be because of it. */
  readonly limitMs: Millis;
  /** Whether slots may be missing because of it, if they are in the log of gaps. Default: no. */
  readonly mayLose?: boolean;
  /** If it is timed relative to a slot: the latest and the earliest start before the slot. */
  readonly beforeSlotMs?: readonly [latest: Millis, earliest: Millis];
  /** Whether it chooses its own start; otherwise it starts at random. */
  readonly choosesMoment?: boolean;
  /** Whether it disturbs more parts of the cluster than its group: no other fault happens at the same time. */
  readonly isAlone?: boolean;
  /** Whether it is possible on this machine. */
  isPossible?(cluster: Cluster): boolean;
  /** Injects the fault and repairs it. Afterwards the cluster can recover by itself. */
  inject(scene: Scene): Promise<void>;
}

export interface Scene {
  readonly cluster: Cluster;
  readonly random: Random;
  /** Whether the fault must be short. */
  readonly isQuick: boolean;
  /** Answers of this node are not required until the fault is over. */
  excuse(node: string): void;
  /** No tick reaches this node until the fault is over, but its answers are still required. */
  cutOff(node: string): void;
  /** For the summary. */
  note(what: string): void;
  /** Reports a violation that the fault itself has seen. */
  reportViolation(what: string): void;
  /** How long the store is stopped by the fault `away`. */
  readonly awayMs: Millis;
}

/** About one lease: until it expires, no other node can take over. */
export const ONE_LEASE_MS = 10_000;
/** No limit while the fault lasts: without the store nothing is published until it is back. */
export const UNTIL_REPAIRED = Infinity;

/** Waits for a random number of seconds; in a quick run at most long enough to span a slot. */
export function lasting({ random, isQuick }: Scene, min: number, max: number): Promise<void> {
  const seconds = random.between(min, isQuick ? Math.max(min, Math.min(max, 4)) : max);
  return delay(seconds * SECOND_MS);
}
