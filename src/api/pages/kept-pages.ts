import { Lru } from '../../core/lru.ts';
import type { Millis } from '../../core/time.ts';
import type { PreparedAnswer } from '../../latest/answers/prepared-answer.ts';

interface KeptPage {
  readonly prepared: PreparedAnswer;
  /** Of the oldest record on it. */
  readonly oldestAt: Millis;
}

/** Keys of pages that were asked for once: twice as many, of some 100 bytes each, are remembered at most. */
const REMEMBERED_KEYS = 4096;

/**
 * Pages that are kept ready, up to a number of bytes; the longest unused go first. Most pages of the past are asked for
 * once, by a client that walks through it: they are not worth a place.
 */
export class KeptPages {
  readonly #pages: Lru<string, KeptPage>;
  #askedLately = new Set<string>();
  #askedBefore = new Set<string>();

  constructor(mostBytes: number) {
    this.#pages = new Lru({ mostWeight: mostBytes, weightOf: bytesOf });
  }

  /** What was read may not hold any more. */
  clear(): void {
    this.#pages.clear();
  }

  /** Undefined also for a page that the window has begun to leave. */
  find(key: string, notBefore: Millis): PreparedAnswer | undefined {
    const page = this.#pages.get(key);
    if (!page || page.oldestAt >= notBefore) return page?.prepared;
    this.#pages.delete(key);
    return undefined;
  }

  /** Whether the page was asked for before, so that it should be kept; it was asked for now. */
  isAskedAgain(key: string): boolean {
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

/** What an entry takes beside its bytes: of an empty page that is nearly all. */
const ENTRY_BYTES = 1024;

/** Compressed forms, made on demand, add a fraction to it. */
function bytesOf({ prepared }: KeptPage, key: string): number {
  return ENTRY_BYTES + key.length + prepared.identity.bytes.length;
}
