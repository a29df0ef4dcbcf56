import type { Candle } from '../core/candle.ts';
import type { SeriesId } from '../core/index-value.ts';
import type { Millis } from '../core/time.ts';
import type { ValueColumns } from '../core/value-columns.ts';
import type { ReadBudget } from './read-budget.ts';

/** What can be modelled of a series. All of it lies before the first tick. */
export interface ModelledSpan {
  /** The first slot with a value. */
  readonly valuesFrom: Millis;
  /** The first tick, which was computed. */
  readonly firstTick: Millis;
  /** The first and the last day with an end-of-day record. */
  readonly recordsFrom: Millis;
  readonly recordsUpTo: Millis;
}

/** The first and the last day with values, and with an end-of-day record. */
export interface ModelledDays {
  readonly oldest: Millis;
  readonly newest: Millis;
  readonly oldestRecord: Millis;
  readonly newestRecord: Millis;
}

/**
 * Values from before the first tick that can be modelled at any time.
 *
 * - The same question has the same answer, to the digit, for as long as the history lasts; it is what a store holds where it
 *   was filled in.
 * - Between `valuesFrom` and the first tick a series has a value at every slot.
 */
export interface ModelledPast {
  /** Undefined where nothing can be modelled of a series. */
  spanOf(series: SeriesId): Promise<ModelledSpan | undefined>;
  /** Of which days something can be modelled for any series; undefined where there is none. */
  days(): ModelledDays | undefined;
  /** Values of a UTC day: row 0 is 00:00:30, without a gap. Undefined where the budget does not suffice. */
  day(series: SeriesId, startAt: Millis, budget?: ReadBudget): Promise<ValueColumns | undefined>;
  /** End-of-day records of a calendar year, ascending. Undefined where the budget does not suffice. */
  year(series: SeriesId, startAt: Millis, budget?: ReadBudget): Promise<readonly Candle[] | undefined>;
}
