import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  covers,
  doneAfter,
  joinedDays,
  nextJob,
  plannedDays,
  workLeft,
  type BackfillDepth,
  type BackfillJob,
  type BackfillPlan,
  type PlannedDays,
} from '../../../../../src/app/pipeline/backfill/backfill-plan.ts';
import { STAGES, type DoneStages, type Stage } from '../../../../../src/app/pipeline/backfill/stages.ts';
import { DAY_MS, yearStart, type Millis } from '../../../../../src/core/time.ts';

const FIRST_LIVE = Date.parse('2026-11-15T09:30:00Z');
const TODAY = Date.parse('2026-11-15T00:00:00Z');

function planOf(depth: BackfillDepth | PlannedDays, firstLive = FIRST_LIVE): BackfillPlan {
  return { firstLive, days: typeof depth === 'object' ? depth : plannedDays(depth), largest: ['a'] };
}

function jobsOf(plan: BackfillPlan, now: Millis = plan.firstLive, before: DoneStages = {}): BackfillJob[] {
  const jobs: BackfillJob[] = [];
  let done = before;
  for (let job = nextJob(plan, done, now); job; job = nextJob(plan, done, now)) {
    jobs.push(job);
    done = doneAfter(done, job);
  }
  return jobs;
}

const daysAgo = (day: Millis) => (TODAY - day) / DAY_MS;
const of = (jobs: readonly BackfillJob[], stage: Stage) => jobs.filter((job) => job.stage === stage);
/** Every day of the jobs, newest first. */
const daysIn = (jobs: readonly BackfillJob[]) =>
  jobs.flatMap(({ firstDay, days }) =>
    Array.from({ length: days }, (_, i) => firstDay + (days - 1 - i) * DAY_MS),
  );
const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

describe('the plan of a back-fill', () => {
  test('starts with the data that is requested first', () => {
    const jobs = jobsOf(planOf('auto'));
    expect([...new Set(jobs.map(({ stage }) => stage))]).toEqual(STAGES);
    expect([...new Set(jobs.map(({ scope }) => scope))]).toEqual([
      'largest',
      'all',
      'first',
      'rest',
      'others',
    ]);
    const years = of(jobs, 'largest-records');
    expect(years[0]).toMatchObject({ firstDay: Date.UTC(2026, 0, 1), days: 318 });
    expect(years.at(-1)).toMatchObject({ firstDay: Date.UTC(2014, 0, 1), days: 365 });
    expect(daysIn(of(jobs, 'today'))).toEqual([TODAY]);
    for (const stage of ['first-values', 'largest-values'] as const)
      expect(daysIn(of(jobs, stage)).map(daysAgo)).toEqual(upTo(1, 200));
    expect(daysIn(of(jobs, 'everything-values')).map(daysAgo)).toEqual([1, 2]);
    expect(daysIn(of(jobs, 'everything-records')).map(daysAgo)).toEqual(upTo(1, 365));
    expect(of(jobs, 'everything-records').length).toBe(13);
  });

  test('has each record of a series and day exactly once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 200 }), (a, b) => {
        const jobs = jobsOf(planOf({ largest: Math.max(a, b), everything: b }));
        const made = jobs.filter(({ kind }) => kind === 'records');
        for (const scope of ['largest', 'others'] as const) {
          const days = daysIn(made.filter((job) => job.scope === scope));
          expect(new Set(days).size).toBe(days.length);
          const oldest = scope === 'largest' ? Date.UTC(2014, 0, 1) : TODAY - 365 * DAY_MS;
          expect(days.length).toBe((TODAY - oldest) / DAY_MS);
        }
      }),
    );
  });

  test('of a number of days contains everything on them', () => {
    const jobs = jobsOf(planOf(5));
    for (const stage of ['first-values', 'largest-values', 'everything-values'] as const)
      expect(daysIn(of(jobs, stage)).map(daysAgo)).toEqual([1, 2, 3, 4, 5]);
    expect(daysIn(of(jobs, 'everything-records'))[0]).toBe(TODAY - DAY_MS);
  });

  test('that grows repeats nothing: completed work stays completed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<BackfillDepth>('auto', 1, 3, 40),
        fc.constantFrom<BackfillDepth>('auto', 2, 10, 200),
        fc.nat(600),
        (first, second, stopAfter) => {
          const before = jobsOf(planOf(first)).slice(0, stopAfter);
          const done = before.reduce(doneAfter, {} as DoneStages);
          const grown = planOf(joinedDays(plannedDays(first), plannedDays(second)));
          const after = jobsOf(grown, FIRST_LIVE, done);
          for (const stage of STAGES) {
            const days = daysIn(of([...before, ...after], stage));
            expect(new Set(days).size).toBe(days.length);
          }
          expect(nextJob(grown, after.reduce(doneAfter, done), FIRST_LIVE)).toBeUndefined();
        },
      ),
      { numRuns: 30 },
    );
  });

  test('is never reduced by another one', () => {
    const auto = plannedDays('auto');
    expect(covers(auto, plannedDays(1))).toBe(true);
    expect(covers(auto, plannedDays(3))).toBe(false);
    expect(covers(plannedDays(200), auto)).toBe(true);
    expect(covers(plannedDays(30), auto)).toBe(false);
    expect(joinedDays(auto, plannedDays(1))).toEqual(auto);
    expect(joinedDays(auto, plannedDays(30))).toEqual({ largest: 200, everything: 30 });
  });

  test('never goes beyond the window, before June 2019, or into a day without end', () => {
    const values = (jobs: readonly BackfillJob[]) => daysIn(jobs.filter(({ kind }) => kind === 'values'));
    const late = jobsOf(planOf(200), FIRST_LIVE + 50 * DAY_MS);
    expect(daysAgo(Math.min(...values(late)))).toBe(150);
    const early = jobsOf(planOf(200, Date.parse('2019-06-03T00:00:30Z')));
    expect(Math.min(...values(early))).toBe(Date.UTC(2019, 5, 1));
    for (const { firstDay, days } of [...late, ...early]) {
      expect(firstDay).toBeGreaterThanOrEqual(Date.UTC(2014, 0, 1));
      expect(yearStart(firstDay + (days - 1) * DAY_MS)).toBe(yearStart(firstDay));
    }
    const before = jobsOf(planOf('auto', Date.parse('2016-03-01T12:00:00Z')));
    expect(values(before)).toEqual([]);
    expect(daysIn(of(before, 'everything-records')).length).toBe(365);
  });

  test('starts at the day of the first tick: one at midnight ends the day before', () => {
    expect(of(jobsOf(planOf('auto', TODAY)), 'today')[0]?.firstDay).toBe(TODAY - DAY_MS);
    expect(of(jobsOf(planOf('auto', TODAY + 30_000)), 'today')[0]?.firstDay).toBe(TODAY);
  });

  test('shows the remaining work, down to nothing', () => {
    const plan = planOf('auto');
    let done: DoneStages = {};
    let left = workLeft(plan, done, FIRST_LIVE);
    for (const job of jobsOf(plan)) {
      done = doneAfter(done, job);
      const after = workLeft(plan, done, FIRST_LIVE);
      expect(after).toBeLessThan(left);
      left = after;
    }
    expect(left).toBe(0);
  });
});
