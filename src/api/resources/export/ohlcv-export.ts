import { OHLCV_COLUMNS } from '../../../contract/columns.ts';
import { csvLine } from '../../../contract/csv-text.ts';
import type { TextFormat } from '../../../contract/formats.ts';
import type { Candle } from '../../../core/candle.ts';
import { DAY_MS } from '../../../core/time.ts';
import type { HistoryReader } from '../../../history/history-store.ts';
import { candleText } from '../../../latest/candles/candle-text.ts';
import type { BatchRows } from '../../../values/export/parquet/batch-rows.ts';
import { inPieces, type ExportTable } from './export-chunks.ts';
import { snapshotRecords } from './snapshots.ts';
import type { ExportSpan } from './tick-export.ts';

/**
 * End-of-day records. Those of one series are read at once; if the past changes before the last is read, the
 * export fails.
 */
export class OhlcvExport implements ExportTable<readonly Candle[]> {
  readonly form = { table: 'ohlcv' } as const;
  readonly columns = OHLCV_COLUMNS;
  readonly #history: Pick<HistoryReader, 'readCandles' | 'summary'>;
  readonly #span: ExportSpan;

  constructor(history: Pick<HistoryReader, 'readCandles' | 'summary'>, span: ExportSpan) {
    this.#history = history;
    this.#span = span;
  }

  async *pieces(): AsyncGenerator<readonly Candle[]> {
    const { from, upTo } = this.#span;
    if (from > upTo) return;
    const limit = Math.floor((upTo - from) / DAY_MS) + 1;
    const checkUnchanged = await snapshotRecords(this.#history);
    for (const series of this.#span.series) {
      const newestFirst = await this.#history.readCandles({ series, startAtOrBefore: upTo, limit });
      await checkUnchanged();
      yield* inPieces(newestFirst.filter(({ startAt }) => startAt >= from).toReversed());
    }
  }

  rowsOf(candles: readonly Candle[]): number {
    return candles.length;
  }

  text(candles: readonly Candle[], format: TextFormat): Uint8Array {
    const line = format === 'csv' ? csvOf : jsonOf;
    return Buffer.from(candles.map(line).join(''));
  }

  addTo(rows: BatchRows, candles: readonly Candle[]): void {
    for (const candle of candles) rows.addDay(candle);
  }
}

function jsonOf(candle: Candle): string {
  return `${candleText(candle)}\n`;
}

function csvOf(candle: Candle): string {
  return csvLine(OHLCV_COLUMNS, JSON.parse(candleText(candle)) as object);
}
