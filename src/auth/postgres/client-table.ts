import type { Database, Session } from '../../postgres/database.ts';
import type { Client, ClientStore, StoredClient } from '../client-store.ts';
import { newHmacKey } from '../hmac-key.ts';
import { SecretsWatch, type SecretsPlace } from './secrets-watch.ts';

/** Clients in a database, for all processes that serve. */
export class ClientTable implements ClientStore {
  readonly hmacKey: Buffer;
  readonly #clients: SecretsWatch<readonly StoredClient[]>;

  private constructor(place: SecretsPlace, hmacKey: Buffer) {
    this.hmacKey = hmacKey;
    this.#clients = new SecretsWatch(place, 'clients', clientsIn);
  }

  static async open(place: SecretsPlace): Promise<ClientTable> {
    return new ClientTable(place, await hmacKeyIn(place.database));
  }

  read(): Promise<readonly StoredClient[]> {
    return this.#clients.read();
  }

  put({ client, secretHash }: StoredClient): Promise<void> {
    return this.#clients.change(async (session) => {
      await session.run(
        `insert into client (id, content, secret_hash) values ($1, $2, $3)
         on conflict (id) do update set content = excluded.content, secret_hash = excluded.secret_hash`,
        [client.id, JSON.stringify(client), secretHash],
      );
      return true;
    });
  }

  remove(id: string): Promise<void> {
    return this.#clients.change(
      async (session) => (await session.run('delete from client where id = $1', [id])) > 0,
    );
  }

  onChange(hear: (clients: readonly StoredClient[]) => void): () => void {
    return this.#clients.onChange(hear);
  }

  close(): void {
    this.#clients.close();
  }
}

async function clientsIn(session: Session): Promise<readonly StoredClient[]> {
  const rows = await session.rows<{ content: Client; secret_hash: Buffer }>(
    'select content, secret_hash from client order by id',
  );
  return rows.map(({ content, secret_hash: secretHash }) => ({ client: content, secretHash }));
}

/** Made once, by whoever is first. */
async function hmacKeyIn(database: Database): Promise<Buffer> {
  await database.run('insert into client_hmac_key (key) values ($1) on conflict do nothing', [newHmacKey()]);
  const [row] = await database.rows<{ key: Buffer }>('select key from client_hmac_key');
  return row!.key;
}
