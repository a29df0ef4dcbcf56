import type { Column } from '../../../contract/columns.ts';
import { csvHeader } from '../../../contract/csv-text.ts';
import type { FileFormat, TextFormat } from '../../../contract/formats.ts';
import type { LoopTurns } from '../../../core/async/loop-turns.ts';
import { BatchRows } from '../../../values/export/parquet/batch-rows.ts';
import type { ParquetFiles } from '../../../values/export/parquet/parquet-files.ts';
import type { TableForm } from '../../../values/export/parquet/record-batch.ts';

/** Content of an export: records of a table, by index in the requested order, oldest first, in pieces. */
export interface ExportTable<Piece> {
  readonly form: TableForm;
  readonly columns: readonly Column[];
  /** Reading and writing a piece takes a few milliseconds at most. */
  pieces(): AsyncIterable<Piece>;
  rowsOf(piece: Piece): number;
  text(piece: Piece, format: TextFormat): Uint8Array;
  addTo(rows: BatchRows, piece: Piece): void;
}

export interface ChunkParts {
  readonly turns: Pick<LoopTurns, 'next'>;
  readonly parquet: ParquetFiles;
  readonly signal: AbortSignal;
}

/** Small pieces are sent together. */
const CHUNK_BYTES = 64 * 1024;

/** The bytes of an export. Nothing is read ahead of demand. */
export function exportChunks<Piece>(
  table: ExportTable<Piece>,
  format: FileFormat,
  parts: ChunkParts,
): AsyncGenerator<Uint8Array> {
  return format === 'parquet' ? parquetChunks(table, parts) : textChunks(table, format, parts);
}

async function* textChunks<Piece>(
  table: ExportTable<Piece>,
  format: TextFormat,
  parts: ChunkParts,
): AsyncGenerator<Uint8Array> {
  let texts: Uint8Array[] = format === 'csv' ? [Buffer.from(csvHeader(table.columns))] : [];
  let bytes = 0;
  for await (const piece of inTurns(table.pieces(), parts)) {
    const text = table.text(piece, format);
    texts.push(text);
    bytes += text.length;
    if (bytes < CHUNK_BYTES) continue;
    yield together(texts);
    texts = [];
    bytes = 0;
  }
  // Yields even if there is nothing to send: the export counts as running until then.
  yield together(texts);
}

async function* parquetChunks<Piece>(
  table: ExportTable<Piece>,
  parts: ChunkParts,
): AsyncGenerator<Uint8Array> {
  const file = parts.parquet.open(table.form);
  const rows = new BatchRows(table.form);
  try {
    for await (const piece of inTurns(table.pieces(), parts)) {
      if (rows.isFullWith(table.rowsOf(piece))) yield file.write(rows.take());
      table.addTo(rows, piece);
    }
    yield file.write(rows.take());
    yield file.finish();
  } finally {
    file.abandon();
  }
}

/** Reads a piece, and starts to process it, in a turn of its own among all exports. */
async function* inTurns<Piece>(
  pieces: AsyncIterable<Piece>,
  { turns, signal }: ChunkParts,
): AsyncGenerator<Piece> {
  const iterator = pieces[Symbol.asyncIterator]();
  try {
    for (;;) {
      await turns.next();
      signal.throwIfAborted();
      const { done, value } = await iterator.next();
      if (done) return;
      // It is read in one turn and written in another.
      await turns.next();
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}

function together(texts: readonly Uint8Array[]): Uint8Array {
  return texts.length === 1 ? texts[0]! : Buffer.concat(texts);
}

/** Records converted to text per turn of the event loop: a few milliseconds. */
const RECORDS_PER_PIECE = 250;

/** Splits records into pieces. An empty list is one piece, so that many empty reads also take turns. */
export function* inPieces<T>(records: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from === 0 || from < records.length; from += RECORDS_PER_PIECE)
    yield records.slice(from, from + RECORDS_PER_PIECE);
}
