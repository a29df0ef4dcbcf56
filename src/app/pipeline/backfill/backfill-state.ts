import { DAY_MS, dayOfTick, type Millis } from '../../../core/time.ts';
import { nextJob, workLeft } from './backfill-plan.ts';
import type { BackfillProgress } from './backfill-progress.ts';
import type { Stage } from './stages.ts';

/** What there is of the past, without a gap, from these days on. Absent where there is nothing yet. */
export interface PresentPast {
  readonly records: { readonly largest?: Millis; readonly everything?: Millis };
  readonly values: { readonly first?: Millis; readonly largest?: Millis; readonly everything?: Millis };
}

export interface BackfillState {
  /** From 0 to 1; 1 where nothing is left. */
  readonly done: number;
  readonly points: number;
  /** What is being filled in; undefined without a plan. */
  readonly stage: Stage | 'done' | undefined;
  readonly present: PresentPast;
  /** How long the rest takes at the pace so far; undefined while there is none to judge by. */
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
  /** After the newest day that is missing. */
  const without = (since: Millis, ...stages: readonly Stage[]) =>
    Math.max(since, ...stages.flatMap((stage) => (missing[stage] ?? []).map((day) => day + DAY_MS)));
  const values = (stage: Stage) => {
    const since = done[stage];
    return since === undefined || fromToday === undefined ? fromToday : without(since, stage);
  };
  return {
    records: {
      largest: without(done['largest-records'] ?? yesterday, 'largest-records'),
      everything: without(done['everything-records'] ?? yesterday, 'largest-records', 'everything-records'),
    },
    values: present({
      first: values('first-values'),
      largest: values('largest-values'),
      everything: values('everything-values'),
    }),
  };
}

function present<K extends string>(
  days: Readonly<Record<K, Millis | undefined>>,
): Partial<Record<K, Millis>> {
  return Object.fromEntries(Object.entries(days).filter(([, day]) => day !== undefined)) as Partial<
    Record<K, Millis>
  >;
}

interface Look {
  readonly at: Millis;
  readonly work: number;
}

/** The recent pace of the work: stages differ, and a start is busy with other things. */
export class BackfillPace {
  /** Oldest first: one before the window, and those within it. */
  #looks: Look[] = [];

  /** How long so much work takes; undefined at first, and where more has come up than was done. */
  leftMs(work: number, now: Millis): number | undefined {
    const last = this.#looks.at(-1);
    if (!last || last.work !== work) this.#looks.push({ at: now, work });
    const begin = this.#looks.findLastIndex(({ at }) => at <= now - WINDOW_MS);
    this.#looks = this.#looks.slice(Math.max(0, begin));
    const { at, work: before } = this.#looks[0]!;
    const isTooSoon = now - at < LEAST_MS || before - work <= 0;
    return isTooSoon ? undefined : (work * (now - at)) / (before - work);
  }

  forget(): void {
    this.#looks = [];
  }
}

/** Some jobs of the longest stage. */
const WINDOW_MS = 60_000;
/** The first jobs are quick, and what they say is far too little. */
const LEAST_MS = 10_000;
