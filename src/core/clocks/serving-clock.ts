import type { Clock } from './clock.ts';
import type { Millis } from '../time.ts';

/**
 * Market time as requests see it. It is never before the last slot that was shown, and runs from that slot on at the pace of the
 * monotonic clock. If the market clock is set back or stands still, the values that clients have seen remain in range and still
 * become stale.
 */
export class ServingClock implements Clock {
  readonly #base: Clock;
  #shownAt: Millis = -Infinity;
  #shownSince: Millis = 0;

  constructor(base: Clock) {
    this.#base = base;
  }

  show(at: Millis): void {
    if (at <= this.#shownAt) return;
    this.#shownAt = at;
    this.#shownSince = this.#base.monotonic();
  }

  now(): Millis {
    const sinceShown = Math.floor(this.#base.monotonic() - this.#shownSince);
    return Math.max(this.#base.now(), this.#shownAt + sinceShown);
  }

  monotonic(): Millis {
    return this.#base.monotonic();
  }

  waitUntil(at: Millis, signal?: AbortSignal): Promise<void> {
    return this.#base.waitUntil(at, signal);
  }

  wait(ms: Millis, signal?: AbortSignal): Promise<void> {
    return this.#base.wait(ms, signal);
  }
}
