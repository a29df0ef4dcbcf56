import type { Candle } from '../../../sdk/src/node.ts';
import type { Millis } from '../../core/time.ts';

/** One column of a chart: all candles of its stretch of time. Undefined where there is none: a gap stays one. */
export interface Bar {
  readonly at: Millis;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Of the candles of its stretch; fewer than there is room for where some are missing. */
  readonly candles: number;
}

export interface Bars {
  readonly bars: readonly (Bar | undefined)[];
  /** How many candles a bar is for. */
  readonly each: number;
  /** Start of the first. */
  readonly first: Millis;
}

/** As many bars as there is room for, each of as many candles as it takes; what is missing between them is undefined. */
export function barsOf(candles: readonly Candle[], stepMs: Millis, room: number): Bars {
  const first = timeOf(candles[0]!);
  const count = Math.round((timeOf(candles.at(-1)!) - first) / stepMs) + 1;
  const each = Math.ceil(count / room);
  const bars: (Bar | undefined)[] = Array.from({ length: Math.ceil(count / each) });
  for (const candle of candles) {
    const place = Math.floor(Math.round((timeOf(candle) - first) / stepMs) / each);
    bars[place] = joined(bars[place], candle, first + place * each * stepMs);
  }
  return { bars, each, first };
}

function joined(before: Bar | undefined, candle: Candle, at: Millis): Bar {
  const [open, high, low, close] = [candle.open, candle.high, candle.low, candle.close].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  if (!before) return { at, open, high, low, close, candles: 1 };
  return {
    at,
    open: before.open,
    high: Math.max(before.high, high),
    low: Math.min(before.low, low),
    close,
    candles: before.candles + 1,
  };
}

/** Whether a bar lacks candles. The last one need not be full: its time is not over. */
export function hasGap({ bars, each }: Bars, place: number): boolean {
  const bar = bars[place];
  return bar !== undefined && bar.candles < each && place < bars.length - 1;
}

export function timeOf({ startTimestamp }: Pick<Candle, 'startTimestamp'>): Millis {
  return Date.parse(startTimestamp);
}
