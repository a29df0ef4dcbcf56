import { StoreAway } from '../../core/errors.ts';
import type { PastState } from '../../core/settled-past.ts';
import type { Millis } from '../../core/time.ts';
import { PreparedAnswer } from '../../latest/prepared-answer.ts';
import { KeptPages } from './kept-pages.ts';
import type { Answer } from './route.ts';

/** Some thousand pages of the usual size. */
const HELD_PAGE_BYTES = 32 * 2 ** 20;

interface ReadPage {
  readonly bytes: Uint8Array;
  readonly tag: string;
  /** Of the oldest record that it speaks for. */
  readonly oldestAt: Millis;
}

/**
 * Pages of the past as they were last read, where they were asked for more than once: they are answered while the store, on another machine, is away.
 * Nothing can be stored then, and a page that no tick to come belongs to stays as it is. What is told to have changed before that is forgotten.
 */
export class HeldPages {
  readonly #pages = new KeptPages(HELD_PAGE_BYTES);
  readonly #changes: () => number;
  #changesSeen: number;

  constructor({ pastChanges, pastRevision }: PastState) {
    this.#changes = pastChanges ?? pastRevision;
    this.#changesSeen = this.#changes();
  }

  /** The page was read, and no tick to come belongs to it. */
  wasRead(key: string, { bytes, tag, oldestAt }: ReadPage): void {
    this.#forgetChanged();
    if (!this.#pages.isAskedAgain(key)) return;
    this.#pages.keep(key, { prepared: new PreparedAnswer(Buffer.from(bytes), tag), oldestAt });
  }

  /** What is made; where the store is away, what was last read, which is asked for again as soon as it is needed. */
  async made(key: string, notBefore: Millis, make: () => Promise<Answer>): Promise<Answer> {
    try {
      return await make();
    } catch (error) {
      this.#forgetChanged();
      const held = error instanceof StoreAway ? this.#pages.find(key, notBefore) : undefined;
      if (!held) throw error;
      return { prepared: held, maxAgeSeconds: 0 };
    }
  }

  #forgetChanged(): void {
    const changes = this.#changes();
    if (changes !== this.#changesSeen) this.#pages.clear();
    this.#changesSeen = changes;
  }
}
