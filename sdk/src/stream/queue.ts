import { orAborted } from '../shared.ts';

interface Place<T> {
  value: T;
  readonly series: string | undefined;
}

/** What waits for a reader that is slower than the stream. */
export class Queue<T> {
  readonly #capacity: number;
  readonly #seriesOf: ((value: T) => string) | undefined;
  readonly #places: Place<T>[] = [];
  readonly #bySeries = new Map<string | undefined, Place<T>>();
  #wakeReader = (): void => undefined;
  #wakeWriters: (() => void)[] = [];
  #end: { readonly error?: unknown } | undefined;

  /** `seriesOf`: a value takes the place of the one of its series that still waits. */
  constructor(capacity: number, seriesOf?: (value: T) => string) {
    this.#capacity = capacity;
    this.#seriesOf = seriesOf;
  }

  /** False where there is no room. After the end it takes everything, and keeps nothing. */
  push(value: T): boolean {
    if (this.#end) return true;
    const series = this.#seriesOf?.(value);
    const waiting = this.#bySeries.get(series);
    if (waiting) waiting.value = value;
    else if (this.#places.length >= this.#capacity) return false;
    else this.#add({ value, series });
    return true;
  }

  /** Makes room by leaving out the oldest. */
  dropOldest(): void {
    this.#take();
  }

  /** When half of it is free, so that a reader at the limit does not cost a request for each value. */
  async room(signal: AbortSignal): Promise<void> {
    while (!this.#end && this.#places.length > this.#capacity / 2)
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
      const value = this.#take();
      if (this.#places.length <= this.#capacity / 2) this.#wake();
      if (value !== undefined) return value;
      if (this.#end && 'error' in this.#end) throw this.#end.error;
      if (this.#end) return undefined;
      await orAborted(new Promise<void>((resolve) => (this.#wakeReader = resolve)), signal);
    }
  }

  #add(place: Place<T>): void {
    this.#places.push(place);
    if (place.series !== undefined) this.#bySeries.set(place.series, place);
    this.#wakeReader();
  }

  #take(): T | undefined {
    const place = this.#places.shift();
    this.#bySeries.delete(place?.series);
    return place?.value;
  }

  #wake(): void {
    const writers = this.#wakeWriters;
    this.#wakeWriters = [];
    for (const wake of writers) wake();
  }
}
