import { SigningKeys } from '../../auth/signing-keys.ts';
import { SystemClock } from '../../core/clocks/clock.ts';
import { OperatorError } from '../../core/errors.ts';
import { Database } from '../postgres/database.ts';
import { grantRoles } from '../postgres/grants.ts';
import { migrate, SchemaTooNew } from '../postgres/migrations.ts';
import { secretsError } from '../postgres/secrets/secrets-error.ts';
import { secretTables } from '../secrets/secret-tables.ts';
import { Credentials } from '../credentials/credentials.ts';

/** Makes tables and first keys, and gives roles their grants. What is there already stays as it is. */
export async function prepareStore(folder: string): Promise<void> {
  const credentials = Credentials.read(folder);
  if (credentials.role !== 'operator')
    throw new OperatorError(
      `${folder} are credentials of the role ${credentials.role}: the operator owns the tables`,
    );
  const database = new Database({ ...credentials.store(), connections: 2 });
  try {
    await migrate(database);
    await grantRoles(database, credentials.service);
    await makeFirstKeys(database);
  } catch (error) {
    if (error instanceof SchemaTooNew)
      throw new OperatorError(`${error.message}: run the newer version`, { cause: error });
    throw secretsError(error, true);
  } finally {
    await database.close();
  }
}

/** No node may make them. */
async function makeFirstKeys(database: Database): Promise<void> {
  const clock = new SystemClock();
  const secrets = secretTables(database)(clock);
  try {
    await SigningKeys.open(secrets.keys, clock);
    await SigningKeys.open(secrets.integrityKeys, clock, Infinity);
    await secrets.openClients();
  } finally {
    secrets.close();
  }
}
