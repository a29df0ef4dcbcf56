import type { Clock } from '../../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../../core/time.ts';
import { PollFailure } from '../ports/poll-failure.ts';
import type { ExchangeReply } from './exchange-http.ts';
import { retryAfterMs } from './retry-after.ts';

/** Statuses with which a host bans a client for the time in `Retry-After`. */
const OF_BANS: ReadonlySet<number> = new Set([403, 418, 429]);

/**
 * Hosts that asked us to stay away. No request is sent to them until the time is over, whichever reading needs it,
 * because spot markets, derivatives and trades of an exchange share its hosts. Other hosts of the same exchange are not
 * affected.
 */
export class HostBans {
  readonly #clock: Clock;
  /** By the monotonic clock. */
  readonly #until = new Map<string, Millis>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Throws while the host is banned. */
  check(host: string): void {
    const leftMs = (this.#until.get(host) ?? -Infinity) - this.#clock.monotonic();
    if (leftMs <= 0) return void this.#until.delete(host);
    const seconds = Math.ceil(leftMs / SECOND_MS);
    throw new PollFailure('rate-limited', `no requests for another ${seconds} s, as the host asked`, {
      retryAfterMs: leftMs,
    });
  }

  record(host: string, { status, headers }: Pick<ExchangeReply, 'status' | 'headers'>): void {
    if (!OF_BANS.has(status)) return;
    const ms = retryAfterMs(headers['retry-after'], headers['date'], this.#clock.now());
    if (ms !== undefined) this.#until.set(host, this.#clock.monotonic() + ms);
  }
}
