import { existsSync } from '../../../disk/files.ts';
import { JournalUnreadable } from '../journal/journal-file.ts';
import { Journal } from '../journal/journal.ts';
import { readKey, seriesCopyKey, seriesKey } from '../journal/journal-keys.ts';
import type { JournalEntry } from '../journal/journal-record.ts';
import { decodeEntry, type SegmentEntry } from '../journal/journal-records.ts';
import { FILE_MISSING } from '../../scrub/finding.ts';
import { rowsOfTick } from '../../tiers/tick-record.ts';
import type { StoreFolders } from '../store-folders.ts';

/** A file of the journal, or a segment that it names, and its problem. */
export interface JournalFinding {
  readonly path: string;
  readonly reason: string;
}

/** A problem that persists for this many attempts is not caused by files being written or tidied away. */
const MAX_ATTEMPTS = 3;

/** Checks everything valid in the journal, and that the segments that it names exist. */
export function checkJournal(folders: StoreFolders): JournalFinding[] {
  if (!existsSync(folders.journal)) return [];
  let found: JournalFinding[] = [];
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    found = findProblems(folders, attempt === MAX_ATTEMPTS);
    if (found.length === 0) break;
  }
  return found;
}

function findProblems(folders: StoreFolders, isLast: boolean): JournalFinding[] {
  const found: JournalFinding[] = [];
  const onLoss = (path: string, reason: string) => void found.push({ path, reason });
  const keys = new Set<string>();
  const ticks = { all: 0, withValues: 0 };
  // List segments before reading the journal: it will then also name those sealed in the meantime.
  const hasSegments = folders.segments().length > 0;
  try {
    Journal.read({ folder: folders.journal, onLoss }, (entry) => {
      keys.add(entry.key);
      if (readKey(entry.key).kind === 'tick') {
        ticks.all += 1;
        if (rowsOfTick(entry.value) > 0) ticks.withValues += 1;
      }
      const path = segmentOf(folders, entry);
      if (path !== undefined && !existsSync(path)) found.push({ path, reason: FILE_MISSING });
    });
    if (lacksBeginning(keys, hasSegments, ticks))
      found.push({ path: folders.journal, reason: BEGINNING_MISSING });
  } catch (error) {
    if (error instanceof JournalUnreadable) return [...found, { path: error.path, reason: error.reason }];
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    // A file was tidied away between listing and opening it.
    if (isLast) return [];
    found.push({ path: folders.journal, reason: FILE_MISSING });
  }
  return found;
}

const BEGINNING_MISSING = 'files of it are missing: it has no record of the series';

/**
 * Whether the first files of the journal are lost. Files are removed once their valid content was rewritten, so their numbers do
 * not reveal whether one is missing. But the first series is always valid: without it, a file is missing that should exist. A
 * service that never had a value, because no exchange could be reached, has ticks and no series.
 */
function lacksBeginning(
  keys: ReadonlySet<string>,
  hasSegments: boolean,
  ticks: { readonly all: number; readonly withValues: number },
): boolean {
  if (keys.has(seriesKey(0)) || keys.has(seriesCopyKey(0))) return false;
  return ticks.withValues > 0 || (hasSegments && ticks.all === 0);
}

function segmentOf(folders: StoreFolders, { key, value }: JournalEntry): string | undefined {
  const { kind, at } = readKey(key);
  if (kind !== 'hour' && kind !== 'day' && kind !== 'year') return undefined;
  return folders[kind](at, decodeEntry<SegmentEntry>(value).generation ?? 0);
}
