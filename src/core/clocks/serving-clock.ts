import type { Clock } from './clock.ts';
import type { Millis } from '../time.ts';

/**
 * Market time as requests see it: never before the last slot that was shown, and from that slot on it passes at the pace
 * of the monotonic clock. Where the market clock is set back, what clients have seen stays in reach and grows stale all
 * the same; where it stands still, too.
 */
export class ServingClock implements Clock {
  readonly #beneath: Clock;
  #shownAt: Millis = -Infinity;
  #shownSince: Millis = 0;

  constructor(beneath: Clock) {
    this.#beneath = beneath;
  }

  /** A slot was shown. */
  show(at: Millis): void {
    if (at <= this.#shownAt) return;
    this.#shownAt = at;
    this.#shownSince = this.#beneath.monotonic();
  }

  now(): Millis {
    const sinceShown = Math.floor(this.#beneath.monotonic() - this.#shownSince);
    return Math.max(this.#beneath.now(), this.#shownAt + sinceShown);
  }

  monotonic(): Millis {
    return this.#beneath.monotonic();
  }

  waitUntil(at: Millis, signal?: AbortSignal): Promise<void> {
    return this.#beneath.waitUntil(at, signal);
  }

  wait(ms: Millis, signal?: AbortSignal): Promise<void> {
    return this.#beneath.wait(ms, signal);
  }
}
