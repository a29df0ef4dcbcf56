import type { SeriesId } from '../../../core/index-value.ts';
import type { Millis } from '../../../core/time.ts';
import type { NoReceipt, Receipt, Receipts } from '../../../values/receipts/receipts.ts';
import { compiledUrl } from '../../../threads/compiled-url.ts';
import type { InputPlace } from '../../directory/input-reader.ts';
import { forThread } from '../../directory/server-modules.ts';
import { ThreadCalls } from '../../../threads/thread-calls.ts';

/** Receipts take some tenths of a second each; more waiting ones than this are sent away. */
const MOST_WAITING = 16;

/** Computes receipts from recorded inputs in a thread, so that serving and ticks do not wait. Restarted if it dies. */
export class ReceiptThread implements Receipts {
  readonly #calls: ThreadCalls;
  #waiting = 0;
  #closed = false;

  constructor({ folder, inputs }: ReceiptInput) {
    const { store } = inputs;
    const input: ReceiptInput = {
      folder,
      inputs: { folder: inputs.folder, ...(store && { store: forThread(store) }) },
    };
    // Reference data of several versions are objects: their size depends on the market, so there is no limit.
    this.#calls = new ThreadCalls(compiledUrl('receipt-worker', import.meta.url), input, undefined, {});
    // It keeps what it has read for the next receipt.
    this.#calls.hold();
  }

  async explain(series: SeriesId, at: Millis): Promise<Receipt | NoReceipt> {
    if (this.#closed || this.#waiting >= MOST_WAITING) return 'busy';
    this.#waiting++;
    try {
      return await this.#calls.call({ series, at } satisfies ReceiptCall);
    } catch (error) {
      if (this.#closed) return 'busy';
      throw error;
    } finally {
      this.#waiting--;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#calls.close();
  }
}

export interface ReceiptInput {
  readonly folder: string;
  readonly inputs: InputPlace;
}

export interface ReceiptCall {
  readonly series: SeriesId;
  readonly at: Millis;
}
