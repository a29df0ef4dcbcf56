import { jsonOf, originOf } from './body.ts';
import type { Clock } from './clock.ts';
import { apiErrorOf, ConnectionError, errorOf, failureOf, mayPass, type ApiError } from './errors.ts';
import { Follower, orAborted } from './shared.ts';

/** The part of `fetch` that the SDK uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface RetryPolicy {
  /** Maximum number of retries (4). */
  readonly times: number;
  /**
   * The longest wait before a retry (60 s): instead of a longer one, the error is thrown with the requested
   * time. After this time without an answer, all attempts together, there are no more retries.
   */
  readonly longestMs: number;
}

/** Reads a response, or leaves that to the caller. */
export type Take<T> = (response: Response, longest: number) => T | Promise<T>;

export const asJson: Take<unknown> = jsonOf;
export const asItIs: Take<Response> = (response) => response;

interface HttpParts {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly retries: RetryPolicy;
  /** Time limit of a complete response; for responses left to the caller, until it begins. */
  readonly timeoutMs: number;
  /** Maximum size of a body, or of a line if the body is read in lines. */
  readonly maxAnswerBytes: number;
  /** Between 0 and 1. */
  readonly random: () => number;
}

const FIRST_WAIT_MS = 250;
/** Code of the token endpoint for a wrong secret, which the service counts, even with status 429. */
const WRONG_SECRET = 'invalid_client';

/** Retries requests when that is safe: as the service instructs, and never one that would count twice. */
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
   * Returns the result of `take` for a 2xx response. Only for requests that are safe to repeat, even after a
   * response broke off: reads, and tokens, which the service does not store. `times`: number of retries.
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
        // Partly random, so that clients that failed together do not retry together.
        const ownMs = FIRST_WAIT_MS * 2 ** tried * (0.5 + random() / 2);
        const waitMs = Math.max(error.retryAfterMs ?? 0, ownMs);
        if (waitMs > retries.longestMs || spentMs >= retries.longestMs) throw error;
        await clock.wait(waitMs, signal);
      }
    }
  }

  /** One request, within its time limit. It ends when aborted, whatever `fetch` does. */
  async #once<T>(url: string, init: RequestInit, take: Take<T>, given?: AbortSignal): Promise<T> {
    given?.throwIfAborted();
    const { fetch, clock, timeoutMs, maxAnswerBytes } = this.#parts;
    const limit = new Follower(given);
    const { signal } = limit;
    const host = originOf(url);
    // Uses the machine's timer: a test clock may not wait at all.
    const timer = setTimeout(
      () => limit.abort(new ConnectionError(`${host} did not respond within ${timeoutMs} ms`)),
      timeoutMs,
    );
    let release: (() => void) | undefined = () => limit.release();
    let what = `cannot reach ${host}`;
    try {
      // The request, and possibly its secret, must not be sent to another host.
      const response = await orAborted(fetch(url, { ...init, signal, redirect: 'manual' }), signal);
      what = 'the response was cut off';
      if (!response.ok) throw await orAborted(refusalOf(response, url, maxAnswerBytes, clock.now()), signal);
      const value = await orAborted(take(response, maxAnswerBytes), signal);
      if (value !== response) return value;
      // The body is still to come: the caller's signal aborts that.
      const result = watchBody(response, release) as T;
      release = undefined;
      return result;
    } catch (cause) {
      signal.throwIfAborted();
      throw failureOf(cause, what);
    } finally {
      clearTimeout(timer);
      release?.();
    }
  }
}

/** The same response, calling `done` when its body was read, broke off or was cancelled. */
function watchBody(response: Response, done: () => void): Response {
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>>();
  // If the body is read at all, it exists, though it may be empty.
  void response.body!.pipeTo(writable).then(done, done);
  return new Response(readable, response);
}

/** For an unreadable error response, such as a proxy's page, only the status is known. */
async function refusalOf(response: Response, url: string, longest: number, now: number): Promise<ApiError> {
  const { status, headers } = response;
  if (status >= 400) return apiErrorOf(response, await jsonOf(response, longest).catch(() => undefined), now);
  // A redirect; browsers show neither its status nor its target.
  const location = headers.get('location') ?? '';
  return errorOf(status, { message: `${originOf(url)} redirects${location && ` to ${originOf(location)}`}` });
}
