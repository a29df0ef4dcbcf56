import type { Clock } from '../../../core/clocks/clock.ts';
import type { Millis } from '../../../core/time.ts';

export interface TokenBucketOptions {
  readonly clock: Clock;
  /** Average time between two requests of normal cost; 0: no limit. */
  readonly intervalMs: Millis;
  /** Normal requests that may follow each other at once after a pause. */
  readonly burst: number;
}

/** Limits the rate of requests to one host. Waiting requests keep their order. */
export class TokenBucket {
  readonly #clock: Clock;
  readonly #intervalMs: Millis;
  readonly #burstMs: Millis;
  /** When the bucket is full again, by the monotonic clock. */
  #fullAt = -Infinity;

  constructor({ clock, intervalMs, burst }: TokenBucketOptions) {
    this.#clock = clock;
    this.#intervalMs = intervalMs;
    this.#burstMs = intervalMs * burst;
  }

  /**
   * Resolves when the next request may be sent. `costMs`: time that the host requires on average after this request. A
   * costly request waits no longer than a normal one; later requests do. A request that is aborted while it waits has
   * used its turn.
   */
  async take(signal: AbortSignal, costMs: Millis = this.#intervalMs): Promise<void> {
    if (this.#intervalMs === 0) return;
    const now = this.#clock.monotonic();
    const wait = this.#fullAt + this.#intervalMs - this.#burstMs - now;
    this.#fullAt = Math.max(this.#fullAt, now) + costMs;
    if (wait > 0) await this.#clock.wait(wait, signal);
  }
}
