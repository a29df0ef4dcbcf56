export const TICK_MS = 30_000;
export const DAY_MS = 86_400_000;

const UNITS_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: DAY_MS,
  w: 7 * DAY_MS,
};

/**
 * Milliseconds of a duration such as `30s`, `15m`, `24h`, `7d` or `2w`, or of a candle interval; NaN if it is
 * invalid.
 */
export function durationMs(text: string): number {
  return /^\d{1,7}[smhdw]$/.test(text) ? Number.parseInt(text, 10) * UNITS_MS[text.at(-1)!]! : Number.NaN;
}

/** The records of a range: `ticks`, `days`, or candles by interval, which the service checks. */
export type RangeKind = 'ticks' | 'days' | (string & {});

/**
 * Returns the start of a range of length `last` that ends at `now`. The range holds as many records as fit into `last`, at least one.
 * The last of them is the newest tick, the running candle or the last complete day.
 */
export function lastFrom(kind: RangeKind, last: number, now: number): number {
  if (kind === 'ticks') return Math.floor(now / TICK_MS + 1) * TICK_MS - Math.max(last, TICK_MS);
  if (kind === 'days') return Math.floor(now / DAY_MS) * DAY_MS - Math.max(last, DAY_MS);
  const step = durationMs(kind) || TICK_MS;
  return Math.ceil(now / step) * step - Math.max(last, step);
}
