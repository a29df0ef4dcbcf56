import type { RecordBatch, TableForm } from './record-batch.ts';

/** Makes Parquet files, where that keeps nothing else waiting. */
export interface ParquetFiles {
  open(form: TableForm): OpenParquetFile;
}

/**
 * A file that comes into being. Bytes come in the order of the calls; the next call waits for the one before. A batch is the
 * file's once it is handed over. The caller ends with `finish` or, where the file is not wanted any more, with `abandon`.
 */
export interface OpenParquetFile {
  write(batch: RecordBatch): Promise<Uint8Array>;
  finish(): Promise<Uint8Array>;
  abandon(): void;
}
