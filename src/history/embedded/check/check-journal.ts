import { JournalUnreadable } from '../journal/journal-file.ts';
import { existsSync } from 'node:fs';
import { Journal } from '../journal/journal.ts';
import { readKey } from '../journal/journal-keys.ts';
import type { JournalEntry } from '../journal/journal-record.ts';
import { decodeEntry, type SegmentEntry } from '../journal/journal-records.ts';
import { FILE_MISSING } from '../../scrub/finding.ts';
import type { StoreFolders } from '../store-folders.ts';

/** A file of the journal, or a segment that it names, and what is wrong with it. */
export interface JournalFinding {
  readonly path: string;
  readonly reason: string;
}

/** What is found in so many looks was not just being written or tidied away. */
const MOST_LOOKS = 3;

/** Checks all that counts in the journal, and that the segments that it names are there. */
export function checkJournal(folders: StoreFolders): JournalFinding[] {
  if (!existsSync(folders.journal)) return [];
  let found: JournalFinding[] = [];
  for (let look = 1; look <= MOST_LOOKS; look++) {
    found = lookAt(folders, look === MOST_LOOKS);
    if (found.length === 0) break;
  }
  return found;
}

function lookAt(folders: StoreFolders, isLast: boolean): JournalFinding[] {
  const found: JournalFinding[] = [];
  const onLoss = (path: string, reason: string) => void found.push({ path, reason });
  try {
    Journal.read({ folder: folders.journal, onLoss }, (entry) => {
      const path = segmentOf(folders, entry);
      if (path !== undefined && !existsSync(path)) found.push({ path, reason: FILE_MISSING });
    });
  } catch (error) {
    if (error instanceof JournalUnreadable) return [...found, { path: error.path, reason: error.reason }];
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    // A file was tidied away between listing and opening it.
    if (isLast) return [];
    found.push({ path: folders.journal, reason: FILE_MISSING });
  }
  return found;
}

function segmentOf(folders: StoreFolders, { key, value }: JournalEntry): string | undefined {
  const { kind, at } = readKey(key);
  if (kind !== 'hour' && kind !== 'day' && kind !== 'year') return undefined;
  return folders[kind](at, decodeEntry<SegmentEntry>(value).generation ?? 0);
}
