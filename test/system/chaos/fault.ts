import { setTimeout as delay } from 'node:timers/promises';
import { SECOND_MS, type Millis } from '../../../src/core/time.ts';
import type { Random } from '../../../bench/support/integrity/random.ts';
import type { Cluster } from './cluster.ts';
import type { FaultGroup } from './record.ts';

/** What one kind of disturbance does, how often, and what it may cost. */
export interface Fault {
  /** As on the command line. */
  readonly name: string;
  readonly summary: string;
  readonly group: FaultGroup;
  /** How often by default, and in the quick run. */
  readonly times: number;
  readonly quickTimes: number;
  /** How late a tick may be because of it. */
  readonly limitMs: Millis;
  /** Whether slots may be missing because of it, if they are named: by default none may. */
  readonly mayLose?: boolean;
  /** How long before a slot it begins at the latest and at the earliest, where it is aimed at one. */
  readonly beforeSlotMs?: readonly [latest: Millis, earliest: Millis];
  /** Whether it waits for its own moment; otherwise it comes after a while at random. */
  readonly choosesMoment?: boolean;
  /** Whether this machine permits it. */
  isPossible?(cluster: Cluster): boolean;
  /** Disturbs and repairs: afterwards everything can become well again by itself. */
  inject(scene: Scene): Promise<void>;
}

export interface Scene {
  readonly cluster: Cluster;
  readonly random: Random;
  /** Whether it is to be over soon. */
  readonly isQuick: boolean;
  /** The answers of this node are not counted on until the fault is over. */
  excuse(node: string): void;
  /** No tick reaches this node until the fault is over; its answers are counted on. */
  cutOff(node: string): void;
  /** For the summary. */
  note(what: string): void;
  /** What must not be, whatever the fault does. */
  wrong(what: string): void;
  /** How long the store is away where that is what happens. */
  readonly awayMs: Millis;
}

/** One lease: as long as no other node can have noticed. */
export const ONE_LEASE_MS = 10_000;
/** While the store is away nothing is published; ticks come when it is back. */
export const UNTIL_REPAIRED = Infinity;

/** For so many seconds; in a quick run not for longer than needed to be over a slot. */
export function lasting({ random, isQuick }: Scene, least: number, most: number): Promise<void> {
  const seconds = random.between(least, isQuick ? Math.max(least, Math.min(most, 4)) : most);
  return delay(seconds * SECOND_MS);
}
