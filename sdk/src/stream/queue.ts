import { orAborted } from '../shared.ts';

interface Place<T> {
  value: T;
  readonly series: string | undefined;
}

/** Values that wait for a reader slower than the stream. */
export class Queue<T> {
  readonly #capacity: number;
  readonly #seriesOf: ((value: T) => string) | undefined;
  readonly #places: Place<T>[] = [];
  readonly #bySeries = new Map<string | undefined, Place<T>>();
  #wakeReader = (): void => undefined;
  #wakeWriters: (() => void)[] = [];
  #end: { readonly error?: unknown } | undefined;

  /** `seriesOf`: a new value replaces the waiting one of its series. */
  constructor(capacity: number, seriesOf?: (value: T) => string) {
    this.#capacity = capacity;
    this.#seriesOf = seriesOf;
  }

  /** False if it is full. After the end, values are accepted and dropped. */
  push(value: T): boolean {
    if (this.#end) return true;
    const series = this.#seriesOf?.(value);
    const waiting = this.#bySeries.get(series);
    if (waiting) waiting.value = value;
    else if (this.#places.length >= this.#capacity) return false;
    else this.#add({ value, series });
    return true;
  }

  /** Drops the oldest value to make room. */
  dropOldest(): void {
    this.#take();
  }

  /** Resolves when half of it is free, so that a reader at the limit does not cause a request per value. */
  async room(signal: AbortSignal): Promise<void> {
    while (!this.#end && this.#places.length > this.#capacity / 2)
      await orAborted(new Promise<void>((resolve) => this.#wakeWriters.push(resolve)), signal);
  }

  /** No values follow the queued ones; then the error is thrown, if any. */
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
