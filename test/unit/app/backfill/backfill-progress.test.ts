import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import {
  candlesSettledFrom,
  openSeamDay,
  readProgress,
  writeProgress,
} from '../../../../src/app/backfill/backfill-progress.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/core/time.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemark-progress-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const DAY = Date.parse('2026-03-01T00:00:00Z');
const plan = { firstLive: DAY + HOUR_MS, depth: 'auto', largest: ['a'] } as const;

test('progress is read as it was written, also where everything is done', () => {
  expect(readProgress(folder)).toBeUndefined();
  for (const frontier of [
    { phase: 'ticks', day: DAY },
    { phase: 'done', day: -Infinity },
  ] as const) {
    const progress = { prepared: true, firstLive: plan.firstLive, plan, frontier, seamClosed: true };
    writeProgress(folder, progress);
    expect(readProgress(folder)).toEqual(progress);
  }
});

test.each([
  ['', /is damaged: restore it from a backup/],
  ['{"format":1', /is damaged/],
  ['null', /is damaged/],
  ['{"prepared":true}', /is damaged/],
  ['{"format":2,"prepared":true}', /has format 2, this version knows 1: run the newer one/],
])('%j is refused', (text, problem) => {
  writeFileSync(join(folder, 'backfill.json'), text);
  expect(() => readProgress(folder)).toThrow(problem);
});

test('records are settled up to the frontier, but for the day of the first tick until it is closed', () => {
  const at = (phase: 'ticks' | 'candles', day: number) => ({
    prepared: true,
    plan,
    frontier: { phase, day },
  });
  expect(candlesSettledFrom(at('ticks', DAY))).toBe(DAY + DAY_MS);
  expect(candlesSettledFrom(at('candles', DAY - 9 * DAY_MS))).toBe(DAY - 8 * DAY_MS);
  expect(candlesSettledFrom(undefined)).toBe(-Infinity);
  expect(openSeamDay(at('candles', DAY))).toBe(DAY);
  expect(openSeamDay({ ...at('candles', DAY), seamClosed: true })).toBeUndefined();
  expect(openSeamDay({ prepared: true })).toBeUndefined();
});
