import type { Clock } from '../clock.ts';
import { StreamError } from '../errors.ts';

/** How a connection ended. */
export interface Ending {
  /** Websocket close code; 1006 if there was none. */
  readonly code: number;
  readonly reason: string;
  /** The token was rejected. */
  readonly isTokenRefused?: boolean;
  /** The wait requested by the service, if any. */
  readonly retryAfterMs?: number | undefined;
}

/** What to do next: reconnect at once with another token, soon, or after an increasing back-off. */
export type Next = 'token' | 'soon' | 'later';

/** Close codes after which reconnecting is useless; unlisted codes mean that the connection broke. */
const FINAL = new Set([1002, 1003, 1007, 1008, 1009, 1010]);
const RESTART = 1012;
const PING_TIME_OUT = /^ping time-?out/i;

/** Throws if a new connection would end in the same way. */
export function nextAfter({ code, reason, isTokenRefused }: Ending): Next {
  if (isTokenRefused) return 'token';
  if (FINAL.has(code) && !PING_TIME_OUT.test(reason)) throw new StreamError(code, reason);
  return code === RESTART ? 'soon' : 'later';
}

const FIRST_MS = 1000;
const MAX_MS = 30_000;
/**
 * Maximum wait in the first minute of an outage, which usually is a restart: clients should not wait much
 * longer than the service takes.
 */
const MAX_INITIAL_MS = 5000;
/** Limit of the wait that the service requests. */
const MAX_REQUESTED_MS = 3_600_000;
/** After a connection of this duration, the back-off starts again. */
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

  /** `lastedMs`: how long the connection was usable. `requestedMs`: minimum wait requested by the service. */
  waitMs(next: Next, lastedMs = 0, requestedMs = 0): number {
    const now = this.#clock.now();
    if (next === 'soon' || lastedMs >= SETTLED_MS) this.#failures = 0;
    if (this.#failures === 0) this.#since = now;
    // A clock that was set back must not extend the minute.
    const isInitial = Math.abs(now - this.#since) < SETTLED_MS;
    const maxMs = Math.min(isInitial ? MAX_INITIAL_MS : MAX_MS, FIRST_MS * 2 ** this.#failures++);
    return Math.max(this.#random() * maxMs, Math.min(requestedMs, MAX_REQUESTED_MS));
  }
}
