import { randomBytes, randomUUID, sign } from 'node:crypto';
import type { Scope } from '../../contract/scopes.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import { SECOND_MS } from '../../core/time.ts';
import type { Client } from '../client-store.ts';
import type { LongLivedToken } from './long-lived-token.ts';
import { SIGNING_ALGORITHM, type SigningKey, type SigningKeys } from '../signing-keys.ts';

export const TOKEN_LIFETIME_SECONDS = 86_400;

/** RFC 9068: the header `typ` of an access token. */
export const TOKEN_TYPE = 'at+jwt';

/** The claim `gty` of a token that an operator created, not one requested with client credentials. */
export const OPERATOR_GRANT = 'operator';

/** The claim with the id of the long-lived token that a token was requested with. */
export const PARENT_CLAIM = 'parent_jti';

/** The lifetime of a token, and its claims beyond those of every token. */
export interface TokenForm {
  readonly lifetimeSeconds: number;
  readonly grantType: string;
  /** The claim `sub`, by default the client id. */
  readonly subject?: string;
  /** The id of the long-lived token that it was requested with: it is revoked together with that one. */
  readonly parentId?: string;
}

export const USUAL_FORM: TokenForm = {
  lifetimeSeconds: TOKEN_LIFETIME_SECONDS,
  grantType: 'client-credentials',
};

/** For visitors of a public page. */
export const PAGE_TOKEN_FORM: TokenForm = { lifetimeSeconds: 600, grantType: 'page' };

/**
 * Signs access tokens (RFC 9068 claims, plus `azp` and `gty`, which existing clients read). Synchronous: a signature takes 50 µs, and
 * passing it to another thread costs more than that.
 */
export class TokenIssuer {
  readonly #keys: SigningKeys;
  readonly #clock: Clock;
  readonly #issuer: string;

  constructor(keys: SigningKeys, clock: Clock, issuer: string) {
    this.#keys = keys;
    this.#clock = clock;
    this.#issuer = issuer;
  }

  issue(
    client: Client,
    audience: string,
    scopes: readonly Scope[],
    { lifetimeSeconds, grantType, subject, parentId }: TokenForm = USUAL_FORM,
  ): string {
    const issuedAt = Math.floor(this.#clock.now() / SECOND_MS);
    return signToken(this.#keys.current, {
      iss: this.#issuer,
      aud: audience,
      clientId: client.id,
      grantType,
      scopes,
      ...(subject !== undefined && { subject }),
      ...(parentId !== undefined && { parentId }),
      iat: issuedAt,
      exp: issuedAt + lifetimeSeconds,
      jti: randomUUID(),
    });
  }
}

/** Signs a long-lived token. `urls`: the service's URLs at this time. They become claims, but are not checked later. */
export function signLongLived(
  key: SigningKey,
  {
    id,
    clientId,
    audiences,
    scopes,
    issuedAt,
    expiresAt,
  }: Pick<LongLivedToken, 'id' | 'clientId' | 'audiences' | 'scopes' | 'issuedAt' | 'expiresAt'>,
  urls: { readonly baseUrl: string; readonly wsUrl: string },
): string {
  const named = audiences.map((kind) => (kind === 'rest' ? urls.baseUrl : urls.wsUrl));
  return signToken(key, {
    iss: urls.baseUrl,
    aud: named.length === 1 ? (named[0] ?? '') : named,
    clientId,
    grantType: OPERATOR_GRANT,
    scopes,
    iat: issuedAt / SECOND_MS,
    exp: expiresAt / SECOND_MS,
    jti: id,
    nonce: randomBytes(16).toString('base64url'),
  });
}

interface Claims {
  readonly iss: string;
  readonly aud: string | string[];
  readonly clientId: string;
  readonly grantType: string;
  readonly scopes: readonly Scope[];
  /** Seconds since 1970. */
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
  readonly subject?: string;
  readonly parentId?: string;
  /** Random, so that the other claims do not determine the token. */
  readonly nonce?: string;
}

/** A JWS in compact form (RFC 7515). The order of the claims is that of earlier versions. */
function signToken({ kid, privateKey }: SigningKey, claims: Claims): string {
  const { iss, aud, clientId, grantType, scopes, nonce, parentId, subject, iat, exp, jti } = claims;
  const payload = {
    client_id: clientId,
    azp: clientId,
    gty: grantType,
    scope: scopes.join(' '),
    ...(nonce !== undefined && { nonce }),
    ...(parentId !== undefined && { [PARENT_CLAIM]: parentId }),
    iss,
    sub: subject ?? clientId,
    aud,
    iat,
    exp,
    jti,
  };
  const signed = `${encoded({ alg: SIGNING_ALGORITHM, typ: TOKEN_TYPE, kid })}.${encoded(payload)}`;
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
