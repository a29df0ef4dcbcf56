import type { Candle } from '../core/candle.ts';
import type { SeriesId } from '../core/index-value.ts';
import type { Millis } from '../core/time.ts';
import type { ValueColumns } from '../core/value-columns.ts';
import type { ReadBudget } from './read-budget.ts';

/** The part of a series that can be modelled. All of it is before the first tick. */
export interface ModelledSpan {
  /** The first slot with a value. */
  readonly valuesFrom: Millis;
  /** The first computed tick. */
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
 * - The same request always returns the same values, to the digit, for the lifetime of the history; these are also the values
 *   that a store has once the past was filled in.
 * - Between `valuesFrom` and the first tick, a series has a value at every slot.
 */
export interface ModelledPast {
  /** Undefined if nothing can be modelled for the series. */
  spanOf(series: SeriesId): Promise<ModelledSpan | undefined>;
  /** The days that can be modelled for any series; undefined if there are none. */
  days(): ModelledDays | undefined;
  /** Values of a UTC day without gaps; row 0 is 00:00:30. Undefined if the budget is not sufficient. */
  day(series: SeriesId, startAt: Millis, budget?: ReadBudget): Promise<ValueColumns | undefined>;
  /** End-of-day records of a calendar year, ascending. Undefined if the budget is not sufficient. */
  year(series: SeriesId, startAt: Millis, budget?: ReadBudget): Promise<readonly Candle[] | undefined>;
}
