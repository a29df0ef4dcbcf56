import { jwtVerify, type JWTHeaderParameters, type JWTPayload } from 'jose';
import { isScope, type Scope } from '../contract/scopes.ts';
import type { Clock } from '../core/clock.ts';
import { Lru } from '../core/lru.ts';
import { SECOND_MS, type Millis } from '../core/time.ts';
import type { ClientRegistry } from './client-registry.ts';
import { SIGNING_ALGORITHM } from './signing-key.ts';
import type { SigningKeys } from './signing-keys.ts';
import { TOKEN_TYPE } from './token-issuer.ts';

/** What a valid token allows. */
export interface Grant {
  readonly clientId: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly expiresAt: Millis;
}

const MAX_CACHED = 20_000;
/** Enough of a signature to tell tokens apart: hashing all of a token would be the dearest step of a request. */
const TAIL_LENGTH = 24;
const MAX_TOKEN_LENGTH = 4096;

interface VerifiedToken {
  readonly token: string;
  readonly grant: Grant;
}

/**
 * Checks access tokens of one audience. A token's signature is checked once and remembered; that it has not
 * expired and that its client may still use it is checked every time.
 */
export class TokenVerifier {
  readonly #keys: SigningKeys;
  readonly #clients: ClientRegistry;
  readonly #clock: Clock;
  readonly #issuer: string;
  readonly #audience: string;
  /** By the tail of the token. */
  readonly #verified = new Lru<string, VerifiedToken>({ mostEntries: MAX_CACHED });

  constructor(options: {
    readonly keys: SigningKeys;
    readonly clients: ClientRegistry;
    readonly clock: Clock;
    readonly issuer: string;
    readonly audience: string;
  }) {
    this.#keys = options.keys;
    this.#clients = options.clients;
    this.#clock = options.clock;
    this.#issuer = options.issuer;
    this.#audience = options.audience;
  }

  /** The grant of a token that was verified before: the answer of nearly every request, without waiting. */
  remembered(token: string): Grant | undefined {
    const grant = this.#known(token);
    return grant && this.#stillGood(grant) ? grant : undefined;
  }

  /** Undefined for every token that may not be used, whatever is wrong with it. */
  async verify(token: string): Promise<Grant | undefined> {
    const known = this.#known(token);
    if (known) return this.#stillGood(known) ? known : undefined;
    if (token.length > MAX_TOKEN_LENGTH) return undefined;
    const grant = await this.#check(token);
    if (!grant || !this.#stillGood(grant)) return undefined;
    this.#verified.set(token.slice(-TAIL_LENGTH), { token, grant });
    return grant;
  }

  #known(token: string): Grant | undefined {
    const verified = this.#verified.get(token.slice(-TAIL_LENGTH));
    return verified?.token === token ? verified.grant : undefined;
  }

  async #check(token: string): Promise<Grant | undefined> {
    try {
      const { payload } = await jwtVerify(token, (header) => this.#keyFor(header), {
        algorithms: [SIGNING_ALGORITHM],
        typ: TOKEN_TYPE,
        issuer: this.#issuer,
        audience: this.#audience,
        requiredClaims: ['iat', 'exp', 'client_id', 'jti'],
        currentDate: new Date(this.#clock.now()),
      });
      return grantOf(payload);
    } catch (error) {
      if (isRefusal(error)) return undefined;
      throw error;
    }
  }

  #keyFor(header: JWTHeaderParameters) {
    const key = header.kid === undefined ? undefined : this.#keys.verificationKey(header.kid);
    if (!key) throw new UnknownKeyError();
    return key;
  }

  #stillGood(grant: Grant): boolean {
    return grant.expiresAt > this.#clock.now() && this.#clients.usable(grant.clientId) !== undefined;
  }
}

class UnknownKeyError extends Error {}

/** jose's own errors, and what the platform throws for bytes that are no signature, mean a bad token. */
function isRefusal(error: unknown): boolean {
  if (error instanceof UnknownKeyError || error instanceof TypeError || error instanceof SyntaxError)
    return true;
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_J');
}

function grantOf({ client_id: clientId, scope, exp }: JWTPayload): Grant | undefined {
  if (typeof clientId !== 'string' || typeof scope !== 'string' || exp === undefined) return undefined;
  return { clientId, scopes: new Set(scope.split(' ').filter(isScope)), expiresAt: exp * SECOND_MS };
}
