import { DAY_MS, dayOfTick, type Millis } from '../../../core/time.ts';
import { nextJob, workLeft } from './backfill-plan.ts';
import type { BackfillProgress } from './backfill-progress.ts';
import type { Stage } from './stages.ts';

/** Days from which history is complete. Absent if nothing is stored yet. */
export interface PresentPast {
  readonly records: { readonly largest?: Millis; readonly everything?: Millis };
  readonly values: { readonly first?: Millis; readonly largest?: Millis; readonly everything?: Millis };
}

export interface BackfillState {
  /** From 0 to 1; 1 if nothing is left. */
  readonly done: number;
  readonly points: number;
  /** The current stage; undefined without a plan. */
  readonly stage: Stage | 'done' | undefined;
  readonly present: PresentPast;
  /** Estimated time left at the recent pace; undefined if no estimate is possible. */
  readonly leftMs?: number | undefined;
}

export function stateOf(progress: BackfillProgress | undefined, now: Millis): Omit<BackfillState, 'points'> {
  const { plan, done = {}, missing = {} } = progress ?? {};
  if (!plan) return { done: 1, stage: undefined, present: presentOf(progress) };
  const all = workLeft(plan, {}, now);
  const share = all > 0 ? Math.max(0, 1 - workLeft(plan, done, now, missing) / all) : 1;
  const stage = nextJob(plan, done, now, missing)?.stage ?? 'done';
  return { done: share, stage, present: presentOf(progress) };
}

export function presentOf({
  plan,
  done = {},
  missing = {},
  prepared,
}: Partial<BackfillProgress> = {}): PresentPast {
  if (!plan || !prepared) return { records: {}, values: {} };
  const today = dayOfTick(plan.firstLive);
  const yesterday = today - DAY_MS;
  const fromToday = done.today === undefined || missing.today ? undefined : today;
  /** `since`, or the day after the newest missing one. */
  const afterMissing = (since: Millis, ...stages: readonly Stage[]) =>
    Math.max(since, ...stages.flatMap((stage) => (missing[stage] ?? []).map((day) => day + DAY_MS)));
  const values = (stage: Stage) => {
    const since = done[stage];
    return since === undefined || fromToday === undefined ? fromToday : afterMissing(since, stage);
  };
  return {
    records: {
      largest: afterMissing(done['largest-records'] ?? yesterday, 'largest-records'),
      everything: afterMissing(
        done['everything-records'] ?? yesterday,
        'largest-records',
        'everything-records',
      ),
    },
    values: withoutAbsent({
      first: values('first-values'),
      largest: values('largest-values'),
      everything: values('everything-values'),
    }),
  };
}

function withoutAbsent<K extends string>(
  days: Readonly<Record<K, Millis | undefined>>,
): Partial<Record<K, Millis>> {
  return Object.fromEntries(Object.entries(days).filter(([, day]) => day !== undefined)) as Partial<
    Record<K, Millis>
  >;
}

interface Sample {
  readonly at: Millis;
  readonly work: number;
}

/** Estimates the time left from the recent pace: stages differ in speed, and a start is slow. */
export class BackfillPace {
  /** Oldest first: one before the window, and those within it. */
  #samples: Sample[] = [];

  /** Time for the given work; undefined at first, and if the work has grown. */
  leftMs(work: number, now: Millis): number | undefined {
    const last = this.#samples.at(-1);
    if (!last || last.work !== work) this.#samples.push({ at: now, work });
    const begin = this.#samples.findLastIndex(({ at }) => at <= now - WINDOW_MS);
    this.#samples = this.#samples.slice(Math.max(0, begin));
    const { at, work: before } = this.#samples[0]!;
    const isTooSoon = now - at < MIN_MS || before - work <= 0;
    return isTooSoon ? undefined : (work * (now - at)) / (before - work);
  }

  forget(): void {
    this.#samples = [];
  }
}

/** Some jobs of the longest stage. */
const WINDOW_MS = 60_000;
/** The first jobs are quick: they would make the estimate far too low. */
const MIN_MS = 10_000;
