import { rmSync } from '../../../disk/files.ts';
import { OperatorError } from '../../../core/errors.ts';
import type { Quarantine } from '../../../disk/quarantine.ts';
import { isReadFailure } from '../../../disk/read-failure.ts';
import { FILE_MISSING } from '../../scrub/finding.ts';
import type { Journal } from '../journal/journal.ts';
import type { JournalEntry } from '../journal/journal-record.ts';
import type { StoreContent } from '../store-content.ts';
import type { Adoption } from './adoption.ts';
import { isReplaced, type MissingSegment } from './recovery.ts';

/**
 * Records missing segments. The journal may still hold ticks that were sealed into them, and is tidied with the next write: so
 * its current files are kept in quarantine.
 */
export function quarantineTraces(
  content: StoreContent,
  journal: Journal,
  named: readonly MissingSegment[],
  quarantine: Quarantine,
): void {
  const missing = named.filter((segment) => !isReplaced(content, segment));
  if (missing.length === 0) return;
  for (const { path } of missing) quarantine.recordMissing(path, FILE_MISSING);
  for (const { path } of journal.extent())
    quarantine.keepLink(path, 'a segment is missing, and this file may still contain its ticks');
}

export interface ApplyAdoptionParts {
  readonly content: StoreContent;
  readonly journal: Journal;
  readonly quarantine: Quarantine;
  readonly onAdopted?: (path: string) => void;
  readonly onSealingFailure: (error: Error) => void;
}

/**
 * Moves suspect files aside before anything else may get their names. Files that the disk cannot read may be sound and keep their
 * names, which are not used again. Files are removed only once the journal names the file that has their content. If the journal
 * cannot be written, for example on a full disk, everything is repeated at the next start; then this returns false, and the fence
 * was not written either, which is part of the same record.
 */
export async function applyAdoption(
  { change, adopted, superseded, suspectFiles }: Adoption,
  fence: JournalEntry,
  { content, journal, quarantine, onAdopted, onSealingFailure }: ApplyAdoptionParts,
): Promise<boolean> {
  for (const { path, reason } of suspectFiles) {
    content.damage.report(path, reason);
    if (isReadFailure(reason)) content.unread.add(path);
    else quarantine.move(path, reason);
  }
  for (const path of adopted) onAdopted?.(path);
  try {
    await journal.commit({ ...change, puts: [...change.puts, fence] });
    await journal.repair();
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    onSealingFailure(error as Error);
    return false;
  }
  for (const path of superseded) {
    content.segments.drop(path);
    rmSync(path, { force: true });
  }
  return true;
}
