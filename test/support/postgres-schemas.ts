import { afterAll, beforeAll } from 'vitest';
import { Database } from '../../src/cluster/postgres/database.ts';
import { migrate } from '../../src/cluster/postgres/migrations.ts';
import { startPostgres, type PostgresServer } from './postgres-server.ts';

/** Starts a server for the tests of a file, and closes databases on it after them. */
export function usePostgres(): {
  /** Creates a schema with all tables for one test, or another connection to one. */
  readonly open: (schema?: string) => Promise<Database>;
  /** URL of the server, available once tests run. */
  readonly url: () => string;
} {
  let server: PostgresServer;
  let schemas = 0;
  const opened: Database[] = [];
  beforeAll(async () => {
    server = await startPostgres({ fsync: 'off' });
  });
  afterAll(async () => {
    await Promise.all(opened.map((database) => database.close()));
    await server.stop();
  });
  return {
    url: () => server.url,
    open: async (schema = `schema_${++schemas}`) => {
      const database = new Database({ url: server.url, schema });
      opened.push(database);
      await migrate(database);
      return database;
    },
  };
}
