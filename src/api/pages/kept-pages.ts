import { Lru } from '../../core/lru.ts';
import { SECOND_MS, type Millis } from '../../core/time.ts';
import type { PreparedAnswer } from '../../latest/answers/prepared-answer.ts';
import { SystemClock, type Clock } from '../../core/clocks/clock.ts';
import { StoreAway } from '../../core/errors.ts';
import type { PastState } from '../../core/settled-past.ts';
import { ApiError } from '../http/errors.ts';
import type { Answer } from '../http/routing/route.ts';

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

/** Some thousand pages of the usual size. */
const HELD_PAGE_BYTES = 32 * 2 ** 20;

/** A store that takes longer is taken for one that is away. */
const PATIENCE_MS = SECOND_MS;

/**
 * Pages of the past as they were last read, where they were asked for more than once: they are answered while the store, on another machine, is away.
 * Nothing can be stored meanwhile, and pages that no future tick belongs to stay as they are. Earlier changes are forgotten.
 */
export class HeldPages {
  readonly #pages = new KeptPages(HELD_PAGE_BYTES);
  readonly #changes: () => number;
  readonly #clock: Pick<Clock, 'wait'>;
  #changesSeen: number;

  constructor({ pastChanges, pastRevision }: PastState, clock: Pick<Clock, 'wait'> = new SystemClock()) {
    this.#clock = clock;
    this.#changes = pastChanges ?? pastRevision;
    this.#changesSeen = this.#changes();
  }

  /** The page was read, and no tick to come belongs to it. `oldestAt`: of the oldest record that it speaks for; `copy`: one that may be kept. */
  wasRead(key: string, oldestAt: Millis, copy: () => PreparedAnswer): void {
    this.#forgetChanged();
    if (!this.#pages.isAskedAgain(key)) return;
    this.#pages.keep(key, { prepared: copy(), oldestAt });
  }

  /** What is made; where the store is away or does not answer, what was last read, which is asked for again as soon as it is needed. */
  async made(key: string, notBefore: Millis, make: () => Promise<Answer>): Promise<Answer> {
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
      // What comes later is sent to no client.
      if (answer === held) making.then(({ release }) => release?.()).catch(() => undefined);
      return answer;
    } catch (error) {
      if (error instanceof StoreAway || isRefusal(error)) return held;
      throw error;
    } finally {
      waiting.abort();
    }
  }

  #forgetChanged(): void {
    const changes = this.#changes();
    if (changes !== this.#changesSeen) this.#pages.clear();
    this.#changesSeen = changes;
  }
}

/** Others stand in line for the store. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'SERVICE_UNAVAILABLE';
}
