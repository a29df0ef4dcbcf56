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
export type Take<T> = (response: Response) => T | Promise<T>;

export const asJson: Take<unknown> = async (response) => {
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // It came whole: it would be the same another time.
    throw new TidemarkError(`${originOf(response.url)} did not answer with JSON: is it a Tidemark service?`);
  }
};
export const asItIs: Take<Response> = (response) => response;

interface HttpParts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly retries: RetryPolicy;
  /** How long an answer may take, whole; of one that is left to the caller, until it begins. */
  readonly timeoutMs: number;
  /** Between 0 and 1. */
  readonly random: () => number;
}

const TRY_AGAIN = new Set([429, 502, 503, 504]);
const FIRST_WAIT_MS = 250;

/** Requests that are repeated where that is right: as the service says, and never one that would count twice. */
export class Http {
  readonly #parts: HttpParts;

  constructor(parts: HttpParts) {
    this.#parts = parts;
  }

  /** What `take` makes of an answer of 2xx. What is read can be asked for again and again, also where an answer broke off. */
  async get<T>(url: string, init: RequestInit, take: Take<T>, signal?: AbortSignal): Promise<T> {
    const { times } = this.#parts.retries;
    for (let tried = 0; ; tried++) {
      const outcome = await this.#once(url, init, take, signal);
      if ('value' in outcome) return outcome.value;
      const waitMs = tried < times ? this.#waitMs(outcome, tried) : undefined;
      if (waitMs === undefined) throw outcome.error;
      await this.#parts.clock.wait(waitMs, signal);
    }
  }

  /** The answer as JSON. A token request counts where it was heard: only one that was turned away at the door (503) is repeated. */
  async post(url: string, body: object, signal?: AbortSignal): Promise<unknown> {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    for (let tried = 0; ; tried++) {
      const outcome = await this.#once(url, init, asJson, signal);
      if ('value' in outcome) return outcome.value;
      const isTurnedAway = outcome.response?.status === 503 && tried < this.#parts.retries.times;
      const waitMs = isTurnedAway ? this.#waitMs(outcome, tried) : undefined;
      if (waitMs === undefined) throw outcome.error;
      await this.#parts.clock.wait(waitMs, signal);
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
    const { timeoutMs } = this.#parts;
    const timer = setTimeout(() => limit.abort(), timeoutMs);
    let isLeft = false;
    try {
      const outcome = await this.#try(url, { ...init, signal: limit.signal });
      if ('error' in outcome) return outcome;
      const value = await orAborted(Promise.resolve(take(outcome)), limit.signal);
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
    const error = isRedirect(response)
      ? errorOf(response.status, { message: redirectMessage(url, response) })
      : await orAborted(apiErrorOf(response, this.#parts.clock.now()), init.signal);
    return { error, response, retryAfterMs: error.retryAfterMs };
  }

  /** Undefined where it is not to be tried again. */
  #waitMs({ response, retryAfterMs }: Failure, tried: number): number | undefined {
    if (response && !TRY_AGAIN.has(response.status)) return undefined;
    const { retries, random } = this.#parts;
    // Half of it by chance, so that clients that failed together do not come back together.
    const ownMs = FIRST_WAIT_MS * 2 ** tried * (0.5 + random() / 2);
    const waitMs = retryAfterMs === undefined ? ownMs : Math.max(retryAfterMs, FIRST_WAIT_MS * random());
    return waitMs <= retries.longestMs ? waitMs : undefined;
  }
}

interface Failure {
  readonly error: Error;
  /** Absent where there was none. */
  readonly response?: Response;
  readonly retryAfterMs?: number | undefined;
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'the service';
}

/** A browser does not show the status. */
function isRedirect({ status, type }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400);
}

function redirectMessage(url: string, { headers }: Response): string {
  const location = headers.get('location') ?? '';
  const target = URL.canParse(location, url) ? ` to ${new URL(location, url).origin}` : '';
  return `${originOf(url)} redirects${target}, which is not followed`;
}
