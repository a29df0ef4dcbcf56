import type { Clock } from '../clock.ts';
import { StreamError } from '../errors.ts';

/** How a connection ended. */
export interface Ending {
  /** Websocket close code; 1006 if there was none. */
  readonly code: number;
  readonly reason: string;
  /** The token was rejected. */
  readonly isTokenRefused?: boolean;
  /** How long the service asks to wait, if it did. */
  readonly retryAfterMs?: number | undefined;
}

/** What to do next: reconnect at once with another token, soon, or after a growing back-off. */
export type Next = 'token' | 'soon' | 'later';

/** Close codes after which reconnecting is useless; unlisted codes mean that the connection broke. */
const FINAL = new Set([1002, 1003, 1007, 1008, 1009, 1010]);
const RESTART = 1012;
const PING_TIME_OUT = /^ping time-?out/i;

/** Throws if reconnecting would end in the same way. */
export function nextAfter({ code, reason, isTokenRefused }: Ending): Next {
  if (isTokenRefused) return 'token';
  if (FINAL.has(code) && !PING_TIME_OUT.test(reason)) throw new StreamError(code, reason);
  return code === RESTART ? 'soon' : 'later';
}

const FIRST_MS = 1000;
const LONGEST_MS = 30_000;
/**
 * Maximum wait in the first minute of an outage, which is mostly a restart: clients should not wait much
 * longer than the service takes.
 */
const LONGEST_AT_FIRST_MS = 5000;
/** Maximum wait that a service may ask for. */
const LONGEST_ASKED_MS = 3_600_000;
/** After a connection of this duration, waits start short again. */
const SETTLED_MS = 60_000;

/**
 * Waiting time before reconnecting, randomised so that clients that were disconnected together do not return
 * together.
 */
export class BackOff {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #random: () => number;
  #failures = 0;
  /** Start of the outage. */
  #since = 0;

  constructor(clock: Pick<Clock, 'now'>, random: () => number) {
    this.#clock = clock;
    this.#random = random;
  }

  /** `lastedMs`: how long the connection was usable. `askedMs`: minimum wait requested by the service. */
  waitMs(next: Next, lastedMs = 0, askedMs = 0): number {
    const now = this.#clock.now();
    if (next === 'soon' || lastedMs >= SETTLED_MS) this.#failures = 0;
    if (this.#failures === 0) this.#since = now;
    // A clock that was set back must not extend the minute.
    const isFirst = Math.abs(now - this.#since) < SETTLED_MS;
    const longest = Math.min(isFirst ? LONGEST_AT_FIRST_MS : LONGEST_MS, FIRST_MS * 2 ** this.#failures++);
    return Math.max(this.#random() * longest, Math.min(askedMs, LONGEST_ASKED_MS));
  }
}
