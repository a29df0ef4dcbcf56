import type { Clock } from '../../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../../core/time.ts';
import { tooManyRequests } from '../errors.ts';

interface Bucket {
  tokens: number;
  filledAt: Millis;
}

/** The optional limit of data requests per second and client, with bursts of one second. */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #perSecond: number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(clock: Clock, perSecond: number) {
    this.#clock = clock;
    this.#perSecond = perSecond;
  }

  /** Throws 429 if the client has used up its second. */
  count(clientId: string): void {
    if (this.#perSecond === 0) return;
    const now = this.#clock.monotonic();
    let bucket = this.#buckets.get(clientId);
    if (!bucket) {
      bucket = { tokens: this.#perSecond, filledAt: now };
      this.#buckets.set(clientId, bucket);
    }
    const earned = ((now - bucket.filledAt) * this.#perSecond) / SECOND_MS;
    bucket.tokens = Math.min(this.#perSecond, bucket.tokens + Math.max(0, earned));
    bucket.filledAt = now;
    if (bucket.tokens < 1) {
      throw tooManyRequests('this client sends more requests than the operator allows', 1);
    }
    bucket.tokens--;
  }
}
