import { answerCalls } from '../../../threads/thread-calls.ts';
import { ParquetFile } from '../../../values/export/parquet/parquet-file.ts';
import type { RecordBatch, TableForm } from '../../../values/export/parquet/record-batch.ts';

/** A call for a file, which is identified by a number. */
export type ParquetCall = { readonly file: number } & (
  | { readonly do: 'open'; readonly form: TableForm }
  | { readonly do: 'write'; readonly batch: RecordBatch }
  | { readonly do: 'finish' | 'abandon' }
);

function main(): void {
  const files = new Map<number, ParquetFile>();
  answerCalls(async (call: ParquetCall): Promise<Uint8Array | undefined> => {
    if (call.do === 'open') {
      files.set(call.file, new ParquetFile(call.form));
      return undefined;
    }
    const file = files.get(call.file);
    if (call.do === 'write' && file) return file.write(call.batch);
    files.delete(call.file);
    if (call.do === 'abandon') return undefined;
    // A restarted thread does not have the files of the one that died.
    if (!file) throw new Error('the file no longer exists');
    return file.finish();
  });
}

main();
