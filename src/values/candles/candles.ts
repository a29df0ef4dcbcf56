import type { Interval, IntervalCandle } from '../../core/candle-interval.ts';
import type { SeriesId } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
import type { ReadBudget } from '../../history/read-budget.ts';

/** Candles that start from `from` to `upTo`, both inclusive and both multiples of the interval. */
export interface CandleRange {
  readonly from: Millis;
  readonly upTo: Millis;
}

/** Candles after this point may still change. */
export interface CandleCutoff {
  /** The last tick. */
  readonly at: Millis;
  /** The last day whose end-of-day records are final. */
  readonly lastDay: Millis;
}

/**
 * Candles of one series.
 *
 * - Computed from published values, by the rules of end-of-day records with the interval instead of the day.
 * - A candle without a real tick is omitted: nothing is made up.
 * - A daily candle is the end-of-day record if that is final, otherwise the day so far.
 */
export interface Candles {
  /** Newest first, at most `limit`. Omits candles for which the budget was too small, in whole or in part. */
  newestFirst(
    series: SeriesId,
    interval: Interval,
    range: CandleRange,
    limit: number,
    moment: CandleCutoff,
    budget?: ReadBudget,
  ): Promise<IntervalCandle[]>;
}
