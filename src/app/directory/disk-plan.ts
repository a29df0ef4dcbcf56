import { INDEX_WINDOW_MS } from '../../core/index-value.ts';
import { OperatorError } from '../../core/errors.ts';
import { DAY_MS } from '../../core/time.ts';
import type { SourceDiskUse } from '../../sources/source-definition.ts';

const MIB = 2 ** 20;

export interface DiskPlan {
  readonly maxBytes: number;
  /** Recorded inputs leave this much of the budget free, because history grows between two measurements. */
  readonly minFreeBytes: number;
  /** The back-fill pauses when history is larger than this: the rest is for live ticks and their inputs. */
  readonly maxFilledBytes: number;
  /** Size of a journal file. The journal grows to about five files before compaction. */
  readonly journalFileBytes: number;
  readonly warning?: string;
}

/** Shares of the budget: the minimum that inputs leave free, and the maximum for history while it is filled in. */
const MIN_FREE_SHARE = 1 / 20;
const MAX_FILLED_SHARE = 3 / 4;
const JOURNAL_SHARE = 1 / 64;
const MIN_JOURNAL_FILE_BYTES = MIB;
const MAX_JOURNAL_FILE_BYTES = 64 * MIB;

/** Throws if the budget is smaller than the minimum of the source. */
export function diskPlan(maxBytes: number, { sourceName, smallestBytes, dayBytes }: SourceDiskUse): DiskPlan {
  if (maxBytes < smallestBytes) {
    throw new OperatorError(
      `--max-disk ${mibText(maxBytes)} is too small: ${sourceName} needs at least ${mibText(smallestBytes)} ` +
        'for its journal, the day that is being stored and the inputs of two hours',
    );
  }
  const windowBytes = smallestBytes + (INDEX_WINDOW_MS / DAY_MS) * dayBytes;
  const days = Math.floor((maxBytes - smallestBytes) / dayBytes);
  return {
    maxBytes,
    minFreeBytes: Math.max(maxBytes * MIN_FREE_SHARE, smallestBytes / 4),
    maxFilledBytes: Math.min(maxBytes * MAX_FILLED_SHARE, maxBytes - smallestBytes),
    journalFileBytes: Math.min(
      MAX_JOURNAL_FILE_BYTES,
      Math.max(MIN_JOURNAL_FILE_BYTES, Math.floor(maxBytes * JOURNAL_SHARE)),
    ),
    ...(maxBytes < windowBytes && {
      warning:
        `--max-disk ${mibText(maxBytes)} holds ${daysText(days)} of ${sourceName}: history is never deleted, ` +
        `so 200 days need ${mibText(windowBytes)}`,
    }),
  };
}

function daysText(days: number): string {
  if (days < 1) return 'less than a day';
  return days === 1 ? 'about a day' : `about ${days} days`;
}

function mibText(bytes: number): string {
  return `${Math.ceil(bytes / MIB)}MiB`;
}
