import { ApiError, RateLimitedError, UnavailableError, type TokenSource } from '@tidemark/sdk';
import type { Clock } from '../clock.ts';

interface Held {
  readonly token: string;
  readonly until: number;
}

/** A new token is requested this long before the old one expires. */
const SPARE_MS = 60_000;

/**
 * Tokens that the service gives to everyone: one for each API, requested when needed and shared until it
 * expires.
 */
export function publicTokens(url: string, clock: Clock): Exclude<TokenSource, string> {
  const held = new Map<string, Promise<Held>>();
  const isGood = ({ token, until }: Held, refused: string | undefined) =>
    token !== refused && clock.now() < until;
  /** Looks and sets synchronously, so that concurrent callers share the request. */
  const ask = (side: string): Promise<Held> => {
    const asked = askFor(side, url, clock);
    held.set(side, asked);
    asked.catch(() => {
      // Callers of this request get the error, and the next call sends a new request. A later request is not
      // affected.
      if (held.get(side) === asked) held.delete(side);
    });
    return asked;
  };
  return async (side, { refused }) => {
    const shared = held.get(side) ?? ask(side);
    const known = await shared;
    if (isGood(known, refused)) return known.token;
    // Another caller may have requested the next one during the wait.
    const next = held.get(side);
    return (await (next && next !== shared ? next : ask(side))).token;
  };
}

async function askFor(side: string, url: string, clock: Clock): Promise<Held> {
  const response = await fetch(new URL('page/token', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ side }),
  });
  if (!response.ok) throw refusalOf(response);
  const { access_token: token, expires_in: seconds } = (await response.json()) as {
    access_token: string;
    expires_in: number;
  };
  const lifeMs = seconds * 1000;
  return { token, until: clock.now() + Math.max(lifeMs - SPARE_MS, lifeMs / 2) };
}

/** An error of the class that says whether a retry may help: the SDK client then retries. */
function refusalOf({ status, headers }: Response): ApiError {
  const waitMs = Number(headers.get('retry-after') ?? Number.NaN) * 1000;
  const answer = { message: 'the service returned no token for the page' };
  const Refusal =
    status === 429 ? RateLimitedError : status >= 502 && status <= 504 ? UnavailableError : ApiError;
  return new Refusal(status, answer, Number.isNaN(waitMs) ? undefined : waitMs);
}
