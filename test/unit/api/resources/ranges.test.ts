import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EVENT_LOOP } from '../../../../src/core/async/loop.ts';
import { LoopTurns } from '../../../../src/core/async/loop-turns.ts';
import { crossSeriesQueue } from '../../../../src/api/http/limits/cross-series-queue.ts';
import { indexTickerRoutes } from '../../../../src/api/resources/index-ticker.ts';
import { ohlcvRoutes } from '../../../../src/api/resources/ohlcv.ts';
import type { DataRoute } from '../../../../src/api/http/routing/route.ts';
import type { SeriesVersions } from '../../../../src/api/pages/series-cursors.ts';
import type { Grant } from '../../../../src/auth/tokens/token-verifier.ts';
import { INDEX_TYPES, type IndexType, type SeriesId } from '../../../../src/core/index-value.ts';
import { DAY_MS, SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import { MemoryHistoryStore } from '../../../support/memory-history/memory-history-store.ts';
import { SeriesKeys } from '../../../../src/latest/market/entity-keys.ts';
import type { IndexTickers } from '../../../../src/latest/indices/index-tickers.ts';
import { runToEnd } from '../../../../src/core/async/slices.ts';
import { candleOn, ORDER, sliceAt } from '../../../support/history-values.ts';
import { anAsker } from '../../../support/asker.ts';
import { nothingMissing } from '../../../support/nothing-missing.ts';

const START = Date.parse('2026-03-01T00:00:00Z');
/** Some series of each type. */
const NUMBERS = INDEX_TYPES.flatMap((type) => {
  const [first] = ORDER.rangeOf(type);
  return [first, first + 1, first + 2];
});
const SLOTS = 200;
const NOW = START + SLOTS * SLOT_MS;
const GRANT = {
  clientId: 'test',
  scopes: new Set(['read:index-ticker', 'read:ohlcv', 'read:LX']),
} as unknown as Grant;

interface Page {
  readonly content: readonly { readonly id: string; readonly timestamp: string; readonly indexId: string }[];
  readonly nextId?: string;
}

interface Query {
  readonly from?: Millis;
  readonly to?: Millis;
  readonly order?: 'asc' | 'desc';
  readonly indexId?: string;
  readonly indexType?: IndexType;
  readonly size?: number;
  readonly startAfter?: string;
}

const seriesKeys = new SeriesKeys();
runToEnd(seriesKeys.learn(ORDER));
const versions = { current: { series: ORDER, register: { seriesKeys } } } as unknown as SeriesVersions;

async function ask(route: DataRoute, query: Query, marketTime: Millis): Promise<Page> {
  const given = {
    query: query as never,
    path: {},
    grant: GRANT,
    marketTime,
    marketNow: () => marketTime,
    asker: anAsker,
  };
  const { prepared, release } = await route.handle(given);
  const page = JSON.parse(prepared.identity.bytes.toString()) as Page;
  release?.();
  return page;
}

/** All pages of a query, one after the other. */
async function walk(route: DataRoute, query: Query, marketTime: Millis) {
  const all: Page['content'][number][] = [];
  let startAfter: string | undefined;
  do {
    const page = await ask(route, { ...query, ...(startAfter ? { startAfter } : {}) }, marketTime);
    all.push(...page.content);
    startAfter = page.nextId;
  } while (startAfter);
  return all;
}

async function ticksWith(present: readonly (readonly boolean[])[]): Promise<DataRoute> {
  const history = new MemoryHistoryStore(200 * DAY_MS);
  for (const [slot, has] of present.entries()) {
    const numbers = new Set(NUMBERS.filter((_number, place) => has[place]));
    if (numbers.size > 0) await history.append(sliceAt(START + (slot + 1) * SLOT_MS, (n) => numbers.has(n)));
  }
  const indexTickers = { at: NOW } as IndexTickers;
  const parts = {
    indexTickers,
    history,
    marketSpeed: 1,
    turns: new LoopTurns(EVENT_LOOP),
    incomplete: nothingMissing(),
    settledFrom: () => -Infinity,
    pastRevision: () => 0,
    versions,
  };
  return indexTickerRoutes(parts, crossSeriesQueue())[0] as DataRoute;
}

async function daysWith(present: readonly (readonly boolean[])[]): Promise<DataRoute> {
  const history = new MemoryHistoryStore(200 * DAY_MS);
  for (const [day, has] of present.entries())
    await history.appendCandles(
      NUMBERS.filter((_number, place) => has[place]).map((number) => candleOn(START + day * DAY_MS, number)),
    );
  const parts = {
    indexTickers: { at: NOW } as IndexTickers,
    history,
    marketSpeed: 1,
    incomplete: nothingMissing(),
    versions,
    heldDay: () => undefined,
    lastDayStored: async () => true,
    settledFrom: () => -Infinity,
    pastRevision: () => 0,
  };
  return ohlcvRoutes(parts, crossSeriesQueue(), new LoopTurns(EVENT_LOOP))[0] as DataRoute;
}

/** Mostly gaps, some of them long. */
const presence = (steps: number) =>
  fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(NUMBERS.map(() => false)) },
      {
        weight: 2,
        arbitrary: fc.array(fc.boolean(), { minLength: NUMBERS.length, maxLength: NUMBERS.length }),
      },
    ),
    { minLength: 0, maxLength: steps },
  );
const selection: fc.Arbitrary<Query> = fc.oneof(
  fc.constant({}),
  fc.constantFrom(...INDEX_TYPES).map((indexType) => ({ indexType })),
  fc.constantFrom(...NUMBERS).map((number) => ({ indexId: (ORDER.series[number] as SeriesId).indexId })),
);

describe.each([
  ['/index-ticker', ticksWith, SLOT_MS, 200, NOW],
  ['/ohlcv', daysWith, DAY_MS, 40, START + 41 * DAY_MS],
] as const)('%s', (_path, routeWith, stepMs, steps, marketTime) => {
  const instant = fc.integer({ min: -2, max: 2 * steps + 4 }).map((half) => START + (half * stepMs) / 2);

  test('ascending is the exact reverse of descending, page by page or at once', async () => {
    const cases = fc.tuple(
      presence(steps),
      selection,
      fc.option(instant, { nil: undefined }),
      fc.option(instant, { nil: undefined }),
      fc.integer({ min: 1, max: 7 }),
    );
    await fc.assert(
      fc.asyncProperty(cases, async ([present, selected, one, other, size]) => {
        const route = await routeWith(present);
        const [from, to] =
          one !== undefined && other !== undefined && one > other ? [other, one] : [one, other];
        const range = {
          ...selected,
          ...(from === undefined ? {} : { from }),
          ...(to === undefined ? {} : { to }),
        };
        const whole = (await ask(route, { ...range, order: 'desc', size: 2000 }, marketTime)).content;
        for (const { timestamp } of whole) {
          expect(Date.parse(timestamp)).toBeGreaterThanOrEqual(from ?? -Infinity);
          expect(Date.parse(timestamp)).toBeLessThan(to ?? Infinity);
        }
        expect(await walk(route, { ...range, order: 'desc', size }, marketTime)).toEqual(whole);
        const ascending = await ask(route, { ...range, order: 'asc', size: 2000 }, marketTime);
        expect(ascending.content).toEqual(whole.toReversed());
        expect(await walk(route, { ...range, order: 'asc', size }, marketTime)).toEqual(whole.toReversed());
      }),
      { numRuns: 60 },
    );
  });

  test('contains the values between its ends: the first included, the last not', async () => {
    const every = Array.from({ length: 10 }, () => NUMBERS.map(() => true));
    const route = await routeWith(every);
    const [first, second] = [START + 3 * stepMs, START + 5 * stepMs];
    const page = await ask(route, { from: first, to: second, size: 2000 }, marketTime);
    expect([...new Set(page.content.map(({ timestamp }) => Date.parse(timestamp)))]).toEqual([
      START + 4 * stepMs,
      first,
    ]);
    expect((await ask(route, { from: first, to: first }, marketTime)).content).toEqual([]);
    expect((await ask(route, { from: marketTime + DAY_MS }, marketTime)).content).toEqual([]);
    const late = await ask(route, { to: marketTime + DAY_MS, size: 1 }, marketTime);
    expect(late.content).toEqual((await ask(route, { order: 'desc', size: 1 }, marketTime)).content);
    expect(
      (await ask(route, { from: START - 300 * DAY_MS, order: 'asc', size: 1 }, marketTime)).content,
    ).toEqual((await ask(route, { order: 'asc', size: 1 }, marketTime)).content);
  });

  test('is refused if it contradicts itself', async () => {
    const route = await routeWith([]);
    const problems = (query: Query & { timestamp?: Millis }) =>
      route.together?.(query as never, () => false).map(({ field, message }) => [field, message]);
    expect(problems({ from: START + 1, to: START })).toEqual([['from', 'must not lie after to']]);
    expect(problems({ from: START, to: START })).toEqual([]);
    expect(problems({ timestamp: START, order: 'asc', to: START })).toEqual([
      ['to', 'cannot be combined with timestamp'],
      ['order', 'cannot be combined with timestamp'],
    ]);
  });
});

test('an expired cursor continues with what is still there', async () => {
  const every = Array.from({ length: 10 }, () => NUMBERS.map(() => true));
  const route = await ticksWith(every);
  const indexId = (ORDER.series[NUMBERS[0] as number] as SeriesId).indexId;
  const { nextId } = await ask(route, { indexId, order: 'asc', size: 1 }, NOW);
  const later = START + 5 * SLOT_MS + 200 * DAY_MS;
  const page = await ask(
    route,
    { indexId, order: 'asc', size: 2, ...(nextId ? { startAfter: nextId } : {}) },
    later,
  );
  expect(page.content.map(({ timestamp }) => Date.parse(timestamp))).toEqual([
    START + 5 * SLOT_MS,
    START + 6 * SLOT_MS,
  ]);
});
