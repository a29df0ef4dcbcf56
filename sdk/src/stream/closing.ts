import type { Clock } from '../clock.ts';
import { StreamError } from '../errors.ts';

/** How a connection ended. */
export interface Ending {
  /** Of the websocket; 1006 where none was said. */
  readonly code: number;
  readonly reason: string;
  /** The token was not accepted. */
  readonly isTokenRefused?: boolean;
  /** How long the service wants to be left alone, where it said so. */
  readonly retryAfterMs?: number | undefined;
}

/** What to do next: at once with another token, soon, or after a back-off that grows. */
export type Next = 'token' | 'soon' | 'later';

/** What each close code asks for; all others say that the connection broke. */
const FINAL = new Set([1002, 1003, 1007, 1008, 1009, 1010]);
const RESTART = 1012;
const PING_TIME_OUT = /^ping time-?out/i;

/** Throws where connecting again would end in the same way. */
export function nextAfter({ code, reason, isTokenRefused }: Ending): Next {
  if (isTokenRefused) return 'token';
  if (FINAL.has(code) && !PING_TIME_OUT.test(reason)) throw new StreamError(code, reason);
  return code === RESTART ? 'soon' : 'later';
}

const FIRST_MS = 1000;
const LONGEST_MS = 30_000;
/** In the first minute of an outage, which a restart mostly is: who waits for prices should not wait much longer than the service. */
const LONGEST_AT_FIRST_MS = 5000;
/** What a service may ask for: a timer takes no more than some weeks. */
const LONGEST_ASKED_MS = 3_600_000;
/** A connection that lasted so long begins anew with short waits. */
const SETTLED_MS = 60_000;

/** How long to wait before connecting again: by chance, so that clients which were cut off together do not come back together. */
export class BackOff {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #random: () => number;
  #failures = 0;
  /** When the outage began. */
  #since = 0;

  constructor(clock: Pick<Clock, 'now'>, random: () => number) {
    this.#clock = clock;
    this.#random = random;
  }

  /** `lastedMs`: how long the connection was of use. `askedMs`: no less, since the service asks for it. */
  waitMs(next: Next, lastedMs = 0, askedMs = 0): number {
    const now = this.#clock.now();
    if (next === 'soon' || lastedMs >= SETTLED_MS) this.#failures = 0;
    if (this.#failures === 0) this.#since = now;
    // A clock that was set back must not make the minute longer.
    const isFirst = Math.abs(now - this.#since) < SETTLED_MS;
    const longest = Math.min(isFirst ? LONGEST_AT_FIRST_MS : LONGEST_MS, FIRST_MS * 2 ** this.#failures++);
    return Math.max(this.#random() * longest, Math.min(askedMs, LONGEST_ASKED_MS));
  }
}
