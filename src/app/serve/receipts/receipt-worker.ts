import { workerData } from 'node:worker_threads';
import { FileInputReader } from '../../../history/inputs/file-input-reader.ts';
import { answerCallsConcurrently } from '../../../threads/thread-calls.ts';
import { Recomputation } from '../../../values/receipts/recomputation.ts';
import type { ReceiptCall, ReceiptInput } from './receipt-thread.ts';
import { sha256 } from '../../process/sha256.ts';
import { storedReferences } from '../../pipeline/compute/stored-references.ts';

const input = workerData as ReceiptInput;
const recomputation = new Recomputation(
  storedReferences(input.folder),
  new FileInputReader(input.inputsFolder),
  sha256,
);

answerCallsConcurrently(({ series, at }: ReceiptCall) => recomputation.explain(series, at));
