import { secretsError } from '../../../cluster/postgres/secrets/secrets-error.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { OperatorError } from '../../../core/errors.ts';
import type { Database } from '../../../cluster/postgres/database.ts';
import { parseStoreAddress } from '../../../cluster/postgres/store-address.ts';
import type { Settings } from '../../config/settings.ts';
import { runCommand } from './admin-access.ts';
import type { ControlRequest } from '../../directory/control-socket.ts';

/** The only command that makes sense before the first node was started. */
const COMMANDS_THAT_CREATE = new Set(['clients.add']);

/** A command is one process for a moment. */
const CONNECTIONS = 2;

/** `runCommand` on the directory, or on the database of the settings where clients and keys are in one. */
export async function runStoreCommand(
  { data, store }: Pick<Settings, 'data' | 'store'>,
  clock: Clock,
  request: ControlRequest,
): Promise<unknown> {
  if (store === undefined) return runCommand(data, clock, request);
  let opened: Database | undefined;
  const open = async () => (opened ??= await openStore(store, COMMANDS_THAT_CREATE.has(request.command)));
  try {
    return await runCommand(data, clock, request, open);
  } finally {
    await opened?.close();
  }
}

/** Loaded when it is wanted: a command on files should not wait for the driver. */
async function openStore(store: string, creates: boolean): Promise<Database> {
  const [{ Database: Opened }, { isMigrated, migrate, SchemaTooNew }] = await Promise.all([
    import('../../../cluster/postgres/database.ts'),
    import('../../../cluster/postgres/migrations.ts'),
  ]);
  const database = new Opened({ ...parseStoreAddress(store), connections: CONNECTIONS });
  try {
    if (creates) await migrate(database);
    else if (!(await isMigrated(database)))
      throw new OperatorError(
        `the database of --store has no tables of this version in the schema ${database.schema}: start a node on it first; is --store right?`,
      );
    return database;
  } catch (error) {
    await database.close();
    if (error instanceof SchemaTooNew)
      throw new OperatorError(`${error.message}: run the newer version`, { cause: error });
    throw secretsError(error, false);
  }
}
