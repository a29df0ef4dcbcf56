import { ClientTable } from '../postgres/secrets/client-table.ts';
import { HEAD_RING, KeyTable } from '../postgres/secrets/key-table.ts';
import { LongLivedTokenTable } from '../postgres/secrets/long-lived-token-table.ts';
import { SEEN_WITHIN_MS } from '../postgres/secrets/secrets-table.ts';
import type { Role } from '../../app/config/settings.ts';
import { absentClients, absentKeys, absentTokens } from './absent-secrets.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import type { Database } from '../postgres/database.ts';
import type { OpenSharedSecrets, SecretStores } from '../../app/operate/control/secret-stores.ts';

/**
 * Tables that all nodes of a store share. The caller migrates and closes the database. `role`: of a node with credentials of its own, which may see
 * a part of them and change none; without it all of them.
 */
export function secretTables(database: Database, role?: Role): OpenSharedSecrets {
  return (clock, onWatching) => openSecretTables(database, clock, onWatching, role);
}

function openSecretTables(
  database: Database,
  clock: Clock,
  onWatching: (works: boolean) => void = () => undefined,
  role?: Role,
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
  const serves = role === undefined || role === 'serve';
  const tables: { look(): Promise<void>; close(): void }[] = [];
  const opened = <T extends (typeof tables)[number]>(table: T): T => {
    tables.push(table);
    return table;
  };
  const keys = serves ? opened(new KeyTable(placeOf('tokens'), 'tokens')) : absentKeys();
  const integrityKeys =
    role === 'collect' ? absentKeys() : opened(new KeyTable(placeOf(HEAD_RING), HEAD_RING, role === 'serve'));
  const longLived = serves ? opened(new LongLivedTokenTable(placeOf('long-lived'))) : absentTokens();
  let isClosed = false;
  return {
    keys,
    integrityKeys,
    longLived,
    ...(role && { makesFirst: false, refuses: (command: string) => refusalOf(role, command) }),
    openClients: async () => {
      if (!serves) return absentClients();
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

/** Commands about clients and keys that a serving node carries out: they change nothing. */
const READING = new Set(['clients.list', 'clients.tokens', 'keys.list']);

function refusalOf(role: Role, command: string): string | undefined {
  if (!/^(clients|keys)\./.test(command) || (role === 'serve' && READING.has(command))) return undefined;
  return (
    `a ${role} node may not ${role === 'serve' ? 'change' : 'see'} clients and keys: run the command with ` +
    '--cluster-credentials FOLDER of the operator, and with a --data DIR that no node has'
  );
}
