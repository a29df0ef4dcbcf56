import { Worker } from 'node:worker_threads';
import type { SeriesId } from '../../../core/index-value.ts';
import type { Millis } from '../../../core/time.ts';
import type { NoReceipt, Receipt, Receipts } from '../../../values/receipts/receipts.ts';
import type { ReceiptAnswer, ReceiptCall, ReceiptInput } from './receipt-messages.ts';
import { compiledUrl } from '../../../threads/compiled-url.ts';

interface Waiting {
  readonly resolve: (receipt: Receipt | NoReceipt) => void;
  readonly reject: (error: Error) => void;
}

/** Receipts take some tenths of a second each; more waiting ones than this are sent away. */
const MOST_WAITING = 16;

/**
 * The thread that computes receipts from recorded inputs, so that neither serving nor the next tick waits for one. It
 * starts with the first receipt, and anew where it has died.
 */
export class ReceiptThread implements Receipts {
  readonly #input: ReceiptInput;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #calls = 0;
  #closed = false;

  constructor(input: ReceiptInput) {
    this.#input = input;
  }

  explain(series: SeriesId, at: Millis): Promise<Receipt | NoReceipt> {
    if (this.#closed || this.#waiting.size >= MOST_WAITING) return Promise.resolve('busy');
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const call = ++this.#calls;
    return new Promise((resolve, reject) => {
      this.#waiting.set(call, { resolve, reject });
      worker.postMessage({ call, series, at } satisfies ReceiptCall);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { resolve } of this.#waiting.values()) resolve('busy');
    this.#waiting.clear();
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(compiledUrl('receipt-worker', import.meta.url), { workerData: this.#input });
    let cause = new Error('the thread that computes receipts has ended');
    worker.on('message', (answer: ReceiptAnswer) => this.#hear(answer));
    worker.on('error', (error: Error) => (cause = error));
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(cause);
      this.#waiting.clear();
    });
    return worker;
  }

  #hear(answer: ReceiptAnswer): void {
    const waiting = this.#waiting.get(answer.call);
    this.#waiting.delete(answer.call);
    if ('error' in answer) waiting?.reject(answer.error);
    else waiting?.resolve(answer.receipt);
  }
}
