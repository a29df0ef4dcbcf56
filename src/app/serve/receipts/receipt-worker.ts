import { workerData } from 'node:worker_threads';
import { answerCallsConcurrently } from '../../../threads/thread-calls.ts';
import { Recomputation } from '../../../values/receipts/recomputation.ts';
import type { ReceiptCall, ReceiptInput } from './receipt-thread.ts';
import { openInputReader } from '../../directory/input-reader.ts';
import { sha256 } from '../../process/sha256.ts';
import { storedReferences } from '../../pipeline/compute/stored-references.ts';

const { folder, inputs } = workerData as ReceiptInput;
const recomputation = openInputReader(inputs).then(
  (reader) => new Recomputation(storedReferences(folder), reader, sha256),
);

answerCallsConcurrently(async ({ series, at }: ReceiptCall) => (await recomputation).explain(series, at));
