import { jsonOf, originOf } from './body.ts';
import type { Clock } from './clock.ts';
import { apiErrorOf, ConnectionError, errorOf, failureOf, mayPass } from './errors.ts';
import { Follower, orAborted } from './shared.ts';

/** What the SDK needs of `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface RetryPolicy {
  /** How often a request is repeated (4). */
  readonly times: number;
  /**
   * A longer wait than this is not waited for: the error says how long it would have been (60 s). Nor is a service asked again that
   * took so long, all tries together, without an answer.
   */
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

const FIRST_WAIT_MS = 250;
/** Of the token endpoint: a wrong secret, which the service counts, also where it says 429. */
const WRONG_SECRET = 'invalid_client';

/** Requests that are repeated where that is right: as the service says, and never one that would count twice. */
export class Http {
  readonly #parts: HttpParts;

  constructor(parts: HttpParts) {
    this.#parts = parts;
  }

  get maxAnswerBytes(): number {
    return this.#parts.maxAnswerBytes;
  }

  /**
   * What `take` makes of an answer of 2xx. What is read can be asked for again and again, also where an answer broke off; `times` says
   * how often.
   */
  async get<T>(
    url: string,
    init: RequestInit,
    take: Take<T>,
    signal?: AbortSignal,
    times = this.#parts.retries.times,
  ): Promise<T> {
    const { retries, clock } = this.#parts;
    let spentMs = 0;
    for (let tried = 0; ; tried++) {
      const began = performance.now();
      try {
        return await this.#once(url, init, take, signal);
      } catch (error) {
        spentMs += performance.now() - began;
        if (tried >= times || !mayPass(error) || error.oauthError === WRONG_SECRET) throw error;
        const waitMs = this.#waitMs(error.retryAfterMs, tried);
        if (waitMs > retries.longestMs || spentMs >= retries.longestMs) throw error;
        await clock.wait(waitMs, signal);
      }
    }
  }

  /** The answer as JSON. Only for what may be asked for again, as tokens may: the service keeps none of them. */
  post(url: string, body: object, signal?: AbortSignal, times?: number): Promise<unknown> {
    const headers = { 'content-type': 'application/json' };
    return this.get(url, { method: 'POST', headers, body: JSON.stringify(body) }, asJson, signal, times);
  }

  /** One request, within its time. */
  async #once<T>(
    url: string,
    init: RequestInit,
    take: Take<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    signal?.throwIfAborted();
    const limit = new Follower(signal);
    const release = () => limit.release();
    // The machine's own timer: a clock that is given for tests may not wait at all.
    const { timeoutMs, maxAnswerBytes } = this.#parts;
    const late = () => new ConnectionError(`${originOf(url)} did not answer in ${timeoutMs} ms`);
    const timer = setTimeout(() => limit.abort(late()), timeoutMs);
    let isLeft = false;
    try {
      const response = await this.#answer(url, { ...init, signal: limit.signal });
      const value = await orAborted(take(response, maxAnswerBytes), limit.signal);
      // Its body is still to come: the caller's signal ends that.
      isLeft = value === response;
      return isLeft ? (told(response, release) as T) : value;
    } catch (cause) {
      limit.signal.throwIfAborted();
      throw failureOf(cause, 'the answer broke off');
    } finally {
      clearTimeout(timer);
      if (!isLeft) release();
    }
  }

  /** Throws where it is none of 2xx. Where the request is ended, so is this, whatever `fetch` does. */
  async #answer(url: string, init: RequestInit & { readonly signal: AbortSignal }): Promise<Response> {
    // Another host must not get what is in the request, be it the secret.
    const asked = this.#parts.fetch(url, { ...init, redirect: 'manual' });
    const response = await orAborted(asked, init.signal).catch((cause: unknown) => {
      throw new ConnectionError(`cannot reach ${originOf(url)}`, { cause });
    });
    if (response.ok) return response;
    const { status, headers } = response;
    // A redirect, of which a browser shows neither status nor target.
    if (status < 400) throw errorOf(status, { message: redirectMessage(url, headers.get('location') ?? '') });
    // What says no and cannot be read, a proxy's page say, is known by its status alone.
    const body = jsonOf(response, this.#parts.maxAnswerBytes).catch(() => undefined);
    throw apiErrorOf(response, await orAborted(body, init.signal), this.#parts.clock.now());
  }

  /** As the service asks, or longer each time; in part by chance, so that clients that failed together do not come back together. */
  #waitMs(retryAfterMs: number | undefined, tried: number): number {
    const { random } = this.#parts;
    if (retryAfterMs !== undefined) return Math.max(retryAfterMs, FIRST_WAIT_MS * random());
    return FIRST_WAIT_MS * 2 ** tried * (0.5 + random() / 2);
  }
}

/** The same answer, which tells when its body was read to its end, broke off or was given up. */
function told(response: Response, done: () => void): Response {
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>>();
  const { body, url } = response;
  if (!body) return (done(), response);
  void body.pipeTo(writable).then(done, done);
  return Object.defineProperty(new Response(readable, response), 'url', { value: url });
}

function redirectMessage(url: string, location: string): string {
  return `${originOf(url)} redirects${location && ` to ${originOf(location)}`}`;
}
