import type { Loop } from '../../../core/async/loop.ts';

/** Time per turn of the event loop for requests of clients. */
const SLICE_MS = 10;
/** The same while a tick is sent, which takes a longer slice of each turn. */
const SLICE_BESIDE_TICK_MS = 2;

/**
 * Runs requests of clients: connections and messages. They run at once while there are few. If many arrive in
 * the same turn of the event loop, the rest is queued and gets a time slice in each turn, so that ticks are
 * still sent in between.
 */
export class ClientWorkQueue {
  readonly #loop: Loop;
  readonly #tickUnderWay: () => boolean;
  #line: (() => void)[] = [];
  #sliceStart = 0;
  /** A slice has begun in this turn. */
  #begun = false;

  constructor(loop: Loop, tickUnderWay: () => boolean) {
    this.#loop = loop;
    this.#tickUnderWay = tickUnderWay;
  }

  /** Whether a task may run at once: nothing is queued, and the slice of this turn has time left. */
  get free(): boolean {
    if (this.#line.length > 0) return false;
    if (!this.#begun) this.#begin();
    return !this.#over;
  }

  /** Runs the task in turn, after everything queued before. */
  add(task: () => void): void {
    if (!this.#begun) this.#begin();
    this.#line.push(task);
  }

  get #over(): boolean {
    const most = this.#tickUnderWay() ? SLICE_BESIDE_TICK_MS : SLICE_MS;
    return this.#loop.now() - this.#sliceStart >= most;
  }

  #begin(): void {
    this.#begun = true;
    this.#sliceStart = this.#loop.now();
    this.#loop.nextTurn(() => this.#goOn());
  }

  #goOn(): void {
    this.#begun = false;
    if (this.#line.length === 0) return;
    this.#begin();
    const line = this.#line;
    let done = 0;
    try {
      do line[done++]?.();
      while (done < line.length && !this.#over);
    } finally {
      this.#line.splice(0, done);
    }
  }
}
