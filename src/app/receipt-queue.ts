/**
 * Runs receipts one at a time with pauses between them, so that however many are asked for, the thread that computes
 * ticks always comes to its own work.
 */
export class ReceiptQueue {
  readonly #pauseMs: number;
  readonly #waiting: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(pauseMs: number) {
    this.#pauseMs = pauseMs;
  }

  add(make: () => void): void {
    this.#waiting.push(make);
    this.#timer ??= setTimeout(() => this.#next(), this.#pauseMs);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#waiting.length = 0;
  }

  #next(): void {
    this.#waiting.shift()?.();
    this.#timer = this.#waiting.length === 0 ? undefined : setTimeout(() => this.#next(), this.#pauseMs);
  }
}
