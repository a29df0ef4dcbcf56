import type { Loop } from '../../../core/async/loop.ts';

/** Of each turn of the loop, what clients ask for may take so long. */
const SLICE_MS = 10;
/** The same while a tick goes out, which takes a longer slice of each turn. */
const SLICE_BESIDE_TICK_MS = 2;

/**
 * What clients ask for: connections and messages. It is done at once while there is little of it. When many ask in the
 * same turn of the loop, the rest waits in line and is done a slice of time in each turn, so that however many come at
 * once, ticks go out in between.
 */
export class Workload {
  readonly #loop: Loop;
  readonly #tickUnderWay: () => boolean;
  #line: (() => void)[] = [];
  #sliceStart = 0;
  /** A slice has begun and the next turn has not. */
  #begun = false;

  constructor(loop: Loop, tickUnderWay: () => boolean) {
    this.#loop = loop;
    this.#tickUnderWay = tickUnderWay;
  }

  /** Whether something may be done at once: nothing is in line, and the turn's slice is not over. */
  get free(): boolean {
    if (this.#line.length > 0) return false;
    if (!this.#begun) this.#begin();
    return !this.#over;
  }

  /** Does it when its turn comes, after everything that is in line. */
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
