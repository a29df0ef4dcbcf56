import type { OpenParquetFile, ParquetFiles } from '../../../values/export/parquet/parquet-files.ts';
import type { RecordBatch, TableForm } from '../../../values/export/parquet/record-batch.ts';
import { compiledUrl } from '../../../threads/compiled-url.ts';
import { ThreadCalls } from '../../../threads/thread-calls.ts';
import type { ParquetCall } from './parquet-worker.ts';

/** Encodes Parquet for all files, one row group after the other, and ends when no file is open. */
export class ParquetThread implements ParquetFiles {
  readonly #calls = new ThreadCalls(compiledUrl('parquet-worker', import.meta.url), undefined);
  #files = 0;

  open(form: TableForm): OpenParquetFile {
    return new ThreadFile(this.#calls, ++this.#files, form);
  }

  close(): Promise<void> {
    return this.#calls.close();
  }
}

class ThreadFile implements OpenParquetFile {
  readonly #calls: ThreadCalls;
  readonly #file: number;
  readonly #opened: Promise<void>;
  #isOpen = true;

  constructor(calls: ThreadCalls, file: number, form: TableForm) {
    this.#calls = calls;
    this.#file = file;
    calls.hold();
    this.#opened = this.#call({ file, do: 'open', form });
    // The first write reports a failure.
    this.#opened.catch(() => undefined);
  }

  async write(batch: RecordBatch): Promise<Uint8Array> {
    await this.#opened;
    const { seriesAt, ats, flags, numbers } = batch;
    const columns = [seriesAt, ats, flags, ...Object.values(numbers)];
    return this.#call(
      { file: this.#file, do: 'write', batch },
      columns.map(({ buffer }) => buffer),
    );
  }

  async finish(): Promise<Uint8Array> {
    await this.#opened;
    try {
      return await this.#call({ file: this.#file, do: 'finish' });
    } finally {
      this.#leave();
    }
  }

  abandon(): void {
    if (!this.#isOpen) return;
    // If the thread is gone, so is the file.
    this.#call({ file: this.#file, do: 'abandon' }).catch(() => undefined);
    this.#leave();
  }

  #leave(): void {
    if (this.#isOpen) this.#calls.release();
    this.#isOpen = false;
  }

  #call<Result>(call: ParquetCall, transfer: readonly ArrayBuffer[] = []): Promise<Result> {
    return this.#calls.call<Result>(call, transfer);
  }
}
