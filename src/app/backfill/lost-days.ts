import type { Millis } from '../../core/time.ts';
import type { DayRange, HistorySummary } from '../../history/history-store.ts';
import { doneDays, type Stage } from './backfill-plan.ts';
import type { BackfillProgress } from './backfill-progress.ts';
import { joinMissing, type MissingDays } from './missing-days.ts';

const OF_VALUES: readonly Stage[] = ['today', 'first-values', 'largest-values', 'everything-values'];
const OF_RECORDS: readonly Stage[] = ['largest-records', 'everything-values', 'everything-records'];

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
  const values = without(OF_VALUES, (day) => days.has(day));
  const records = without(OF_RECORDS, (day) => stored.candleSpans.some((span) => isIn(span, day)));
  return { ...progress, missing: joinMissing(missing, joinMissing(values, records)) };
}

function isIn({ oldest, newest }: DayRange, day: Millis): boolean {
  return day >= oldest && day <= newest;
}
