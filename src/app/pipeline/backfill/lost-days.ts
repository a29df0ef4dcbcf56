import type { Millis } from '../../../core/time.ts';
import type { DayRange, HistorySummary } from '../../../history/history-store.ts';
import { doneDays } from './backfill-plan.ts';
import type { BackfillProgress } from './backfill-progress.ts';
import { joinMissing, type MissingDays } from './missing-days.ts';
import { RECORD_STAGES, VALUE_STAGES, type Stage } from './stages.ts';

type StoredDays = Pick<HistorySummary, 'days' | 'candleSpans'>;

/**
 * Progress as it is beside what a store holds: days without any file are missing, whatever was written down. It looks at
 * no file, so what a file has lost is not seen.
 */
export function besideStored(progress: BackfillProgress, stored: StoredDays, now: Millis): BackfillProgress {
  const { plan, done = {}, missing = {} } = progress;
  if (!plan) return progress;
  const days = new Set(stored.days);
  const without = (stages: readonly Stage[], isThere: (day: Millis) => boolean): MissingDays =>
    Object.fromEntries(
      stages.map((stage) => [stage, doneDays(plan, stage, done, now).filter((day) => !isThere(day))]),
    );
  const values = without(VALUE_STAGES, (day) => days.has(day));
  const records = without(RECORD_STAGES, (day) => stored.candleSpans.some((span) => isIn(span, day)));
  return { ...progress, missing: joinMissing(missing, joinMissing(values, records)) };
}

function isIn({ oldest, newest }: DayRange, day: Millis): boolean {
  return day >= oldest && day <= newest;
}
