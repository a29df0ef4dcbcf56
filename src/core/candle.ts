import type { FlagMask, SeriesId } from './index-value.ts';
import { DAY_MS, dayStart, MINUTE_MS, type Millis } from './time.ts';

/** A day is final, and is shown, so long after it has ended. */
export const FINAL_AFTER_MS = 5 * MINUTE_MS;

/** The newest day that is shown at this instant. */
export function lastFinalDay(marketTime: Millis): Millis {
  return dayStart(marketTime - FINAL_AFTER_MS) - DAY_MS;
}

/** The same where a day is held: its records are still to be made, and neither it nor a later one is final. */
export function lastShownDay(marketTime: Millis, heldDay: Millis | undefined): Millis {
  return Math.min(lastFinalDay(marketTime), (heldDay ?? Infinity) - DAY_MS);
}

/** One complete UTC day of a series. A day without a real tick has none. */
export interface Candle extends SeriesId {
  /** 00:00:00.000Z of the day. */
  readonly startAt: Millis;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  /**
   * What the exact volume has beyond the decimal of `volume`, in hundred-millionths: the day of an LX may have more
   * digits than a double. Otherwise 0.
   */
  readonly volumeRest: number;
  readonly volumeUsd: number;
  readonly vwap: number;
  readonly twap: number;
  /** How many ticks the day has, and how many of them were carried: a gap is visible. */
  readonly ticks: number;
  readonly carried: number;
  /**
   * All that its ticks have; of a SEEDED day what its close would be flagged with. Days that versions before this rule made
   * have MODELLED alone.
   */
  readonly flags: FlagMask;
}

/** The numbers of a candle, in the order in which they are stored. */
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
