import { jsonOf, originOf } from './body.ts';
import type { Clock } from './clock.ts';
import { apiErrorOf, ConnectionError, errorOf, TidemarkError } from './errors.ts';
import { Follower, orAborted } from './shared.ts';

/** What the SDK needs of `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface RetryPolicy {
  /** How often a request is repeated (4). */
  readonly times: number;
  /** A longer wait than this is not waited for: the error says how long it would have been (60 s). */
  readonly longestMs: number;
}

/** Reads an answer, or leaves that to the caller. */
export type Take<T> = (response: Response, longest: number) => T | Promise<T>;

export const asJson: Take<unknown> = jsonOf;
export const asItIs: Take<Response> = (response) => response;

interface HttpParts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly retries: RetryPolicy;
  /** How long an answer may take, whole; of one that is left to the caller, until it begins. */
  readonly timeoutMs: number;
  /** How long a body may be that is read whole, or a line of one that is not. */
  readonly maxAnswerBytes: number;
  /** Between 0 and 1. */
  readonly random: () => number;
}

/** What is tried again, by its status; undefined where there was no answer. */
type Passing = ReadonlySet<number | undefined>;

const READ_AGAIN: Passing = new Set([undefined, 429, 502, 503, 504]);
/** A token request counts where it was heard: only one that was turned away at the door is repeated. */
const ASK_AGAIN: Passing = new Set([503]);
const FIRST_WAIT_MS = 250;

/** Requests that are repeated where that is right: as the service says, and never one that would count twice. */
export class Http {
  readonly #parts: HttpParts;

  constructor(parts: HttpParts) {
    this.#parts = parts;
  }

  get maxAnswerBytes(): number {
    return this.#parts.maxAnswerBytes;
  }

  /** What `take` makes of an answer of 2xx. What is read can be asked for again and again, also where an answer broke off. */
  get<T>(url: string, init: RequestInit, take: Take<T>, signal?: AbortSignal): Promise<T> {
    return this.#repeated(READ_AGAIN, url, init, take, signal);
  }

  /** The answer as JSON. */
  post(url: string, body: object, signal?: AbortSignal): Promise<unknown> {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    return this.#repeated(ASK_AGAIN, url, init, asJson, signal);
  }

  async #repeated<T>(
    passing: Passing,
    url: string,
    init: RequestInit,
    take: Take<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const { retries, clock } = this.#parts;
    for (let tried = 0; ; tried++) {
      const outcome = await this.#once(url, init, take, signal);
      if ('value' in outcome) return outcome.value;
      const { error, status } = outcome;
      const waitMs = this.#waitMs(error, tried);
      if (tried >= retries.times || !passing.has(status) || waitMs > retries.longestMs) throw error;
      await clock.wait(waitMs, signal);
    }
  }

  /** One request, within its time. */
  async #once<T>(
    url: string,
    init: RequestInit,
    take: Take<T>,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly value: T } | Failure> {
    signal?.throwIfAborted();
    const limit = new Follower(signal);
    // The machine's own timer: a clock that is given for tests may not wait at all.
    const { timeoutMs, maxAnswerBytes } = this.#parts;
    const timer = setTimeout(() => limit.abort(), timeoutMs);
    let isLeft = false;
    try {
      const outcome = await this.#try(url, { ...init, signal: limit.signal });
      if ('error' in outcome) return outcome;
      const value = await orAborted(take(outcome, maxAnswerBytes), limit.signal);
      // Its body is still to come: the caller's signal ends that.
      isLeft = value === outcome;
      return { value };
    } catch (cause) {
      signal?.throwIfAborted();
      if (limit.signal.aborted)
        return { error: new ConnectionError(`${originOf(url)} did not answer in ${timeoutMs} ms`) };
      if (cause instanceof TidemarkError) throw cause;
      return { error: new ConnectionError('the answer broke off', { cause }) };
    } finally {
      clearTimeout(timer);
      if (!isLeft) limit.release();
    }
  }

  /** Where the request is ended, so is this, whatever `fetch` does. */
  async #try(url: string, init: RequestInit & { readonly signal: AbortSignal }): Promise<Response | Failure> {
    let response: Response;
    try {
      // Another host must not get what is in the request, be it the secret.
      response = await orAborted(this.#parts.fetch(url, { ...init, redirect: 'manual' }), init.signal);
    } catch (cause) {
      init.signal.throwIfAborted();
      return { error: new ConnectionError(`cannot reach ${originOf(url)}`, { cause }) };
    }
    if (response.ok) return response;
    const { status, headers } = response;
    // A redirect, of which a browser shows neither status nor target.
    if (status < 400) {
      const message = redirectMessage(url, headers.get('location') ?? '');
      return { error: errorOf(status, { message }), status };
    }
    // What says no and cannot be read, a proxy's page say, is known by its status alone.
    const body = jsonOf(response, this.#parts.maxAnswerBytes).catch(() => undefined);
    return {
      error: apiErrorOf(response, await orAborted(body, init.signal), this.#parts.clock.now()),
      status,
    };
  }

  /** As the service asks, or longer each time; in part by chance, so that clients that failed together do not come back together. */
  #waitMs({ retryAfterMs }: Failure['error'], tried: number): number {
    const { random } = this.#parts;
    if (retryAfterMs !== undefined) return Math.max(retryAfterMs, FIRST_WAIT_MS * random());
    return FIRST_WAIT_MS * 2 ** tried * (0.5 + random() / 2);
  }
}

interface Failure {
  readonly error: Error & { readonly retryAfterMs?: number | undefined };
  /** Of the answer; absent where there was none. */
  readonly status?: number;
}

function redirectMessage(url: string, location: string): string {
  return `${originOf(url)} redirects${location && ` to ${originOf(location)}`}`;
}
