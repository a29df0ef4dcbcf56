import { INDEX_WINDOW_MS } from '../../core/index-value.ts';
import { OperatorError } from '../../core/errors.ts';
import { DAY_MS } from '../../core/time.ts';
import type { SourceDiskUse } from '../../sources/source-definition.ts';

const MIB = 2 ** 20;

export interface DiskPlan {
  readonly maxBytes: number;
  /** Inputs leave so much free, for what history writes between two looks. */
  readonly leaveBytes: number;
  /** The past is filled in while history takes less: the rest is for live ticks and their inputs. */
  readonly mostFilledBytes: number;
  /** The journal has five files or so before what is in them twice is taken away. */
  readonly journalFileBytes: number;
  readonly warning?: string;
}

/** Of the budget: what inputs leave free at least, and what history with a filled-in past may take at most. */
const LEAST_LEFT = 1 / 20;
const MOST_FILLED = 3 / 4;
const JOURNAL_SHARE = 1 / 64;
const LEAST_JOURNAL_FILE_BYTES = MIB;
const MOST_JOURNAL_FILE_BYTES = 64 * MIB;

/** Throws where the budget cannot hold what the source needs at the least. */
export function diskPlan(maxBytes: number, { what, smallestBytes, dayBytes }: SourceDiskUse): DiskPlan {
  if (maxBytes < smallestBytes) {
    throw new OperatorError(
      `--max-disk ${inMib(maxBytes)} is too small: ${what} needs at least ${inMib(smallestBytes)} ` +
        'for its journal, the day that is being stored and the inputs of two hours',
    );
  }
  const windowBytes = smallestBytes + (INDEX_WINDOW_MS / DAY_MS) * dayBytes;
  const days = Math.floor((maxBytes - smallestBytes) / dayBytes);
  return {
    maxBytes,
    leaveBytes: Math.max(maxBytes * LEAST_LEFT, smallestBytes / 4),
    mostFilledBytes: Math.min(maxBytes * MOST_FILLED, maxBytes - smallestBytes),
    journalFileBytes: Math.min(
      MOST_JOURNAL_FILE_BYTES,
      Math.max(LEAST_JOURNAL_FILE_BYTES, Math.floor(maxBytes * JOURNAL_SHARE)),
    ),
    ...(maxBytes < windowBytes && {
      warning:
        `--max-disk ${inMib(maxBytes)} holds ${lengthOf(days)} of ${what}: history is never dropped, ` +
        `so that 200 days need ${inMib(windowBytes)}`,
    }),
  };
}

function lengthOf(days: number): string {
  if (days < 1) return 'less than a day';
  return days === 1 ? 'about a day' : `about ${days} days`;
}

function inMib(bytes: number): string {
  return `${Math.ceil(bytes / MIB)}MiB`;
}
