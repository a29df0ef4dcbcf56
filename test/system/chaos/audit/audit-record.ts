import type { IndexType } from '../../../../src/core/index-value.ts';
import type { Millis } from '../../../../src/core/time.ts';

/** A tick's record as the database holds it, read past every node. */
export interface AuditedTick {
  readonly at: Millis;
  readonly hash: string;
  /** The hash of the record before that it names; empty at the beginning of the chain. */
  readonly previous: string;
}

/** A day of a series: the values that are stored, in the order of time, and its end-of-day record. */
export interface AuditedDay {
  readonly startAt: Millis;
  readonly indexType: IndexType;
  readonly indexId: string;
  /** Of the slot at which the day begins, where there is one: it is of the day before. */
  readonly opening?: DayValue;
  readonly values: readonly DayValue[];
  /** Absent where there is none. */
  readonly stored?: DayNumbers;
}

export interface DayValue {
  readonly price: number;
  readonly tickVolume?: number;
  /** Whether it was carried or held: it then sets no price of the day. */
  readonly isReal: boolean;
}

export interface DayNumbers {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly ticks: number;
  readonly carried: number;
  /** Of a liquid index: what its ticks traded. */
  readonly volume: number;
}

/** What `tidemark verify` reported beside a node. */
export interface VerifyRecord {
  readonly node: string;
  readonly exitCode: number;
  /** Values that were computed again from their inputs. */
  readonly recomputed: number;
  /** What was wrong, each in some words. */
  readonly faults: readonly string[];
}

/** Slots from <= t < to that a log of gaps names. */
export interface NamedGap {
  readonly from: Millis;
  readonly to: Millis;
  readonly reason: string;
}

export interface GapRecord {
  readonly node: string;
  readonly gaps: readonly NamedGap[];
}

/** What the serving nodes answered to one question at the same instant. */
export interface AnswerRecord {
  readonly asked: string;
  readonly at: Millis;
  readonly answers: readonly { readonly node: string; readonly status: number; readonly body: string }[];
}

/** A signed head that a serving node showed. */
export interface HeadRecord {
  readonly node: string;
  readonly slot: Millis;
  readonly recordHash: string;
}

/** Which nodes said that they lead, at one instant. */
export interface LeadRecord {
  readonly at: Millis;
  readonly leaders: readonly string[];
}

/** What the constituents of a liquid index are certain to have traded within the window of a slot. */
export interface TradedRecord {
  readonly at: Millis;
  readonly indexId: string;
  readonly atLeast: number;
}

/** What the auditor read, past all clients. Gaps and ticks are those of the run, days those that are over. */
export interface AuditRecord {
  readonly ticks: readonly AuditedTick[];
  readonly days: readonly AuditedDay[];
  readonly verified: readonly VerifyRecord[];
  /** Of the database, then of each node. */
  readonly gaps: readonly GapRecord[];
  readonly answers: readonly AnswerRecord[];
  readonly heads: readonly HeadRecord[];
  readonly leads: readonly LeadRecord[];
  readonly traded: readonly TradedRecord[];
}
