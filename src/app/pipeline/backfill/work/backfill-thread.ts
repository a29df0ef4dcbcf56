import { compiledModule, compiledUrl } from '../../../../threads/compiled-url.ts';
import { ThreadCalls } from '../../../../threads/thread-calls.ts';
import { forThread } from '../../../directory/server-modules.ts';
import type { BackfillInput, Order, ToBackfill } from './backfill-messages.ts';
import type { ModelledBatch } from '../../../../sources/past.ts';

/** The thread that models the past, as the serving thread sees it. */
export class BackfillThread {
  readonly #calls: ThreadCalls;

  constructor(input: BackfillInput) {
    const past = { ...input.past, sources: compiledModule(input.past.sources).href };
    this.#calls = new ThreadCalls(compiledUrl('backfill-worker', import.meta.url), {
      ...input,
      past,
      store: input.store && forThread(input.store),
    });
    // It keeps its model, and where it is in an order.
    this.#calls.hold();
    this.#calls.start();
  }

  /**
   * One order at a time. The next batch is made while one is being stored; no more than that is ever on the way. The
   * 30-second values of a day lie in memory that is used again: they are gone when the next batch is asked for.
   */
  async *batches(order: Order): AsyncGenerator<ModelledBatch> {
    let coming = this.#ask({ kind: 'begin', order });
    for (let batch = await coming; batch; batch = await coming) {
      coming = this.#ask({ kind: 'next' });
      // A caller that stops reading never awaits this: its failure must not count as unhandled.
      coming.catch(() => undefined);
      yield batch;
    }
  }

  async close(): Promise<void> {
    await this.#calls.close();
  }

  /** Undefined after the last batch. */
  #ask(message: ToBackfill): Promise<ModelledBatch | undefined> {
    return this.#calls.call(message);
  }
}
