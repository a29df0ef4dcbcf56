/** What was withheld. */
export interface Taken {
  /** Ascending. */
  readonly items: readonly number[];
  readonly messages: number;
}

/** Messages that a client was not sent because it is slow: it gets the newest of each item later. */
export class Withheld {
  readonly #items = new Set<number>();
  #messages = 0;

  get isEmpty(): boolean {
    return this.#messages === 0;
  }

  add(item: number): void {
    this.#items.add(item);
    this.#messages++;
  }

  /** All of them; afterwards there are none. */
  take(): Taken {
    const taken = { items: [...this.#items].toSorted((a, b) => a - b), messages: this.#messages };
    this.#items.clear();
    this.#messages = 0;
    return taken;
  }
}
