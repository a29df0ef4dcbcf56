import { INDEX_WINDOW_DAYS } from '../../../core/index-value.ts';
import { OperatorError } from '../../../core/errors.ts';
import { DAY_MS, dayOfTick, dayStart, yearStart, type Millis } from '../../../core/time.ts';
import type { MissingDays } from './missing-days.ts';
import { STAGE_DEFINITIONS, STAGES, type DoneStages, type SeriesScope, type Stage } from './stages.ts';

/** Numbers of days of 30-second values before the day of the first tick. */
export interface PlannedDays {
  readonly largest: number;
  readonly everything: number;
}

export interface BackfillPlan {
  readonly firstLive: Millis;
  readonly days: PlannedDays;
  readonly largest: readonly string[];
  readonly byHand?: boolean;
}

/** `auto`: many days of the largest assets, few of the others. A number: days of everything. */
export type BackfillDepth = 'auto' | number;

/** Consecutive days to model: either end-of-day records, or the 30-second values of one day. */
export interface BackfillJob {
  readonly stage: Stage;
  readonly kind: 'records' | 'values';
  readonly scope: SeriesScope;
  readonly firstDay: Millis;
  readonly days: number;
  readonly again?: boolean;
}

export const MAX_DAYS = INDEX_WINDOW_DAYS;
export const LARGEST_ASSETS = 50;
export const FIRST_ASSETS = 10;
const AUTO_DAYS: PlannedDays = { largest: MAX_DAYS, everything: 2 };
const RECORD_DAYS = 365;
/** First modelled days of 30-second values and of end-of-day records. */
const FIRST_VALUE_DAY = Date.UTC(2019, 5, 1);
export const FIRST_RECORD_DAY = Date.UTC(2014, 0, 1);

export function plannedDays(depth: BackfillDepth): PlannedDays {
  return depth === 'auto' ? AUTO_DAYS : { largest: depth, everything: depth };
}

/** Union of two plans: a smaller plan never shrinks a larger one. */
export function joinedDays(a: PlannedDays, b: PlannedDays): PlannedDays {
  return { largest: Math.max(a.largest, b.largest), everything: Math.max(a.everything, b.everything) };
}

export function covers(plan: PlannedDays, requested: PlannedDays): boolean {
  return plan.largest >= requested.largest && plan.everything >= requested.everything;
}

/** Error for a request that would shrink the plan in progress. */
export function wouldShrinkPlan(planned: number, requested: number, done: number): OperatorError {
  return new OperatorError(
    `a back-fill of ${planned} days is in progress, ${Math.floor(done * 100)} % done: ${requested} days would be fewer. Nothing was changed; ` +
      `use --replace to reduce it to ${requested} days`,
  );
}

/** The next job; undefined if nothing is left. `now` is market time. */
export function nextJob(
  plan: BackfillPlan,
  done: DoneStages,
  now: Millis,
  missing: MissingDays = {},
): BackfillJob | undefined {
  for (const stage of STAGES) {
    const job = missingJob(plan, stage, missing, now) ?? unfinishedJob(plan, stage, done, now);
    if (job) return job;
  }
  return undefined;
}

export function doneAfter(done: DoneStages, { stage, firstDay, again }: BackfillJob): DoneStages {
  return again ? done : { ...done, [stage]: firstDay };
}

export function doneDays(plan: BackfillPlan, stage: Stage, done: DoneStages, now: Millis): Millis[] {
  const [oldest, newest] = spanOf(plan, stage, now);
  const first = Math.max(oldest, done[stage] ?? Infinity);
  return Array.from({ length: Math.max(0, (newest - first) / DAY_MS + 1) }, (_, i) => first + i * DAY_MS);
}

/** The newest unfinished day of a stage; undefined if all are done. */
export function newestLeft(
  plan: BackfillPlan,
  stage: Stage,
  done: DoneStages,
  now: Millis,
): Millis | undefined {
  const [oldest, newest] = spanOf(plan, stage, now);
  const next = Math.min(newest, (done[stage] ?? Infinity) - DAY_MS);
  return next >= oldest ? next : undefined;
}

/** Missing days of a stage, ascending. Days that have left the window are not filled in again. */
export function missingWithin(plan: BackfillPlan, stage: Stage, missing: MissingDays, now: Millis): Millis[] {
  const [oldest] = spanOf(plan, stage, now);
  return (missing[stage] ?? []).filter((day) => day >= oldest);
}

/** Remaining work, in units of `workPerDay`. */
export function workLeft(
  plan: BackfillPlan,
  done: DoneStages,
  now: Millis,
  missing: MissingDays = {},
): number {
  return STAGES.reduce((sum, stage) => {
    const newest = newestLeft(plan, stage, done, now);
    const [oldest] = spanOf(plan, stage, now);
    const days = newest === undefined ? 0 : (newest - oldest) / DAY_MS + 1;
    return (
      sum + STAGE_DEFINITIONS[stage].workPerDay * (days + missingWithin(plan, stage, missing, now).length)
    );
  }, 0);
}

function unfinishedJob(
  plan: BackfillPlan,
  stage: Stage,
  done: DoneStages,
  now: Millis,
): BackfillJob | undefined {
  const newest = newestLeft(plan, stage, done, now);
  if (newest === undefined) return undefined;
  const [oldest] = spanOf(plan, stage, now);
  return jobUpTo(stage, oldest, newest);
}

function missingJob(
  plan: BackfillPlan,
  stage: Stage,
  missing: MissingDays,
  now: Millis,
): BackfillJob | undefined {
  const [oldest] = spanOf(plan, stage, now);
  const newest = missingWithin(plan, stage, missing, now).at(-1);
  if (newest === undefined) return undefined;
  return { ...jobUpTo(stage, oldest, newest), again: true };
}

function jobUpTo(stage: Stage, oldest: Millis, newest: Millis) {
  const { kind, scope } = STAGE_DEFINITIONS[stage];
  const firstDay = Math.max(oldest, unitStart(stage, newest));
  return { stage, kind, scope, firstDay, days: (newest - firstDay) / DAY_MS + 1 };
}

function unitStart(stage: Stage, day: Millis): Millis {
  const { unit } = STAGE_DEFINITIONS[stage];
  if (unit === 'day') return day;
  if (unit === 'year') return yearStart(day);
  const date = new Date(day);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

/** The oldest and the newest day. The part of the first tick's day before that tick is a separate stage. */
function spanOf(plan: BackfillPlan, stage: Stage, now: Millis): [oldest: Millis, newest: Millis] {
  const today = dayOfTick(plan.firstLive);
  const yesterday = today - DAY_MS;
  const { largest, everything } = plan.days;
  switch (stage) {
    case 'largest-records':
      return [FIRST_RECORD_DAY, yesterday];
    case 'today':
      return [Math.max(oldestValueDay(now), today), today];
    case 'first-values':
    case 'largest-values':
      return [Math.max(oldestValueDay(now), today - largest * DAY_MS), yesterday];
    case 'everything-values':
      return [Math.max(oldestValueDay(now), today - everything * DAY_MS), yesterday];
    case 'everything-records':
      return [Math.max(FIRST_RECORD_DAY, today - RECORD_DAYS * DAY_MS), yesterday];
  }
}

export function oldestValueDay(now: Millis): Millis {
  return Math.max(FIRST_VALUE_DAY, dayStart(now - MAX_DAYS * DAY_MS));
}
