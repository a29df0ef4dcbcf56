import { createHash } from 'node:crypto';
import type { Scope } from '../../contract/scopes.ts';
import type { Millis } from '../../core/time.ts';
import type { AudienceKind } from '../audiences.ts';

/** What a URL token is limited to. */
export interface UrlTokenLimits {
  readonly perMinute: number;
  /** Names of the indices that it may read; absent for all. */
  readonly names?: readonly string[];
}

/** The record of a token that an operator created for a client. The token itself is not stored. */
export interface LongLivedToken {
  /** Its claim `jti`. */
  readonly id: string;
  readonly clientId: string;
  readonly audiences: readonly AudienceKind[];
  readonly scopes: readonly Scope[];
  /** The key that signed it; empty for a URL token. */
  readonly kid: string;
  /** Hash of the token. The token contains a random number, so the signing key and this record cannot reproduce it. */
  readonly hash: string;
  readonly issuedAt: Millis;
  readonly expiresAt: Millis;
  readonly revokedAt?: Millis;
  /** Only for a URL token. */
  readonly url?: UrlTokenLimits;
  /** Saved with the next change of tokens, so a crash may lose the latest use. */
  readonly lastUsedAt?: Millis;
}

/** The token with the latest of its own and the given times of last use. */
export function withLastUse(token: LongLivedToken, ...at: readonly (Millis | undefined)[]): LongLivedToken {
  const lastUsedAt = Math.max(token.lastUsedAt ?? -Infinity, ...at.map((each) => each ?? -Infinity));
  return lastUsedAt === -Infinity || lastUsedAt === token.lastUsedAt ? token : { ...token, lastUsedAt };
}

export interface LongLivedTokenStore {
  /** All tokens in the order in which they were created. */
  read(): Promise<readonly LongLivedToken[]>;
  /**
   * Replaces the stored tokens with the result of `change`, atomically between processes. Of two times of last use it
   * keeps the later one. When it resolves, the change is durable and every listener in this process was called. When it
   * rejects, nothing has changed. If `change` throws, it rejects with that error.
   */
  change(change: (stored: readonly LongLivedToken[]) => readonly LongLivedToken[]): Promise<void>;
  /** Saves when tokens were last used, if later than stored. Unknown tokens are ignored; listeners are not called. */
  saveUses(used: ReadonlyMap<string, Millis>): Promise<void>;
  /** When tokens were last used in other processes, as far as these have saved it. */
  usesInOtherProcesses(): Promise<ReadonlyMap<string, Millis>>;
  /** Calls `listener` with all tokens after each change by any process. Returns a function that unsubscribes. */
  onChange(listener: (tokens: readonly LongLivedToken[]) => void): () => void;
}

/** SHA-256 of a token, base64url. Stored instead of the token. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
