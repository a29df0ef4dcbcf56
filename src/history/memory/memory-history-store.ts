import type { Candle } from '../../core/candle.ts';
import { compareSeries } from '../../core/series-order.ts';
import { SLOT_MS, type Millis } from '../../core/time.ts';
import { setRow, type ValueColumns } from '../../core/value-columns.ts';
import type { SeriesId } from '../../core/index-value.ts';
import type {
  AppendOutcome,
  CandleCrossRead,
  CandleRead,
  CrossRead,
  HistoryStore,
  LastTick,
  PastDay,
  PastSeries,
  PastYear,
  SeriesRead,
  StoredValue,
  TickSlice,
} from '../history-store.ts';
import { candlesIn } from '../past-candles.ts';

/** Keeps slices in memory and forgets the oldest: for tests, and as the plainest reading of the port. */
export class MemoryHistoryStore implements HistoryStore {
  readonly #windowMs: Millis;
  /** Oldest first. */
  #slices: TickSlice[] = [];
  /** What was inserted later, by instant, then by series. */
  readonly #past = new Map<Millis, Map<string, StoredValue>>();
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
    for (const at of this.#past.keys()) if (at < oldest) this.#past.delete(at);
    return Promise.resolve('stored');
  }

  async insertPast({ startAt, parts }: PastDay): Promise<void> {
    const series: PastSeries[] = [];
    for await (const part of parts) series.push(...part);
    const last = this.#slices.at(-1)?.at ?? -Infinity;
    const stored = new Map(this.#slices.map((slice) => [slice.at, slice]));
    for (const { indexType, indexId, slots, prices, volumes, tickVolumes, flags } of series) {
      const key = `${indexType} ${indexId}`;
      slots.forEach((slot, row) => {
        const at = startAt + (slot + 1) * SLOT_MS;
        const slice = stored.get(at);
        if (at > last || at < last - this.#windowMs) return;
        if (slice && rowOf(slice, { indexType, indexId }) >= 0) return;
        const instant = this.#past.get(at) ?? new Map<string, StoredValue>();
        this.#past.set(at, instant);
        if (instant.has(key)) return;
        const columns = { prices, volumes, tickVolumes, flags };
        instant.set(key, { indexType, indexId, at, ...numbersAt(columns, row) });
      });
    }
  }

  async readSeries({ series, atOrBefore, notBefore, limit }: SeriesRead): Promise<StoredValue[]> {
    const key = `${series.indexType} ${series.indexId}`;
    const values: StoredValue[] = [];
    for (const { at, slice, past } of this.#newestFirst(atOrBefore, notBefore)) {
      if (values.length >= limit) break;
      const row = slice ? rowOf(slice, series) : -1;
      const value = slice && row >= 0 ? valueAt(slice, at, row) : past?.get(key);
      if (value) values.push(value);
    }
    return values;
  }

  async readSeriesInto(read: SeriesRead, into: ValueColumns): Promise<number> {
    const values = await this.readSeries(read);
    for (const [row, value] of values.entries()) setRow(into, row, value);
    return values.length;
  }

  async readAcross({ types, atOrBefore, after, notBefore, limit }: CrossRead): Promise<StoredValue[]> {
    const values: StoredValue[] = [];
    for (const instant of this.#newestFirst(atOrBefore, notBefore)) {
      if (values.length >= limit) break;
      const wanted = valuesAt(instant)
        .filter(({ indexType }) => types.includes(indexType))
        .filter((value) => !after || instant.at !== atOrBefore || compareSeries(value, after) > 0);
      values.push(...wanted.slice(0, limit - values.length));
    }
    return values;
  }

  async newestValues(notBefore: Millis): Promise<StoredValue[]> {
    const newest = new Map<string, StoredValue>();
    for (const instant of this.#newestFirst(Infinity, notBefore)) {
      for (const value of valuesAt(instant)) {
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

  insertCandles(past: PastYear): Promise<void> {
    for (const candle of candlesIn(past)) {
      const day = this.#candles.get(candle.startAt) ?? new Map<string, Candle>();
      const key = `${candle.indexType} ${candle.indexId}`;
      if (!day.has(key)) this.#candles.set(candle.startAt, day.set(key, candle));
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
    this.#past.clear();
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

  *#newestFirst(atOrBefore: Millis, notBefore: Millis): Generator<Instant> {
    const slices = new Map(this.#slices.map((slice) => [slice.at, slice]));
    const instants = [...new Set([...slices.keys(), ...this.#past.keys()])];
    for (const at of instants.toSorted((a, b) => b - a)) {
      if (at < notBefore) return;
      if (at <= atOrBefore) yield { at, slice: slices.get(at), past: this.#past.get(at) };
    }
  }
}

/** What is stored of one slot. */
interface Instant {
  readonly at: Millis;
  readonly slice: TickSlice | undefined;
  readonly past: ReadonlyMap<string, StoredValue> | undefined;
}

type NumberColumns = Pick<TickSlice, 'prices' | 'volumes' | 'tickVolumes' | 'flags'>;

/** In the order of series. */
function valuesAt({ at, slice, past }: Instant): StoredValue[] {
  const appended = slice ? Array.from(slice.series, (_, row) => valueAt(slice, at, row)) : [];
  return past ? [...appended, ...past.values()].toSorted(compareSeries) : appended;
}

function rowOf(slice: TickSlice, series: SeriesId): number {
  const number = slice.order.numberOf(series);
  return number === undefined ? -1 : slice.series.indexOf(number);
}

function valueAt(slice: TickSlice, at: Millis, row: number): StoredValue {
  return { ...(slice.order.series[slice.series[row] ?? 0] as SeriesId), at, ...numbersAt(slice, row) };
}

function numbersAt({ prices, volumes, tickVolumes, flags }: NumberColumns, row: number) {
  const tickVolume = tickVolumes[row] ?? Number.NaN;
  return {
    price: prices[row] ?? Number.NaN,
    volume: volumes[row] ?? Number.NaN,
    ...(Number.isNaN(tickVolume) ? {} : { tickVolume }),
    flags: flags[row] ?? 0,
  };
}
