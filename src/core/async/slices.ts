import type { Loop } from './loop.ts';
import type { Millis } from '../time.ts';

/** Long work in steps of a fraction of a millisecond each: after every one, others may have their turn. */
export type Slices<T> = Generator<void, T, void>;

/** No turn of the event loop is made longer than about this. */
export const SLICE_MS: Millis = 5;

/** For threads that serve no requests. */
export function atOnce<T>(work: Slices<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** A slice of time in each turn of the event loop, until it is done. */
export async function inTurns<T>(work: Slices<T>, loop: Loop): Promise<T> {
  for (let start = loop.now(); ;) {
    const { done, value } = work.next();
    if (done) return value;
    if (loop.now() - start < SLICE_MS) continue;
    await new Promise<void>((resolve) => loop.nextTurn(resolve));
    start = loop.now();
  }
}

/** Takes a step after every so many items. */
export function* everySo<T>(items: Iterable<T>, count: number, take: (item: T) => void): Slices<void> {
  let left = count;
  for (const item of items) {
    take(item);
    if (--left > 0) continue;
    left = count;
    yield;
  }
}
