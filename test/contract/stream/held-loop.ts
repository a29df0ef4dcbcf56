import type { Loop } from '../../../src/core/async/loop.ts';

/** So long everything takes that is measured: two steps are a slice of what clients ask for. */
const STEP_MS = 5;

/** The event loop; while it is held, its time passes with every look, and its turns come when the test says so. */
export class HeldLoop implements Loop {
  #now = 0;
  #held = false;
  #waiting: (() => void)[] = [];

  now(): number {
    if (this.#held) this.#now += STEP_MS;
    return this.#now;
  }

  nextTurn(goOn: () => void): void {
    if (this.#held) this.#waiting.push(goOn);
    else setImmediate(goOn);
  }

  /** Whether something waits for the next turn. */
  get waits(): boolean {
    return this.#waiting.length > 0;
  }

  hold(): void {
    this.#held = true;
  }

  turn(): void {
    for (const goOn of this.#waiting.splice(0)) goOn();
  }

  release(): void {
    this.#held = false;
    this.turn();
  }
}
