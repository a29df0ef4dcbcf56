import { ClientTable } from '../postgres/secrets/client-table.ts';
import { KeyTable } from '../postgres/secrets/key-table.ts';
import { putToken, tokensIn } from '../postgres/secrets/long-lived-token-table.ts';
import { recordLaterUses } from '../postgres/secrets/token-uses.ts';
import type { SecretsPlace } from '../postgres/secrets/secrets-table.ts';
import type { LongLivedToken } from '../../auth/tokens/long-lived-token.ts';
import type { Database } from '../postgres/database.ts';
import { byId, RINGS, type KeyRing, type MovedSecrets } from './moved-secrets.ts';

export async function readDatabaseSecrets(place: SecretsPlace): Promise<MovedSecrets> {
  const { database } = place;
  const [found] = await database.rows<{ key: Buffer }>('select key from client_hmac_key');
  const clients = found ? await closing(await ClientTable.open(place), (table) => table.read()) : [];
  const keysOf = (ring: KeyRing) => closing(new KeyTable(place, ring), (table) => table.read());
  return {
    hmacKey: found?.key,
    clients: byId(clients, ({ client }) => client.id),
    keys: { tokens: await keysOf('tokens'), heads: await keysOf('heads') },
    longLived: await readTokens(database),
  };
}

/** Writes to a database that holds no secrets, or those of an earlier move. Resolves with descriptions of what it has no table for. */
export async function writeDatabaseSecrets(
  place: SecretsPlace,
  { hmacKey, clients, keys, longLived = [] }: MovedSecrets,
): Promise<readonly string[]> {
  if (hmacKey) {
    await place.database.run(
      'insert into client_hmac_key (key) values ($1) on conflict (one) do update set key = excluded.key',
      [hmacKey],
    );
    await closing(await ClientTable.open(place), async (table) => {
      const kept = new Set(clients.map(({ client }) => client.id));
      for (const { client } of await table.read()) if (!kept.has(client.id)) await table.remove(client.id);
      for (const client of clients) await table.put(client);
    });
  }
  for (const ring of RINGS)
    await closing(new KeyTable(place, ring), (table) => table.change(() => keys[ring]));
  if (await hasTokens(place.database)) {
    await writeTokens(place.database, longLived);
    return [];
  }
  const count = longLived.length;
  return count === 0 ? [] : [`${count} long-lived ${count === 1 ? 'token' : 'tokens'}`];
}

/** A database created by an older version has no such table. */
async function hasTokens(database: Database): Promise<boolean> {
  const [found] = await database.rows<{ there: boolean }>(
    "select to_regclass('long_lived_token') is not null as there",
  );
  return found?.there === true;
}

async function readTokens(database: Database): Promise<readonly LongLivedToken[] | undefined> {
  if (!(await hasTokens(database))) return undefined;
  return byId(await tokensIn(database), ({ id }) => id);
}

async function writeTokens(database: Database, tokens: readonly LongLivedToken[]): Promise<void> {
  await database.write(async (session) => {
    await session.run('delete from long_lived_token');
    await session.run('delete from token_use');
    for (const token of tokens) await putToken(session, token);
    await recordLaterUses(session, [], tokens);
  });
}

/** Closes the table after the work. */
async function closing<Table extends { close(): void }, T>(
  table: Table,
  work: (table: Table) => Promise<T>,
): Promise<T> {
  try {
    return await work(table);
  } finally {
    table.close();
  }
}
