import { setImmediate } from 'node:timers/promises';
import type { FileFormat, TextFormat } from '../../../contract/formats.ts';
import { lastFinalDay, type Candle } from '../../../core/candle.ts';
import { OperatorError } from '../../../core/errors.ts';
import { INDEX_TYPES, type IndexType, type SeriesId } from '../../../core/index-value.ts';
import { compareSeries } from '../../../core/ids/series-order.ts';
import type { Millis } from '../../../core/time.ts';
import type { HistoryBackend } from '../../../history/history-backend.ts';
import type { HistoryReader, StoredValue } from '../../../history/history-store.ts';
import type { ServerAddress } from '../../config/server-address.ts';
import { embeddedHistory, historyBackend } from '../../directory/backends.ts';
import { refuseWithoutStore } from '../../directory/store-node.ts';
import { existingDirectory } from '../../directory/data-directory.ts';
import { candleBatches, tickBatches, type RecordBatch, type RecordSelection } from './export-records.ts';
import { INDEX_TICKER_COLUMNS, OHLCV_COLUMNS, type Column } from '../../../contract/columns.ts';
import { csvHeader, csvLine } from '../../../contract/csv-text.ts';
import { candleText } from '../../../latest/candles/candle-text.ts';
import { IndexTickerText } from '../../../latest/indices/index-ticker-text.ts';
import { BatchRows } from '../../../values/export/parquet/batch-rows.ts';
import { ParquetFile } from '../../../values/export/parquet/parquet-file.ts';
import type { TableForm } from '../../../values/export/parquet/record-batch.ts';

export const EXPORT_KINDS = ['ticks', 'ohlcv'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

export interface ExportTarget {
  /** Resolves when more may be written. */
  write(part: string | Uint8Array): Promise<void>;
}

export interface ExportOptions {
  readonly data: string;
  /** Set if history is not in the directory. */
  readonly store?: ServerAddress | undefined;
  readonly kind: ExportKind;
  readonly format: FileFormat;
  readonly types?: readonly IndexType[] | undefined;
  readonly indexIds?: readonly string[] | undefined;
  /** By default all stored records. */
  readonly from?: Millis | undefined;
  /** Exclusive. */
  readonly to?: Millis | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((at: Millis, from: Millis, to: Millis) => void) | undefined;
}

export interface Exported {
  readonly records: number;
  /** Files that could not be read: their records are missing. */
  readonly damaged: readonly string[];
}

/** Exports the records of a data directory without changing it, whether a service runs or not. */
export async function exportHistory(options: ExportOptions, target: ExportTarget): Promise<Exported> {
  const damaged = new Set<string>();
  const backend = await backendOf(options);
  const history = await backend.openReader(({ file }) => damaged.add(file));
  try {
    const selection = await selectionOf(history, options);
    const { kind, format } = options;
    const records =
      kind === 'ticks'
        ? await write(
            tickBatches(history, selection),
            format === 'parquet' ? ParquetRecords.ofTicks() : asText(tickText(format)),
            selection,
            options,
            target,
          )
        : await write(
            candleBatches(history, selection),
            format === 'parquet' ? ParquetRecords.ofDays() : asText(candleLines(format)),
            selection,
            options,
            target,
          );
    return { records, damaged: [...damaged] };
  } finally {
    await history.close();
  }
}

async function backendOf({ data, store }: ExportOptions): Promise<HistoryBackend> {
  if (store) return historyBackend(data, store);
  const folder = existingDirectory(data);
  refuseWithoutStore(folder, store);
  return embeddedHistory(folder);
}

type Parts = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** Encodes records for a file. Empty parts are not written. */
interface RecordFile<R> {
  readonly opening: string;
  /** Adds records; returns the parts that are ready to be written. */
  add(records: readonly R[]): Parts;
  end(): Parts;
}

function asText<R>({ opening, line }: RecordText<R>): RecordFile<R> {
  return { opening, add: (records) => [records.map(line).join('')], end: () => [] };
}

async function write<R>(
  batches: AsyncIterable<RecordBatch<R>>,
  file: RecordFile<R>,
  { from, to }: RecordSelection,
  { signal, onProgress }: ExportOptions,
  target: ExportTarget,
): Promise<number> {
  let count = 0;
  const put = async (parts: Parts) => {
    for await (const part of parts) if (part.length > 0) await target.write(part);
  };
  await put([file.opening]);
  for await (const { records, at } of batches) {
    // Reads from memory never yield: let signals be handled.
    await setImmediate();
    signal?.throwIfAborted();
    await put(file.add(records));
    count += records.length;
    onProgress?.(at, from, to);
  }
  await put(file.end());
  return count;
}

/** Ends with the records stored now: later ones are left for the next export. */
async function selectionOf(history: HistoryReader, options: ExportOptions): Promise<RecordSelection> {
  const { lastTick = -Infinity, ticks, candles } = await history.summary();
  const types = options.types ?? INDEX_TYPES;
  const isTicks = options.kind === 'ticks';
  const oldest = (isTicks ? ticks : candles)?.oldest ?? Infinity;
  // Like the API, exports a day only when it is final, measured at the last tick.
  const newest = isTicks ? lastTick : lastFinalDay(lastTick);
  return {
    types,
    series: await seriesOf(history, options.indexIds ?? [], types),
    from: Math.max(options.from ?? -Infinity, oldest),
    to: Math.min((options.to ?? Infinity) - 1, newest),
  };
}

/** An id belongs to one type only. */
async function seriesOf(
  history: HistoryReader,
  indexIds: readonly string[],
  types: readonly IndexType[],
): Promise<SeriesId[]> {
  if (indexIds.length === 0) return [];
  const stored = new Map((await history.series()).map((series) => [series.indexId, series]));
  const found = indexIds.map((indexId) => {
    const series = stored.get(indexId);
    if (!series) throw new OperatorError(`no records of the index ${indexId} are stored`);
    if (!types.includes(series.indexType))
      throw new OperatorError(`${indexId} is of type ${series.indexType}, which --type excludes`);
    return series;
  });
  return found.toSorted(compareSeries);
}

/** Writes records exactly as the API shows them. */
interface RecordText<R> {
  /** Text before the first record. */
  readonly opening: string;
  line(record: R): string;
}

export function tickText(format: TextFormat): RecordText<StoredValue> {
  const text = new IndexTickerText();
  const json = (value: StoredValue) =>
    text.record(value, value.at, { ...value, tickVolume: value.tickVolume ?? Number.NaN });
  return inFormat(format, INDEX_TICKER_COLUMNS, json);
}

export function candleLines(format: TextFormat): RecordText<Candle> {
  return inFormat(format, OHLCV_COLUMNS, candleText);
}

function inFormat<R>(
  format: TextFormat,
  columns: readonly Column[],
  json: (record: R) => string,
): RecordText<R> {
  if (format === 'ndjson') return { opening: '', line: (record) => `${json(record)}\n` };
  return {
    opening: csvHeader(columns),
    line: (record) => csvLine(columns, JSON.parse(json(record)) as object),
  };
}

/** Encodes records for a Parquet file; holds them until there are enough for a row group. */
class ParquetRecords<R> implements RecordFile<R> {
  readonly opening = '';
  readonly #file: ParquetFile;
  readonly #rows: BatchRows;
  readonly #addTo: (rows: BatchRows, record: R) => void;

  private constructor(form: TableForm, addTo: (rows: BatchRows, record: R) => void) {
    this.#file = new ParquetFile(form);
    this.#rows = new BatchRows(form);
    this.#addTo = addTo;
  }

  static ofTicks(): ParquetRecords<StoredValue> {
    return new ParquetRecords({ table: 'index-ticker' }, (rows, value) => {
      const { at, flags, price, volume, tickVolume } = value;
      rows.add(value, at, flags, { price, volume, tickVolume });
    });
  }

  static ofDays(): ParquetRecords<Candle> {
    return new ParquetRecords({ table: 'ohlcv' }, (rows, candle) => rows.addDay(candle));
  }

  async *add(records: readonly R[]): AsyncGenerator<Uint8Array> {
    for (const record of records) {
      if (this.#rows.isFullWith(1)) yield this.#file.write(this.#rows.take());
      this.#addTo(this.#rows, record);
    }
  }

  async *end(): AsyncGenerator<Uint8Array> {
    yield this.#file.write(this.#rows.take());
    yield this.#file.finish();
  }
}
