import { jsonOf, originOf } from './body.ts';
import type { Clock } from './clock.ts';
import { apiErrorOf, ConnectionError, errorOf, failureOf, mayPass, type ApiError } from './errors.ts';
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

  get now(): number {
    return this.#parts.clock.now();
  }

  get maxAnswerBytes(): number {
    return this.#parts.maxAnswerBytes;
  }

  /**
   * What `take` makes of an answer of 2xx. Only for what can be asked for again and again, also where an answer broke off: what is
   * read, and tokens, of which the service keeps none. `times` says how often.
   */
  async ask<T>(
    url: string,
    init: RequestInit,
    take: Take<T>,
    signal?: AbortSignal,
    times = this.#parts.retries.times,
  ): Promise<T> {
    const { retries, clock, random } = this.#parts;
    let spentMs = 0;
    for (let tried = 0; ; tried++) {
      const began = clock.now();
      try {
        return await this.#once(url, init, take, signal);
      } catch (error) {
        spentMs += clock.now() - began;
        if (tried >= times || !mayPass(error) || error.oauthError === WRONG_SECRET) throw error;
        // In part by chance, so that clients that failed together do not come back together.
        const ownMs = FIRST_WAIT_MS * 2 ** tried * (0.5 + random() / 2);
        const waitMs = Math.max(error.retryAfterMs ?? 0, ownMs);
        if (waitMs > retries.longestMs || spentMs >= retries.longestMs) throw error;
        await clock.wait(waitMs, signal);
      }
    }
  }

  /** One request, within its time. Where it is ended, so is this, whatever `fetch` does. */
  async #once<T>(url: string, init: RequestInit, take: Take<T>, given?: AbortSignal): Promise<T> {
    given?.throwIfAborted();
    const { fetch, clock, timeoutMs, maxAnswerBytes } = this.#parts;
    const limit = new Follower(given);
    const { signal } = limit;
    const host = originOf(url);
    // The machine's own timer: a clock that is given for tests may not wait at all.
    const timer = setTimeout(
      () => limit.abort(new ConnectionError(`${host} did not answer in ${timeoutMs} ms`)),
      timeoutMs,
    );
    let release: (() => void) | undefined = () => limit.release();
    let what = `cannot reach ${host}`;
    try {
      // Another host must not get what is in the request, be it the secret.
      const response = await orAborted(fetch(url, { ...init, signal, redirect: 'manual' }), signal);
      what = 'the answer broke off';
      if (!response.ok) throw await orAborted(refusalOf(response, url, maxAnswerBytes, clock.now()), signal);
      const value = await orAborted(take(response, maxAnswerBytes), signal);
      if (value !== response) return value;
      // Its body is still to come: the caller's signal ends that.
      const told = toldOf(response, release) as T;
      release = undefined;
      return told;
    } catch (cause) {
      signal.throwIfAborted();
      throw failureOf(cause, what);
    } finally {
      clearTimeout(timer);
      release?.();
    }
  }
}

/** The same answer, which tells when its body was read to its end, broke off or was given up. */
function toldOf(response: Response, done: () => void): Response {
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>>();
  // One that was read and is not thrown away has a body, maybe an empty one.
  void response.body!.pipeTo(writable).then(done, done);
  return new Response(readable, response);
}

/** What says no and cannot be read, a proxy's page say, is known by its status alone. */
async function refusalOf(response: Response, url: string, longest: number, now: number): Promise<ApiError> {
  const { status, headers } = response;
  if (status >= 400) return apiErrorOf(response, await jsonOf(response, longest).catch(() => undefined), now);
  // A redirect, of which a browser shows neither status nor target.
  const location = headers.get('location') ?? '';
  return errorOf(status, { message: `${originOf(url)} redirects${location && ` to ${originOf(location)}`}` });
}
