import type { IncomingMessage } from 'node:http';
import type { AudienceKind } from '../../auth/audiences.ts';
import type { Grant, TokenVerifier } from '../../auth/tokens/token-verifier.ts';
import { authenticate, refuseToken } from '../http/routing/authorisation.ts';
import type { Route } from '../http/routing/routing.ts';

/** Contains a long-lived token; answers depend on it while `--rapidapi` is on. */
export const KEY_HEADER = 'X-RapidAPI-Key';
const VERSION = '/v3';

/** Clients that come through RapidAPI: they send a key instead of a token, and paths without a version. */
export class RapidApi {
  readonly #verifiers: Readonly<Record<AudienceKind, TokenVerifier>>;

  constructor(verifiers: Readonly<Record<AudienceKind, TokenVerifier>>) {
    this.#verifiers = verifiers;
  }

  /** The Authorization header wins over the key. Throws 401. */
  authenticate(request: IncomingMessage): Grant | Promise<Grant> {
    const { authorization } = request.headers;
    const key = authorization === undefined ? keyOf(request) : undefined;
    if (key === undefined) return authenticate(authorization, this.#verifiers.rest);
    const grant = authenticate(`Bearer ${key}`, this.#verifiers.rest);
    return grant instanceof Promise ? grant.then(longLivedOnly) : longLivedOnly(grant);
  }

  /** The grant of the key of a token request; undefined if its token is not for this audience. */
  async grantOf(key: string, audience: AudienceKind): Promise<Grant | undefined> {
    const grant = await this.#verifiers[audience].verify(key);
    return grant?.tokenId === undefined ? undefined : grant;
  }
}

export function keyOf({ headers }: IncomingMessage): string | undefined {
  const key = headers[KEY_HEADER.toLowerCase()];
  return typeof key === 'string' && key !== '' ? key : undefined;
}

/** The same route at its path without a version. */
export function withoutVersion(route: Route): Route {
  if (!route.path.startsWith(`${VERSION}/`)) throw new Error(`${route.path} has no version`);
  return { ...route, path: route.path.slice(VERSION.length), label: route.label ?? route.path };
}

function longLivedOnly(grant: Grant): Grant {
  return grant.tokenId === undefined ? refuseToken() : grant;
}
