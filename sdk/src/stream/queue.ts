import { orAborted } from '../shared.ts';

/** What waits for a reader that is slower than the stream. */
export class Queue<T> {
  readonly #capacity: number;
  readonly #values: T[] = [];
  #wakeReader = (): void => undefined;
  #wakeWriters: (() => void)[] = [];
  #end: { readonly error?: unknown } | undefined;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** False where there is no room. After the end it takes everything, and keeps nothing. */
  push(value: T): boolean {
    if (this.#end) return true;
    if (this.#values.length >= this.#capacity) return false;
    this.#values.push(value);
    this.#wakeReader();
    return true;
  }

  /** Makes room by leaving out the oldest. */
  dropOldest(): void {
    this.#values.shift();
  }

  /** When half of it is free, so that a reader at the limit does not cost a request for each value. */
  async room(signal: AbortSignal): Promise<void> {
    while (!this.#end && this.#values.length > this.#capacity / 2)
      await orAborted(new Promise<void>((resolve) => this.#wakeWriters.push(resolve)), signal);
  }

  /** Nothing comes after what is in it; an error is thrown then. */
  end(end: { readonly error?: unknown } = {}): void {
    this.#end ??= end;
    this.#wakeReader();
    this.#wake();
  }

  /** Undefined at the end. */
  async next(signal: AbortSignal | undefined): Promise<T | undefined> {
    for (;;) {
      signal?.throwIfAborted();
      const value = this.#values.shift();
      if (this.#values.length <= this.#capacity / 2) this.#wake();
      if (value !== undefined) return value;
      if (this.#end && 'error' in this.#end) throw this.#end.error;
      if (this.#end) return undefined;
      await orAborted(new Promise<void>((resolve) => (this.#wakeReader = resolve)), signal);
    }
  }

  #wake(): void {
    const writers = this.#wakeWriters;
    this.#wakeWriters = [];
    for (const wake of writers) wake();
  }
}
