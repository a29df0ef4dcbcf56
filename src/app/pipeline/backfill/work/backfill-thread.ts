import { compiledModule, compiledUrl } from '../../../../threads/compiled-url.ts';
import { ThreadCalls } from '../../../../threads/thread-calls.ts';
import type { ModelledBatch, FirstPrice } from '../../../../sources/past.ts';
import type { Millis } from '../../../../core/time.ts';
import type { SourcePast } from '../../past/open-past-model.ts';
import type { BackfillJob, BackfillPlan } from '../backfill-plan.ts';
import type { ServerAddress } from '../../../config/server-address.ts';
import { forThread } from '../../../directory/server-modules.ts';

/** The serving thread's handle to the thread that models the past. */
export class BackfillThread {
  readonly #calls: ThreadCalls;

  constructor(input: BackfillInput) {
    const past = { ...input.past, sources: compiledModule(input.past.sources).href };
    this.#calls = new ThreadCalls(compiledUrl('backfill-worker', import.meta.url), {
      ...input,
      past,
      store: input.store && forThread(input.store),
    });
    // The thread keeps its model and its position in the current request.
    this.#calls.hold();
    this.#calls.start();
  }

  /** Only one request at a time. The next batch is modelled while one is stored, in the same memory. */
  async *batches(request: BatchRequest): AsyncGenerator<ModelledBatch> {
    let next = this.#call({ kind: 'begin', request });
    for (let batch = await next; batch; batch = await next) {
      next = this.#call({ kind: 'next' });
      // A caller that stops reading never awaits `next`: its failure must not count as unhandled.
      next.catch(() => undefined);
      yield batch;
    }
  }

  async close(): Promise<void> {
    await this.#calls.close();
  }

  #call(message: BackfillCall): Promise<ModelledBatch | undefined> {
    return this.#calls.call(message);
  }
}

export interface BackfillInput {
  readonly past: SourcePast;
  readonly folder: string;
  /** Set if history is not in the folder. */
  readonly store?: ServerAddress | undefined;
}

/** What the thread models. */
export type BatchRequest =
  | {
      readonly kind: 'job';
      readonly job: BackfillJob;
      readonly plan: BackfillPlan;
      /** For a day whose values must approach the first tick's prices. */
      readonly firstPrices?: readonly FirstPrice[] | undefined;
    }
  /** The values at midnight before the first tick: the opening values of its day. */
  | {
      readonly kind: 'opening';
      readonly firstLive: Millis;
      readonly firstPrices?: readonly FirstPrice[] | undefined;
    }
  /** The end-of-day records of a partly modelled, partly live day, from its stored values. */
  | { readonly kind: 'seam'; readonly day: Millis };

/** The reply to each is a batch, or undefined after the last one. */
export type BackfillCall =
  | { readonly kind: 'begin'; readonly request: BatchRequest }
  | { readonly kind: 'next' };
