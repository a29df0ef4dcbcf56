import type { Interval, IntervalCandle } from '../../core/candle-interval.ts';
import type { SeriesId } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
import type { ReadBudget } from '../../history/read-budget.ts';

/** Candles whose beginnings lie between the two, both included and both multiples of the interval. */
export interface CandleStretch {
  readonly from: Millis;
  readonly upTo: Millis;
}

/** Up to when what is asked for may still change. */
export interface CandleMoment {
  /** The last tick. */
  readonly at: Millis;
  /** The last day whose end-of-day records are final. */
  readonly lastDay: Millis;
}

/**
 * Candles of one series.
 *
 * - Made of published values, by the rules of end-of-day records with the interval for the day.
 * - Where there was no real tick there is no candle: nothing is invented.
 * - Those of a day are its end-of-day record where that is final, else what the day has so far.
 */
export interface Candles {
  /** Newest first, as many as the limit. Without those that the budget was too small for, wholly or in part. */
  newestFirst(
    series: SeriesId,
    interval: Interval,
    stretch: CandleStretch,
    limit: number,
    moment: CandleMoment,
    budget?: ReadBudget,
  ): Promise<IntervalCandle[]>;
}
