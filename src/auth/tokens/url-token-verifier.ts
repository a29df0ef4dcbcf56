import { Lru } from '../../core/lru.ts';
import type { ClientRegistry } from '../client-registry.ts';
import { tokenHash } from './long-lived-token.ts';
import type { LongLivedTokens } from './long-lived-tokens.ts';
import type { Grant } from './token-verifier.ts';
import { isUrlToken } from './url-token.ts';

const MAX_KNOWN = 20_000;

/** Verifies URL tokens. Expiry, client, scopes and revocation are checked every time. */
export class UrlTokenVerifier {
  readonly #tokens: Pick<LongLivedTokens, 'findUrlToken' | 'recordUse'>;
  readonly #clients: Pick<ClientRegistry, 'findUsable' | 'requireKnown'>;
  /** Ids of tokens that were accepted before. */
  readonly #accepted = new Lru<string, true>({ maxEntries: MAX_KNOWN });

  constructor(
    tokens: Pick<LongLivedTokens, 'findUrlToken' | 'recordUse'>,
    clients: Pick<ClientRegistry, 'findUsable' | 'requireKnown'>,
  ) {
    this.#tokens = tokens;
    this.#clients = clients;
  }

  /**
   * Undefined for a token that may not be used, whatever the reason. Throws `RevocationsUnknown` if the token was not
   * accepted before and may have been revoked since.
   */
  grant(token: string): Grant | undefined {
    const known = isUrlToken(token) ? this.#tokens.findUrlToken(tokenHash(token)) : undefined;
    const client = known && this.#clients.findUsable(known.clientId);
    if (!client) return undefined;
    if (!this.#accepted.get(known.id)) this.#clients.requireKnown(client.id);
    this.#accepted.set(known.id, true);
    this.#tokens.recordUse(known.id);
    return {
      clientId: client.id,
      scopes: new Set(known.scopes.filter((scope) => client.scopes.includes(scope))),
      expiresAt: known.expiresAt,
      tokenId: known.id,
      url: known.url,
    };
  }
}
