import type { FlagMask, SeriesId } from './index-value.ts';
import { DAY_MS, dayStart, MINUTE_MS, type Millis } from './time.ts';

/** A day becomes final, and visible, this long after it ends. */
export const FINAL_AFTER_MS = 5 * MINUTE_MS;

/** The newest day that is visible at this instant. */
export function lastFinalDay(marketTime: Millis): Millis {
  return dayStart(marketTime - FINAL_AFTER_MS) - DAY_MS;
}

/** The same, but while `heldDay` is held, its records still have to be computed: neither that day nor a later one is final. */
export function lastVisibleDay(marketTime: Millis, heldDay: Millis | undefined): Millis {
  return Math.min(lastFinalDay(marketTime), (heldDay ?? Infinity) - DAY_MS);
}

/** One complete UTC day of a series. A day without a real tick has no candle. */
export interface Candle extends SeriesId {
  /** 00:00:00.000Z of the day. */
  readonly startAt: Millis;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  /**
   * The difference between the exact volume and `volume`, in hundred-millionths: the volume of an LX day can have more digits
   * than a double holds. Otherwise 0.
   */
  readonly volumeRest: number;
  readonly volumeUsd: number;
  readonly vwap: number;
  readonly twap: number;
  /** How many ticks the day has, and how many of them are carried, so that gaps are visible. */
  readonly ticks: number;
  readonly carried: number;
  /**
   * The union of the flags of its ticks. For a SEEDED day, the flags that its close would have. Days from versions before this
   * rule have only MODELLED.
   */
  readonly flags: FlagMask;
}

/** The numeric fields of a candle, in storage order. */
export const CANDLE_NUMBERS = [
  'close',
  'open',
  'high',
  'low',
  'twap',
  'vwap',
  'volume',
  'volumeUsd',
  'ticks',
  'carried',
  'volumeRest',
] as const satisfies readonly (keyof Candle)[];
