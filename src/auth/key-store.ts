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
  /**
   * Replaces the keys by what `change` makes of those that are stored; no other process changes them in between. When it
   * resolves, the change is durable and every listener of this process has heard of it. Where `change` gives back what it
   * was given, nothing happens.
   */
  change(change: (stored: readonly StoredKey[]) => readonly StoredKey[]): Promise<void>;
  /** Hears all keys after each change, whichever process made it. Ends with the call of what it returns. */
  onChange(hear: (keys: readonly StoredKey[]) => void): () => void;
}
