import { OperatorError } from '../../core/errors.ts';
import type { Database } from '../postgres/database.ts';
import { SharedLog } from '../postgres/log/shared-log.ts';
import type { Identity } from '../../app/directory/data-directory.ts';

/** What a store holds: the source, and what its histories differ in. */
export const IDENTITY_LOG = 'identity';
/** How far a move into the store has come. */
export const MOVE_LOG = 'move';

/** Undefined where no process has written to the store yet. */
export async function storedIdentity(database: Database): Promise<Identity | undefined> {
  for await (const { content } of new SharedLog(database, IDENTITY_LOG).after(0))
    return JSON.parse(content.toString()) as Identity;
  return undefined;
}

/** Refuses a store that holds other data than these settings give, or a history that has not been moved to its end. */
export async function refuseOtherStore(database: Database, wanted: Identity): Promise<void> {
  const found = await storedIdentity(database);
  if (found) return refuseDifferences(found, wanted);
  const moved = await SharedLog.lastNumbers(database, [MOVE_LOG]);
  if ((moved.get(MOVE_LOG) ?? 0) > 0)
    throw new OperatorError(
      'the store holds part of a history: tidemark move has not finished. Run it again with the same --from and --to',
    );
}

/** By the writer of history. The first one says what the store holds. */
export async function claimStore(database: Database, wanted: Identity, fence: number): Promise<void> {
  await refuseOtherStore(database, wanted);
  if (await storedIdentity(database)) return;
  await new SharedLog(database, IDENTITY_LOG).append([Buffer.from(JSON.stringify(wanted))], 0, fence);
}

function refuseDifferences(found: Identity, wanted: Identity): void {
  const differences = [...new Set([...Object.keys(found), ...Object.keys(wanted)])]
    .filter((key) => found[key] !== wanted[key])
    .map((key) => `${key} ${found[key] ?? 'none'} (asked for: ${wanted[key] ?? 'none'})`);
  if (differences.length === 0) return;
  throw new OperatorError(
    `the store holds other data: ${differences.join(', ')}. Start with the same settings as the other nodes, ` +
      'or give this world a schema of its own with --store postgres://HOST/NAME?schema=OTHER',
  );
}
