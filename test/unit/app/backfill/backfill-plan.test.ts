import { describe, expect, test } from 'vitest';
import {
  firstFrontier,
  frontierAfter,
  nextJob,
  workLeft,
  type BackfillJob,
  type BackfillPlan,
} from '../../../../src/app/backfill/backfill-plan.ts';
import { DAY_MS, type Millis } from '../../../../src/core/time.ts';

const FIRST_LIVE = Date.parse('2026-11-15T09:30:00Z');
const TODAY = Date.parse('2026-11-15T00:00:00Z');

function planOf(depth: BackfillPlan['depth'], firstLive = FIRST_LIVE): BackfillPlan {
  return { firstLive, depth, largest: ['a'] };
}

function jobsOf(plan: BackfillPlan, now: Millis = plan.firstLive): BackfillJob[] {
  const jobs: BackfillJob[] = [];
  let job = nextJob(plan, firstFrontier(plan), now);
  while (job) {
    jobs.push(job);
    job = nextJob(plan, frontierAfter(plan, job, now), now);
  }
  return jobs;
}

const daysAgo = ({ day }: BackfillJob) => (TODAY - day) / DAY_MS;

describe('the plan of a back-fill', () => {
  test('is 200 days of the largest, 2 of everything, and end-of-day records of a year and since 2014', () => {
    const jobs = jobsOf(planOf('auto'));
    const ticks = jobs.filter(({ phase }) => phase === 'ticks');
    expect(ticks.map(daysAgo)).toEqual(Array.from({ length: 201 }, (_, i) => i));
    expect(ticks.filter(({ scope }) => scope === 'all').map(daysAgo)).toEqual([0, 1, 2]);
    expect(ticks.slice(3).every(({ scope }) => scope === 'largest')).toBe(true);
    const candles = jobs.filter(({ phase }) => phase === 'candles');
    expect(candles[0]).toEqual({ phase: 'candles', day: TODAY - 3 * DAY_MS, scope: 'others' });
    expect(candles.filter(({ scope }) => scope === 'all').map(daysAgo)).toEqual(
      Array.from({ length: 165 }, (_, i) => 201 + i),
    );
    expect(candles.find(({ scope }) => scope === 'largest')?.day).toBe(TODAY - 366 * DAY_MS);
    expect(candles.at(-1)?.day).toBe(Date.UTC(2014, 0, 1));
  });

  test('of so many days is everything on them', () => {
    const jobs = jobsOf(planOf(5));
    expect(jobs.filter(({ phase }) => phase === 'ticks').map((job) => [daysAgo(job), job.scope])).toEqual(
      [0, 1, 2, 3, 4, 5].map((days) => [days, 'all']),
    );
    expect(jobs.find(({ phase }) => phase === 'candles')).toMatchObject({
      day: TODAY - 6 * DAY_MS,
      scope: 'all',
    });
  });

  test('never goes beyond the window, before June 2019, or into a day without end', () => {
    const late = jobsOf(planOf(200), FIRST_LIVE + 50 * DAY_MS);
    const oldest = late.findLast(({ phase }) => phase === 'ticks');
    expect(oldest && daysAgo(oldest)).toBe(150);
    const early = jobsOf(planOf(200, Date.parse('2019-06-03T00:00:30Z')));
    expect(early.findLast(({ phase }) => phase === 'ticks')?.day).toBe(Date.UTC(2019, 5, 1));
    for (const job of [...late, ...early]) expect(job.day).toBeGreaterThanOrEqual(Date.UTC(2014, 0, 1));
  });

  test('starts at the day of the first tick: one at midnight ends the day before', () => {
    expect(firstFrontier(planOf('auto', TODAY)).day).toBe(TODAY - DAY_MS);
    expect(firstFrontier(planOf('auto', TODAY + 30_000)).day).toBe(TODAY);
  });

  test('says how much is left, down to nothing', () => {
    const plan = planOf('auto');
    const all = workLeft(plan, firstFrontier(plan), FIRST_LIVE);
    let left = all;
    for (const job of jobsOf(plan).slice(0, 250)) {
      const after = workLeft(plan, frontierAfter(plan, job, FIRST_LIVE), FIRST_LIVE);
      expect(after).toBeLessThan(left);
      left = after;
    }
    expect(workLeft(plan, { phase: 'done', day: -Infinity }, FIRST_LIVE)).toBe(0);
  });
});
