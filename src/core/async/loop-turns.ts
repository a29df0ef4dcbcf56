import type { TimedLoop } from './loop.ts';
import { SLICE_MS, type Slices } from './slices.ts';
import type { Millis } from '../time.ts';

/** Of so many turns that both want, one is for work of low priority. */
const LOW_PRIORITY_SHARE = 4;
/** Low-priority work delays a quick request by about this much. */
const LOW_PRIORITY_SLICE_MS: Millis = 1;
/** After a turn with low-priority work there is none for this many times as long as the turn took. */
const LOW_PRIORITY_REST = 9;

/**
 * Shares out the event loop among long work: a piece of one of them in each turn, so that ticks and other requests wait for one
 * piece at most, however much work there is. Work of low priority gets every fourth turn while other work waits, and a tenth of the
 * time at most: less if others keep the loop busy, because their part of a turn counts too.
 */
export class LoopTurns {
  readonly #loop: TimedLoop;
  readonly #waiting: (() => void)[] = [];
  readonly #lowPriority: (() => void)[] = [];
  #turnsSinceLow = 0;
  #isComing = false;
  /** Whether low-priority work must wait: its last turn has not ended yet, or it rests. */
  #isLowResting = false;

  constructor(loop: TimedLoop) {
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
    const lowPriority = this.#isLowResting ? 0 : this.#lowPriority.length;
    if (this.#isComing || this.#waiting.length + lowPriority === 0) return;
    this.#isComing = true;
    this.#loop.nextTurn(() => {
      this.#isComing = false;
      this.#take()?.();
      this.#come();
    });
  }

  #take(): (() => void) | undefined {
    if (this.#isLowResting || this.#lowPriority.length === 0) return this.#waiting.shift();
    const isTurnOfLow = this.#waiting.length === 0 || ++this.#turnsSinceLow >= LOW_PRIORITY_SHARE;
    if (!isTurnOfLow) return this.#waiting.shift();
    this.#turnsSinceLow = 0;
    this.#restAfterTurn();
    return this.#lowPriority.shift();
  }

  /** What goes on in this turn runs after the call that resolves it: the next turn says how long it took. */
  #restAfterTurn(): void {
    this.#isLowResting = true;
    const start = this.#loop.now();
    const goOn = () => {
      this.#isLowResting = false;
      this.#come();
    };
    this.#loop.nextTurn(() => {
      const restMs = (this.#loop.now() - start) * LOW_PRIORITY_REST;
      // Timers have a resolution of a millisecond.
      if (restMs < 1) goOn();
      else this.#loop.after(restMs, goOn);
    });
  }
}
