import { notAnswered } from './body.ts';
import type { Clock } from './clock.ts';
import { COMPAT_HEADERS } from './compat.ts';
import { failureOf, mayPass, TidemarkError } from './errors.ts';
import { asJson, type Http } from './http.ts';
import { orAborted, Shared } from './shared.ts';

/** The API that a token is for. */
export type Side = 'rest' | 'stream';

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Audience of tokens for REST, if it differs from the URL. */
  readonly audience?: string;
  /** Audience of tokens for the stream (by default the websocket URL). */
  readonly streamAudience?: string;
  /** Scopes to request, separated by blanks; by default all of the client. */
  readonly scope?: string;
}

/** Source of tokens. */
export interface Credentials {
  token(side: Side, signal?: AbortSignal): Promise<string>;
  /** Reports a rejected token, which must not be used again. Returns whether another one may be available. */
  refused(side: Side, token: string): boolean;
}

/**
 * A token, or a function that returns one for REST or for the stream. `refused`: the last token of that API
 * that the service rejected.
 */
export type TokenSource =
  | string
  | ((side: Side, about: { readonly refused: string | undefined }) => string | Promise<string>);

type BySide<T> = Partial<Record<Side, T | undefined>>;

const TOKEN = /^[ -~]+$/;

/**
 * Rejects characters that are invalid in a header, because errors of `fetch` and Node would show the token.
 */
function checkedToken(given: string): string {
  const token = String(given).trim();
  if (!TOKEN.test(token)) throw new TidemarkError('a token is a text of ASCII without line ends');
  return token;
}

/** A fixed token. */
export class GivenToken implements Credentials {
  readonly #source: TokenSource;
  readonly #refused: BySide<string> = {};

  constructor(source: TokenSource) {
    this.#source = source;
  }

  async token(side: Side, signal?: AbortSignal): Promise<string> {
    const source = this.#source;
    if (typeof source === 'string') return checkedToken(source);
    const bring = async () => source(side, { refused: this.#refused[side] });
    try {
      return checkedToken(await orAborted(bring(), signal));
    } catch (cause) {
      signal?.throwIfAborted();
      // Most likely a failed request in the same outage, so a retry may succeed.
      throw failureOf(cause, 'token() failed');
    }
  }

  refused(side: Side, token: string): boolean {
    this.#refused[side] = token;
    return typeof this.#source !== 'string';
  }
}

interface Held {
  readonly token: string;
  readonly endsAt: number;
  renewAt: number;
}

/** Tokens are renewed when this part of their life is left, and at least a minute before their end. */
const LEFT_AT_RENEWAL = 0.05;
const MIN_LEFT_MS = 60_000;
/** Minimum assumed life, so that not every request needs a new token. */
const SHORTEST_LIFE_S = 10;
const LONGEST_LIFE_S = 1e9;
/** Wait after a failed renewal while the token is valid. */
const RENEW_AGAIN_MS = 15_000;

interface OwnTokenParts {
  readonly http: Http;
  readonly clock: Clock;
  readonly tokenUrl: string;
  readonly client: ClientCredentials;
  readonly audiences: Readonly<Record<Side, string>>;
}

/** One token per API, requested once for all waiting requests, and renewed before it expires. */
export class OwnTokens implements Credentials {
  readonly #parts: OwnTokenParts;
  readonly #held: BySide<Held> = {};
  readonly #renewals: BySide<Shared<Held>> = {};

  constructor(parts: OwnTokenParts) {
    this.#parts = parts;
  }

  async token(side: Side, signal?: AbortSignal): Promise<string> {
    const held = this.#held[side];
    if (held && this.#parts.clock.now() < held.renewAt) return held.token;
    try {
      return (await this.#renewal(side).wait(signal)).token;
    } catch (error) {
      signal?.throwIfAborted();
      const now = this.#parts.clock.now();
      if (!held || held !== this.#held[side] || now >= held.endsAt || !mayPass(error)) throw error;
      held.renewAt = now + RENEW_AGAIN_MS;
      return held.token;
    }
  }

  refused(side: Side, token: string): boolean {
    if (this.#held[side]?.token === token) this.#held[side] = undefined;
    return true;
  }

  /** The request that all callers share. */
  #renewal(side: Side): Shared<Held> {
    const underWay = this.#renewals[side];
    if (underWay && !underWay.isAbandoned) return underWay;
    const renewal: Shared<Held> = new Shared((signal) =>
      this.#ask(side, signal).finally(() => {
        if (this.#renewals[side] === renewal) this.#renewals[side] = undefined;
      }),
    );
    this.#renewals[side] = renewal;
    return renewal;
  }

  async #ask(side: Side, signal: AbortSignal): Promise<Held> {
    const { http, clock, tokenUrl, client, audiences } = this.#parts;
    const { clientId, clientSecret, scope } = client;
    const askedAt = clock.now();
    const body = JSON.stringify({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      audience: audiences[side],
      scope,
    });
    const headers = { ...COMPAT_HEADERS, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body };
    // While the previous token is valid, its users need not wait for an unavailable service.
    const times = askedAt < (this.#held[side]?.endsAt ?? 0) ? 0 : undefined;
    const answer = await http.ask(tokenUrl, init, asJson, signal, times);
    const { access_token: token, expires_in: seconds } = (answer ?? {}) as {
      access_token?: string;
      expires_in?: number;
    };
    if (typeof token !== 'string' || !TOKEN.test(token) || typeof seconds !== 'number')
      throw notAnswered('with a token', tokenUrl);
    const lifeMs = Math.min(Math.max(seconds, SHORTEST_LIFE_S), LONGEST_LIFE_S) * 1000;
    const leftMs = Math.min(Math.max(lifeMs * LEFT_AT_RENEWAL, MIN_LEFT_MS), lifeMs / 2);
    const endsAt = askedAt + lifeMs;
    const held = { token, endsAt, renewAt: endsAt - leftMs };
    this.#held[side] = held;
    return held;
  }
}
