import { abortable, type MarketClock } from '../../src/core/clocks/clock.ts';
import type { Millis } from '../../src/core/time.ts';

interface Waiter {
  /** Due when nothing is left. */
  readonly leftMs: () => Millis;
  readonly wake: () => void;
}

/** Differs from the time of day, so that mixing up the two clocks is detected. */
const FIRST_MONOTONIC = 1000;

/** Time that passes only when the test says so. */
export class ManualClock implements MarketClock {
  readonly canHold = false;
  #now: Millis;
  #monotonic = FIRST_MONOTONIC;
  #waiters: Waiter[] = [];

  constructor(now: Millis) {
    this.#now = now;
  }

  hold(): void {}

  /** Number of calls that wait for time to pass. */
  get waiting(): number {
    return this.#waiters.length;
  }

  now(): Millis {
    return this.#now;
  }

  monotonic(): Millis {
    return this.#monotonic;
  }

  waitUntil(at: Millis, signal?: AbortSignal): Promise<void> {
    return this.#waitFor(() => at - this.#now, signal);
  }

  wait(ms: Millis, signal?: AbortSignal): Promise<void> {
    const end = this.#monotonic + ms;
    return this.#waitFor(() => end - this.#monotonic, signal);
  }

  /** Advances to that instant. */
  advanceTo(at: Millis): void {
    this.advance(Math.max(0, at - this.#now));
  }

  /** Wakes the callers that wait for an instant up to that one, in the order of their instants. */
  advance(ms: Millis): void {
    this.#now += ms;
    this.#monotonic += ms;
    this.#wakeDue();
  }

  /** Sets the clock forward or back, as an operator does; no time passes. */
  step(ms: Millis): void {
    this.#now += ms;
    this.#wakeDue();
  }

  #waitFor(leftMs: () => Millis, signal: AbortSignal | undefined): Promise<void> {
    return abortable(signal, (wake) => {
      if (leftMs() <= 0) wake();
      else this.#waiters.push({ leftMs, wake });
    });
  }

  #wakeDue(): void {
    const due = this.#waiters.filter(({ leftMs }) => leftMs() <= 0);
    this.#waiters = this.#waiters.filter(({ leftMs }) => leftMs() > 0);
    due.sort((a, b) => a.leftMs() - b.leftMs());
    for (const { wake } of due) wake();
  }
}
