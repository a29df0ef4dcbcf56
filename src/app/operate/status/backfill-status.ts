import { dayOfTick, SECOND_MS, type Millis } from '../../../core/time.ts';
import {
  ProgressDamaged,
  readProgress,
  type BackfillProgress,
} from '../../pipeline/backfill/backfill-progress.ts';
import {
  presentOf,
  stateOf,
  type BackfillState,
  type PresentPast,
} from '../../pipeline/backfill/backfill-state.ts';
import { dayText } from '../../../values/export/day-files.ts';
import { withUnstoredDays, allMissing } from '../../pipeline/backfill/missing-days.ts';
import type { HistorySummary } from '../../../history/history-store.ts';

export interface BackfillStatus {
  readonly stage: NonNullable<BackfillState['stage']>;
  /** From 0 to 1. */
  readonly done: number;
  /** Days from which history is complete. */
  readonly since: {
    readonly records: Readonly<Record<string, string>>;
    readonly values: Readonly<Record<string, string>>;
  };
  /** Only of a running service: number of values stored since it started, and the estimated time left if known. */
  readonly points?: number;
  readonly secondsLeft?: number;
  /** Days that were filled in and are lost: `tidemark backfill` fills them in again. */
  readonly missing?: { readonly days: number; readonly oldest: string; readonly newest: string };
}

/** Undefined if there is no back-fill. */
export function liveBackfill(
  { state, progress }: { readonly state: BackfillState; readonly progress: BackfillProgress },
  summary: HistorySummary,
  now: Millis,
): BackfillStatus | undefined {
  const { points, leftMs } = state;
  const left = leftMs === undefined ? {} : { secondsLeft: Math.ceil(leftMs / SECOND_MS) };
  const status = statusOf(state, withUnstoredDays(progress, summary, now));
  return status && { ...status, points, ...left };
}

/** For a stopped service: its market time stands still at its last tick. Undefined if there is no back-fill. */
export function stoppedBackfill(folder: string, summary: HistorySummary): BackfillStatus | undefined {
  const progress = readableProgress(folder, summary.lastTick);
  const firstLive = progress?.plan?.firstLive;
  if (firstLive === undefined) return undefined;
  const now = summary.lastTick ?? dayOfTick(firstLive);
  return statusOf(stateOf(progress, now), withUnstoredDays(progress!, summary, now));
}

function statusOf(
  { stage, done }: Omit<BackfillState, 'points'>,
  progress: BackfillProgress,
): BackfillStatus | undefined {
  const days = allMissing(progress.missing ?? {});
  const missing = days.length > 0 && {
    missing: { days: days.length, oldest: dayText(days[0]!), newest: dayText(days.at(-1)!) },
  };
  return stage && { stage, done, since: texts(presentOf(progress)), ...missing };
}

function texts({ records, values }: PresentPast): BackfillStatus['since'] {
  return { records: dayTexts(records), values: dayTexts(values) };
}

function dayTexts(days: Readonly<Record<string, Millis>>): Record<string, string> {
  return Object.fromEntries(Object.entries(days).map(([of, day]) => [of, dayText(day)]));
}

/** Undefined if the file is damaged, which `verify` reports: the rest of the status does not depend on it. */
function readableProgress(folder: string, lastTick: Millis | undefined): BackfillProgress | undefined {
  try {
    return readProgress(folder, lastTick);
  } catch (error) {
    if (error instanceof ProgressDamaged) return undefined;
    throw error;
  }
}
