import { jwtVerify, type JWTHeaderParameters, type JWTPayload } from 'jose';
import { isScope, type Scope } from '../../contract/scopes.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import { Lru } from '../../core/lru.ts';
import { SECOND_MS, type Millis } from '../../core/time.ts';
import type { AudienceKind, Audiences } from '../audiences.ts';
import type { ClientRegistry } from '../client-registry.ts';
import type { Client } from '../client-store.ts';
import type { LongLivedTokens } from './long-lived-tokens.ts';
import { SIGNING_ALGORITHM, type SigningKeys } from '../signing-keys.ts';
import { OPERATOR_GRANT, PARENT_CLAIM, TOKEN_TYPE } from './token-issuer.ts';
import { tokenHash, type UrlTokenLimits } from './long-lived-token.ts';

export interface Grant {
  readonly clientId: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly expiresAt: Millis;
  /** Only for long-lived tokens: the id with which one is revoked. Such a token is accepted only in the Authorization header. */
  readonly tokenId?: string;
  /** Only for tokens that were requested with a long-lived one: its id. They are revoked together. */
  readonly parentId?: string;
  /** Only for URL tokens. */
  readonly url?: UrlTokenLimits;
}

/** The id of the long-lived token whose revocation ends this grant; undefined if there is none. */
export function revocableId({ tokenId, parentId }: Pick<Grant, 'tokenId' | 'parentId'>): string | undefined {
  return tokenId ?? parentId;
}

const MAX_CACHED = 20_000;
/** Length of the end of a token that serves as its cache key: hashing whole tokens would be the most expensive step of a request. */
const TAIL_LENGTH = 24;
const MAX_TOKEN_LENGTH = 4096;

interface VerifiedToken {
  readonly token: string;
  readonly whole: Grant;
  /** `whole` without the scopes that the client has lost since, and the client object from which this was computed. */
  grant: Grant;
  client: Client | undefined;
}

interface TokenVerifierOptions {
  readonly keys: SigningKeys;
  readonly clients: ClientRegistry;
  readonly longLived: LongLivedTokens;
  readonly clock: Clock;
  readonly issuer: string;
  readonly audiences: Pick<Audiences, 'canonical' | 'resolve'>;
  readonly kind: AudienceKind;
}

/** Verifies tokens of one audience. Signatures are checked once; expiry, client, scopes and revocation every time. */
export class TokenVerifier {
  readonly #options: TokenVerifierOptions;
  readonly #audience: string;
  /** By the last `TAIL_LENGTH` characters of the token. */
  readonly #verified = new Lru<string, VerifiedToken>({ maxEntries: MAX_CACHED });

  constructor(options: TokenVerifierOptions) {
    this.#options = options;
    this.#audience = options.audiences.canonical(options.kind);
  }

  /** The grant of a token that was verified before. Synchronous; enough for nearly every request. */
  cachedGrant(token: string): Grant | undefined {
    const known = this.#known(token);
    return known && this.#allowed(known);
  }

  /**
   * Undefined for a token that may not be used, whatever the reason. Rejects with `RevocationsUnknown` if the token was
   * not accepted before and may have been revoked since.
   */
  async verify(token: string): Promise<Grant | undefined> {
    const known = this.#known(token);
    if (known) return this.#allowed(known);
    if (token.length > MAX_TOKEN_LENGTH) return undefined;
    const whole = await this.#check(token);
    const verified = whole && { token, whole, grant: whole, client: undefined };
    const grant = verified && this.#allowed(verified);
    if (!grant) return undefined;
    this.#options.clients.requireKnown(grant.clientId);
    this.#verified.set(token.slice(-TAIL_LENGTH), verified);
    return grant;
  }

  #known(token: string): VerifiedToken | undefined {
    const verified = this.#verified.get(token.slice(-TAIL_LENGTH));
    return verified?.token === token ? verified : undefined;
  }

  async #check(token: string): Promise<Grant | undefined> {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, (header) => this.#keyFor(header), {
        algorithms: [SIGNING_ALGORITHM],
        typ: TOKEN_TYPE,
        requiredClaims: ['iat', 'exp', 'client_id', 'jti'],
        currentDate: new Date(this.#options.clock.now()),
      });
      const { kid = '' } = protectedHeader;
      return payload['gty'] === OPERATOR_GRANT
        ? this.#longLivedGrant(token, payload, kid)
        : this.#ordinaryGrant(payload, kid);
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  }

  #keyFor(header: JWTHeaderParameters) {
    const key = header.kid === undefined ? undefined : this.#options.keys.keyById(header.kid);
    if (!key) throw new UnknownKeyError();
    return key;
  }

  /** A key kept only for long-lived tokens does not verify other tokens: it may have been rotated because it leaked. */
  #ordinaryGrant(payload: JWTPayload, kid: string): Grant | undefined {
    const { iss, aud } = payload;
    const isForUs = [aud].flat().some((each) => each !== undefined && this.#isOurs(each));
    if (iss !== this.#options.issuer || !isForUs || !this.#options.keys.verificationKey(kid))
      return undefined;
    return grantOf(payload);
  }

  /** Further audiences count as well: with `--compat original`, tokens name the one that was requested. */
  #isOurs(audience: string): boolean {
    const { audiences, kind } = this.#options;
    return audience === this.#audience || audiences.resolve(audience, undefined) === kind;
  }

  /** Uses the stored record, not the claims: the URLs may have changed since, and the client may have lost scopes. */
  #longLivedGrant(
    token: string,
    { jti = '', client_id: clientId }: JWTPayload,
    kid: string,
  ): Grant | undefined {
    const known = this.#options.longLived.findValid(jti);
    const client = known && this.#options.clients.findUsable(known.clientId);
    if (!client || known.kid !== kid || client.id !== clientId) return undefined;
    if (known.hash !== tokenHash(token) || !known.audiences.includes(this.#options.kind)) return undefined;
    return {
      clientId: client.id,
      scopes: new Set(known.scopes),
      expiresAt: known.expiresAt,
      tokenId: known.id,
    };
  }

  #allowed(verified: VerifiedToken): Grant | undefined {
    const { whole } = verified;
    const { expiresAt, clientId, tokenId, parentId } = whole;
    const client =
      expiresAt > this.#options.clock.now() ? this.#options.clients.findUsable(clientId) : undefined;
    if (!client) return undefined;
    if (tokenId !== undefined) {
      if (!this.#options.longLived.findValid(tokenId)) return undefined;
      this.#options.longLived.recordUse(tokenId);
    }
    if (parentId !== undefined && !this.#options.longLived.findValid(parentId)) return undefined;
    // A changed client is a new object.
    if (client !== verified.client) {
      verified.client = client;
      verified.grant = withinScopes(whole, client);
    }
    return verified.grant;
  }
}

/** The grant without the scopes that its client no longer has. */
function withinScopes(grant: Grant, { scopes }: Client): Grant {
  const left = [...grant.scopes].filter((scope) => scopes.includes(scope));
  return left.length === grant.scopes.size ? grant : { ...grant, scopes: new Set(left) };
}

class UnknownKeyError extends Error {}

/** Errors of jose, and those the platform throws for malformed signatures, mean a bad token. */
function isRefusal(error: unknown): boolean {
  if (error instanceof UnknownKeyError || error instanceof TypeError || error instanceof SyntaxError)
    return true;
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_J');
}

function grantOf(payload: JWTPayload): Grant | undefined {
  const { client_id: clientId, scope, exp, [PARENT_CLAIM]: parentId } = payload;
  if (typeof clientId !== 'string' || typeof scope !== 'string' || exp === undefined) return undefined;
  const scopes = new Set(scope.split(' ').filter(isScope));
  const parent = typeof parentId === 'string' && { parentId };
  return { clientId, scopes, expiresAt: exp * SECOND_MS, ...parent };
}
