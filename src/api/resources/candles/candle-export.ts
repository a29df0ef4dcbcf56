import type { Candles } from '../../../values/candles/candles.ts';
import { CANDLE_COLUMNS } from '../../../contract/columns.ts';
import { csvLine } from '../../../contract/csv-text.ts';
import type { TextFormat } from '../../../contract/formats.ts';
import { INTERVALS, type Interval, type IntervalCandle } from '../../../core/candle-interval.ts';
import type { SeriesId } from '../../../core/index-value.ts';
import { DAY_MS, type Millis } from '../../../core/time.ts';
import type { HistoryReader } from '../../../history/history-store.ts';
import { CandlePageWriter, usualCandleBytes } from '../../../latest/candles/candle-page-writer.ts';
import { exactVolume } from '../../../latest/candles/candle-text.ts';
import { expectedTicks, volumesShown } from '../../../latest/candles/interval-candle-text.ts';
import type { BatchRows } from '../../../values/export/parquet/batch-rows.ts';
import { isComplete, type CandleNow } from '../../pages/candle-now.ts';
import { inPieces, type ExportTable } from '../export/export-chunks.ts';
import { stepAtOrAfter, stepAtOrBefore } from '../../http/answers/oldest-first.ts';
import { snapshotDays, snapshotRecords } from '../export/snapshots.ts';
import type { ExportSpan } from '../export/tick-export.ts';

/** Some candles of a series, oldest first. */
interface CandlePiece {
  readonly series: SeriesId;
  readonly candles: readonly IntervalCandle[];
}

export interface CandleExportParts {
  readonly candles: Candles;
  readonly history: Pick<HistoryReader, 'summary'>;
}

/** Range of candle starts, with the moment that the candles reflect. */
export interface CandleExportSpan extends ExportSpan {
  readonly interval: Interval;
  readonly moment: CandleNow;
  readonly marketTime: Millis;
}

export class CandleExport implements ExportTable<CandlePiece> {
  readonly form;
  readonly columns = CANDLE_COLUMNS;
  readonly #parts: CandleExportParts;
  readonly #span: CandleExportSpan;

  constructor(parts: CandleExportParts, span: CandleExportSpan) {
    this.#parts = parts;
    this.#span = span;
    this.form = { table: 'candles', interval: span.interval } as const;
  }

  async *pieces(): AsyncGenerator<CandlePiece> {
    const { interval } = this.#span;
    const from = stepAtOrAfter(this.#span.from, INTERVALS[interval]);
    const upTo = stepAtOrBefore(this.#span.upTo, INTERVALS[interval]);
    if (from > upTo) return;
    if (interval === '1d') yield* this.#days(from, upTo);
    else yield* this.#dayByDay(from, upTo);
  }

  rowsOf({ candles }: CandlePiece): number {
    return candles.length;
  }

  text({ series, candles }: CandlePiece, format: TextFormat): Uint8Array {
    const { interval, marketTime: now } = this.#span;
    const marks = { now, isComplete: (startAt: Millis) => this.#isComplete(startAt) };
    const writer = new CandlePageWriter(series, interval);
    const lines = writer.lines(candles, marks, Buffer.allocUnsafe(usualCandleBytes(candles.length)));
    if (format === 'ndjson') return lines;
    const records = lines.toString('latin1').split('\n').slice(0, -1);
    return Buffer.from(records.map((json) => csvLine(CANDLE_COLUMNS, JSON.parse(json) as object)).join(''));
  }

  addTo(rows: BatchRows, { series, candles }: CandlePiece): void {
    const { interval, marketTime } = this.#span;
    const shown = volumesShown(series, interval);
    for (const candle of candles) {
      const { startAt, flags, open, high, low, close, vwap, twap } = candle;
      const volume24h = shown.has24h ? candle.volume : undefined;
      const volume = shown.hasOwn ? exactVolume(candle) : undefined;
      const prices = { open, high, low, close, vwap, twap };
      const { ticks, carried } = candle;
      const expected = expectedTicks(startAt, interval, marketTime);
      const complete = this.#isComplete(startAt) ? 1 : 0;
      const others = { volume24h, volume, ticks, carried, expected, complete };
      rows.add(series, startAt, flags, { ...prices, ...others });
    }
  }

  async *#days(from: Millis, upTo: Millis): AsyncGenerator<CandlePiece> {
    const checkUnchanged = await snapshotRecords(this.#parts.history);
    for (const series of this.#span.series) {
      const candles = await this.#read(series, from, upTo);
      await checkUnchanged();
      yield* piecesOf(series, candles);
    }
  }

  async *#dayByDay(from: Millis, upTo: Millis): AsyncGenerator<CandlePiece> {
    const { series: all, interval } = this.#span;
    const last = upTo + INTERVALS[interval];
    const snapshot = await snapshotDays(this.#parts.history, from + 1, last);
    for (const series of all) {
      for (const day of snapshot.days) {
        const lastOfDay = day + DAY_MS - INTERVALS[interval];
        yield* piecesOf(series, await this.#read(series, Math.max(from, day), Math.min(upTo, lastOfDay)));
      }
      await snapshot.check();
    }
  }

  /** Oldest first. */
  async #read(series: SeriesId, from: Millis, upTo: Millis): Promise<IntervalCandle[]> {
    const { interval, moment } = this.#span;
    const most = Math.floor((upTo - from) / INTERVALS[interval]) + 1;
    const newestFirst = await this.#parts.candles.newestFirst(series, interval, { from, upTo }, most, moment);
    return newestFirst.toReversed();
  }

  #isComplete(startAt: Millis): boolean {
    return isComplete(startAt, this.#span.interval, this.#span.moment);
  }
}

function* piecesOf(series: SeriesId, oldestFirst: readonly IntervalCandle[]): Generator<CandlePiece> {
  for (const candles of inPieces(oldestFirst)) yield { series, candles };
}
