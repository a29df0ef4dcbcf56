import { ApiError, RateLimitedError, UnavailableError, type TokenSource } from '@tidemark/sdk';
import type { Clock } from '../clock.ts';

interface Held {
  readonly token: string;
  readonly until: number;
}

/** So long before its end another is asked for. */
const SPARE_MS = 60_000;

/** Tokens that the service gives to everyone: one for each side, asked for when it is needed and shared until it ends. */
export function publicTokens(url: string, clock: Clock): Exclude<TokenSource, string> {
  const held = new Map<string, Promise<Held>>();
  const isGood = ({ token, until }: Held, refused: string | undefined) =>
    token !== refused && clock.now() < until;
  /** Looks and sets in one turn, so that those who ask meanwhile share the request. */
  const ask = (side: string): Promise<Held> => {
    const asked = askFor(side, url, clock);
    held.set(side, asked);
    asked.catch(() => {
      // Callers that wait for this request are told, and the next call asks anew. A later request is left alone.
      if (held.get(side) === asked) held.delete(side);
    });
    return asked;
  };
  return async (side, { refused }) => {
    const shared = held.get(side) ?? ask(side);
    const known = await shared;
    if (isGood(known, refused)) return known.token;
    // Another may have asked for the next one while this was awaited.
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

/** Of the class that says whether it may pass: the client of the SDK tries again then. */
function refusalOf({ status, headers }: Response): ApiError {
  const waitMs = Number(headers.get('retry-after') ?? Number.NaN) * 1000;
  const answer = { message: 'the service gave the page no token' };
  const Refusal =
    status === 429 ? RateLimitedError : status >= 502 && status <= 504 ? UnavailableError : ApiError;
  return new Refusal(status, answer, Number.isNaN(waitMs) ? undefined : waitMs);
}
