import type { ExchangeTicker, IndexTicker } from '../../../sdk/src/node.ts';
import { SECOND_MS, type Millis } from '../../core/time.ts';

/** How many values a row remembers: a quarter of an hour of ticks. */
export const REMEMBERED = 30;

/** What is watched: an index, or a market on one exchange. */
export interface WatchedSeries {
  /** As it was asked for. */
  readonly index: string;
  /** Of a ticker; absent for the index. */
  readonly exchange?: string;
}

/** A value of a series, the same for an index and an exchange. */
export interface WatchedValue {
  readonly price: string;
  readonly volume: string | undefined;
  readonly timestamp: string;
  readonly flags: readonly string[];
}

export interface WatchRow extends WatchedSeries {
  /** Undefined until the first has come. */
  readonly value: WatchedValue | undefined;
  readonly direction: 'up' | 'down' | undefined;
  /** Of the prices that are remembered, in percent; undefined before the second. */
  readonly changePercent: number | undefined;
  /** Oldest first. */
  readonly prices: readonly number[];
}

interface Series extends WatchedSeries {
  value: WatchedValue | undefined;
  direction: 'up' | 'down' | undefined;
  prices: number[];
}

/** The newest values of all that is watched, and how they came there. */
export class WatchBoard {
  readonly #series = new Map<string, Series>();

  /** Rows stand in the order in which they were added. */
  add(key: string, series: WatchedSeries): void {
    this.#series.set(key, { ...series, value: undefined, direction: undefined, prices: [] });
  }

  /** Values that are not newer than the one before are not taken. */
  take(key: string, value: WatchedValue): void {
    const series = this.#series.get(key);
    if (!series || value.timestamp <= (series.value?.timestamp ?? '')) return;
    const price = Number(value.price);
    const before = series.prices.at(-1);
    if (before !== undefined && price !== before) series.direction = price > before ? 'up' : 'down';
    series.prices = [...series.prices, price].slice(-REMEMBERED);
    series.value = value;
  }

  rows(): WatchRow[] {
    return [...this.#series.values()].map((series) => ({
      ...series,
      changePercent: changeOf(series.prices),
    }));
  }
}

function changeOf([first, ...others]: readonly number[]): number | undefined {
  const last = others.at(-1);
  return first === undefined || last === undefined || first === 0 ? undefined : (last / first - 1) * 100;
}

export function valueOfTick({ price, volume, timestamp, flags = [] }: IndexTicker): WatchedValue {
  return { price, volume, timestamp, flags };
}

export function valueOfTicker({ last, volume, timestamp }: ExchangeTicker): WatchedValue {
  return { price: last, volume, timestamp, flags: [] };
}

/** How old a value is; of one from a clock that is ahead, nothing. */
export function ageMs({ timestamp }: WatchedValue, now: Millis): Millis {
  return Math.max(0, now - Date.parse(timestamp));
}

export function ageSeconds(value: WatchedValue, now: Millis): number {
  return Math.floor(ageMs(value, now) / SECOND_MS);
}
