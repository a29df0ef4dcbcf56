import type { RecordBatch, TableForm } from './record-batch.ts';

/** Creates Parquet files without blocking other work. */
export interface ParquetFiles {
  open(form: TableForm): OpenParquetFile;
}

/**
 * A file being written. Bytes are returned in call order. A batch belongs to the file once it is passed. The caller must end with
 * `finish`, or with `abandon` if the file is no longer needed.
 */
export interface OpenParquetFile {
  write(batch: RecordBatch): Promise<Uint8Array>;
  finish(): Promise<Uint8Array>;
  abandon(): void;
}
