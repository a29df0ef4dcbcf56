import { OperatorError } from '../../core/errors.ts';
import type { StoreSecrets } from '../../app/operate/control/store-command.ts';
import { Database } from '../postgres/database.ts';
import { isMigrated, migrate, SchemaTooNew } from '../postgres/migrations.ts';
import { secretsError } from '../postgres/secrets/secrets-error.ts';
import { credentialsIn, storePlace } from '../credentials/addresses.ts';
import { secretTables } from './secret-tables.ts';

/** A command is one process for a moment. */
const CONNECTIONS = 2;

/** `creates`: tables that are missing are made; without it a database without them is refused. */
export async function openStoreSecrets(store: string, creates: boolean): Promise<StoreSecrets> {
  const { role } = credentialsIn(store) ?? {};
  if (role !== undefined && role !== 'operator')
    throw new OperatorError(
      `commands about clients and keys take --cluster-credentials of the operator, and these are of the role ${role}`,
    );
  const database = new Database({ ...storePlace(store), connections: CONNECTIONS });
  try {
    if (creates) await migrate(database);
    else if (!(await isMigrated(database)))
      throw new OperatorError(
        `the database of --store has no tables of this version in the schema ${database.schema}: start a node on it first; is --store right?`,
      );
    return { open: secretTables(database), close: () => database.close() };
  } catch (error) {
    await database.close();
    if (error instanceof SchemaTooNew)
      throw new OperatorError(`${error.message}: run the newer version`, { cause: error });
    throw secretsError(error, false);
  }
}
