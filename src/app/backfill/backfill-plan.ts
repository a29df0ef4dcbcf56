import { INDEX_WINDOW_DAYS } from '../../core/index-value.ts';
import { DAY_MS, dayOfTick, dayStart, yearStart, type Millis } from '../../core/time.ts';
import type { MissingDays } from './missing-days.ts';

/** So many days of 30-second values before the day of the first tick. */
export interface PlannedDays {
  readonly largest: number;
  readonly everything: number;
}

/** What is to be filled in before the first live tick. */
export interface BackfillPlan {
  readonly firstLive: Millis;
  readonly days: PlannedDays;
  /** Ids of the assets that were the largest at the first tick, the largest first. */
  readonly largest: readonly string[];
  /** Whether `tidemark backfill` asked for it. */
  readonly byHand?: boolean;
}

/** `auto`: much of the largest assets, little of the others. A number: so many days of everything. */
export type BackfillDepth = 'auto' | number;

/**
 * What is filled in one after the other: what people ask for first comes first. Before all of them, the last complete day
 * of everything is recorded while the service starts.
 */
export const STAGES = [
  'largest-records',
  'today',
  'first-values',
  'largest-values',
  'everything-values',
  'everything-records',
] as const;
export type Stage = (typeof STAGES)[number];

/** By stage: its days from this one on are done. Nothing of a stage that is not there is. */
export type DoneStages = Readonly<Partial<Record<Stage, Millis>>>;

/** The first assets among the largest, with the LX; the rest of the largest; each with their markets against USD. */
export type SeriesScope = 'all' | 'largest' | 'first' | 'rest' | 'others';

/** Days in a row to be modelled: end-of-day records alone, or the 30-second values of one day. */
export interface BackfillJob {
  readonly stage: Stage;
  readonly kind: 'records' | 'values';
  readonly scope: SeriesScope;
  readonly firstDay: Millis;
  readonly days: number;
  /** Whether end-of-day records are made from the values. */
  readonly recordsFromValues: boolean;
  /** Whether the days were filled in before and are missing. */
  readonly again?: boolean;
}

export const MOST_DAYS = INDEX_WINDOW_DAYS;
export const LARGEST_ASSETS = 50;
export const FIRST_ASSETS = 10;
const AUTO_DAYS: PlannedDays = { largest: MOST_DAYS, everything: 2 };
const RECORD_DAYS = 365;
/** Nothing is modelled before these: 30-second values, and end-of-day records. */
const FIRST_VALUE_DAY = Date.UTC(2019, 5, 1);
export const FIRST_RECORD_DAY = Date.UTC(2014, 0, 1);

export const SCOPES: Readonly<Record<Stage, SeriesScope>> = {
  'largest-records': 'largest',
  today: 'all',
  'first-values': 'first',
  'largest-values': 'rest',
  'everything-values': 'others',
  'everything-records': 'others',
};

export function plannedDays(depth: BackfillDepth): PlannedDays {
  return depth === 'auto' ? AUTO_DAYS : { largest: depth, everything: depth };
}

/** What two plans ask for together: a smaller one takes nothing away from a larger one. */
export function joinedDays(a: PlannedDays, b: PlannedDays): PlannedDays {
  return { largest: Math.max(a.largest, b.largest), everything: Math.max(a.everything, b.everything) };
}

export function covers(plan: PlannedDays, asked: PlannedDays): boolean {
  return plan.largest >= asked.largest && plan.everything >= asked.everything;
}

/** The next job; undefined where nothing is left. `now` is market time. */
export function nextJob(
  plan: BackfillPlan,
  done: DoneStages,
  now: Millis,
  missing: MissingDays = {},
): BackfillJob | undefined {
  for (const stage of STAGES) {
    const job = jobAgain(plan, stage, missing, now) ?? jobOf(plan, stage, done, now);
    if (job) return job;
  }
  return undefined;
}

/** What is done once a job is. */
export function doneAfter(done: DoneStages, { stage, firstDay, again }: BackfillJob): DoneStages {
  return again ? done : { ...done, [stage]: firstDay };
}

/** The days of a stage that are done, ascending. */
export function doneDays(plan: BackfillPlan, stage: Stage, done: DoneStages, now: Millis): Millis[] {
  const [oldest, newest] = spanOf(plan, stage, now);
  const first = Math.max(oldest, done[stage] ?? Infinity);
  return Array.from({ length: Math.max(0, (newest - first) / DAY_MS + 1) }, (_, i) => first + i * DAY_MS);
}

/** The newest day of a stage that is not done; undefined where all are. */
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

/** Missing days of a stage, ascending. What has left the window meanwhile stays away. */
export function missingWithin(plan: BackfillPlan, stage: Stage, missing: MissingDays, now: Millis): Millis[] {
  const [oldest] = spanOf(plan, stage, now);
  return (missing[stage] ?? []).filter((day) => day >= oldest);
}

/**
 * What is left of the work, in milliseconds of a processor of today with the full world: what matters is how long stages
 * take beside each other.
 */
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
    return sum + WORK_A_DAY[stage] * (days + missingWithin(plan, stage, missing, now).length);
  }, 0);
}

const WORK_A_DAY: Readonly<Record<Stage, number>> = {
  'largest-records': 5,
  today: 5000,
  'first-values': 250,
  'largest-values': 280,
  'everything-values': 10_000,
  'everything-records': 160,
};

function jobOf(plan: BackfillPlan, stage: Stage, done: DoneStages, now: Millis): BackfillJob | undefined {
  const newest = newestLeft(plan, stage, done, now);
  if (newest === undefined) return undefined;
  const [oldest] = spanOf(plan, stage, now);
  const kind = isOfRecords(stage) ? 'records' : 'values';
  const firstDay = kind === 'values' ? newest : Math.max(oldest, unitStart(stage, newest));
  const days = (newest - firstDay) / DAY_MS + 1;
  const recordsFromValues = stage === 'everything-values' && newest < yesterdayOf(plan);
  return { stage, kind, scope: SCOPES[stage], firstDay, days, recordsFromValues };
}

/** Days that were filled in and are missing, the newest first. Records of a day come with its values, where it has any. */
function jobAgain(
  plan: BackfillPlan,
  stage: Stage,
  missing: MissingDays,
  now: Millis,
): BackfillJob | undefined {
  const [oldest] = spanOf(plan, stage, now);
  const newest = missingWithin(plan, stage, missing, now).at(-1);
  if (newest === undefined) return undefined;
  const again = { stage, scope: SCOPES[stage], again: true };
  if (!isOfRecords(stage))
    return {
      ...again,
      kind: 'values',
      firstDay: newest,
      days: 1,
      recordsFromValues: stage === 'everything-values',
    };
  const firstDay = Math.max(oldest, unitStart(stage, newest));
  return {
    ...again,
    kind: 'records',
    firstDay,
    days: (newest - firstDay) / DAY_MS + 1,
    recordsFromValues: false,
  };
}

function isOfRecords(stage: Stage): boolean {
  return stage === 'largest-records' || stage === 'everything-records';
}

/** Records are stored by the year, and those of all series are too many for a year at once. */
function unitStart(stage: Stage, day: Millis): Millis {
  if (stage === 'largest-records') return yearStart(day);
  const date = new Date(day);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

/** The oldest and the newest day. The part of the day of the first tick that comes before it is a stage of its own. */
function spanOf(plan: BackfillPlan, stage: Stage, now: Millis): [oldest: Millis, newest: Millis] {
  const today = dayOfTick(plan.firstLive);
  const yesterday = yesterdayOf(plan);
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
    case 'everything-records': {
      // Days with values have their records from them, but for the last one, which a start does not wait for.
      const [oldestWithValues] = spanOf(plan, 'everything-values', now);
      const oldest = Math.max(FIRST_RECORD_DAY, today - RECORD_DAYS * DAY_MS);
      return [oldest, Math.min(oldestWithValues - DAY_MS, yesterday)];
    }
  }
}

function yesterdayOf({ firstLive }: BackfillPlan): Millis {
  return dayOfTick(firstLive) - DAY_MS;
}

function oldestValueDay(now: Millis): Millis {
  return Math.max(FIRST_VALUE_DAY, dayStart(now - MOST_DAYS * DAY_MS));
}
