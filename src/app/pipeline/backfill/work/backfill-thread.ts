import { compiledModule, compiledUrl } from '../../../../threads/compiled-url.ts';
import { ThreadCalls } from '../../../../threads/thread-calls.ts';
import type { ModelledBatch, FirstPrice } from '../../../../sources/past.ts';
import type { Millis } from '../../../../core/time.ts';
import type { SourcePast } from '../../past/open-past-model.ts';
import type { BackfillJob, BackfillPlan } from '../backfill-plan.ts';
import type { ServerAddress } from '../../../config/server-address.ts';
import { forThread } from '../../../directory/server-modules.ts';

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

  /** One order at a time. Makes the next batch while one is stored. The memory of a batch is reused for the next. */
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

  #ask(message: ToBackfill): Promise<ModelledBatch | undefined> {
    return this.#calls.call(message);
  }
}

export interface BackfillInput {
  readonly past: SourcePast;
  readonly folder: string;
  /** Where history is not in it. */
  readonly store?: ServerAddress | undefined;
}

export type Order =
  | {
      readonly kind: 'job';
      readonly job: BackfillJob;
      readonly plan: BackfillPlan;
      /** For a day that leads over to the first tick. */
      readonly firstPrices?: readonly FirstPrice[] | undefined;
    }
  /** The values at the midnight before the first tick, which its day opens with. */
  | {
      readonly kind: 'opening';
      readonly firstLive: Millis;
      readonly firstPrices?: readonly FirstPrice[] | undefined;
    }
  /** The end-of-day records of a day that is partly modelled and partly live, from what is stored of it. */
  | { readonly kind: 'seam'; readonly day: Millis };

/** Each is answered with a batch, or with undefined after the last one. */
export type ToBackfill = { readonly kind: 'begin'; readonly order: Order } | { readonly kind: 'next' };
