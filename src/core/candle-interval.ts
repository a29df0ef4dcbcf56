import type { Candle } from './candle.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Millis } from './time.ts';

/** How long candles may be. They begin at multiples of it, UTC. */
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
 * Some time of a series in one record: its ticks with startAt < t <= startAt + the interval. `volume` is that of the 24 hours up to its
 * last real tick; of LX what was traded in it, with `volumeRest`. An end-of-day record is one of a day.
 */
export type IntervalCandle = Omit<Candle, 'indexType' | 'indexId' | 'volumeUsd'>;
