import type { Candle } from '../../../src/core/candle.ts';
import { INDEX_TYPES, type IndexType, type SeriesId } from '../../../src/core/index-value.ts';
import { compareSeries } from '../../../src/core/ids/series-order.ts';
import { dayOfTick, type Millis } from '../../../src/core/time.ts';
import { rowAt, setRow, type SeriesColumns } from '../../../src/core/value-columns.ts';
import type {
  CandleCrossRead,
  CandleRead,
  CrossRead,
  DayRange,
  HistoryReader,
  HistorySummary,
  LastTick,
  SeriesRead,
  StoredRecord,
  StoredState,
  StoredValue,
  TickSlice,
} from '../../../src/history/history-store.ts';
import { MemoryContent, type Instant } from './memory-content.ts';

/** The simplest implementation of the port. It sees writes at once. */
export class MemoryHistoryReader implements HistoryReader {
  protected readonly content: MemoryContent;

  constructor(content: MemoryContent) {
    this.content = content;
  }

  async readSeries({ series, atOrBefore, notBefore, limit }: SeriesRead): Promise<StoredValue[]> {
    const key = `${series.indexType} ${series.indexId}`;
    const values: StoredValue[] = [];
    for (const { at, slice, past } of this.content.newestFirst(atOrBefore, notBefore)) {
      if (values.length >= limit) break;
      const row = slice ? rowOf(slice, series) : -1;
      const value = slice && row >= 0 ? valueAt(slice, at, row) : past?.get(key);
      if (value) values.push(value);
    }
    return values;
  }

  async readSeriesInto(read: SeriesRead, into: SeriesColumns): Promise<number> {
    const values = await this.readSeries(read);
    for (const [row, value] of values.entries()) setRow(into, row, value);
    return values.length;
  }

  async readAcross({ types, atOrBefore, after, notBefore, limit }: CrossRead): Promise<StoredValue[]> {
    const values: StoredValue[] = [];
    for (const instant of this.content.newestFirst(atOrBefore, notBefore)) {
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
    for (const instant of this.content.newestFirst(Infinity, notBefore)) {
      for (const value of valuesAt(instant)) {
        const key = `${value.indexType} ${value.indexId}`;
        if (!newest.has(key)) newest.set(key, value);
      }
    }
    return [...newest.values()].toSorted(compareSeries);
  }

  async *records(from: Millis, to: Millis): AsyncGenerator<StoredRecord> {
    const { slices, pastRecords } = this.content;
    const all = [...Array.from(pastRecords, ([at, record]) => ({ at, record })), ...slices];
    for (const { at, record } of all.toSorted((a, b) => a.at - b.at)) {
      if (at >= from && at <= to && record.length > 0) yield { at, record };
    }
  }

  async lastTick(): Promise<LastTick | undefined> {
    const last = this.content.slices.at(-1);
    return last && { at: last.at, record: last.record };
  }

  async lastState(): Promise<StoredState | undefined> {
    return this.content.state;
  }

  async readCandles({ series, startAtOrBefore, limit }: CandleRead): Promise<Candle[]> {
    return this.content
      .candlesNewestFirst(startAtOrBefore)
      .filter((candle) => compareSeries(candle, series) === 0)
      .slice(0, limit);
  }

  async readCandlesAcross(read: CandleCrossRead): Promise<Candle[]> {
    const { types, startAtOrBefore, after, startNotBefore = -Infinity, limit } = read;
    return this.content
      .candlesNewestFirst(startAtOrBefore)
      .filter(({ startAt }) => startAt >= startNotBefore)
      .filter(({ indexType }) => types.includes(indexType))
      .filter((candle) => !after || candle.startAt !== startAtOrBefore || compareSeries(candle, after) > 0)
      .slice(0, limit);
  }

  async newestCandles(startAtOrBefore: Millis): Promise<Candle[]> {
    const newest = new Map<string, Candle>();
    for (const candle of this.content.candlesNewestFirst(startAtOrBefore)) {
      const key = `${candle.indexType} ${candle.indexId}`;
      if (!newest.has(key)) newest.set(key, candle);
    }
    return [...newest.values()].toSorted(compareSeries);
  }

  async summary(): Promise<HistorySummary> {
    const days = new Set([...this.content.newestFirst(Infinity, -Infinity)].map(({ at }) => dayOfTick(at)));
    const count = (type: IndexType) =>
      [...this.content.series.values()].filter(({ indexType }) => indexType === type).length;
    return {
      lastTick: this.content.slices.at(-1)?.at,
      series: Object.fromEntries(INDEX_TYPES.map((type) => [type, count(type)])) as Record<IndexType, number>,
      tickDays: days.size,
      days: [...days].toSorted((a, b) => a - b),
      ticks: rangeOf([...days]),
      candles: rangeOf([...this.content.candles.keys()]),
      candleSpans: [...this.content.candles.keys()]
        .toSorted((a, b) => a - b)
        .map((day) => ({ oldest: day, newest: day })),
      candleRevision: this.content.candleRevision,
    };
  }

  async series(): Promise<SeriesId[]> {
    return [...this.content.series.values()].toSorted(compareSeries);
  }

  async close(): Promise<void> {
    // The data stay in the content, for its other readers and writers.
  }
}

function rangeOf(days: readonly Millis[]): DayRange | undefined {
  return days.length === 0 ? undefined : { oldest: Math.min(...days), newest: Math.max(...days) };
}

/** In the order of series. */
function valuesAt({ at, slice, past }: Instant): StoredValue[] {
  const appended = slice ? Array.from(slice.series, (_, row) => valueAt(slice, at, row)) : [];
  return past ? [...appended, ...past.values()].toSorted(compareSeries) : appended;
}

/** -1 if the slice has no value of the series. */
export function rowOf(slice: TickSlice, series: SeriesId): number {
  const number = slice.order.numberOf(series);
  return number === undefined ? -1 : slice.series.indexOf(number);
}

function valueAt(slice: TickSlice, at: Millis, row: number): StoredValue {
  return { ...(slice.order.series[slice.series[row] ?? 0] as SeriesId), at, ...rowAt(slice, row) };
}
