import type { TimedLoop } from './loop.ts';
import { SLICE_MS, type Slices } from './slices.ts';
import type { Millis } from '../time.ts';

/** Low-priority work gets one turn in this many while other work is waiting. */
const LOW_PRIORITY_SHARE = 4;
/** The approximate delay that low-priority work adds to a quick request. */
const LOW_PRIORITY_SLICE_MS: Millis = 1;
/** After a turn with low-priority work, none runs for this many times the duration of that turn. */
const LOW_PRIORITY_REST = 9;

/**
 * Shares the event loop among long-running jobs, one slice of one job per turn, so that ticks and other requests wait for at most
 * one slice, however much work is queued. Low-priority work gets every fourth turn while other work is waiting, and at most a
 * tenth of the time: less if other work keeps the loop busy, because everything that runs in the same turn counts.
 */
export class LoopTurns {
  readonly #loop: TimedLoop;
  readonly #waiting: (() => void)[] = [];
  readonly #lowPriority: (() => void)[] = [];
  #turnsSinceLow = 0;
  #isScheduled = false;
  /** True while low-priority work must wait: its last turn has not ended, or the pause after it has not passed. */
  #isLowResting = false;

  constructor(loop: TimedLoop) {
    this.#loop = loop;
  }

  /** Resolves in a turn of its own; calls of the same priority are served in order. */
  next(isLowPriority = false): Promise<void> {
    return new Promise((resolve) => {
      (isLowPriority ? this.#lowPriority : this.#waiting).push(resolve);
      this.#schedule();
    });
  }

  /** Runs a long job, one slice per turn. */
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

  #schedule(): void {
    const lowPriority = this.#isLowResting ? 0 : this.#lowPriority.length;
    if (this.#isScheduled || this.#waiting.length + lowPriority === 0) return;
    this.#isScheduled = true;
    this.#loop.nextTurn(() => {
      this.#isScheduled = false;
      this.#take()?.();
      this.#schedule();
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

  /** The job continues after the call that resolves its promise, so the turn's duration is only known in the next turn. */
  #restAfterTurn(): void {
    this.#isLowResting = true;
    const start = this.#loop.now();
    const resume = () => {
      this.#isLowResting = false;
      this.#schedule();
    };
    this.#loop.nextTurn(() => {
      const restMs = (this.#loop.now() - start) * LOW_PRIORITY_REST;
      // Timers have a resolution of a millisecond.
      if (restMs < 1) resume();
      else this.#loop.after(restMs, resume);
    });
  }
}
