import type { IndexType } from '../../../../src/core/index-value.ts';
import type { Millis } from '../../../../src/core/time.ts';

/** A tick's record, read directly from the database. */
export interface AuditedTick {
  readonly at: Millis;
  readonly hash: string;
  /** The hash of the previous record that it contains; empty at the start of the chain. */
  readonly previous: string;
}

/** A day of a series: the stored values, oldest first, and the end-of-day record. */
export interface AuditedDay {
  readonly startAt: Millis;
  readonly indexType: IndexType;
  readonly indexId: string;
  /** The value of the slot at which the day starts, which belongs to the day before. */
  readonly opening?: DayValue;
  readonly values: readonly DayValue[];
  /** The end-of-day record, if there is one. */
  readonly stored?: DayNumbers;
}

export interface DayValue {
  readonly price: number;
  readonly tickVolume?: number;
  /** False if it was carried or held: it then does not count for the prices of the day. */
  readonly isReal: boolean;
}

export interface DayNumbers {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly ticks: number;
  readonly carried: number;
  /** For a liquid index: the traded volume of its ticks. */
  readonly volume: number;
}

/** The result of `tidemark verify` for a node. */
export interface VerifyRecord {
  readonly node: string;
  readonly exitCode: number;
  /** Number of values recomputed from their inputs. */
  readonly recomputed: number;
  /** A short text for each fault found. */
  readonly faults: readonly string[];
}

/** A gap in a log of gaps: from <= t < to. */
export interface NamedGap {
  readonly from: Millis;
  readonly to: Millis;
  readonly reason: string;
}

export interface GapRecord {
  readonly node: string;
  readonly gaps: readonly NamedGap[];
}

/** The answers of the serving nodes to one request at the same time. */
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

/** The nodes that claimed to lead at one instant. */
export interface LeadRecord {
  readonly at: Millis;
  readonly leaders: readonly string[];
}

/** A lower bound of what the constituents of a liquid index traded within the window of a slot. */
export interface TradedRecord {
  readonly at: Millis;
  readonly indexId: string;
  readonly atLeast: number;
}

/** What the auditor read, independent of the clients: gaps and ticks of the run, and complete days. */
export interface AuditRecord {
  readonly ticks: readonly AuditedTick[];
  readonly days: readonly AuditedDay[];
  readonly verified: readonly VerifyRecord[];
  /** The database's gaps first, then those of each node. */
  readonly gaps: readonly GapRecord[];
  readonly answers: readonly AnswerRecord[];
  readonly heads: readonly HeadRecord[];
  readonly leads: readonly LeadRecord[];
  readonly traded: readonly TradedRecord[];
}
