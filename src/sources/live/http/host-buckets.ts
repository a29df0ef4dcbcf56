import type { Clock } from '../../../core/clocks/clock.ts';
import type { Millis } from '../../../core/time.ts';
import { TokenBucket } from './token-bucket.ts';

/** Public interfaces allow far more; a reading sends a few requests every 30 seconds. */
const INTERVAL_MS: Millis = 250;
const BURST = 4;

/** One bucket per host, shared by all exchanges that use it. */
export class HostBuckets {
  readonly #clock: Clock;
  readonly #byHost = new Map<string, TokenBucket>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly of = (host: string): TokenBucket => {
    const known = this.#byHost.get(host);
    if (known) return known;
    const bucket = new TokenBucket({ clock: this.#clock, intervalMs: INTERVAL_MS, burst: BURST });
    this.#byHost.set(host, bucket);
    return bucket;
  };
}
