import type { CandleCutoff } from '../../values/candles/candles.ts';
import { lastVisibleDay } from '../../core/candle.ts';
import { INTERVALS, type Interval } from '../../core/candle-interval.ts';
import { lastPassedSlot, type Millis } from '../../core/time.ts';

/** The moment of a candle request. */
export interface CandleNow extends CandleCutoff {
  /** The last slot that has its tick, or will not get one any more. */
  readonly passed: Millis;
  /** Ticks before this are still being filled in. */
  readonly settledFrom: Millis;
}

/** Effect of a running back-fill on candles. */
export interface CandlePast {
  /** A day whose records are still to be made: neither it nor a later day is final. */
  readonly heldDay: () => Millis | undefined;
  /** Ticks before this are still being filled in; -Infinity if none are. */
  readonly settledFrom: () => Millis;
}

/** `at`: the last tick. */
export function candleNow(at: Millis, marketTime: Millis, { heldDay, settledFrom }: CandlePast): CandleNow {
  return {
    at,
    passed: lastPassedSlot(at, marketTime),
    lastDay: lastVisibleDay(marketTime, heldDay()),
    settledFrom: settledFrom(),
  };
}

/**
 * Whether the tick at its end is published or skipped, and none of its ticks is still to be filled in; a day
 * is complete once its end-of-day record is final.
 */
export function isComplete(startAt: Millis, interval: Interval, now: CandleNow): boolean {
  if (interval === '1d') return startAt <= now.lastDay;
  return startAt + INTERVALS[interval] <= now.passed && startAt >= now.settledFrom;
}
