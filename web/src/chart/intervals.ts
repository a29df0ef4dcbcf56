/** The data of a chart: 30-second values, or candles. */
export const INTERVALS = ['30s', '1m', '5m', '15m', '30m', '1h', '4h', '1d'] as const;
export type Interval = (typeof INTERVALS)[number];

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const INTERVAL_MS: Readonly<Record<Interval, number>> = {
  '30s': 30 * SECOND_MS,
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '1d': DAY_MS,
};

export interface RangeChoice {
  readonly title: string;
  /** Undefined: all data. */
  readonly spanMs: number | undefined;
  /** The default interval of this range. */
  readonly interval: Interval;
}

export const RANGES: readonly RangeChoice[] = [
  { title: '1H', spanMs: HOUR_MS, interval: '30s' },
  { title: '1D', spanMs: DAY_MS, interval: '5m' },
  { title: '1W', spanMs: 7 * DAY_MS, interval: '30m' },
  { title: '1M', spanMs: 30 * DAY_MS, interval: '4h' },
  { title: '6M', spanMs: 182 * DAY_MS, interval: '1d' },
  { title: '1Y', spanMs: 365 * DAY_MS, interval: '1d' },
  { title: 'All', spanMs: undefined, interval: '1d' },
];

/** Start of the candle that contains a tick: ticks after the start, up to and including the end. */
export function startOf(tickMs: number, interval: Interval): number {
  const length = INTERVAL_MS[interval];
  return Math.ceil(tickMs / length) * length - length;
}
