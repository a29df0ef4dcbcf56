import { DAY_MS, type Millis } from '../../../core/time.ts';
import { doneDays, type BackfillJob } from './backfill-plan.ts';
import { STAGES, RECORD_STAGES, VALUE_STAGES, type Stage } from './stages.ts';
import type { HistorySummary } from '../../../history/history-store.ts';
import type { BackfillProgress } from './backfill-progress.ts';

/** By stage: days that were filled in and that history has lost, ascending. Stages without such days are absent. */
export type MissingDays = Readonly<Partial<Record<Stage, readonly Millis[]>>>;

export function joinMissing(a: MissingDays, b: MissingDays): MissingDays {
  return byStage((stage) => [...(a[stage] ?? []), ...(b[stage] ?? [])]);
}

export function withoutFilled(missing: MissingDays, job: BackfillJob): MissingDays {
  return byStage((stage) => (missing[stage] ?? []).filter((day) => stage !== job.stage || !isIn(job, day)));
}

export function addMissing(missing: MissingDays, job: BackfillJob): MissingDays {
  const days = Array.from({ length: job.days }, (_, i) => job.firstDay + i * DAY_MS);
  return joinMissing(missing, { [job.stage]: days });
}

export function withoutSkipped(missing: MissingDays, skipped: MissingDays): MissingDays {
  return byStage((stage) => (missing[stage] ?? []).filter((day) => !skipped[stage]?.includes(day)));
}

export function allMissing(missing: MissingDays): Millis[] {
  return ascending(STAGES.flatMap((stage) => missing[stage] ?? []));
}

function byStage(daysOf: (stage: Stage) => readonly Millis[]): MissingDays {
  const days = STAGES.map((stage) => [stage, ascending(daysOf(stage))] as const);
  return Object.fromEntries(days.filter(([, list]) => list.length > 0));
}

function isIn({ firstDay, days }: BackfillJob, day: Millis): boolean {
  return day >= firstDay && day < firstDay + days * DAY_MS;
}

function ascending(days: readonly Millis[]): Millis[] {
  return [...new Set(days)].toSorted((a, b) => a - b);
}

type StoredDays = Pick<HistorySummary, 'days' | 'candleSpans'>;

/** Adds to the missing days those that have no file in the store. Does not read the files. */
export function withUnstoredDays(
  progress: BackfillProgress,
  stored: StoredDays,
  now: Millis,
): BackfillProgress {
  const { plan, done = {}, missing = {} } = progress;
  if (!plan) return progress;
  const days = new Set(stored.days);
  const without = (stages: readonly Stage[], isThere: (day: Millis) => boolean): MissingDays =>
    Object.fromEntries(
      stages.map((stage) => [stage, doneDays(plan, stage, done, now).filter((day) => !isThere(day))]),
    );
  const values = without(VALUE_STAGES, (day) => days.has(day));
  const records = without(RECORD_STAGES, (day) =>
    stored.candleSpans.some(({ oldest, newest }) => day >= oldest && day <= newest),
  );
  return { ...progress, missing: joinMissing(missing, joinMissing(values, records)) };
}
