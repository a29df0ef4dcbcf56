import type { Session } from '../database.ts';
import {
  noSuchClient,
  type Client,
  type ClientStore,
  type StoredClient,
} from '../../../auth/client-store.ts';
import { newHmacKey } from '../../../auth/hmac-key.ts';
import type { Millis } from '../../../core/time.ts';
import type { Revocations } from './revocations.ts';
import { secretsError } from './secrets-error.ts';
import { SecretsTable, type SecretsPlace } from './secrets-table.ts';

/** Clients in a database, shared by all serving processes. */
export class ClientTable extends SecretsTable<readonly StoredClient[], ClientFacts> implements ClientStore {
  readonly hmacKey: Buffer;
  readonly isShared = true;

  private constructor(place: SecretsPlace, hmacKey: Buffer) {
    super(place, 'clients', clientsIn, CLIENT_REVOCATIONS);
    this.hmacKey = hmacKey;
  }

  static async open(place: SecretsPlace): Promise<ClientTable> {
    return new ClientTable(place, await hmacKeyIn(place));
  }

  put(client: StoredClient): Promise<void> {
    return this.write(async (session) => {
      await put(session, client);
      return true;
    });
  }

  async update(id: string, change: (stored: StoredClient) => StoredClient): Promise<StoredClient> {
    let changed: StoredClient | undefined;
    await this.write(async (session) => {
      const stored = (await clientsIn(session)).find(({ client }) => client.id === id);
      if (!stored) throw noSuchClient(id);
      changed = change(stored);
      await put(session, changed);
      return true;
    });
    return changed!;
  }

  remove(id: string): Promise<void> {
    return this.write(async (session) => (await session.run('delete from client where id = $1', [id])) > 0);
  }
}

async function clientsIn(session: Session): Promise<readonly StoredClient[]> {
  const rows = await session.rows<{ content: Client; secret_hash: Buffer }>(
    'select content, secret_hash from client order by id',
  );
  return rows.map(({ content, secret_hash: secretHash }) => ({ client: content, secretHash }));
}

async function put(session: Session, { client, secretHash }: StoredClient): Promise<void> {
  await session.run(
    `insert into client (id, content, secret_hash) values ($1, $2, $3)
     on conflict (id) do update set content = excluded.content, secret_hash = excluded.secret_hash`,
    [client.id, JSON.stringify(client), secretHash],
  );
}

/** Created once, by the first process. */
async function hmacKeyIn({ database }: SecretsPlace): Promise<Buffer> {
  const find = async () => (await database.rows<{ key: Buffer }>('select key from client_hmac_key'))[0]?.key;
  try {
    const found = await find();
    if (found) return found;
    await database.run('insert into client_hmac_key (key) values ($1) on conflict do nothing', [
      newHmacKey(),
    ]);
    return (await find())!;
  } catch (error) {
    throw secretsError(error, false);
  }
}

/** The last known state of the clients. Hashes of secrets are useless to a thief without the key in the database. */
interface ClientFacts {
  readonly clients: Readonly<Record<string, ClientFact>>;
  /** Ids are never reused. */
  readonly removed: readonly string[];
}

interface ClientFact {
  readonly disabled: boolean;
  readonly scopes: readonly string[];
  readonly expiresAt?: Millis;
  readonly secretHash: string;
  /** Hashes of replaced secrets. */
  readonly replaced: readonly string[];
}

const CLIENT_REVOCATIONS: Revocations<readonly StoredClient[], ClientFacts> = {
  facts: (content, before) => {
    const clients = Object.fromEntries(
      content.map((stored) => [stored.client.id, factOf(stored, before?.clients[stored.client.id])]),
    );
    const gone = Object.keys(before?.clients ?? {}).filter((id) => !(id in clients));
    return { clients, removed: [...new Set([...(before?.removed ?? []), ...gone])] };
  },
  apply: async (session, { clients, removed }) => {
    const changes: string[] = [];
    for (const stored of await clientsIn(session)) {
      const { id } = stored.client;
      if (removed.includes(id)) {
        await session.run('delete from client where id = $1', [id]);
        changes.push(`client ${id}: removed`);
        continue;
      }
      const fact = clients[id];
      const { narrowed, what } = fact ? narrowedTo(stored, fact) : { narrowed: stored, what: [] };
      if (what.length === 0) continue;
      await put(session, narrowed);
      changes.push(`client ${id}: ${what.join(', ')}`);
    }
    return changes;
  },
};

function factOf({ client, secretHash }: StoredClient, before: ClientFact | undefined): ClientFact {
  const { disabled, scopes, expiresAt } = client;
  const hash = secretHash.toString('base64url');
  const replaced = before && before.secretHash !== hash ? [before.secretHash] : [];
  return {
    disabled,
    scopes,
    ...(expiresAt !== undefined && { expiresAt }),
    secretHash: hash,
    replaced: [...(before?.replaced ?? []), ...replaced],
  };
}

/** If a secret was replaced after the database was restored, the stored secret is not among the known replaced ones, and stays. */
function narrowedTo({ client, secretHash }: StoredClient, fact: ClientFact) {
  const disabled = client.disabled || fact.disabled;
  const scopes = client.scopes.filter((scope) => fact.scopes.includes(scope));
  const expiresAt = Math.min(client.expiresAt ?? Infinity, fact.expiresAt ?? Infinity);
  const isReplaced = fact.replaced.includes(secretHash.toString('base64url'));
  const what = [
    ...(disabled === client.disabled ? [] : ['disabled']),
    ...(scopes.length === client.scopes.length ? [] : ['scopes']),
    ...(expiresAt === (client.expiresAt ?? Infinity) ? [] : ['expiry']),
    ...(isReplaced ? ['secret'] : []),
  ];
  const narrowed: StoredClient = {
    client: { ...client, disabled, scopes, ...(expiresAt !== Infinity && { expiresAt }) },
    secretHash: isReplaced ? Buffer.from(fact.secretHash, 'base64url') : secretHash,
  };
  return { narrowed, what };
}
