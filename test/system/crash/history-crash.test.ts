import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkTicks, openCrashStore, sliceOf } from '../../support/crash-world.ts';
import { kill } from './power-cut.ts';
import { DAY_MS, HOUR_MS, SLOT_MS } from '../../../src/core/time.ts';
import { candleOn, pastDay, sliceAt } from '../../support/history-values.ts';

/** `npm run crash` does the same any number of times. */
const CYCLES = 8;
const root = mkdtempSync(join(tmpdir(), 'tidemark-crash-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test(
  `no acknowledged tick is lost, doubled or altered by ${CYCLES} kills`,
  { timeout: 600_000 },
  async () => {
    const folder = mkdtempSync(join(root, 'kill-'));
    let before = 0;
    for (let cycle = 0; cycle < CYCLES; cycle++) {
      const { ticks, problems } = await kill(folder, Math.random() * 250);
      expect(problems).toEqual([]);
      expect(ticks).toBeGreaterThan(before);
      before = ticks;
    }
  },
);

const STEPS = ['write the hour', 'record the hour', 'write the day', 'record the day', 'unlink'] as const;
test.each(STEPS)('a crash before the step "%s" loses nothing', async (step) => {
  const folder = mkdtempSync(join(root, 'step-'));
  const problems: string[] = [];
  // Hours end soon; two days take longer.
  const ticks = step.endsWith('the hour') ? 70 : 340;
  let left = 2;
  const crash = (name: string) => {
    if (name === step && --left <= 0) throw new Error('crashed here');
  };
  let store = await openCrashStore(folder, problems, { onSealingStep: crash });
  for (let tick = 0; tick < ticks; tick++) expect(await store.append(sliceOf(tick))).toBe('stored');
  await store.sealed();
  expect(new Set(problems)).toEqual(new Set(['sealing: crashed here']));
  expect((await checkTicks(store, ticks)).problems).toEqual([]);
  await store.close();

  problems.length = 0;
  store = await openCrashStore(folder, problems);
  expect((await checkTicks(store, ticks)).problems).toEqual([]);
  await store.sealed();
  expect((await checkTicks(store, ticks)).problems).toEqual([]);
  expect(problems).toEqual([]);
  await store.close();
});

test('a crash before the step "tidy the journal" loses nothing', async () => {
  const folder = mkdtempSync(join(root, 'tidy-'));
  const problems: string[] = [];
  for (let tick = 0; tick < 10; tick++) {
    const store = await openCrashStore(folder, problems, {
      onSealingStep: () => new Promise(() => undefined),
    });
    await store.append(sliceOf(tick));
  }
  const logs = () => readdirSync(join(folder, 'journal')).length;
  expect(logs()).toBe(10);
  for (let left = 0; logs() > 5; left++) {
    expect(left).toBeLessThan(20);
    let steps = left;
    const store = await openCrashStore(folder, problems, {
      onSealingStep: () => {
        if (--steps < 0) throw new Error('crashed here');
      },
    });
    await store.sealed();
    expect(await checkTicks(store, 10)).toEqual({ ticks: 10, problems: [] });
  }
  expect(new Set(problems)).toEqual(new Set(['sealing: crashed here']));
});

const YEAR_STEPS = ['write the year', 'record the year', 'unlink'] as const;
test.each(YEAR_STEPS)('a crash before the step "%s" loses no candle', async (step) => {
  const folder = mkdtempSync(join(root, 'year-'));
  const first = Date.UTC(2027, 10, 20);
  const days = Array.from({ length: 80 }, (_, i) => first + i * DAY_MS);
  const onDay = (day: number, version = 0) => [3, 4, 5].map((number) => candleOn(day, number, version));
  const newest = (version: number) => onDay(days.at(-1)!, version);
  const expected = (version: number) => [
    ...newest(version),
    ...days
      .slice(0, -1)
      .toReversed()
      .flatMap((day) => onDay(day)),
  ];
  const read = { types: ['MWA', 'GWA', 'LX'] as const, startAtOrBefore: Infinity, limit: 1e9 };
  for (const turn of [1, 2]) {
    const problems: string[] = [];
    let left = turn;
    const crash = (name: string) => {
      if (name === step && --left <= 0) throw new Error('crashed here');
    };
    let store = await openCrashStore(join(folder, String(turn)), problems, { onSealingStep: crash });
    for (const day of days) {
      await store.appendCandles(onDay(day));
      if (days.indexOf(day) % 10 === 0) await store.sealed();
    }
    await store.appendCandles(newest(1));
    await store.sealed();
    expect(new Set(problems)).toEqual(new Set(['sealing: crashed here']));
    expect(await store.readCandlesAcross(read)).toEqual(expected(1));
    await store.close();

    problems.length = 0;
    store = await openCrashStore(join(folder, String(turn)), problems);
    expect(await store.readCandlesAcross(read)).toEqual(expected(1));
    await store.appendCandles(newest(2));
    await store.sealed();
    expect(await store.readCandlesAcross(read)).toEqual(expected(2));
    expect(await store.newestCandles(Infinity)).toEqual(newest(2));
    const years = readdirSync(join(folder, String(turn), 'candles')).map((name) => name.slice(0, 4));
    expect(new Set(years).size).toBe(years.length);
    expect(problems).toEqual([]);
    await store.close();
  }
});

const PAST_STEPS = ['write the past', 'record the past', 'unlink'] as const;
test.each(PAST_STEPS)('a crash before the step "%s" leaves a past day complete or absent', async (step) => {
  const day = Date.parse('2026-02-27T00:00:00Z');
  const slots = Array.from({ length: 24 }, (_, hour) => [120 * hour, 120 * hour + 7]).flat();
  const all = { types: ['MWA', 'GWA', 'LX'] as const, atOrBefore: Infinity, notBefore: 0, limit: 1e9 };
  // Today has sealed hours and one in memory, the previous day is one file; values were inserted into both before.
  for (const startAt of [day, day - DAY_MS]) {
    const folder = mkdtempSync(join(root, 'past-'));
    const problems: string[] = [];
    let armed = false;
    const crash = (name: string) => {
      if (armed && name === step) throw new Error('crashed here');
    };
    let store = await openCrashStore(folder, problems, { onSealingStep: crash });
    for (const hour of [3, 4, 13]) await store.append(sliceAt(day + hour * HOUR_MS + 10 * SLOT_MS));
    await store.insertPast(pastDay(startAt, [1], slots));
    const before = await store.readAcross(all);
    armed = true;
    const past = pastDay(startAt, [1, 2, 3], slots);
    await expect(store.insertPast(past)).rejects.toThrow('crashed here');
    await store.close();

    store = await openCrashStore(folder, problems);
    const after = await store.readAcross(all);
    await store.insertPast(past);
    const whole = await store.readAcross(all);
    expect(whole.length).toBeGreaterThan(before.length);
    // A day in one file counts as soon as the file is complete; the hours of today count together.
    const isWhole = step === 'unlink' || (step === 'record the past' && startAt !== day);
    expect(after).toEqual(isWhole ? whole : before);
    await store.sealed();
    const files = readdirSync(join(folder, startAt === day ? 'hours' : 'days'));
    const named = files.map((name) => name.split('.')[0]);
    expect(new Set(named).size).toBe(files.length);
    expect(problems).toEqual([]);
    await store.close();
  }
});
