import { toNumber, type Candle, type IndexTicker } from '@tidemark/sdk';
import type { Quote } from '../data/quote.ts';
import { isHeld } from '../format/flags.ts';
import { numberIn } from '../format/ticker.ts';
import { INTERVAL_MS, startOf, type Interval } from './intervals.ts';

/** A candle, or a single value with four equal prices. */
export interface Bar {
  /** Start of the candle; for a value, its instant. */
  readonly at: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Only if the candle has its own volume. */
  readonly volume: number | undefined;
  /** Whether it is final. */
  readonly isComplete: boolean;
}

export function barOfCandle(candle: Candle): Bar {
  return {
    at: Date.parse(candle.startTimestamp),
    open: toNumber(candle.open),
    high: toNumber(candle.high),
    low: toNumber(candle.low),
    close: toNumber(candle.close),
    volume: numberIn(candle.volume),
    isComplete: candle.complete,
  };
}

export function barOfTick(tick: IndexTicker): Bar {
  return barOfValue(Date.parse(tick.timestamp), toNumber(tick.price));
}

function barOfValue(at: number, price: number): Bar {
  return { at, open: price, high: price, low: price, close: price, volume: undefined, isComplete: true };
}

/** The last bar extended by one value; undefined if the value changes nothing. Held values set no price. */
export function grown(last: Bar | undefined, quote: Quote, interval: Interval): Bar | undefined {
  if (isHeld(quote.flags)) return undefined;
  if (interval === '30s') return last && last.at >= quote.at ? undefined : barOfValue(quote.at, quote.price);
  const at = startOf(quote.at, interval);
  if (last && last.at > at) return undefined;
  if (last?.at === at)
    return {
      ...last,
      high: Math.max(last.high, quote.price),
      low: Math.min(last.low, quote.price),
      close: quote.price,
    };
  // It opens at the tick of its start, which is the last tick of the previous bar if that follows directly.
  const isNext = last !== undefined && last.at + INTERVAL_MS[interval] === at;
  const open = isNext ? last.close : quote.price;
  return {
    at,
    open,
    high: Math.max(open, quote.price),
    low: Math.min(open, quote.price),
    close: quote.price,
    volume: undefined,
    isComplete: false,
  };
}

/** Replaces or appends the last bar. */
export function withLast(bars: readonly Bar[], bar: Bar): Bar[] {
  const isSame = bars.at(-1)?.at === bar.at;
  return [...(isSame ? bars.slice(0, -1) : bars), bar];
}
