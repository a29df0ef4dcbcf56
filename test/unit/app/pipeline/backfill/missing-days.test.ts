import { describe, expect, test } from 'vitest';
import { doneAfter, nextJob, workLeft } from '../../../../../src/app/pipeline/backfill/backfill-plan.ts';
import { STAGES } from '../../../../../src/app/pipeline/backfill/stages.ts';
import {
  candlesSettledFrom,
  valuesSettledFrom,
} from '../../../../../src/app/pipeline/backfill/backfill-progress.ts';
import { presentOf } from '../../../../../src/app/pipeline/backfill/backfill-state.ts';
import {
  withUnstoredDays,
  allMissing,
  withoutFilled,
  addMissing,
} from '../../../../../src/app/pipeline/backfill/missing-days.ts';
import { DAY_MS, HOUR_MS } from '../../../../../src/core/time.ts';

const TODAY = Date.parse('2026-03-01T00:00:00Z');
const NOW = TODAY + 2 * HOUR_MS;
const plan = { firstLive: TODAY + HOUR_MS, days: { largest: 200, everything: 3 }, largest: ['a'] } as const;
const done = Object.fromEntries(STAGES.map((stage) => [stage, stage === 'today' ? TODAY : 0]));
const ago = (days: number) => TODAY - days * DAY_MS;

describe('a missing day', () => {
  test('is repeated before anything else of its stage, and completed work stays completed', () => {
    const missing = { 'first-values': [ago(9), ago(5)], 'everything-values': [ago(1)] };
    const job = nextJob(plan, done, NOW, missing)!;
    expect(job).toMatchObject({ stage: 'first-values', firstDay: ago(5), days: 1, again: true });
    expect(doneAfter(done, job)).toEqual(done);
    const next = withoutFilled(missing, job);
    expect(next).toEqual({ 'first-values': [ago(9)], 'everything-values': [ago(1)] });
    const last = nextJob(plan, done, NOW, { 'everything-values': [ago(1)] })!;
    expect(last).toMatchObject({ kind: 'values', firstDay: ago(1) });
    expect(withoutFilled({ 'everything-values': [ago(1)] }, last)).toEqual({});
    expect(nextJob(plan, done, NOW, {})).toBeUndefined();
  });

  test('of records includes the missing part of its year', () => {
    const days = [Date.UTC(2016, 3, 4), Date.UTC(2016, 11, 31), Date.UTC(2017, 0, 1)];
    const job = nextJob(plan, done, NOW, { 'largest-records': days.slice(0, 2) })!;
    expect(job).toMatchObject({ kind: 'records', firstDay: Date.UTC(2016, 0, 1), days: 366 });
    expect(withoutFilled({ 'largest-records': days }, job)).toEqual({ 'largest-records': [days[2]] });
  });

  test('is not settled, not present, and remaining work', () => {
    const progress = { prepared: true, plan, done, missing: { 'everything-values': [ago(2)] } };
    expect(valuesSettledFrom(progress, NOW)).toBe(ago(1));
    expect(candlesSettledFrom(progress, NOW)).toBe(-Infinity);
    expect(presentOf(progress)).toMatchObject({
      records: { largest: 0, everything: 0 },
      values: { first: 0, everything: ago(1) },
    });
    expect(workLeft(plan, done, NOW, progress.missing)).toBeGreaterThan(workLeft(plan, done, NOW));
  });

  test('stays missing if it was skipped, and is dropped once it has left the window', () => {
    const job = nextJob(plan, done, NOW, { 'first-values': [ago(5)] })!;
    expect(addMissing({}, job)).toEqual({ 'first-values': [ago(5)] });
    const later = NOW + 300 * DAY_MS;
    expect(nextJob(plan, done, later, { 'first-values': [ago(5)] })).toBeUndefined();
    expect(workLeft(plan, done, later, { 'first-values': [ago(5)] })).toBe(0);
  });
});

test('days without any file are missing, whatever the stored progress', () => {
  const days = Array.from({ length: 201 }, (_, i) => ago(200 - i)).filter((day) => day !== ago(7));
  const candleSpans = [{ oldest: Date.UTC(2014, 0, 1), newest: ago(1) }];
  const progress = { prepared: true, plan, done };
  const { missing = {} } = withUnstoredDays(progress, { days, candleSpans }, NOW);
  expect(missing).toEqual({ 'first-values': [ago(7)], 'largest-values': [ago(7)] });
  const none = withUnstoredDays(progress, { days, candleSpans: [{ oldest: ago(3), newest: ago(1) }] }, NOW);
  expect(allMissing(none.missing ?? {})).toHaveLength((ago(3) - Date.UTC(2014, 0, 1)) / DAY_MS);
  expect(withUnstoredDays({ prepared: false }, { days, candleSpans }, NOW)).toEqual({ prepared: false });
});
