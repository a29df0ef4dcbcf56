import { INDEX_WINDOW_DAYS } from '../../core/index-value.ts';
import { DAY_MS, dayOfTick, dayStart, type Millis } from '../../core/time.ts';

/** What is to be filled in before the first live tick. */
export interface BackfillPlan {
  readonly firstLive: Millis;
  /** `auto`: much of the largest assets, little of the others. A number: so many days of everything. */
  readonly depth: 'auto' | number;
  /** Ids of the largest assets when the plan was made. */
  readonly largest: readonly string[];
  /** Whether somebody asked for it with `tidemark backfill`. */
  readonly byHand?: boolean;
}

/** What comes next: everything of later days is done. */
export interface Frontier {
  readonly phase: 'ticks' | 'candles' | 'done';
  readonly day: Millis;
}

export type Scope = 'all' | 'largest' | 'others';

/** A day to be modelled: its 30-second values with the end-of-day records that they make, or sampled records alone. */
export interface BackfillJob {
  readonly phase: 'ticks' | 'candles';
  readonly day: Millis;
  readonly scope: Scope;
}

export const MOST_DAYS = INDEX_WINDOW_DAYS;
export const LARGEST_ASSETS = 50;
const DAYS_OF_EVERYTHING = 2;
const CANDLE_DAYS = 365;
/** Nothing is modelled before these: 30-second values, and end-of-day records. */
const FIRST_TICK_DAY = Date.UTC(2019, 5, 1);
const FIRST_CANDLE_DAY = Date.UTC(2014, 0, 1);

export function firstFrontier({ firstLive }: BackfillPlan): Frontier {
  return { phase: 'ticks', day: dayOfTick(firstLive) };
}

/** The next job at or after the frontier; undefined where nothing is left. `now` is market time. */
export function nextJob(plan: BackfillPlan, frontier: Frontier, now: Millis): BackfillJob | undefined {
  const today = dayOfTick(plan.firstLive);
  if (frontier.phase === 'ticks') {
    const { day } = frontier;
    const oldest = Math.max(FIRST_TICK_DAY, dayStart(now - MOST_DAYS * DAY_MS));
    const scope = day < oldest ? undefined : tickScope(plan, daysBetween(day, today));
    if (scope) return { phase: 'ticks', day, scope };
    return nextJob(plan, { phase: 'candles', day: today - DAY_MS }, now);
  }
  if (frontier.phase === 'done') return undefined;
  for (let { day } = frontier; day >= FIRST_CANDLE_DAY; day -= DAY_MS) {
    const scope = candleScope(plan, daysBetween(day, today));
    if (scope) return { phase: 'candles', day, scope };
  }
  return undefined;
}

/** Where the plan stands once a job is done. */
export function frontierAfter(plan: BackfillPlan, { phase, day }: BackfillJob, now: Millis): Frontier {
  const next = nextJob(plan, { phase, day: day - DAY_MS }, now);
  return next ? { phase: next.phase, day: next.day } : { phase: 'done', day: -Infinity };
}

/**
 * What is left of the work, in days of everything: 30-second values of all series weigh 1, of the largest assets a
 * seventh, sampled days a tenth and less.
 */
export function workLeft(plan: BackfillPlan, frontier: Frontier, now: Millis): number {
  let work = 0;
  for (let job = nextJob(plan, frontier, now); job;) {
    work += WEIGHTS[job.phase][job.scope];
    const { phase, day } = frontierAfter(plan, job, now);
    job = nextJob(plan, { phase, day }, now);
  }
  return work;
}

const WEIGHTS = {
  ticks: { all: 1, largest: 0.14, others: 1 },
  candles: { all: 0.1, largest: 0.015, others: 0.1 },
} as const;

function daysBetween(day: Millis, today: Millis): number {
  return Math.round((today - day) / DAY_MS);
}

/** 0 days ago is the part of today before the first live tick. */
function tickScope({ depth }: BackfillPlan, daysAgo: number): Scope | undefined {
  if (daysAgo > MOST_DAYS) return undefined;
  if (daysAgo <= (depth === 'auto' ? DAYS_OF_EVERYTHING : depth)) return 'all';
  return depth === 'auto' ? 'largest' : undefined;
}

/** Series that have 30-second values on a day have their record from them. */
function candleScope(plan: BackfillPlan, daysAgo: number): Scope | undefined {
  const ticks = tickScope(plan, daysAgo);
  if (daysAgo > CANDLE_DAYS) return ticks ? undefined : 'largest';
  if (ticks === 'all') return undefined;
  return ticks ? 'others' : 'all';
}
