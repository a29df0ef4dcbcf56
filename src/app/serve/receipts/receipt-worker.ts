import { parentPort, workerData } from 'node:worker_threads';
import { FileInputReader } from '../../../history/inputs/file-input-reader.ts';
import { Recomputation } from '../../../values/receipts/recomputation.ts';
import type { ReceiptAnswer, ReceiptCall, ReceiptInput } from './receipt-messages.ts';
import { sha256 } from '../../process/sha256.ts';
import { storedReferences } from '../../pipeline/compute/stored-references.ts';

const input = workerData as ReceiptInput;
const recomputation = new Recomputation(
  storedReferences(input.folder),
  new FileInputReader(input.inputsFolder),
  sha256,
);

async function answer({ call, series, at }: ReceiptCall): Promise<ReceiptAnswer> {
  try {
    return { call, receipt: await recomputation.explain(series, at) };
  } catch (error) {
    return { call, error: error as Error };
  }
}

parentPort?.on('message', (call: ReceiptCall) => {
  void answer(call).then((message) => parentPort?.postMessage(message));
});
