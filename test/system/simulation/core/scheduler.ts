import { setImmediate as realTurn } from 'node:timers/promises';
import type { Millis } from '../../../../src/core/time.ts';
import type { SeededRandom } from './seeded-random.ts';

interface Event {
  readonly at: Millis;
  /** Decides between events of the same instant. */
  readonly order: number;
  readonly run: () => void;
}

/**
 * All that happens in a simulated world, as a queue of events in simulated time. Each event waits for a random time, so the seed
 * decides how they interleave. Only one event runs at a time, to the end of all that follows from it without another event.
 */
export class Scheduler {
  readonly #random: SeededRandom;
  /** A binary heap, the next event first. */
  readonly #heap: Event[] = [];
  #now: Millis = 0;
  #steps = 0;

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  /** Simulated time since the beginning. */
  get now(): Millis {
    return this.#now;
  }

  get steps(): number {
    return this.#steps;
  }

  after(ms: Millis, run: () => void): void {
    const heap = this.#heap;
    heap.push({ at: this.#now + Math.max(0, ms), order: this.#random.next(), run });
    for (let i = heap.length - 1; i > 0;) {
      const parent = (i - 1) >> 1;
      if (!isBefore(heap[i]!, heap[parent]!)) return;
      [heap[i], heap[parent]] = [heap[parent]!, heap[i]!];
      i = parent;
    }
  }

  /** Runs the next event. False if there is none. */
  async step(): Promise<boolean> {
    const next = this.#take();
    if (!next) return false;
    this.#now = next.at;
    this.#steps++;
    next.run();
    await realTurn();
    return true;
  }

  #take(): Event | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (!first || heap.length === 0 || !last) return first;
    heap[0] = last;
    for (let i = 0; ;) {
      let least = i;
      for (const child of [2 * i + 1, 2 * i + 2])
        if (child < heap.length && isBefore(heap[child]!, heap[least]!)) least = child;
      if (least === i) return first;
      [heap[i], heap[least]] = [heap[least]!, heap[i]!];
      i = least;
    }
  }
}

function isBefore(a: Event, b: Event): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
