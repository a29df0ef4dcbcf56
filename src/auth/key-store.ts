import type { JWK } from 'jose';
import type { Millis } from '../core/time.ts';

export interface StoredKey {
  readonly kid: string;
  readonly createdAt: Millis;
  /** Nothing is signed with it from then on. */
  readonly retiredAt?: Millis;
  readonly privateJwk: JWK;
}

export interface KeyStore {
  /** All of them, each usable; none before the first was made. */
  read(): Promise<readonly StoredKey[]>;
  /** Replaces the stored keys atomically, durable when it resolves. If `change` returns its argument, nothing happens. */
  change(change: (stored: readonly StoredKey[]) => readonly StoredKey[]): Promise<void>;
  /** Hears all keys after each change, whichever process made it. Ends with the call of what it returns. */
  onChange(hear: (keys: readonly StoredKey[]) => void): () => void;
}
