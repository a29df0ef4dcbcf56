import { OperatorError } from '../../core/errors.ts';
import type { StoreSecrets } from '../../app/operate/control/store-command.ts';
import { Database } from '../postgres/database.ts';
import { isMigrated, migrate, SchemaTooNew } from '../postgres/migrations.ts';
import { secretsError } from '../postgres/secrets/secrets-error.ts';
import { credentialsIn, resolveStoreAddress } from '../credentials/addresses.ts';
import { secretTables } from './secret-tables.ts';

/** Few, because a command is a short-lived process. */
const CONNECTIONS = 2;

/** `creates`: create missing tables; otherwise a database without them is an error. */
export async function openStoreSecrets(store: string, creates: boolean): Promise<StoreSecrets> {
  const { role } = credentialsIn(store) ?? {};
  if (role !== undefined && role !== 'operator')
    throw new OperatorError(
      `commands about clients and keys need the --cluster-credentials of the operator, but these are of the role ${role}`,
    );
  const database = new Database({ ...resolveStoreAddress(store), connections: CONNECTIONS });
  try {
    if (creates) await migrate(database);
    else if (!(await isMigrated(database)))
      throw new OperatorError(
        `the database of --store lacks the tables of this version in the schema ${database.schema}: check --store, or start a node on it first`,
      );
    return { open: secretTables(database), close: () => database.close() };
  } catch (error) {
    await database.close();
    if (error instanceof SchemaTooNew)
      throw new OperatorError(`${error.message}: run the newer version`, { cause: error });
    throw secretsError(error, false);
  }
}
