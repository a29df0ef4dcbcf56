import { exportChunks } from '../../../api/resources/export/export-chunks.ts';
import { TickExport } from '../../../api/resources/export/tick-export.ts';
import { compareSeries } from '../../../core/ids/series-order.ts';
import type { LoopTurns } from '../../../core/async/loop-turns.ts';
import { DAY_MS, SLOT_MS } from '../../../core/time.ts';
import type { HistoryReader } from '../../../history/history-store.ts';
import { dayText, type DayFileName } from '../../../values/export/day-files.ts';
import type { ParquetFiles } from '../../../values/export/parquet/parquet-files.ts';

export interface WriteDayParts {
  readonly history: Pick<HistoryReader, 'readSeriesInto' | 'series' | 'summary'>;
  readonly parquet: ParquetFiles;
  readonly turns: Pick<LoopTurns, 'next'>;
  /** Name of the source of the values. */
  readonly source: string;
}

/**
 * The bytes of a day file: series by series, oldest first. The same values give the same bytes. Holds one series and one row
 * group in memory; reading has low priority.
 */
export async function* dayFileChunks(
  { history, parquet, turns, source }: WriteDayParts,
  { indexType, day }: Pick<DayFileName, 'indexType' | 'day'>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const all = await history.series();
  const series = all.filter((one) => one.indexType === indexType).toSorted(compareSeries);
  const span = { series, from: day + SLOT_MS, upTo: day + DAY_MS };
  const form = { table: 'day', day: dayText(day), indexType, source } as const;
  const table = new TickExport(history, span, form);
  yield* exportChunks(table, 'parquet', { turns: { next: () => turns.next(true) }, parquet, signal });
}
