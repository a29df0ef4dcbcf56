import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../../core/clocks/clock.ts';
import type { LoopTurns } from '../../../core/async/loop-turns.ts';
import { networkOf } from '../../../core/network/network-address.ts';
import { SECOND_MS, type Millis } from '../../../core/time.ts';
import { ApiError } from '../errors.ts';
import type { TrustedProxies } from './trusted-proxies.ts';
import type { AddressLimits } from './fair-queue.ts';
import type { Registry } from 'prom-client';
import { metricsIn } from '../metrics.ts';

/** Limits of one address (IPv6: one /64 network) for tokens of the public page. */
export interface VisitorLimits {
  /** Data requests per second, after the burst; 0 sets no limit. */
  readonly perSecond: number;
  readonly burst: number;
  /** Long requests that may be queued besides the running one. */
  readonly queued: number;
}

export interface VisitorParts {
  readonly clock: Clock;
  readonly proxies: Pick<TrustedProxies, 'addressOf'>;
  readonly limits: VisitorLimits;
  readonly metrics: VisitorMetrics;
  /** Turns in which delayed answers are sent: in a flood many are due at once. */
  readonly turns: Pick<LoopTurns, 'next'>;
}

interface Bucket {
  tokens: number;
  filledAt: Millis;
  /** Number of delayed answers over the limit. */
  delayed: number;
}

/** A client that is refused at once would retry at once. */
const HOLD_MS: Millis = SECOND_MS;
/** Maximum number of delayed answers per address. A browser has six connections to a host. */
const MAX_HELD = 64;
const MAX_TRACKED = 50_000;

/** Limits visitors of the public page, who share one client, by address. */
export class Visitors {
  readonly #parts: VisitorParts;
  /** By network, in the order of their first request. */
  readonly #buckets = new Map<string, Bucket>();

  constructor(parts: VisitorParts) {
    this.#parts = parts;
  }

  get tracked(): number {
    return this.#buckets.size;
  }

  /** Queue limits of the address for long work. */
  limitsOf(request: IncomingMessage): AddressLimits {
    return { network: this.#networkOf(request), maxWaitingPerAddress: this.#parts.limits.queued };
  }

  /**
   * Undefined if the request is within the limit. Otherwise a promise that rejects with 429: after a second,
   * so that a client that ignores Retry-After costs little; at once, closing the connection, if many answers
   * to the address are delayed already.
   */
  admit(request: IncomingMessage, gone: () => AbortSignal): Promise<never> | undefined {
    const { limits, clock } = this.#parts;
    if (limits.perSecond === 0) return undefined;
    const bucket = this.#bucketOf(this.#networkOf(request));
    const now = clock.monotonic();
    const earned = ((now - bucket.filledAt) * limits.perSecond) / SECOND_MS;
    bucket.tokens = Math.min(limits.burst, bucket.tokens + Math.max(0, earned));
    bucket.filledAt = now;
    if (bucket.tokens < 1) return this.#refuse(bucket, gone);
    bucket.tokens--;
    return undefined;
  }

  async #refuse(bucket: Bucket, gone: () => AbortSignal): Promise<never> {
    this.#parts.metrics.countRefusal();
    if (bucket.delayed >= MAX_HELD) throw tooMany({ connection: 'close' });
    bucket.delayed++;
    try {
      await this.#parts.clock.wait(HOLD_MS, gone());
      await this.#parts.turns.next(true);
    } finally {
      bucket.delayed--;
    }
    throw tooMany({});
  }

  #bucketOf(network: string): Bucket {
    const known = this.#buckets.get(network);
    if (known) return known;
    for (const oldest of this.#buckets.keys()) {
      if (this.#buckets.size < MAX_TRACKED) break;
      this.#buckets.delete(oldest);
    }
    const { clock, limits } = this.#parts;
    const bucket = { tokens: limits.burst, filledAt: clock.monotonic(), delayed: 0 };
    this.#buckets.set(network, bucket);
    return bucket;
  }

  #networkOf(request: IncomingMessage): string {
    return networkOf(this.#parts.proxies.addressOf(request));
  }
}

function tooMany(headers: Readonly<Record<string, string>>): ApiError {
  return new ApiError('TOO_MANY_REQUESTS', 'this address sends more requests than visitors may send', {
    headers: { 'retry-after': '1', ...headers },
  });
}

interface VisitorMetrics {
  countRefusal(): void;
}

export function visitorMetrics(registry: Registry): VisitorMetrics {
  const { counter } = metricsIn(registry);
  const refused = counter(
    'tidemark_visitor_requests_refused_total',
    'Requests with a token of the public page that were refused because their address sent too many',
  );
  return { countRefusal: () => refused.inc() };
}
