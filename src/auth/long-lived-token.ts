import type { Scope } from '../contract/scopes.ts';
import type { Millis } from '../core/time.ts';
import type { AudienceKind } from './audiences.ts';

/** What is known of a token that an operator made for a client. The token itself is not kept. */
export interface LongLivedToken {
  /** Its claim `jti`. */
  readonly id: string;
  readonly clientId: string;
  readonly audiences: readonly AudienceKind[];
  readonly scopes: readonly Scope[];
  /** The key that signed it. */
  readonly kid: string;
  /** Of the token, which holds a random number: the key and all that is known of the token do not make it again. */
  readonly hash: string;
  readonly issuedAt: Millis;
  readonly expiresAt: Millis;
  readonly revokedAt?: Millis;
  /** As far as it was kept: a crash loses what was used since the last change of tokens. */
  readonly lastUsedAt?: Millis;
}

/** Where long-lived tokens are kept. */
export interface LongLivedTokenStore {
  /** All of them; none before the first was made. */
  read(): readonly LongLivedToken[];
  /** Replaces all. Durable when it returns; when it throws, nothing has changed. */
  write(tokens: readonly LongLivedToken[]): void;
}
