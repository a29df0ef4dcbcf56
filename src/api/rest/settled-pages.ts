import type { Millis } from '../../core/time.ts';
import type { PreparedAnswer } from '../../latest/prepared-answer.ts';

interface KeptPage {
  readonly prepared: PreparedAnswer;
  /** Of the oldest record on it. */
  readonly oldestAt: Millis;
}

/** Pages that can no longer change, kept ready up to a number of bytes; the longest unused go first. */
export class SettledPages {
  readonly #mostBytes: number;
  /** A map keeps the order of insertion: the first is the longest unused. */
  readonly #pages = new Map<string, KeptPage>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
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
