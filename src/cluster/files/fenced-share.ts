import type { AppendShared } from '../../core/numbers/append-shared.ts';
import { Database } from '../postgres/database.ts';
import { SharedLog } from '../postgres/log/shared-log.ts';
import { resolveStoreAddress } from '../credentials/addresses.ts';
import { TAKEN_OVER_TEXT, TakenOver } from '../../app/directory/taken-over.ts';
import type { SharedFileName } from './shared-file.ts';

/** The shared log has records that this node's copy lacks and that are not those being appended. Catching up copies them. */
export class CopyBehind extends Error {
  constructor(name: string) {
    super(`the shared log of ${name} has records that this node has not copied`);
  }
}

/** Appends with the fence of a history writer. Rejects with `TakenOver` if there is a newer writer, with `CopyBehind`, or with a database error. */
export function fencedShare(log: SharedLog, fence: number): AppendShared {
  return async (records, after) => {
    const outcome = await log.append(records, after, fence);
    if (outcome === 'fenced') throw new TakenOver();
    if (outcome === 'behind') throw new CopyBehind(log.name);
  };
}

/** Also true for an error from another thread, which has lost its class. */
export function isTakenOver(error: unknown): boolean {
  return error instanceof TakenOver || (error instanceof Error && error.message.startsWith(TAKEN_OVER_TEXT));
}

/** What a thread needs to append, as plain data. */
export interface ShareAddress {
  /** postgres://…, the value of the setting `store`. */
  readonly store: string;
  readonly name: SharedFileName;
  /** The fence of the history writer. */
  readonly fence: number;
}

export interface OpenedShare {
  readonly share: AppendShared;
  close(): Promise<void>;
}

/** Opens a share with its own connection, for a thread that opens a file itself. It connects with the first record. */
export function openShare({ store, name, fence }: ShareAddress): OpenedShare {
  const database = new Database({ ...resolveStoreAddress(store), connections: 1 });
  return { share: fencedShare(new SharedLog(database, name), fence), close: () => database.close() };
}
