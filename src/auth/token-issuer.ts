import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Scope } from '../contract/scopes.ts';
import type { Clock } from '../core/clock.ts';
import { SECOND_MS } from '../core/time.ts';
import type { Client } from './client-store.ts';
import { SIGNING_ALGORITHM } from './signing-key.ts';
import type { SigningKeys } from './signing-keys.ts';

export const TOKEN_LIFETIME_SECONDS = 86_400;

/** RFC 9068: the header `typ` of an access token. */
export const TOKEN_TYPE = 'at+jwt';

/** Signs access tokens (RFC 9068 claims, and `azp` and `gty`, which existing clients read). */
export class TokenIssuer {
  readonly #keys: SigningKeys;
  readonly #clock: Clock;
  readonly #issuer: string;

  constructor(keys: SigningKeys, clock: Clock, issuer: string) {
    this.#keys = keys;
    this.#clock = clock;
    this.#issuer = issuer;
  }

  issue(client: Client, audience: string, scopes: readonly Scope[]): Promise<string> {
    const { kid, privateKey } = this.#keys.current;
    const issuedAt = Math.floor(this.#clock.now() / SECOND_MS);
    const claims = {
      client_id: client.id,
      azp: client.id,
      gty: 'client-credentials',
      scope: scopes.join(' '),
    };
    return new SignJWT(claims)
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: TOKEN_TYPE, kid })
      .setIssuer(this.#issuer)
      .setSubject(client.id)
      .setAudience(audience)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + TOKEN_LIFETIME_SECONDS)
      .setJti(randomUUID())
      .sign(privateKey);
  }
}
