import { SigningKeys } from '../../auth/signing-keys.ts';
import { SystemClock } from '../../core/clocks/clock.ts';
import { OperatorError } from '../../core/errors.ts';
import { Database } from '../postgres/database.ts';
import { grantRoles } from '../postgres/grants.ts';
import { migrate, SchemaTooNew } from '../postgres/migrations.ts';
import { secretsError } from '../postgres/secrets/secrets-error.ts';
import { secretTables } from '../secrets/secret-tables.ts';
import { Credentials } from '../credentials/credentials.ts';

/** Creates tables and the first keys, and grants the roles their privileges. Existing data is not changed. */
export async function prepareStore(folder: string): Promise<void> {
  const credentials = Credentials.read(folder);
  if (credentials.role !== 'operator')
    throw new OperatorError(
      `${folder} has the credentials of the role ${credentials.role}: use the folder of the operator, who owns the tables`,
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

/** Created here because no node may create them. */
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
