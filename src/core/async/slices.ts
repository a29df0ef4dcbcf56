import type { Loop } from './loop.ts';
import type { Millis } from '../time.ts';

/** A long job in steps of a fraction of a millisecond. The runner may let other work run after each step. */
export type Slices<T> = Generator<void, T, void>;

/** The approximate maximum length of a turn of the event loop. */
export const SLICE_MS: Millis = 5;

/** Runs a job without yielding. For threads that serve no requests. */
export function runToEnd<T>(work: Slices<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Runs a job in slices of `SLICE_MS`, one per turn of the event loop. */
export async function runInTurns<T>(work: Slices<T>, loop: Loop): Promise<T> {
  for (let start = loop.now(); ;) {
    const { done, value } = work.next();
    if (done) return value;
    if (loop.now() - start < SLICE_MS) continue;
    await new Promise<void>((resolve) => loop.nextTurn(resolve));
    start = loop.now();
  }
}

/** Calls `take` for each item and yields after every `count` items. */
export function* inBatches<T>(items: Iterable<T>, count: number, take: (item: T) => void): Slices<void> {
  let left = count;
  for (const item of items) {
    take(item);
    if (--left > 0) continue;
    left = count;
    yield;
  }
}
