/** Waiting times that double from the first to the longest. */
export class Backoff {
  readonly #firstMs: number;
  readonly #longestMs: number;
  #count = 0;

  constructor(firstMs: number, longestMs: number) {
    this.#firstMs = firstMs;
    this.#longestMs = longestMs;
  }

  next(): number {
    return Math.min(this.#longestMs, this.#firstMs * 2 ** this.#count++);
  }

  reset(): void {
    this.#count = 0;
  }
}
