import type { Session } from '../database.ts';
import {
  noSuchClient,
  type Client,
  type ClientStore,
  type StoredClient,
} from '../../../auth/client-store.ts';
import { newHmacKey } from '../../../auth/hmac-key.ts';
import { secretsError } from './secrets-error.ts';
import { SecretsTable, type SecretsPlace } from './secrets-table.ts';

/** Clients in a database, for all processes that serve. */
export class ClientTable extends SecretsTable<readonly StoredClient[]> implements ClientStore {
  readonly hmacKey: Buffer;

  private constructor(place: SecretsPlace, hmacKey: Buffer) {
    super(place, 'clients', clientsIn);
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

/** Made once, by the process that comes first. */
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
