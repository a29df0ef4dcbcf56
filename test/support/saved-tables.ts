import type { Database } from '../../src/cluster/postgres/database.ts';

const TABLES = ['client', 'long_lived_token', 'signing_key', 'secrets_revision'];

/** Saves the clients, tokens and keys of a database. Returns a function that restores them, like restoring a backup. */
export async function saveSecrets(database: Database): Promise<() => Promise<void>> {
  for (const table of TABLES) await database.run(`create table saved_${table} as select * from ${table}`);
  return async () => {
    for (const table of TABLES) {
      await database.run(`alter table ${table} disable trigger user`);
      await database.run(`delete from ${table}`);
      await database.run(`insert into ${table} overriding system value select * from saved_${table}`);
      await database.run(`alter table ${table} enable trigger user`);
    }
  };
}
