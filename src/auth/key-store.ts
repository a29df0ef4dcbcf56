import type { JWK } from 'jose';
import type { Millis } from '../core/time.ts';

export interface StoredKey {
  readonly kid: string;
  readonly createdAt: Millis;
  /** From then on it signs nothing. */
  readonly retiredAt?: Millis;
  readonly privateJwk: JWK;
}

export interface KeyStore {
  /** All keys, each usable; empty before the first key is created. */
  read(): Promise<readonly StoredKey[]>;
  /** Replaces the stored keys atomically, durably once it resolves. If `change` returns its argument, nothing is written. */
  change(change: (stored: readonly StoredKey[]) => readonly StoredKey[]): Promise<void>;
  /** Calls `listener` with all keys after each change by any process. Returns a function that unsubscribes. */
  onChange(listener: (keys: readonly StoredKey[]) => void): () => void;
}
