import { ApiError, type TokenSource } from '@tidemark/sdk';
import type { Clock } from '../clock.ts';

interface Held {
  readonly token: string;
  readonly until: number;
}

/** So long before its end another is asked for. */
const SPARE_MS = 60_000;

/** Tokens that the service gives to everyone: one for each side, asked for when it is needed and shared until it ends. */
export function publicTokens(url: string, clock: Clock): TokenSource {
  const held = new Map<string, Promise<Held>>();
  return async (side, { refused }) => {
    const known = await held.get(side);
    if (known && known.token !== refused && clock.now() < known.until) return known.token;
    const asked = askFor(side, url, clock);
    held.set(side, asked);
    try {
      return (await asked).token;
    } catch (error) {
      held.delete(side);
      throw error;
    }
  };
}

async function askFor(side: string, url: string, clock: Clock): Promise<Held> {
  const response = await fetch(new URL('page/token', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ side }),
  });
  if (!response.ok) {
    const waitMs = Number(response.headers.get('retry-after') ?? Number.NaN) * 1000;
    const message = 'the service gave the page no token';
    throw new ApiError(response.status, { message }, Number.isNaN(waitMs) ? undefined : waitMs);
  }
  const { access_token: token, expires_in: seconds } = (await response.json()) as {
    access_token: string;
    expires_in: number;
  };
  return { token, until: clock.now() + seconds * 1000 - SPARE_MS };
}
