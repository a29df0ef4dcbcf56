import type { Candle } from './candle.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Millis } from './time.ts';

/** The lengths of candles. Each candle starts at a multiple of its length, UTC. */
export const INTERVALS = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '1d': DAY_MS,
} as const satisfies Readonly<Record<string, Millis>>;

export type Interval = keyof typeof INTERVALS;

/**
 * The ticks of a series with startAt < t <= startAt + the interval. `volume` is the 24-hour volume at its last real tick; for LX
 * it is the volume traded within the interval, with `volumeRest`. An end-of-day record has an interval of one day.
 */
export type IntervalCandle = Omit<Candle, 'indexType' | 'indexId' | 'volumeUsd'>;
