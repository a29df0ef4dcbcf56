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

const MAX_CACHED = 2000;
/** An idle thread ends after this time. Until then it remembers the versions it has read, and a call reads only new ones. */
const MAX_IDLE_MS = 10 * MINUTE_MS;

/** Finds when indices were listed, from all reference versions, in a thread that ends when it is idle. */
export class ListingThread {
  readonly #calls: ThreadCalls;
  readonly #kept = new Lru<string, Promise<readonly ListingChange[]>>({ maxEntries: MAX_CACHED });
  /** The newest version when the cached entries were read. */
  #reference: string | undefined;

  constructor(input: ListingInput) {
    this.#calls = new ThreadCalls(compiledUrl('listing-worker', import.meta.url), input, MAX_IDLE_MS);
  }

  /** `reference` names the newest version. Cached entries are valid until it changes, even back to an earlier one. */
  changesOf(series: SeriesId, reference: string): Promise<readonly ListingChange[]> {
    if (reference !== this.#reference) this.#kept.clear();
    this.#reference = reference;
    const key = `${series.indexType} ${series.indexId}`;
    const known = this.#kept.get(key);
    if (known) return known;
    const changes = this.#calls.call<readonly ListingChange[]>({
      series,
      reference,
    } satisfies ListingRequest);
    this.#kept.set(key, changes);
    // The caller gets the rejection; the next call retries.
    changes.catch(() => {
      if (this.#kept.get(key) === changes) this.#kept.delete(key);
    });
    return changes;
  }

  close(): Promise<void> {
    return this.#calls.close();
  }
}
