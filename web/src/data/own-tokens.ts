import type { Clock } from '../clock.ts';
import { COMPAT_HEADERS } from './compat.ts';
import type { Identity } from './identity.ts';
import type { PageConfig } from './page-config.ts';
import { publicTokens } from './public-tokens.ts';

export type Side = 'rest' | 'stream';

interface TokenParts {
  /** URL of the service, with a trailing slash. */
  readonly base: string;
  readonly identity: Identity;
  readonly audiences: PageConfig['audiences'];
  readonly clock: Clock;
}

interface Held {
  readonly token: string;
  readonly until: number;
}

const SPARE_MS = 60_000;

/**
 * Tokens of the signed-in client or the visitor for requests that the SDK does not send. They stay in memory and are never
 * shown.
 */
export class OwnTokens {
  readonly #parts: TokenParts;
  readonly #held = new Map<Side, Held>();
  /** For a visitor: the tokens of the page. */
  readonly #public: ReturnType<typeof publicTokens>;
  readonly #refused = new Map<Side, string>();

  constructor(parts: TokenParts) {
    this.#parts = parts;
    this.#public = publicTokens(parts.base, parts.clock);
  }

  async token(side: Side, signal?: AbortSignal): Promise<string> {
    const { identity, clock } = this.#parts;
    if (identity.kind === 'token') return givenToken(identity, side);
    if (identity.kind === 'public') return this.#publicToken(side);
    const known = this.#held.get(side);
    if (known && clock.now() < known.until) return known.token;
    const held = await this.#ask(identity, side, signal);
    this.#held.set(side, held);
    return held.token;
  }

  /** Drops a rejected token: the next request gets a new one. */
  refused(side: Side): void {
    const held = this.#held.get(side);
    if (held) this.#refused.set(side, held.token);
    this.#held.delete(side);
  }

  async #publicToken(side: Side): Promise<string> {
    const token = await this.#public(side, { refused: this.#refused.get(side) });
    this.#held.set(side, { token, until: 0 });
    return token;
  }

  async #ask(
    { clientId, clientSecret }: Extract<Identity, { clientId: string }>,
    side: Side,
    signal?: AbortSignal,
  ): Promise<Held> {
    const { base, audiences, clock } = this.#parts;
    const response = await fetch(new URL('v3/oauth/token', base), {
      method: 'POST',
      headers: { ...COMPAT_HEADERS, 'content-type': 'application/json' },
      body: JSON.stringify({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        audience: audiences[side],
      }),
      ...(signal ? { signal } : {}),
    });
    if (!response.ok) throw new Error(`the service returned no token: status ${response.status}`);
    const { access_token: token, expires_in: seconds } = (await response.json()) as {
      access_token: string;
      expires_in: number;
    };
    return { token, until: clock.now() + seconds * 1000 - SPARE_MS };
  }
}

function givenToken({ token, streamToken }: Extract<Identity, { kind: 'token' }>, side: Side): string {
  const given = side === 'rest' ? token : streamToken;
  if (given === undefined) throw new Error('you signed in without a token for the websocket');
  return given;
}
