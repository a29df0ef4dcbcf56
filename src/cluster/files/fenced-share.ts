import type { Share } from '../../core/numbers/share.ts';
import { Database } from '../postgres/database.ts';
import { SharedLog } from '../postgres/log/shared-log.ts';
import { storePlace } from '../credentials/addresses.ts';
import { TAKEN_OVER, TakenOver } from '../../app/directory/taken-over.ts';
import type { SharedFileName } from './shared-file.ts';

/** The shared log has records that the copy of this node lacks, and that are not those being appended: catching up brings them. */
export class CopyBehind extends Error {
  constructor(name: string) {
    super(`the shared log of ${name} has records that this node has not copied`);
  }
}

/** Appends under the fence of a writer of history. Rejects with `TakenOver` where there is a newer writer, with `CopyBehind`, or as the database does. */
export function fencedShare(log: SharedLog, fence: number): Share {
  return async (records, after) => {
    const outcome = await log.append(records, after, fence);
    if (outcome === 'fenced') throw new TakenOver();
    if (outcome === 'behind') throw new CopyBehind(log.name);
  };
}

/** Also of an error that has come from another thread, where it has lost its class. */
export function isTakenOver(error: unknown): boolean {
  return error instanceof TakenOver || (error instanceof Error && error.message.startsWith(TAKEN_OVER));
}

/** All that a thread needs to append, as plain data. */
export interface ShareAddress {
  /** postgres://…, as the setting `store` has it. */
  readonly store: string;
  readonly name: SharedFileName;
  /** Of the writer of history. */
  readonly fence: number;
}

export interface OpenedShare {
  readonly share: Share;
  close(): Promise<void>;
}

/** With a connection of its own, for a thread that opens a file by itself. It connects when the first record comes. */
export function openShare({ store, name, fence }: ShareAddress): OpenedShare {
  const database = new Database({ ...storePlace(store), connections: 1 });
  return { share: fencedShare(new SharedLog(database, name), fence), close: () => database.close() };
}
