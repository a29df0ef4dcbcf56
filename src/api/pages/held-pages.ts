import { SystemClock, type Clock } from '../../core/clocks/clock.ts';
import { StoreAway } from '../../core/errors.ts';
import type { PastState } from '../../core/settled-past.ts';
import { SECOND_MS, type Millis } from '../../core/time.ts';
import type { PreparedAnswer } from '../../latest/answers/prepared-answer.ts';
import { ApiError } from '../http/errors.ts';
import { KeptPages } from './kept-pages.ts';
import type { Answer } from '../http/routing/route.ts';

/** Some thousand pages of the usual size. */
const HELD_PAGE_BYTES = 32 * 2 ** 20;

/** A store that takes longer is taken for one that is away. */
const PATIENCE_MS = SECOND_MS;

/**
 * Pages of the past as they were last read, where they were asked for more than once: they are answered while the store, on another machine, is away.
 * Nothing can be stored then, and a page that no tick to come belongs to stays as it is. What is told to have changed before that is forgotten.
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
