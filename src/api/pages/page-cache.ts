import { Lru } from '../../core/lru.ts';
import { SECOND_MS, type Millis } from '../../core/time.ts';
import type { PreparedAnswer } from '../../latest/answers/prepared-answer.ts';
import { SystemClock, type Clock } from '../../core/clocks/clock.ts';
import { StoreUnavailable } from '../../core/errors.ts';
import type { PastState } from '../../core/settled-past.ts';
import { ApiError } from '../http/errors.ts';
import type { Answer } from '../http/routing/route.ts';

interface KeptPage {
  readonly prepared: PreparedAnswer;
  /** Instant of the oldest record on it. */
  readonly oldestAt: Millis;
}

/** Number of keys of pages requested once; at most twice as many, of about 100 bytes each, are remembered. */
const REMEMBERED_KEYS = 4096;

/**
 * A cache of pages with a limit in bytes; the least recently used are evicted. Most pages of the past are
 * requested once, by a client that walks through it: these are not cached.
 */
export class PageCache {
  readonly #pages: Lru<string, KeptPage>;
  #askedLately = new Set<string>();
  #askedBefore = new Set<string>();

  constructor(maxBytes: number) {
    this.#pages = new Lru({ maxWeight: maxBytes, weightOf: bytesOf });
  }

  /** Called when cached pages may be outdated. */
  clear(): void {
    this.#pages.clear();
  }

  /** Called when cached pages that begin before an instant may be outdated. */
  clearBefore(at: Millis): void {
    for (const [key, { oldestAt }] of this.#pages.entries()) if (oldestAt < at) this.#pages.delete(key);
  }

  /** Undefined also for a page that is partly outside the window. */
  find(key: string, notBefore: Millis): PreparedAnswer | undefined {
    const page = this.#pages.get(key);
    if (!page || page.oldestAt >= notBefore) return page?.prepared;
    this.#pages.delete(key);
    return undefined;
  }

  /** Whether the page was requested before and should be cached; records this request. */
  isRepeatedRequest(key: string): boolean {
    if (this.#askedLately.has(key) || this.#askedBefore.has(key)) return true;
    this.#askedLately.add(key);
    if (this.#askedLately.size >= REMEMBERED_KEYS) {
      this.#askedBefore = this.#askedLately;
      this.#askedLately = new Set();
    }
    return false;
  }

  keep(key: string, page: KeptPage): void {
    this.#pages.set(key, page);
  }
}

/** Overhead of an entry: nearly all of the memory of an empty page. */
const ENTRY_BYTES = 1024;

/** Compressed forms, made on demand, add a fraction. */
function bytesOf({ prepared }: KeptPage, key: string): number {
  return ENTRY_BYTES + key.length + prepared.identity.bytes.length;
}

/** Some thousand pages of the usual size. */
const HELD_PAGE_BYTES = 32 * 2 ** 20;

/** After this time the store counts as unavailable. */
const PATIENCE_MS = SECOND_MS;

/**
 * The last version of pages of the past that were requested more than once: served while the store, on
 * another machine, is unavailable. Nothing can be stored meanwhile, and pages that no future tick belongs to
 * do not change. Changes of the past clear the cache.
 */
export class StalePageCache {
  readonly #pages = new PageCache(HELD_PAGE_BYTES);
  readonly #changes: () => number;
  readonly #settledFrom: () => Millis;
  readonly #clock: Pick<Clock, 'wait'>;
  #changesSeen: number;
  #settledSeen: Millis;

  constructor(
    { pastChanges, pastRevision, settledFrom }: PastState,
    clock: Pick<Clock, 'wait'> = new SystemClock(),
  ) {
    this.#clock = clock;
    this.#changes = pastChanges ?? pastRevision;
    this.#settledFrom = settledFrom;
    this.#changesSeen = this.#changes();
    this.#settledSeen = settledFrom();
  }

  /**
   * Called for a page that no future tick belongs to. `oldestAt`: of the oldest record that it covers;
   * `copy`: a copy for the cache.
   */
  store(key: string, oldestAt: Millis, copy: () => PreparedAnswer): void {
    this.#forgetChanged();
    if (!this.#pages.isRepeatedRequest(key)) return;
    this.#pages.keep(key, { prepared: copy(), oldestAt });
  }

  /**
   * The result of `make`; if the store is unavailable or does not answer, the cached page. The next request
   * tries `make` again.
   */
  async makeOrCached(key: string, notBefore: Millis, make: () => Promise<Answer>): Promise<Answer> {
    this.#forgetChanged();
    const held = this.#pages.find(key, notBefore);
    return held ? this.#madeOrHeld(make(), { prepared: held, maxAgeSeconds: 0 }) : make();
  }

  async #madeOrHeld(making: Promise<Answer>, held: Answer): Promise<Answer> {
    const waiting = new AbortController();
    const slow = this.#clock.wait(PATIENCE_MS, waiting.signal).then(() => held);
    slow.catch(() => undefined);
    try {
      const answer = await Promise.race([making, slow]);
      // A late result is sent to no client.
      if (answer === held) making.then(({ release }) => release?.()).catch(() => undefined);
      return answer;
    } catch (error) {
      if (error instanceof StoreUnavailable || isRefusal(error)) return held;
      throw error;
    } finally {
      waiting.abort();
    }
  }

  #forgetChanged(): void {
    const [changes, settledFrom] = [this.#changes(), this.#settledFrom()];
    if (changes !== this.#changesSeen) this.#pages.clear();
    // Values were filled in, or will be, up to the later of the two.
    else if (settledFrom !== this.#settledSeen)
      this.#pages.clearBefore(Math.max(settledFrom, this.#settledSeen));
    this.#changesSeen = changes;
    this.#settledSeen = settledFrom;
  }
}

/** The queue for the store is full. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'SERVICE_UNAVAILABLE';
}
