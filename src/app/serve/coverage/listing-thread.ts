import type { SeriesId } from '../../../core/index-value.ts';
import { Lru } from '../../../core/lru.ts';
import { MINUTE_MS } from '../../../core/time.ts';
import type { ListingChange } from '../../../reference/listing-changes.ts';
import { compiledUrl } from '../../../threads/compiled-url.ts';
import { ThreadCalls } from '../../../threads/thread-calls.ts';

export interface ListingInput {
  readonly referenceFile: string;
}

export interface ListingRequest {
  readonly series: SeriesId;
  readonly reference: string;
}

const MOST_KEPT = 2000;
/** The thread has read every version: what comes next costs only what is new. */
const REST_AFTER_MS = 10 * MINUTE_MS;

/** When indices were listed, read from all reference versions in a thread, which ends when it is idle for a while. */
export class ListingThread {
  readonly #calls: ThreadCalls;
  readonly #kept = new Lru<string, Promise<readonly ListingChange[]>>({ mostEntries: MOST_KEPT });
  /** The version that all that is kept was read with. */
  #reference: string | undefined;

  constructor(input: ListingInput) {
    this.#calls = new ThreadCalls(compiledUrl('listing-worker', import.meta.url), input, REST_AFTER_MS);
  }

  /** `reference` names the newest version: what was read stays true until it changes, even back to an earlier one. */
  changesOf(series: SeriesId, reference: string): Promise<readonly ListingChange[]> {
    if (reference !== this.#reference) this.#kept.clear();
    this.#reference = reference;
    const key = `${series.indexType} ${series.indexId}`;
    const known = this.#kept.get(key);
    if (known) return known;
    const coming = this.#calls.call<readonly ListingChange[]>({ series, reference } satisfies ListingRequest);
    this.#kept.set(key, coming);
    // The caller hears of a failure; the next one tries again.
    coming.catch(() => {
      if (this.#kept.get(key) === coming) this.#kept.delete(key);
    });
    return coming;
  }

  close(): Promise<void> {
    return this.#calls.close();
  }
}
