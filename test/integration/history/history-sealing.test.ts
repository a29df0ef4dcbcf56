import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SeriesId } from '../../../src/core/index-value.ts';
import { SeriesOrder } from '../../../src/core/ids/series-order.ts';
import { DAY_MS, HOUR_MS, SLOT_MS, type Millis } from '../../../src/core/time.ts';
import { EmbeddedHistoryStore } from '../../../src/history/embedded/embedded-history-store.ts';
import type { StoredValue, TickSlice } from '../../../src/history/history-store.ts';
import { candleOn, ORDER, sliceAt, valuesOf } from '../../support/history-values.ts';

const ALL = ['MWA', 'GWA', 'LX'] as const;
const SOME = (number: number) => number % 60 === 0 || ORDER.series[number]?.indexType === 'LX';
const root = mkdtempSync(join(tmpdir(), 'tidemark-sealing-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let folder: string;
let store: EmbeddedHistoryStore;
let problems: unknown[];

function open(windowMs = 200 * DAY_MS): Promise<EmbeddedHistoryStore> {
  const report = (problem: unknown) => void problems.push(problem);
  return EmbeddedHistoryStore.open({ folder, windowMs, onDamage: report, onSealingFailure: report });
}

beforeEach(async () => {
  problems = [];
  folder = mkdtempSync(join(root, 'store-'));
  store = await open();
});
afterEach(async () => {
  await store.close();
  expect(problems).toEqual([]);
});

const filesIn = (name: string) => readdirSync(join(folder, name)).toSorted();
const across = (read: Partial<Parameters<EmbeddedHistoryStore['readAcross']>[0]> = {}) =>
  store.readAcross({ types: ALL, atOrBefore: Infinity, notBefore: 0, limit: 1e6, ...read });

async function appendAll(times: readonly Millis[]): Promise<StoredValue[]> {
  for (const at of times) expect(await store.append(sliceAt(at, SOME))).toBe('stored');
  return times.toReversed().flatMap((at) => valuesOf(sliceAt(at, SOME)));
}

describe('the ends of hours and days', () => {
  const BOUNDARIES = {
    'a leap day': '2028-02-29T00:00:00Z',
    'the day after a leap day': '2028-03-01T00:00:00Z',
    "a month's end": '2026-05-01T00:00:00Z',
    "a year's end": '2027-01-01T00:00:00Z',
  };

  test.each(Object.entries(BOUNDARIES))(
    'at %s, midnight belongs to the day that ends',
    async (_, midnight) => {
      const end = Date.parse(midnight);
      const times = [-HOUR_MS, -SLOT_MS, 0, SLOT_MS, HOUR_MS, DAY_MS, DAY_MS + SLOT_MS].map((ms) => end + ms);
      const expected = await appendAll(times);
      await store.sealed();
      const name = (ms: Millis) => new Date(ms).toISOString().slice(0, 10);
      expect(filesIn('days')).toEqual([`${name(end - DAY_MS)}.seg`, `${name(end)}.seg`]);
      expect(filesIn('hours')).toEqual([]);
      expect(await across()).toEqual(expected);
      for (const at of times) {
        const one = valuesOf(sliceAt(at, SOME));
        expect(await across({ atOrBefore: at, notBefore: at })).toEqual(one);
        expect(await across({ atOrBefore: at + SLOT_MS - 1, notBefore: at - SLOT_MS + 1 })).toEqual(one);
        expect(await store.append(sliceAt(at, SOME))).toBe('duplicate');
      }
      expect(await store.append(sliceAt(end - 2 * SLOT_MS, SOME))).toBe('out-of-order');
    },
  );

  test('an hour is sealed with its last tick, not before', async () => {
    const hour = Date.parse('2026-03-01T07:00:00Z');
    await appendAll(Array.from({ length: 119 }, (_, i) => hour + (i + 1) * SLOT_MS));
    await store.sealed();
    expect(filesIn('hours')).toEqual([]);
    await appendAll([hour + HOUR_MS]);
    await store.sealed();
    expect(filesIn('hours')).toEqual(['2026-03-01T07.seg']);
  });
});

test('reads see every value once while hours and days are sealed', async () => {
  const start = Date.parse('2026-02-28T18:00:00Z');
  const times = Array.from({ length: 400 }, (_, i) => start + (i + 1) * 4 * SLOT_MS);
  const expected: StoredValue[] = [];
  const series = ORDER.series[60] as SeriesId;
  let reads = 0;
  const done = new AbortController();
  const reader = (async () => {
    for (; !done.signal.aborted; reads++) {
      const length = expected.length;
      const found = await across({ atOrBefore: expected[0]?.at ?? 0 });
      expect(found.length).toBeGreaterThanOrEqual(length);
      expect(found.slice(-length || Infinity)).toEqual(expected.slice(-length || Infinity));
      const ofSeries = await store.readSeries({ series, atOrBefore: Infinity, notBefore: 0, limit: 1e6 });
      expect(new Set(ofSeries.map(({ at }) => at)).size).toBe(ofSeries.length);
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  for (const at of times) {
    await store.append(sliceAt(at, SOME));
    expected.unshift(...valuesOf(sliceAt(at, SOME)));
  }
  await store.sealed();
  done.abort();
  await reader;
  expect(reads).toBeGreaterThan(5);
  expect(filesIn('days')).toEqual(['2026-02-28.seg']);
  expect(await across()).toEqual(expected);
});

test('whole days beyond the window plus one day are deleted; reads cut exactly', async () => {
  await store.close();
  store = await open(3 * DAY_MS);
  const start = Date.parse('2026-06-01T12:00:00Z');
  const times = Array.from({ length: 10 }, (_, i) => start + i * DAY_MS);
  const expected = await appendAll(times);
  await store.sealed();
  expect(filesIn('days')).toEqual(['2026-06-06.seg', '2026-06-07.seg', '2026-06-08.seg', '2026-06-09.seg']);
  const notBefore = times.at(-1)! - 3 * DAY_MS;
  expect(await across({ notBefore })).toEqual(expected.filter(({ at }) => at >= notBefore));
  expect(await store.append(sliceAt(notBefore - SLOT_MS))).toBe('too-old');
});

test('a clock that jumps ahead deletes only days that new ones replace', async () => {
  await store.close();
  store = await open(3 * DAY_MS);
  const start = Date.parse('2026-06-01T12:00:00Z');
  const times = Array.from({ length: 4 }, (_, i) => start + i * DAY_MS);
  const nextYear = start + 365 * DAY_MS;
  const expected = await appendAll([...times, nextYear]);
  await store.sealed();
  const before = ['2026-06-02.seg', '2026-06-03.seg', '2026-06-04.seg'];
  expect(filesIn('days')).toEqual(before);
  await store.close();
  store = await open(3 * DAY_MS);
  expect(filesIn('days')).toEqual(before);
  const kept = (await across({ notBefore: times[1]! })).map(({ at }) => at);
  expect(new Set(kept)).toEqual(new Set([nextYear, ...times.slice(1)]));
  expect(expected.length).toBeGreaterThan(kept.length);
  await appendAll([nextYear + DAY_MS]);
  await store.sealed();
  expect(filesIn('days')).toEqual(['2026-06-03.seg', '2026-06-04.seg', '2027-06-01.seg']);
});

test('series of a different catalogue keep their order and their past', async () => {
  const at = Date.parse('2026-06-01T12:00:00Z');
  const expected = await appendAll([at]);
  const id = (i: number) => ({ id: `${i}0000000-0000-4000-8000-000000000000` });
  const other = new SeriesOrder({ markets: [id(0), id(9)], assets: [id(1)] } as never);
  const count = other.series.length;
  const later: TickSlice = {
    ...sliceAt(at + SLOT_MS),
    order: other,
    series: Uint32Array.from({ length: count }, (_, i) => i),
    prices: new Float64Array(count).fill(2.5),
    volumes: new Float64Array(count).fill(7),
    tickVolumes: new Float64Array(count).fill(Number.NaN),
    flags: new Uint16Array(count),
  };
  await store.append(later);
  const added = other.series.map((series) => ({ ...series, at: later.at, price: 2.5, volume: 7, flags: 0 }));
  expect(await across()).toEqual([...added, ...expected]);
  const last = await appendAll([at + DAY_MS]);
  await store.sealed();
  await store.close();
  store = await open();
  expect(await across()).toEqual([...last, ...added, ...expected]);
});

test('candles of past years are in one file per year, rewritten when days are added', async () => {
  const start = Date.parse('2027-12-01T00:00:00Z');
  const days = Array.from({ length: 120 }, (_, i) => start + i * DAY_MS);
  for (const day of days) await store.appendCandles([candleOn(day, 5), candleOn(day, 60)]);
  await store.sealed();
  expect(filesIn('candles').map((name) => name.slice(0, 4))).toEqual(['2027', '2028']);
  await store.close();
  store = await open();
  const expected = days.toReversed().flatMap((day) => [candleOn(day, 5), candleOn(day, 60)]);
  const read = { types: ALL, startAtOrBefore: Infinity, limit: 1e6 };
  expect(await store.readCandlesAcross(read)).toEqual(expected);
  expect(await store.newestCandles(Infinity)).toEqual(expected.slice(0, 2));
});
