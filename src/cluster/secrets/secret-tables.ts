import { ClientTable } from '../postgres/secrets/client-table.ts';
import { HEAD_RING, KeyTable } from '../postgres/secrets/key-table.ts';
import { LongLivedTokenTable } from '../postgres/secrets/long-lived-token-table.ts';
import { SEEN_WITHIN_MS } from '../postgres/secrets/secrets-table.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import type { Database } from '../postgres/database.ts';
import type { OpenSharedSecrets, SecretStores } from '../../app/operate/control/secret-stores.ts';

/** Tables that all nodes of a store share. The caller migrates and closes the database. */
export function secretTables(database: Database): OpenSharedSecrets {
  return (clock, onWatching) => openSecretTables(database, clock, onWatching);
}

function openSecretTables(
  database: Database,
  clock: Clock,
  onWatching: (works: boolean) => void = () => undefined,
): SecretStores {
  const unseen = new Set<string>();
  const placeOf = (topic: string) => ({
    database,
    clock,
    onWatching: (works: boolean) => {
      const before = unseen.size;
      if (works) unseen.delete(topic);
      else unseen.add(topic);
      if ((before === 0) !== (unseen.size === 0)) onWatching(unseen.size === 0);
    },
  });
  const keys = new KeyTable(placeOf('tokens'), 'tokens');
  const integrityKeys = new KeyTable(placeOf(HEAD_RING), HEAD_RING);
  const longLived = new LongLivedTokenTable(placeOf('long-lived'));
  const tables: { look(): Promise<void>; close(): void }[] = [keys, integrityKeys, longLived];
  let isClosed = false;
  return {
    keys,
    integrityKeys,
    longLived,
    openClients: async () => {
      const clients = await ClientTable.open(placeOf('clients'));
      tables.push(clients);
      if (isClosed) clients.close();
      return clients;
    },
    files: [],
    shared: {
      seenWithinMs: SEEN_WITHIN_MS,
      look: async () => void (await Promise.all(tables.map((table) => table.look()))),
    },
    close: () => {
      isClosed = true;
      for (const table of tables) table.close();
    },
  };
}
