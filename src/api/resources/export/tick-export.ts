import { INDEX_TICKER_COLUMNS } from '../../../contract/columns.ts';
import type { TextFormat } from '../../../contract/formats.ts';
import type { SeriesId } from '../../../core/index-value.ts';
import { DAY_MS, SLOTS_PER_DAY, type Millis } from '../../../core/time.ts';
import { seriesColumns, type SeriesColumns } from '../../../core/value-columns.ts';
import type { HistoryReader } from '../../../history/history-store.ts';
import { IndexPageWriter, usualPageBytes } from '../../../latest/indices/index-page-writer.ts';
import { TickLines } from '../../../latest/indices/tick-lines.ts';
import type { BatchRows } from '../../../values/export/parquet/batch-rows.ts';
import type { ExportTable } from './export-chunks.ts';
import type { TableForm } from '../../../values/export/parquet/record-batch.ts';
import { snapshotDays } from './snapshots.ts';

/** Range of an export: from <= t <= upTo. */
export interface ExportSpan {
  readonly series: readonly SeriesId[];
  readonly from: Millis;
  readonly upTo: Millis;
}

/** A day of a series, oldest first. Valid until the next one is read. */
interface TickPiece {
  readonly series: SeriesId;
  readonly columns: SeriesColumns;
  readonly count: number;
}

const LINE_FEED = 0x0a;

/** Index ticks, a day of a series at a time. */
export class TickExport implements ExportTable<TickPiece> {
  readonly form: TableForm;
  readonly columns = INDEX_TICKER_COLUMNS;
  readonly #history: Pick<HistoryReader, 'readSeriesInto' | 'summary'>;
  readonly #span: ExportSpan;
  readonly #json = new IndexPageWriter();
  #csv: TickLines | undefined;
  #csvOf = '';

  constructor(
    history: Pick<HistoryReader, 'readSeriesInto' | 'summary'>,
    span: ExportSpan,
    form: TableForm = { table: 'index-ticker' },
  ) {
    this.#history = history;
    this.#span = span;
    this.form = form;
  }

  async *pieces(): AsyncGenerator<TickPiece> {
    const { series: all, from, upTo } = this.#span;
    const snapshot = await snapshotDays(this.#history, from, upTo);
    const columns = seriesColumns(SLOTS_PER_DAY);
    for (const series of all) {
      for (const day of snapshot.days) {
        const atOrBefore = Math.min(day + DAY_MS, upTo);
        const read = { series, atOrBefore, notBefore: Math.max(day + 1, from), limit: SLOTS_PER_DAY };
        const count = await this.#history.readSeriesInto(read, columns);
        turnRound(columns, count);
        yield { series, columns, count };
      }
      await snapshot.check();
    }
  }

  rowsOf({ count }: TickPiece): number {
    return count;
  }

  text({ series, columns, count }: TickPiece, format: TextFormat): Uint8Array {
    return format === 'csv'
      ? this.#linesOf(series).lines(columns, count)
      : this.#ndjson(series, columns, count);
  }

  addTo(rows: BatchRows, { series, columns, count }: TickPiece): void {
    const { ats, flags, prices, volumes, tickVolumes } = columns;
    const numbers = { price: prices, volume: volumes, tickVolume: tickVolumes };
    rows.addColumns(series, count, { ats, flags, numbers });
  }

  #linesOf(series: SeriesId): TickLines {
    if (this.#csvOf !== series.indexId) this.#csv = undefined;
    this.#csvOf = series.indexId;
    return (this.#csv ??= new TickLines(series));
  }

  /** The records of a page, with line ends instead of commas. */
  #ndjson(series: SeriesId, columns: SeriesColumns, count: number): Uint8Array {
    const room = Buffer.allocUnsafeSlow(usualPageBytes(count));
    const { bytes, starts } = this.#json.records(series, columns, count, room);
    for (let row = 1; row <= count; row++) bytes[starts[row]! - 1] = LINE_FEED;
    return bytes.subarray(0, starts[count]);
  }
}

function turnRound({ ats, prices, volumes, tickVolumes, flags }: SeriesColumns, count: number): void {
  for (const column of [ats, prices, volumes, tickVolumes, flags]) column.subarray(0, count).reverse();
}
