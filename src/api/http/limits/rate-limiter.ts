import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { MINUTE_MS, SECOND_MS, type Millis } from '../../../core/time.ts';
import { tooManyRequests } from '../errors.ts';

interface Bucket {
  tokens: number;
  filledAt: Millis;
}

/** A number of requests in a span, which may all come at once. */
interface Rate {
  readonly requests: number;
  readonly spanMs: Millis;
}

/** The optional limit of data requests per second and client, and the limit of each URL token per minute. */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #ofClients: Rate;
  readonly #buckets = new Map<string, Bucket>();

  constructor(clock: Clock, perSecond: number) {
    this.#clock = clock;
    this.#ofClients = { requests: perSecond, spanMs: SECOND_MS };
  }

  /** Throws 429 if the client has used up its second, or the URL token its minute. */
  count({ clientId, tokenId, url }: Pick<Grant, 'clientId' | 'tokenId' | 'url'>): void {
    if (this.#ofClients.requests > 0) this.#take(clientId, this.#ofClients, 'this client');
    if (url && tokenId !== undefined)
      this.#take(tokenId, { requests: url.perMinute, spanMs: MINUTE_MS }, 'this token');
  }

  #take(key: string, { requests, spanMs }: Rate, who: string): void {
    const now = this.#clock.monotonic();
    let bucket = this.#buckets.get(key);
    if (!bucket) {
      bucket = { tokens: requests, filledAt: now };
      this.#buckets.set(key, bucket);
    }
    const earned = ((now - bucket.filledAt) * requests) / spanMs;
    bucket.tokens = Math.min(requests, bucket.tokens + Math.max(0, earned));
    bucket.filledAt = now;
    if (bucket.tokens < 1) {
      const waitMs = ((1 - bucket.tokens) * spanMs) / requests;
      throw tooManyRequests(
        `${who} sends more requests than the operator allows`,
        Math.ceil(waitMs / SECOND_MS),
      );
    }
    bucket.tokens--;
  }
}
