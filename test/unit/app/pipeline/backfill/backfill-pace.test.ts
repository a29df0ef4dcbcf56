import { expect, test } from 'vitest';
import { BackfillPace } from '../../../../../src/app/pipeline/backfill/backfill-state.ts';

const SECOND = 1000;

test('the remaining time is estimated from the last minute, not from the beginning', () => {
  const pace = new BackfillPace();
  let [now, work] = [0, 10_000];
  const left = () => Math.round(pace.leftMs(work, now)! / SECOND);
  expect(pace.leftMs(work, now)).toBeUndefined();
  // A fast stage: 100 per second.
  for (; now < 30 * SECOND; now += SECOND, work -= 100) pace.leftMs(work, now);
  expect(left()).toBe(70);
  // A slow one: 5 per second.
  for (; now < 120 * SECOND; now += 5 * SECOND, work -= 25) pace.leftMs(work, now);
  expect(left()).toBe(work / 5);
  // Without progress, the estimate grows.
  const before = left();
  now += 40 * SECOND;
  expect(left()).toBeGreaterThan(before * 1.3);
});

test('there is no estimate at first, or if more was added than done', () => {
  const pace = new BackfillPace();
  expect(pace.leftMs(100, 0)).toBeUndefined();
  expect(pace.leftMs(90, 5 * SECOND)).toBeUndefined();
  expect(pace.leftMs(80, 10 * SECOND)).toBe(40 * SECOND);
  expect(pace.leftMs(300, 12 * SECOND)).toBeUndefined();
  pace.forget();
  expect(pace.leftMs(50, 13 * SECOND)).toBeUndefined();
});
