import type { Clock } from '../../../core/clocks/clock.ts';
import type { Millis } from '../../../core/time.ts';
import { TokenBucket } from './token-bucket.ts';

/** Public interfaces allow far more; a reading makes one to a few requests every 30 seconds. */
const INTERVAL_MS: Millis = 250;
const BURST = 4;

/** One bucket for each host, whichever exchange asks it. */
export class HostBuckets {
  readonly #clock: Clock;
  readonly #byHost = new Map<string, TokenBucket>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly of = (host: string): TokenBucket => {
    const known = this.#byHost.get(host);
    if (known) return known;
    const made = new TokenBucket({ clock: this.#clock, intervalMs: INTERVAL_MS, burst: BURST });
    this.#byHost.set(host, made);
    return made;
  };
}
