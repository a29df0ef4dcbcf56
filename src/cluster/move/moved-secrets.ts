import type { StoredClient } from '../../auth/client-store.ts';
import type { KeyFileName } from '../../auth/key-file.ts';
import type { StoredKey } from '../../auth/key-store.ts';
import type { LongLivedToken } from '../../auth/tokens/long-lived-token.ts';

/** The key rings of a database, and the corresponding files of a directory. */
export const KEY_RINGS = {
  tokens: 'signing-keys.json',
  heads: 'integrity-keys.json',
} as const satisfies Readonly<Record<string, KeyFileName>>;

export type KeyRing = keyof typeof KEY_RINGS;
export const RINGS = Object.keys(KEY_RINGS) as readonly KeyRing[];

/** Clients with the hashes of their secrets, and the keys that sign. */
export interface MovedSecrets {
  /** The key with which client secrets are hashed; undefined before the first client. */
  readonly hmacKey: Buffer | undefined;
  /** Sorted by id. */
  readonly clients: readonly StoredClient[];
  readonly keys: Readonly<Record<KeyRing, readonly StoredKey[]>>;
  /** Sorted by id; undefined if the place cannot store any. */
  readonly longLived: readonly LongLivedToken[] | undefined;
}

export function byId<T>(items: readonly T[], idOf: (item: T) => string): T[] {
  return items.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
}
