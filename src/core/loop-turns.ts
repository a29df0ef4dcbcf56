import type { Loop } from './loop.ts';

/**
 * Shares out the event loop among long work: a piece of one of them in each turn, so that ticks and other requests wait for one
 * piece at most, however much work there is.
 */
export class LoopTurns {
  readonly #loop: Pick<Loop, 'nextTurn'>;
  readonly #waiting: (() => void)[] = [];
  #isComing = false;

  constructor(loop: Pick<Loop, 'nextTurn'>) {
    this.#loop = loop;
  }

  /** Resolves in a turn of its own, in the order of calls. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#come();
    });
  }

  #come(): void {
    if (this.#isComing || this.#waiting.length === 0) return;
    this.#isComing = true;
    this.#loop.nextTurn(() => {
      this.#isComing = false;
      this.#waiting.shift()?.();
      this.#come();
    });
  }
}
