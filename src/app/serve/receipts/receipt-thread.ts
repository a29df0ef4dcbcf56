import type { SeriesId } from '../../../core/index-value.ts';
import type { Millis } from '../../../core/time.ts';
import type { NoReceipt, ServedReceipt, Receipts } from '../../../values/receipts/receipts.ts';
import { compiledUrl } from '../../../threads/compiled-url.ts';
import type { InputPlace } from '../../directory/input-reader.ts';
import { forThread } from '../../directory/server-modules.ts';
import { ThreadCalls } from '../../../threads/thread-calls.ts';

/** A receipt takes some tenths of a second; further requests get `busy`. */
const MAX_WAITING = 16;

/**
 * Computes receipts from recorded inputs in a thread, so that serving and ticks do not wait. Restarts the
 * thread if it dies.
 */
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
    // No memory limit: the size of the reference data depends on the market.
    this.#calls = new ThreadCalls(compiledUrl('receipt-worker', import.meta.url), input, undefined, {});
    // The thread stays, because it caches what it has read.
    this.#calls.hold();
  }

  async explain(series: SeriesId, at: Millis): Promise<ServedReceipt | NoReceipt> {
    if (this.#closed || this.#waiting >= MAX_WAITING) return 'busy';
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
