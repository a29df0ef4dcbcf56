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
 * A segment that is missing is remembered. The journal, which is tidied as soon as it is written to, may still hold ticks
 * that were sealed into it: it is kept as it is.
 */
export function keepTraces(
  content: StoreContent,
  journal: Journal,
  named: readonly MissingSegment[],
  quarantine: Quarantine,
): void {
  const missing = named.filter((segment) => !isReplaced(content, segment));
  if (missing.length === 0) return;
  for (const { path } of missing) quarantine.note(path, FILE_MISSING);
  for (const { path } of journal.extent())
    quarantine.keep(path, 'a segment is missing, and ticks of it may still be in here');
}

export interface CarryOutParts {
  readonly content: StoreContent;
  readonly journal: Journal;
  readonly quarantine: Quarantine;
  readonly onAdopted?: (path: string) => void;
  readonly onSealingFailure: (error: Error) => void;
}

/**
 * What is doubtful is set aside before anything else may take its name; what the disk refuses to read may be sound, and
 * stays under its name, which nothing else gets. Files go only once the journal counts what holds their content; where it
 * cannot be written, such as on a full disk, all of it is done again at the next start. False then: nor is the fence
 * written, which goes with the same record.
 */
export async function carryOut(
  { change, adopted, superseded, doubtful }: Adoption,
  fence: JournalEntry,
  { content, journal, quarantine, onAdopted, onSealingFailure }: CarryOutParts,
): Promise<boolean> {
  for (const { path, reason } of doubtful) {
    content.damage.report(path, reason);
    if (isReadFailure(reason)) content.unread.add(path);
    else quarantine.move(path, reason);
  }
  for (const path of adopted) onAdopted?.(path);
  try {
    await journal.commit({ ...change, puts: [...change.puts, fence] });
    await journal.mend();
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
