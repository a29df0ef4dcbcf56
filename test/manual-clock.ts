import { abortable, type Clock } from '../src/core/clock.ts';
import type { Millis } from '../src/core/time.ts';

interface Waiter {
  readonly at: Millis;
  readonly wake: () => void;
}

/** Time that passes only when the test says so. */
export class ManualClock implements Clock {
  #now: Millis;
  #waiters: Waiter[] = [];

  constructor(now: Millis) {
    this.#now = now;
  }

  now(): Millis {
    return this.#now;
  }

  waitUntil(at: Millis, signal?: AbortSignal): Promise<void> {
    return abortable(signal, (done) => {
      if (at <= this.#now) done();
      else this.#waiters.push({ at, wake: done });
    });
  }

  /** Wakes whoever waits for an instant up to there, in the order of their instants. */
  advanceTo(at: Millis): void {
    this.#now = Math.max(this.#now, at);
    const due = this.#waiters.filter((waiter) => waiter.at <= this.#now).toSorted((a, b) => a.at - b.at);
    this.#waiters = this.#waiters.filter((waiter) => waiter.at > this.#now);
    for (const { wake } of due) wake();
  }

  advance(ms: number): void {
    this.advanceTo(this.#now + ms);
  }
}
