import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { nextJob } from '../../../../src/app/backfill/backfill-plan.ts';
import {
  candlesSettledFrom,
  openSeamDay,
  readProgress,
  valuesSettledFrom,
  writeProgress,
  type BackfillProgress,
} from '../../../../src/app/backfill/backfill-progress.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/core/time.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemark-progress-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const DAY = Date.parse('2026-03-01T00:00:00Z');
const NOW = DAY + 2 * HOUR_MS;
const plan = { firstLive: DAY + HOUR_MS, days: { largest: 200, everything: 2 }, largest: ['a'] } as const;

test('progress is read as it was written', () => {
  expect(readProgress(folder)).toBeUndefined();
  const progress = {
    prepared: true,
    firstLive: plan.firstLive,
    plan,
    done: { today: DAY },
    seamClosed: true,
  };
  writeProgress(folder, progress);
  expect(readProgress(folder)).toEqual(progress);
});

test.each([
  ['', /is damaged: restore it from a backup/],
  ['{"format":1', /is damaged/],
  ['null', /is damaged/],
  ['{"prepared":true}', /is damaged/],
  ['{"format":3,"prepared":true}', /has format 3, this version knows 2: run the newer one/],
])('%j is refused', (text, problem) => {
  writeFileSync(join(folder, 'backfill.json'), text);
  expect(() => readProgress(folder)).toThrow(problem);
});

describe('progress of an older version', () => {
  const old = (frontier?: object, depth: unknown = 'auto'): BackfillProgress => {
    const known = { firstLive: plan.firstLive, largest: ['a'] };
    const content = {
      format: 1,
      prepared: true,
      ...known,
      plan: { ...known, depth, byHand: false },
      frontier,
    };
    writeFileSync(join(folder, 'backfill.json'), JSON.stringify(content));
    return readProgress(folder)!;
  };

  test('goes on where it was', () => {
    expect(old().plan).toEqual({ ...plan, byHand: false });
    expect(old(undefined, 5).plan?.days).toEqual({ largest: 5, everything: 5 });
    expect(old().done).toEqual({});
    expect(old({ phase: 'ticks', day: DAY }).done).toEqual({});
    expect(old({ phase: 'ticks', day: DAY - 50 * DAY_MS }).done).toEqual({
      today: DAY,
      'first-values': DAY - 49 * DAY_MS,
      'largest-values': DAY - 49 * DAY_MS,
      'everything-values': DAY - 2 * DAY_MS,
    });
    expect(old({ phase: 'candles', day: DAY - 100 * DAY_MS }).done).toMatchObject({
      'first-values': DAY - 200 * DAY_MS,
      'largest-records': DAY - 99 * DAY_MS,
      'everything-records': DAY - 99 * DAY_MS,
    });
    const done = old({ phase: 'done', day: null });
    expect(nextJob(done.plan!, done.done!, NOW)).toBeUndefined();
  });

  test('without a plan stays without one', () => {
    writeFileSync(join(folder, 'backfill.json'), '{"format":1,"prepared":false}');
    expect(readProgress(folder)).toEqual({ prepared: false });
  });
});

test('values and records are settled where nothing is left to be added', () => {
  const at = (done: BackfillProgress['done']) => ({ prepared: true, plan, ...(done && { done }) });
  const later = { today: DAY, 'first-values': DAY - 200 * DAY_MS, 'largest-values': DAY - 200 * DAY_MS };
  expect(valuesSettledFrom(at({}), NOW)).toBe(DAY + DAY_MS);
  expect(valuesSettledFrom(at({ today: DAY, 'first-values': DAY - 9 * DAY_MS }), NOW)).toBe(DAY);
  expect(valuesSettledFrom(at({ ...later, 'everything-values': DAY - DAY_MS }), NOW)).toBe(DAY - DAY_MS);
  expect(valuesSettledFrom(at({ ...later, 'everything-values': DAY - 2 * DAY_MS }), NOW)).toBe(-Infinity);
  expect(valuesSettledFrom({ prepared: true, firstLive: NOW }, NOW)).toBe(-Infinity);
  expect(valuesSettledFrom({ prepared: true, firstLive: NOW, changesLeft: true }, NOW)).toBe(NOW);
  expect(candlesSettledFrom(at({}), NOW)).toBe(DAY);
  const recorded = { ...later, 'largest-records': Date.UTC(2014, 0), 'everything-values': DAY - 2 * DAY_MS };
  expect(candlesSettledFrom(at({ ...recorded, 'everything-records': DAY - 8 * DAY_MS }), NOW)).toBe(
    DAY - 8 * DAY_MS,
  );
  expect(candlesSettledFrom(undefined, NOW)).toBe(-Infinity);
  expect(openSeamDay(at({}))).toBe(DAY);
  expect(openSeamDay({ ...at({}), seamClosed: true })).toBeUndefined();
  expect(openSeamDay({ prepared: true })).toBeUndefined();
});
