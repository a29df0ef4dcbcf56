import type { Candle } from '../../../core/candle.ts';
import type { SeriesId } from '../../../core/index-value.ts';
import { DAY_MS, dayOfTick, type Millis } from '../../../core/time.ts';
import type { SeriesColumns } from '../../../core/value-columns.ts';
import type {
  CandleCrossRead,
  CandleRead,
  CrossRead,
  HistoryReader,
  HistorySummary,
  LastTick,
  SeriesRead,
  StoredRecord,
  StoredState,
  StoredValue,
} from '../../history-store.ts';
import type { StoreContent } from '../store-content.ts';
import { summaryOf } from '../store-summary.ts';
import { recordsWithin } from './tick-records.ts';
import type { TickReader } from './tick-reader.ts';

/** The data to read from. */
export interface StoreView {
  readonly content: StoreContent;
  readonly reader: TickReader;
}

/** The read methods of the port, for the process that owns the files and for those that only read them. */
export abstract class EmbeddedReader implements HistoryReader {
  /** Runs a read on the current data. */
  protected abstract read<Result>(work: (view: StoreView) => Promise<Result>): Promise<Result>;

  abstract close(): Promise<void>;

  readSeries(read: SeriesRead): Promise<StoredValue[]> {
    return this.read(({ reader }) => reader.readSeries(read));
  }

  readSeriesInto(read: SeriesRead, into: SeriesColumns): Promise<number> {
    return this.read(({ reader }) => reader.readSeriesInto(read, into));
  }

  readAcross(read: CrossRead): Promise<StoredValue[]> {
    return this.read(({ reader, content }) => reader.readAcross(read, content.newest));
  }

  newestValues(notBefore: Millis): Promise<StoredValue[]> {
    return this.read(({ reader }) => reader.newestValues(notBefore));
  }

  /** Reads one day at a time. */
  async *records(from: Millis, to: Millis): AsyncGenerator<StoredRecord> {
    const { ticks } = await this.summary();
    if (!ticks) return;
    for (
      let day = Math.max(dayOfTick(from), ticks.oldest);
      day <= Math.min(to, ticks.newest);
      day += DAY_MS
    ) {
      const [after, last] = [Math.max(day, from - 1), Math.min(day + DAY_MS, to)];
      const ofDay = await this.read(async ({ content }) =>
        recordsWithin(content.spans, content.segments, after, last),
      );
      for (const [at, record] of ofDay) yield { at, record };
    }
  }

  lastTick(): Promise<LastTick | undefined> {
    return this.read(async ({ content }) => content.last);
  }

  lastState(): Promise<StoredState | undefined> {
    return this.read(async ({ content }) => content.state);
  }

  readCandles(read: CandleRead): Promise<Candle[]> {
    return this.read(({ content }) => content.candles.readCandlesInTurns(read));
  }

  readCandlesAcross(read: CandleCrossRead): Promise<Candle[]> {
    return this.read(({ content }) => content.candles.readCandlesAcross(read));
  }

  newestCandles(startAtOrBefore: Millis): Promise<Candle[]> {
    return this.read(({ content }) => content.candles.newestCandles(startAtOrBefore));
  }

  summary(): Promise<HistorySummary> {
    return this.read(async ({ content }) => summaryOf(content));
  }

  series(): Promise<SeriesId[]> {
    return this.read(async ({ content: { series } }) => series.ids());
  }
}
