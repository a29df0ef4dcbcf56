import { join } from 'node:path';
import { existsSync } from '../../../disk/files.ts';
import { isHeader, LineLog, type LogContent } from '../../../disk/line-log.ts';
import { FILE_MISSING } from '../../../history/scrub/finding.ts';
import { isStoreNode } from '../../directory/store-node.ts';
import { checkGapLines, numberIn, readGapCounts, GAP_FILE, type StoredGapCounts } from './gap-lines.ts';

/**
 * `anchored`: a separate count file shows whether lines are missing. `not anchored`: version 1.0.0 wrote the
 * log, without a count. `count missing`, `count damaged`: a later version wrote the log, but its count is
 * missing or damaged. `shared`: the log is a copy of a log in PostgreSQL. `unreadable`: the log or its count
 * cannot be read. `none`: there is no log, as in directories of versions before 1.0.0.
 */
export type GapAnchor =
  | 'anchored'
  | 'not anchored'
  | 'count missing'
  | 'count damaged'
  | 'shared'
  | 'unreadable'
  | 'none';

export interface CheckedGaps {
  readonly lines: number;
  readonly anchor: GapAnchor;
  readonly problems: readonly string[];
}

/** Checks the log of gaps without changing it, also while another process writes to it. */
export function checkGaps(folder: string, isExpected = false): CheckedGaps {
  const isShared = isStoreNode(folder);
  // Read the count first: the owner writes the line before the count.
  const kept = isShared ? undefined : readGapCounts(folder);
  const content = LineLog.read(join(folder, GAP_FILE));
  if (!content) {
    // A node may have no copy yet, or need none.
    const isDue = !isShared && (isExpected || kept !== undefined);
    const isMissing = isDue && !existsSync(join(folder, GAP_FILE));
    return { lines: 0, anchor: 'none', problems: isMissing ? [FILE_MISSING] : [] };
  }
  const lines = content.lines.filter((line) => !isHeader(line)).length;
  // Lines that were written after the log moved to a database have no numbers.
  const { problems } = checkGapLines(
    isShared ? { lines: [], damagedLines: content.damagedLines } : content,
    kept,
  );
  return { lines, anchor: isShared ? 'shared' : anchorOf(content, kept), problems };
}

function anchorOf({ lines }: LogContent, kept: StoredGapCounts): GapAnchor {
  if (kept === 'damaged') return 'count damaged';
  if (kept !== undefined) return 'anchored';
  return lines.some((line) => numberIn(line) !== undefined) ? 'count missing' : 'not anchored';
}
