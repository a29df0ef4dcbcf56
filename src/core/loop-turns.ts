import type { Loop } from './loop.ts';
import { SLICE_MS, type Slices } from './slices.ts';
import type { Millis } from './time.ts';

/** Of so many turns that both want, one is for work of low priority. */
const LOW_PRIORITY_SHARE = 4;
/** Low-priority work delays a quick request by about this much. */
const LOW_PRIORITY_SLICE_MS: Millis = 1;

/**
 * Shares out the event loop among long work: a piece of one of them in each turn, so that ticks and other requests wait for one
 * piece at most, however much work there is. Work of low priority gets every fourth turn while other work waits.
 */
export class LoopTurns {
  readonly #loop: Loop;
  readonly #waiting: (() => void)[] = [];
  readonly #lowPriority: (() => void)[] = [];
  #turnsSinceLow = 0;
  #isComing = false;

  constructor(loop: Loop) {
    this.#loop = loop;
  }

  /** Resolves in a turn of its own, in the order of calls with the same priority. */
  next(isLowPriority = false): Promise<void> {
    return new Promise((resolve) => {
      (isLowPriority ? this.#lowPriority : this.#waiting).push(resolve);
      this.#come();
    });
  }

  /** Runs long work, one slice of it per turn. */
  async run<T>(work: Slices<T>, isLowPriority = false): Promise<T> {
    const sliceMs = isLowPriority ? LOW_PRIORITY_SLICE_MS : SLICE_MS;
    for (;;) {
      await this.next(isLowPriority);
      const start = this.#loop.now();
      do {
        const { done, value } = work.next();
        if (done) return value;
      } while (this.#loop.now() - start < sliceMs);
    }
  }

  #come(): void {
    if (this.#isComing || this.#waiting.length + this.#lowPriority.length === 0) return;
    this.#isComing = true;
    this.#loop.nextTurn(() => {
      this.#isComing = false;
      this.#take()?.();
      this.#come();
    });
  }

  #take(): (() => void) | undefined {
    const isTurnOfLow = this.#waiting.length === 0 || ++this.#turnsSinceLow >= LOW_PRIORITY_SHARE;
    if (!isTurnOfLow || this.#lowPriority.length === 0) return this.#waiting.shift();
    this.#turnsSinceLow = 0;
    return this.#lowPriority.shift();
  }
}
