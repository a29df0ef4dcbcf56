import type { Clock } from '../../../core/clocks/clock.ts';
import type { Millis } from '../../../core/time.ts';

export interface TokenBucketOptions {
  readonly clock: Clock;
  /** Time from one usual request to the next, on average; 0: there is no limit. */
  readonly intervalMs: Millis;
  /** Usual requests that may follow each other at once after a rest. */
  readonly burst: number;
}

/** Lets requests to one host through at the pace that it allows. Those that wait keep their order. */
export class TokenBucket {
  readonly #clock: Clock;
  readonly #intervalMs: Millis;
  readonly #burstMs: Millis;
  /** When the bucket is full again, by the clock's monotonic time. */
  #fullAt = -Infinity;

  constructor({ clock, intervalMs, burst }: TokenBucketOptions) {
    this.#clock = clock;
    this.#intervalMs = intervalMs;
    this.#burstMs = intervalMs * burst;
  }

  /**
   * Resolves when the next request may be made. `costMs`: how long the host wants to be left alone on average after it. A costly
   * request itself does not wait longer than a usual one; those after it do. One that is given up while it waits has used its turn.
   */
  async take(signal: AbortSignal, costMs: Millis = this.#intervalMs): Promise<void> {
    if (this.#intervalMs === 0) return;
    const now = this.#clock.monotonic();
    const wait = this.#fullAt + this.#intervalMs - this.#burstMs - now;
    this.#fullAt = Math.max(this.#fullAt, now) + costMs;
    if (wait > 0) await this.#clock.wait(wait, signal);
  }
}
