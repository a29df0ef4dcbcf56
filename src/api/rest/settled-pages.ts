import type { Millis } from '../../core/time.ts';
import type { PreparedAnswer } from '../../latest/prepared-answer.ts';

interface KeptPage {
  readonly prepared: PreparedAnswer;
  /** Of the oldest record on it. */
  readonly oldestAt: Millis;
}

/** Keys of pages that were asked for once: twice as many, of some 100 bytes each, are remembered at most. */
const REMEMBERED_KEYS = 4096;

/**
 * Pages that can no longer change, kept ready up to a number of bytes; the longest unused go first. Most pages of the
 * past are asked for once, by whoever walks through it: they are not worth a place.
 */
export class SettledPages {
  readonly #mostBytes: number;
  /** A map keeps the order of insertion: the first is the longest unused. */
  readonly #pages = new Map<string, KeptPage>();
  #bytes = 0;
  #askedLately = new Set<string>();
  #askedBefore = new Set<string>();

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** What was settled may change after all. */
  clear(): void {
    this.#pages.clear();
    this.#bytes = 0;
  }

  /** Undefined also for a page that the window has begun to leave. */
  find(key: string, notBefore: Millis): PreparedAnswer | undefined {
    const page = this.#pages.get(key);
    if (!page) return undefined;
    this.#pages.delete(key);
    if (page.oldestAt < notBefore) {
      this.#bytes -= sizeOf(key, page);
      return undefined;
    }
    this.#pages.set(key, page);
    return page.prepared;
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
    const known = this.#pages.get(key);
    if (known) this.#bytes -= sizeOf(key, known);
    this.#pages.delete(key);
    this.#pages.set(key, page);
    this.#bytes += sizeOf(key, page);
    for (const [oldest, unused] of this.#pages) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#pages.delete(oldest);
      this.#bytes -= sizeOf(oldest, unused);
    }
  }
}

/** Compressed forms, made on demand, add a fraction to it. */
function sizeOf(key: string, { prepared }: KeptPage): number {
  return key.length + prepared.identity.bytes.length;
}
