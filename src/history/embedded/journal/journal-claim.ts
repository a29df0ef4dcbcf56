import { join } from 'node:path';
import { readdirSync } from '../../../disk/files.ts';
import type { JournalDisk, WritableFile } from './journal-disk.ts';
import { headerIn, isJournalFile } from './journal-file.ts';

/** A file that this process has created and that has no header yet. No other process gets its number. */
export interface JournalClaim {
  readonly number: number;
  readonly file: WritableFile;
}

export function journalPath(folder: string, number: number): string {
  return join(folder, `${String(number).padStart(10, '0')}.log`);
}

/** The numbers in the names of the folder's journal files, ascending. */
export function journalNumbers(folder: string): number[] {
  return readdirSync(folder)
    .filter((name) => isJournalFile(name))
    .map((name) => Number(name.slice(0, 10)))
    .toSorted((a, b) => a - b);
}

/** The number of the newest journal file, or 0. A copy of another file under a later name does not count. */
export function newestNumber(folder: string): number {
  return journalNumbers(folder).findLast((number) => !isCopy(folder, number)) ?? 0;
}

/**
 * Creates the next file after that one. From then on, every process that had the journal open finds a file that it did not
 * create, and acknowledges nothing any more. `onTaken` is called for each number that another file has, and may throw.
 */
export async function claimAfter(
  disk: JournalDisk,
  folder: string,
  newest: number,
  onTaken: () => void,
): Promise<JournalClaim> {
  for (let number = newest + 1; ; number++) {
    try {
      return { number, file: await disk.create(journalPath(folder, number)) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      onTaken();
    }
  }
}

function isCopy(folder: string, number: number): boolean {
  const header = headerIn(journalPath(folder, number));
  return header !== undefined && header.number !== number;
}
