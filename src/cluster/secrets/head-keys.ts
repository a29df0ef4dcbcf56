import type { StoredKey } from '../../auth/key-store.ts';
import { SystemClock } from '../../core/clocks/clock.ts';
import { Database } from '../postgres/database.ts';
import { HEAD_RING, KeyTable } from '../postgres/secrets/key-table.ts';
import { resolveStoreAddress } from '../credentials/addresses.ts';

/** Reads the keys that sign heads from a store. */
export async function readHeadKeys(store: string): Promise<readonly StoredKey[]> {
  const database = new Database({ ...resolveStoreAddress(store), connections: 1 });
  const ring = new KeyTable({ database, clock: new SystemClock() }, HEAD_RING);
  try {
    return await ring.read();
  } finally {
    ring.close();
    await database.close();
  }
}
