import { OperatorError } from '../../core/errors.ts';
import type { Database } from '../postgres/database.ts';
import { SharedLog } from '../postgres/log/shared-log.ts';
import type { Identity } from '../../app/directory/data-directory.ts';

/** The log that holds the identity of a store: its source and world. */
export const IDENTITY_LOG = 'identity';
/** The log that holds the progress of a move into the store. */
export const MOVE_LOG = 'move';

/** Undefined if no process has written to the store yet. */
export async function storedIdentity(database: Database): Promise<Identity | undefined> {
  for await (const { content } of new SharedLog(database, IDENTITY_LOG).after(0))
    return JSON.parse(content.toString()) as Identity;
  return undefined;
}

/** Throws if the store holds data of other settings, or an incompletely moved history. */
export async function refuseOtherStore(database: Database, wanted: Identity): Promise<void> {
  const found = await storedIdentity(database);
  if (found) return refuseDifferences(found, wanted);
  const moved = await SharedLog.lastNumbers(database, [MOVE_LOG]);
  if ((moved.get(MOVE_LOG) ?? 0) > 0)
    throw new OperatorError(
      'the store holds part of a history: tidemark move has not finished. Run it again with the same --from and --to',
    );
}

/** Called by the history writer. The first one stores the identity. */
export async function claimStore(database: Database, wanted: Identity, fence: number): Promise<void> {
  await refuseOtherStore(database, wanted);
  if (await storedIdentity(database)) return;
  await new SharedLog(database, IDENTITY_LOG).append([Buffer.from(JSON.stringify(wanted))], 0, fence);
}

function refuseDifferences(found: Identity, wanted: Identity): void {
  const differences = [...new Set([...Object.keys(found), ...Object.keys(wanted)])]
    .filter((key) => found[key] !== wanted[key])
    .map((key) => `${key} ${found[key] ?? 'none'} (requested: ${wanted[key] ?? 'none'})`);
  if (differences.length === 0) return;
  throw new OperatorError(
    `the store holds different data: ${differences.join(', ')}. Start with the same settings as the other nodes, ` +
      'or use another schema for this world: --store postgres://HOST/NAME?schema=OTHER',
  );
}
