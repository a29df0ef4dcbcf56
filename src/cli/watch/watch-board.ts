import type { ExchangeTicker, IndexTicker } from '../../../sdk/src/node.ts';
import { SECOND_MS, type Millis } from '../../core/time.ts';

/** Values that a row keeps: 15 minutes of ticks. */
export const MAX_REMEMBERED = 30;

/** A watched index, or a market on one exchange. */
export interface WatchedSeries {
  /** As the user typed it. */
  readonly index: string;
  /** For a ticker; absent for the index. */
  readonly exchange?: string;
}

/** A value of a series, in the same form for an index and an exchange. */
export interface WatchedValue {
  readonly price: string;
  readonly volume: string | undefined;
  readonly timestamp: string;
  readonly flags: readonly string[];
}

export interface WatchRow extends WatchedSeries {
  /** Undefined before the first value. */
  readonly value: WatchedValue | undefined;
  readonly direction: 'up' | 'down' | undefined;
  /** Over the remembered prices, in percent; undefined before the second. */
  readonly changePercent: number | undefined;
  /** Oldest first. */
  readonly prices: readonly number[];
}

interface Series extends WatchedSeries {
  value: WatchedValue | undefined;
  direction: 'up' | 'down' | undefined;
  prices: number[];
}

/** The newest values of all watched series, and their recent prices. */
export class WatchBoard {
  readonly #series = new Map<string, Series>();

  /** Rows are shown in the order of their addition. */
  add(key: string, series: WatchedSeries): void {
    this.#series.set(key, { ...series, value: undefined, direction: undefined, prices: [] });
  }

  /** Ignores values that are not newer than the last. */
  take(key: string, value: WatchedValue): void {
    const series = this.#series.get(key);
    if (!series || value.timestamp <= (series.value?.timestamp ?? '')) return;
    const price = Number(value.price);
    const before = series.prices.at(-1);
    if (before !== undefined && price !== before) series.direction = price > before ? 'up' : 'down';
    series.prices = [...series.prices, price].slice(-MAX_REMEMBERED);
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

/** Age of a value; 0 if its clock is ahead. */
export function ageMs({ timestamp }: WatchedValue, now: Millis): Millis {
  return Math.max(0, now - Date.parse(timestamp));
}

export function ageSeconds(value: WatchedValue, now: Millis): number {
  return Math.floor(ageMs(value, now) / SECOND_MS);
}
