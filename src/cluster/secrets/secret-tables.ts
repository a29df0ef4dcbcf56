import { ClientTable } from '../postgres/secrets/client-table.ts';
import { HEAD_RING, KeyTable } from '../postgres/secrets/key-table.ts';
import { LongLivedTokenTable } from '../postgres/secrets/long-lived-token-table.ts';
import { SEEN_WITHIN_MS } from '../postgres/secrets/secrets-table.ts';
import type { KnownProgress } from '../postgres/known-progress.ts';
import type { RevocationKeeper } from '../postgres/secrets/revocations.ts';
import type { Role } from '../../app/config/settings.ts';
import { absentClients, absentKeys, absentTokens } from './absent-secrets.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import type { Millis } from '../../core/time.ts';
import type { Database } from '../postgres/database.ts';
import type { SecretsAge } from './secrets-age.ts';
import type { OpenSharedSecrets, SecretStores } from '../../app/operate/control/secret-stores.ts';

/** What a node needs in addition to a command. */
export interface NodeSecrets {
  /** A command has none. */
  readonly age?: SecretsAge;
  /** How far the database is known to have come. */
  readonly progress?: KnownProgress;
  /** Called once the data directory belongs to this process. */
  readonly openRevocations: () => RevocationKeeper;
  /** Role of a node with credentials, which may read only some tables and change none; undefined: all tables. */
  readonly role: Role | undefined;
}

/** Opens the tables that all nodes of a store share. The caller migrates and closes the database. */
export function secretTables(database: Database, node?: NodeSecrets): OpenSharedSecrets {
  return (clock, onWatching) => openSecretTables(database, clock, onWatching, node);
}

function openSecretTables(
  database: Database,
  clock: Clock,
  onWatching: (works: boolean) => void = () => undefined,
  node?: NodeSecrets,
): SecretStores {
  const unseen = new Set<string>();
  const role = node?.role;
  const revocations = node?.openRevocations();
  const placeOf = (topic: string) => ({
    database,
    clock,
    ...(revocations && { revocations }),
    ...(node?.progress && { progress: node.progress }),
    mayChange: role === undefined,
    onLook: (beganAt?: Millis) => {
      if (beganAt !== undefined) node?.age?.recordLook(topic, beganAt);
      node?.age?.check();
    },
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
    ...(role && { createsFirstKeys: false, refuses: (command: string) => refusalOf(role, command) }),
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
      watch: node?.age,
      look: async () => void (await Promise.all(tables.map((table) => table.look()))),
    },
    close: () => {
      isClosed = true;
      for (const table of tables) table.close();
    },
  };
}

/** Read-only commands about clients and keys, which a serving node runs. */
const READING = new Set(['clients.list', 'clients.tokens', 'keys.list']);

function refusalOf(role: Role, command: string): string | undefined {
  if (!/^(clients|keys)\./.test(command) || (role === 'serve' && READING.has(command))) return undefined;
  return (
    `a ${role} node may not ${role === 'serve' ? 'change' : 'see'} clients and keys: run the command with ` +
    '--cluster-credentials FOLDER of the operator, and with a --data DIR that no node uses'
  );
}
