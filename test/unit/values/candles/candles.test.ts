import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { candleRoutes } from '../../../../src/api/resources/candles/candles.ts';
import type { DataRoute } from '../../../../src/api/http/routing/route.ts';
import type { SeriesVersions } from '../../../../src/api/pages/series-cursors.ts';
import type { Grant } from '../../../../src/auth/tokens/token-verifier.ts';
import { HistoryCandles } from '../../../../src/values/candles/stored-candles.ts';
import { INTERVALS, type Interval } from '../../../../src/core/candle-interval.ts';
import { isReal, type SeriesId } from '../../../../src/core/index-value.ts';
import { runToEnd } from '../../../../src/core/async/slices.ts';
import { DAY_MS, HOUR_MS, SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import type { TickSlice } from '../../../../src/history/history-store.ts';
import { MemoryHistoryStore } from '../../../support/memory-history/memory-history-store.ts';
import { exactVolume } from '../../../../src/latest/candles/candle-text.ts';
import { SeriesKeys } from '../../../../src/latest/market/entity-keys.ts';
import type { IndexTickers } from '../../../../src/latest/indices/index-tickers.ts';
import { candleOn, ORDER, pastDay, sliceAt, valuesOf } from '../../../support/history-values.ts';
import { anAsker } from '../../../support/asker.ts';
import { nothingMissing } from '../../../support/nothing-missing.ts';
import { EVENT_LOOP } from '../../../../src/core/async/loop.ts';
import { LoopTurns } from '../../../../src/core/async/loop-turns.ts';

/** Under version 1, whose vwap is a plain weighted mean. */
const START = Date.parse('2026-03-01T00:00:00Z');
const HOURS = 30;
const NOW = START + HOURS * HOUR_MS;
const [MWA] = ORDER.rangeOf('MWA');
const [LX] = ORDER.rangeOf('LX');
const GRANT = {
  clientId: 'test',
  scopes: new Set(['read:index-ticker', 'read:ohlcv', 'read:LX']),
} as unknown as Grant;
const SHORT = Object.keys(INTERVALS).filter((interval) => interval !== '1d') as Interval[];

interface Record {
  readonly id: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly twap: string;
  readonly vwap: string;
  readonly volume?: string;
  readonly volume24h?: string;
  readonly startTimestamp: string;
  readonly endTimestamp: string;
  readonly ticks: string;
  readonly carried: string;
  readonly expected: string;
  readonly complete: boolean;
  readonly flags?: readonly string[];
}

interface Page {
  readonly content: readonly Record[];
  readonly nextId?: string;
}

const seriesKeys = new SeriesKeys();
runToEnd(seriesKeys.learn(ORDER));
const versions = {
  current: { series: ORDER, register: { seriesKeys }, catalogue: { findAssets: () => [] } },
} as unknown as SeriesVersions;

function routeOver(
  history: MemoryHistoryStore,
  at = NOW,
  revision = { now: 0 },
  settledFrom = -Infinity,
): DataRoute {
  const past = { settledFrom: () => settledFrom, pastRevision: () => revision.now };
  return candleRoutes({
    candles: new HistoryCandles({
      history,
      ...past,
      yieldTurn: async () => undefined,
    }),
    history,
    indexTickers: { at } as IndexTickers,
    versions,
    marketSpeed: 1,
    turns: new LoopTurns(EVENT_LOOP),
    incomplete: nothingMissing(),
    ...past,
    heldDay: () => undefined,
  })[0] as DataRoute;
}

async function ask(route: DataRoute, query: object, marketTime = NOW): Promise<Page> {
  const answer = await route.handle({
    query: query as never,
    path: {},
    grant: GRANT,
    marketTime,
    marketNow: () => marketTime,
    asker: anAsker,
  });
  return JSON.parse(answer.prepared.identity.bytes.toString()) as Page;
}

async function walk(route: DataRoute, query: object): Promise<Record[]> {
  const all: Record[] = [];
  let startAfter: string | undefined;
  do {
    const page = await ask(route, { ...query, ...(startAfter ? { startAfter } : {}) });
    all.push(...page.content);
    startAfter = page.nextId;
  } while (startAfter);
  return all;
}

/** The slices of a series by slot, for all tests. */
const slices = new Map<string, TickSlice>();

function sliceOf(number: number, at: Millis): TickSlice {
  const key = `${number} ${at}`;
  const slice = slices.get(key) ?? sliceAt(at, (n) => n === number);
  slices.set(key, slice);
  return slice;
}

async function historyWith(number: number, present: (slot: number) => boolean): Promise<MemoryHistoryStore> {
  const history = new MemoryHistoryStore(200 * DAY_MS);
  for (let slot = 1; slot <= HOURS * 120; slot++)
    if (present(slot)) await history.append(sliceOf(number, START + slot * SLOT_MS));
  return history;
}

/** The expected candle, in the simplest implementation. */
function expectedCandle(
  number: number,
  present: (slot: number) => boolean,
  startAt: Millis,
  lengthMs: Millis,
) {
  const valueAt = (at: Millis) => {
    const slot = (at - START) / SLOT_MS;
    const isThere = slot >= 1 && at <= NOW && present(slot);
    return isThere ? valuesOf(sliceOf(number, at))[0] : undefined;
  };
  const values = Array.from({ length: lengthMs / SLOT_MS }, (_, i) =>
    valueAt(startAt + (i + 1) * SLOT_MS),
  ).filter((value) => value !== undefined);
  const real = values.filter(({ flags }) => isReal(flags));
  const last = real.at(-1);
  if (!last) return undefined;
  const before = valueAt(startAt);
  const open = before && isReal(before.flags) ? before.price : (real[0]?.price ?? 0);
  const prices = [open, ...real.map(({ price }) => price)];
  const weights = real.map(({ volume, tickVolume }) => tickVolume ?? volume);
  const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
  const twap = sum(real.map(({ price }) => price)) / real.length;
  return {
    open,
    high: Math.max(...prices),
    low: Math.min(...prices),
    close: last.price,
    twap,
    vwap: sum(weights) > 0 ? sum(real.map(({ price }, i) => price * weights[i]!)) / sum(weights) : twap,
    volume24h: last.tickVolume === undefined ? last.volume : undefined,
    traded: sum(values.map(({ tickVolume }) => tickVolume ?? 0)),
    ticks: values.length,
    carried: values.length - real.length,
  };
}

describe.each([
  ['an average', MWA],
  ['a liquid index', LX],
])('candles of %s', (_what, number) => {
  const { indexId } = ORDER.series[number] as SeriesId;

  test('follow from their ticks, whatever is missing', async () => {
    const cases = fc.tuple(
      fc.constantFrom(...SHORT),
      fc.integer({ min: 1, max: 97 }),
      fc.integer({ min: 2, max: 400 }),
      fc.boolean(),
    );
    await fc.assert(
      fc.asyncProperty(cases, async ([interval, every, run, inverted]) => {
        const present = (slot: number) => (Math.floor(slot / run) % 3 === 0) !== inverted && slot % every < 3;
        const route = routeOver(await historyWith(number, present));
        const length = INTERVALS[interval];
        const found = await walk(route, { interval, indexId, size: 777, order: 'asc' });
        const starts = Array.from(
          { length: Math.ceil((HOURS * HOUR_MS) / length) },
          (_, i) => START + i * length,
        );
        const expected = starts.flatMap((startAt) => {
          const candle = expectedCandle(number, present, startAt, length);
          return candle ? [{ startAt, ...candle }] : [];
        });
        expect(found.map(({ startTimestamp }) => Date.parse(startTimestamp))).toEqual(
          expected.map(({ startAt }) => startAt),
        );
        for (const [i, candle] of found.entries()) {
          const wanted = expected[i]!;
          for (const field of ['open', 'high', 'low', 'close'] as const)
            expect(Number(candle[field])).toBe(wanted[field]);
          for (const field of ['twap', 'vwap'] as const)
            expect(Number(candle[field])).toBeCloseTo(wanted[field], 6);
          expect([Number(candle.ticks), Number(candle.carried)]).toEqual([wanted.ticks, wanted.carried]);
          expect(candle.volume24h === undefined ? undefined : Number(candle.volume24h)).toBe(
            wanted.volume24h,
          );
          if (number === LX) expect(Number(candle.volume)).toBeCloseTo(wanted.traded, 8);
          else expect(candle.volume).toBeUndefined();
        }
        expect(await walk(route, { interval, indexId, size: 500 })).toEqual(found.toReversed());
      }),
      { numRuns: 12 },
    );
  });

  test('show how much of them is missing, and whether they may still change', async () => {
    const missing = new Set([3, 4, 5, 100]);
    const isThere = (slot: number) => slot < HOURS * 120 && !missing.has(slot);
    const route = routeOver(await historyWith(number, isThere), NOW - SLOT_MS);
    const now = NOW - SLOT_MS + 10_000;
    const page = await ask(route, { interval: '1h', indexId, size: 2 }, now);
    expect(page.content.map(({ ticks, expected, complete }) => [ticks, expected, complete])).toEqual([
      ['119', '119', false],
      ['120', '120', true],
    ]);
    const [first] = (await ask(route, { interval: '1h', indexId, order: 'asc', size: 1 }, now)).content;
    expect([first?.ticks, first?.expected, first?.complete]).toEqual(['116', '120', true]);
  });
});

test('a candle whose last tick was skipped is complete once that tick cannot come any more', async () => {
  const { indexId } = ORDER.series[MWA] as SeriesId;
  const history = await historyWith(MWA, (slot) => slot !== 120);
  const query = { interval: '1h', indexId, to: START + HOUR_MS, order: 'asc' };
  const before = await ask(routeOver(history, START + HOUR_MS - SLOT_MS), query, START + HOUR_MS + 1000);
  expect(before.content[0]).toMatchObject({ complete: false, ticks: '119' });
  const complete = { complete: true, ticks: '119', expected: '120' };
  // The clock says so: the source may be down for hours before the next tick comes.
  const late = routeOver(history, START + HOUR_MS - SLOT_MS);
  expect((await ask(late, query, START + HOUR_MS + SLOT_MS - 1)).content[0]).toMatchObject({
    complete: false,
  });
  expect((await ask(late, query, START + HOUR_MS + SLOT_MS)).content[0]).toMatchObject(complete);
  const after = await ask(routeOver(history, START + HOUR_MS + SLOT_MS), query, START + HOUR_MS + SLOT_MS);
  expect(after.content[0]).toMatchObject(complete);
});

test('a candle is not complete while ticks of it are still to be filled in', async () => {
  const { indexId } = ORDER.series[MWA] as SeriesId;
  const history = await historyWith(MWA, (slot) => slot > 60);
  const query = { interval: '1h', indexId, order: 'asc', size: 2 };
  const firstLive = START + 61 * SLOT_MS;
  const filling = await ask(routeOver(history, NOW, { now: 0 }, firstLive), query);
  expect(filling.content.map(({ ticks, complete }) => [ticks, complete])).toEqual([
    ['60', false],
    ['120', true],
  ]);
  const done = await ask(routeOver(history), query);
  expect(done.content.map(({ ticks, complete }) => [ticks, complete])).toEqual([
    ['60', true],
    ['120', true],
  ]);
});

test('days are end-of-day records, and the day that is running from its values', async () => {
  const { indexId } = ORDER.series[MWA] as SeriesId;
  const history = await historyWith(MWA, () => true);
  const candle = candleOn(START, MWA);
  await history.appendCandles([candle, candleOn(START - 3 * DAY_MS, MWA)]);
  const page = await ask(routeOver(history), { interval: '1d', indexId });
  expect(page.content.map(({ startTimestamp, complete }) => [Date.parse(startTimestamp), complete])).toEqual([
    [START + DAY_MS, false],
    [START, true],
    [START - 3 * DAY_MS, true],
  ]);
  expect(page.content[1]).toMatchObject({
    open: String(candle.open),
    close: String(candle.close),
    volume: exactVolume(candle),
    ticks: String(candle.ticks),
  });
  expect(page.content[0]).toMatchObject({ ticks: String((HOURS - 24) * 120), expected: '720' });
  const oldest = await ask(routeOver(history), { interval: '1d', indexId, order: 'asc', size: 1 });
  expect(oldest.content[0]?.id).toBe(page.content[2]?.id);
});

test('only candles wholly inside the window are there', async () => {
  const { indexId } = ORDER.series[MWA] as SeriesId;
  const route = routeOver(await historyWith(MWA, () => true));
  const later = START + 200 * DAY_MS + 90 * 60_000;
  const page = await ask(route, { interval: '1h', indexId, order: 'asc', size: 1 }, later);
  expect(page.content[0]?.startTimestamp).toBe(new Date(START + 2 * HOUR_MS).toISOString());
});

test('a stored tick that waits for its slot is in no candle', async () => {
  const { indexId } = ORDER.series[MWA] as SeriesId;
  const history = await historyWith(MWA, () => true);
  const route = routeOver(history, NOW - SLOT_MS);
  for (const interval of ['1m', '1h', '1d']) {
    const [candle] = (await ask(route, { interval, indexId, size: 1 }, NOW - 1500)).content;
    expect(Number(candle?.ticks)).toBe(Number(candle?.expected));
    expect(Number(candle?.close)).toBe(sliceAt(NOW - SLOT_MS, (n) => n === MWA).prices[0]);
  }
});

test('volumes of liquid indices have no trailing zeros', async () => {
  const { indexId } = ORDER.series[LX] as SeriesId;
  const route = routeOver(await historyWith(LX, () => true));
  for (const interval of ['1m', '1h', '1d'])
    for (const { volume } of (await ask(route, { interval, indexId, size: 2000 })).content)
      expect(volume).toMatch(/^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/);
});

test('the cache is dropped when more is to be filled in, however soon that is done', async () => {
  const { indexId } = ORDER.series[MWA] as SeriesId;
  const history = await historyWith(MWA, (slot) => slot > 24 * 120);
  const revision = { now: 0 };
  const route = routeOver(history, NOW, revision);
  const hours = { interval: '1h', indexId, from: START, to: START + DAY_MS, size: 24 };
  for (let asked = 0; asked < 3; asked++) expect((await ask(route, hours)).content).toEqual([]);
  await history.insertPast(pastDay(START, [MWA], [0, 1, 120]));
  revision.now++;
  expect((await ask(route, hours)).content).toHaveLength(2);
});

test('only a full page of the past is for a day; others may still fill', async () => {
  const { indexId } = ORDER.series[MWA] as SeriesId;
  const route = routeOver(await historyWith(MWA, () => true));
  const ageOf = async (query: object) => {
    const given = { query: { interval: '1h', indexId, ...query } as never, path: {}, grant: GRANT };
    return (await route.handle({ ...given, marketTime: NOW, marketNow: () => NOW, asker: anAsker }))
      .maxAgeSeconds;
  };
  const day = { from: START + HOUR_MS, to: START + DAY_MS };
  expect(await ageOf({ ...day, size: 10 })).toBe(86_400);
  expect(await ageOf({ ...day, size: 2000 })).toBe(300);
  expect(await ageOf({ from: START - 3 * DAY_MS, to: START - 2 * DAY_MS })).toBe(300);
  expect(await ageOf({ size: 10 })).toBeLessThanOrEqual(30);
});

test('a past day that is not final yet is not cached beyond the next tick', async () => {
  const { indexId } = ORDER.series[MWA] as SeriesId;
  const history = await historyWith(MWA, () => true);
  const midnight = START + DAY_MS;
  const query = { interval: '1d', indexId, to: midnight } as never;
  const route = routeOver(history, midnight + 4 * 60_000);
  const answer = await route.handle({
    query,
    path: {},
    grant: GRANT,
    marketTime: midnight + 4 * 60_000 + 1,
    marketNow: () => NOW,
    asker: anAsker,
  });
  expect(answer.maxAgeSeconds).toBeLessThanOrEqual(30);
  expect(answer.prepared.identity.bytes.toString()).toContain('"complete":false');
});

test('the request must be unambiguous', async () => {
  const route = routeOver(new MemoryHistoryStore(DAY_MS));
  const { indexId } = ORDER.series[MWA] as SeriesId;
  const problems = (query: object) =>
    route.together?.(query as never, (field) => field in query).map(({ field, message }) => [field, message]);
  expect(problems({ interval: '1h' })).toEqual([
    ['indexId', 'is required unless the index is selected by name'],
  ]);
  expect(problems({ interval: '1h', indexId, from: START, timestamp: START })).toEqual([
    ['timestamp', 'is not supported for candles: use from and to'],
  ]);
  expect(problems({ interval: '1h', indexId, symbol: 'BTC' })).toEqual([
    ['symbol', 'cannot be combined with indexId'],
  ]);
  const history = await historyWith(MWA, () => true);
  const { nextId } = await ask(routeOver(history), { interval: '1h', indexId, size: 1 });
  expect(problems({ interval: '1h', indexId, startAfter: nextId })).toEqual([]);
  const wrong = [['startAfter', 'must be the id of a candle of this index and interval']];
  expect(problems({ interval: '5m', indexId, startAfter: nextId })).toEqual(wrong);
  expect(problems({ interval: '1h', indexId: ORDER.series[LX]?.indexId, startAfter: nextId })).toEqual(wrong);
  expect(problems({ interval: '1h', indexId, startAfter: indexId })).toEqual(wrong);
});
