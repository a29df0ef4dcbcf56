import { answerCalls } from '../../../threads/thread-calls.ts';
import { ParquetFile } from '../../../values/export/parquet/parquet-file.ts';
import type { RecordBatch, TableForm } from '../../../values/export/parquet/record-batch.ts';

/** What is to be done with a file, which is known by a number. */
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
    // A thread that was started anew knows nothing of the files of the one that died.
    if (!file) throw new Error('there is no such file any more');
    return file.finish();
  });
}

main();
