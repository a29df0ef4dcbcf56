import { createHash } from 'node:crypto';
import type { Scope } from '../../contract/scopes.ts';
import type { Millis } from '../../core/time.ts';
import type { AudienceKind } from '../audiences.ts';

/** What is known of a token that an operator made for a client. The token itself is not kept. */
export interface LongLivedToken {
  /** Its claim `jti`. */
  readonly id: string;
  readonly clientId: string;
  readonly audiences: readonly AudienceKind[];
  readonly scopes: readonly Scope[];
  readonly kid: string;
  /** Of the token, which holds a random number: the key and all that is known of the token do not make it again. */
  readonly hash: string;
  readonly issuedAt: Millis;
  readonly expiresAt: Millis;
  readonly revokedAt?: Millis;
  /** As far as it was kept: a crash loses what was used since the last change of tokens. */
  readonly lastUsedAt?: Millis;
}

/** The token, last used then or later. */
export function usedAt(token: LongLivedToken, ...at: readonly (Millis | undefined)[]): LongLivedToken {
  const lastUsedAt = Math.max(token.lastUsedAt ?? -Infinity, ...at.map((each) => each ?? -Infinity));
  return lastUsedAt === -Infinity || lastUsedAt === token.lastUsedAt ? token : { ...token, lastUsedAt };
}

export interface LongLivedTokenStore {
  /** All of them in the order in which they were made; none before the first was. */
  read(): Promise<readonly LongLivedToken[]>;
  /**
   * Replaces the tokens by what `change` makes of those that are stored; no other process changes them in between. Of two times of last
   * use the later one stays. When it resolves, the change is durable and every listener of this process has heard of it. When it
   * rejects, nothing has changed; what `change` throws, it rejects with.
   */
  change(change: (stored: readonly LongLivedToken[]) => readonly LongLivedToken[]): Promise<void>;
  /** Saves when tokens were last used, if later than stored. Unknown tokens are ignored; listeners are not called. */
  keepUse(used: ReadonlyMap<string, Millis>): Promise<void>;
  /** When tokens were last used, as far as other processes have kept it. */
  usesOfOthers(): Promise<ReadonlyMap<string, Millis>>;
  /** Hears all tokens after each change, whichever process made it. Ends with the call of what it returns. */
  onChange(hear: (tokens: readonly LongLivedToken[]) => void): () => void;
}

/** What is kept of a token that is not kept itself: SHA-256, base64url. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
