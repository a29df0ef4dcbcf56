import type { Candle } from '../../core/candle.ts';
import { compareSeries } from '../../core/series-order.ts';
import type { Millis } from '../../core/time.ts';
import type { SeriesId } from '../../core/index-value.ts';
import type {
  AppendOutcome,
  CandleCrossRead,
  CandleRead,
  CrossRead,
  HistoryStore,
  LastTick,
  SeriesRead,
  StoredValue,
  TickSlice,
} from '../history-store.ts';

/** Keeps slices in memory and forgets the oldest: for tests, and as the plainest reading of the port. */
export class MemoryHistoryStore implements HistoryStore {
  readonly #windowMs: Millis;
  /** Oldest first. */
  #slices: TickSlice[] = [];
  /** By day, then by series. */
  readonly #candles = new Map<Millis, Map<string, Candle>>();

  constructor(windowMs: Millis) {
    this.#windowMs = windowMs;
  }

  append(slice: TickSlice): Promise<AppendOutcome> {
    const last = this.#slices.at(-1);
    if (last && slice.at <= last.at) return Promise.resolve(this.#refusal(slice.at, last.at));
    this.#slices.push(slice);
    const oldest = slice.at - this.#windowMs;
    const kept = this.#slices.findIndex(({ at }) => at >= oldest);
    if (kept > 0) this.#slices.splice(0, kept);
    return Promise.resolve('stored');
  }

  async readSeries({ series, atOrBefore, notBefore, limit }: SeriesRead): Promise<StoredValue[]> {
    const values: StoredValue[] = [];
    for (const slice of this.#newestFirst(atOrBefore, notBefore)) {
      if (values.length >= limit) break;
      const number = slice.order.numberOf(series);
      const row = number === undefined ? -1 : slice.series.indexOf(number);
      if (row >= 0) values.push(valueAt(slice, row));
    }
    return values;
  }

  async readAcross({ types, atOrBefore, after, notBefore, limit }: CrossRead): Promise<StoredValue[]> {
    const values: StoredValue[] = [];
    for (const slice of this.#newestFirst(atOrBefore, notBefore)) {
      for (let row = 0; row < slice.series.length && values.length < limit; row++) {
        const type = slice.order.series[slice.series[row] ?? 0]?.indexType;
        if (type === undefined || !types.includes(type)) continue;
        const value = valueAt(slice, row);
        if (after && slice.at === atOrBefore && compareSeries(value, after) <= 0) continue;
        values.push(value);
      }
      if (values.length >= limit) break;
    }
    return values;
  }

  async newestValues(notBefore: Millis): Promise<StoredValue[]> {
    const newest = new Map<string, StoredValue>();
    for (const slice of this.#newestFirst(Infinity, notBefore)) {
      for (let row = 0; row < slice.series.length; row++) {
        const value = valueAt(slice, row);
        const key = `${value.indexType} ${value.indexId}`;
        if (!newest.has(key)) newest.set(key, value);
      }
    }
    return [...newest.values()].toSorted(compareSeries);
  }

  lastTick(): Promise<LastTick | undefined> {
    return Promise.resolve(this.#slices.at(-1));
  }

  appendCandles(candles: readonly Candle[]): Promise<void> {
    for (const candle of candles) {
      const day = this.#candles.get(candle.startAt) ?? new Map<string, Candle>();
      this.#candles.set(candle.startAt, day.set(`${candle.indexType} ${candle.indexId}`, candle));
    }
    return Promise.resolve();
  }

  async readCandles({ series, startAtOrBefore, limit }: CandleRead): Promise<Candle[]> {
    return this.#candlesNewestFirst(startAtOrBefore)
      .filter((candle) => compareSeries(candle, series) === 0)
      .slice(0, limit);
  }

  async readCandlesAcross(read: CandleCrossRead): Promise<Candle[]> {
    const { types, startAtOrBefore, after, startNotBefore = -Infinity, limit } = read;
    return this.#candlesNewestFirst(startAtOrBefore)
      .filter(({ startAt }) => startAt >= startNotBefore)
      .filter(({ indexType }) => types.includes(indexType))
      .filter((candle) => !after || candle.startAt !== startAtOrBefore || compareSeries(candle, after) > 0)
      .slice(0, limit);
  }

  async newestCandles(startAtOrBefore: Millis): Promise<Candle[]> {
    const newest = new Map<string, Candle>();
    for (const candle of this.#candlesNewestFirst(startAtOrBefore)) {
      const key = `${candle.indexType} ${candle.indexId}`;
      if (!newest.has(key)) newest.set(key, candle);
    }
    return [...newest.values()].toSorted(compareSeries);
  }

  close(): Promise<void> {
    this.#slices = [];
    this.#candles.clear();
    return Promise.resolve();
  }

  #refusal(at: Millis, lastAt: Millis): AppendOutcome {
    if (this.#slices.some((slice) => slice.at === at)) return 'duplicate';
    return at < lastAt - this.#windowMs ? 'too-old' : 'out-of-order';
  }

  #candlesNewestFirst(startAtOrBefore: Millis): Candle[] {
    return [...this.#candles]
      .filter(([day]) => day <= startAtOrBefore)
      .toSorted(([a], [b]) => b - a)
      .flatMap(([, candles]) => [...candles.values()].toSorted(compareSeries));
  }

  *#newestFirst(atOrBefore: Millis, notBefore: Millis): Generator<TickSlice> {
    for (let i = this.#slices.length - 1; i >= 0; i--) {
      const slice = this.#slices[i] as TickSlice;
      if (slice.at < notBefore) return;
      if (slice.at <= atOrBefore) yield slice;
    }
  }
}

function valueAt(slice: TickSlice, row: number): StoredValue {
  const series = slice.order.series[slice.series[row] ?? 0] as SeriesId;
  const tickVolume = slice.tickVolumes[row] ?? Number.NaN;
  return {
    ...series,
    at: slice.at,
    price: slice.prices[row] ?? Number.NaN,
    volume: slice.volumes[row] ?? Number.NaN,
    ...(Number.isNaN(tickVolume) ? {} : { tickVolume }),
    flags: slice.flags[row] ?? 0,
  };
}
