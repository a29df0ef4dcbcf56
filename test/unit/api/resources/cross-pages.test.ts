import { describe, expect, test, vi } from 'vitest';
import { EVENT_LOOP } from '../../../../src/core/async/loop.ts';
import { LoopTurns } from '../../../../src/core/async/loop-turns.ts';
import { crossSeriesQueue } from '../../../../src/api/http/limits/cross-series-queue.ts';
import { indexTickerRoutes } from '../../../../src/api/resources/index-ticker.ts';
import { ohlcvRoutes } from '../../../../src/api/resources/ohlcv.ts';
import type { DataRoute } from '../../../../src/api/http/routing/route.ts';
import type { SeriesVersions } from '../../../../src/api/pages/series-cursors.ts';
import { FairQueue, type JobOwner } from '../../../../src/api/http/limits/fair-queue.ts';
import type { Grant } from '../../../../src/auth/tokens/token-verifier.ts';
import { FINAL_AFTER_MS } from '../../../../src/core/candle.ts';
import { runToEnd } from '../../../../src/core/async/slices.ts';
import { DAY_MS, SLOT_MS } from '../../../../src/core/time.ts';
import type { HistoryReader } from '../../../../src/history/history-store.ts';
import { SeriesKeys } from '../../../../src/latest/market/entity-keys.ts';
import type { IndexTickers } from '../../../../src/latest/indices/index-tickers.ts';
import { anAsker, leavingAsker } from '../../../support/asker.ts';
import { ORDER } from '../../../support/history-values.ts';
import { nothingMissing } from '../../../support/nothing-missing.ts';

const START = Date.parse('2026-03-01T00:00:00Z');
const NOW = START + 40 * DAY_MS;
const GRANT = {
  clientId: 'test',
  scopes: new Set(['read:index-ticker', 'read:ohlcv', 'read:LX']),
} as unknown as Grant;
const seriesKeys = new SeriesKeys();
runToEnd(seriesKeys.learn(ORDER));
const versions = { current: { series: ORDER, register: { seriesKeys } } } as unknown as SeriesVersions;

/** The route over a history whose reads are counted, also concurrent ones; `onRead` is called for each. */
function stage(path: string, onRead: (reads: number) => void = () => undefined, marketNow = () => NOW) {
  let [reads, underWay, most] = [0, 0, 0];
  const readAll = async () => {
    most = Math.max(most, ++underWay);
    onRead(++reads);
    await new Promise((resolve) => setImmediate(resolve));
    underWay--;
    return [];
  };
  const history = {
    readAcross: readAll,
    readCandlesAcross: readAll,
    readCandles: readAll,
    readSeriesInto: async () => 0,
    summary: async () => ({ candles: { oldest: START, newest: NOW } }),
  } as unknown as HistoryReader;
  const parts = {
    history,
    versions,
    indexTickers: { at: NOW } as IndexTickers,
    marketSpeed: 1,
    turns: new LoopTurns(EVENT_LOOP),
    incomplete: nothingMissing(),
    settledFrom: () => -Infinity,
    pastRevision: () => 0,
    heldDay: () => undefined,
    lastDayStored: async () => true,
  };
  const line = crossSeriesQueue();
  const routes: readonly DataRoute[] = [
    ...indexTickerRoutes(parts, line),
    ...ohlcvRoutes(parts, line, new LoopTurns(EVENT_LOOP)),
  ];
  const askAt = async (wanted: string, query: object, asker: JobOwner, marketTime = NOW) =>
    routes
      .find((each) => each.path === wanted)!
      .handle({ query: query as never, path: {}, grant: GRANT, marketTime, marketNow, asker: () => asker });
  const ask = (query: object, asker: JobOwner = anAsker(), marketTime = NOW) =>
    askAt(path, query, asker, marketTime);
  return { routes, ask, askAt, seen: () => ({ reads, most }) };
}

describe.each(['/index-ticker', '/ohlcv'])('pages of %s over many indices', (path) => {
  test('are read two at a time, and refused if too many wait', async () => {
    const { ask, seen } = stage(path);
    const all = Array.from({ length: 100 }, (_, i) =>
      ask({ from: START, to: START + 2 * SLOT_MS, size: 100 }, anAsker(`client ${i}`)),
    );
    const refused = (await Promise.allSettled(all)).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(100 - 2 - 64);
    expect((refused[0] as PromiseRejectedResult).reason).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
    });
    expect(seen().most).toBe(2);
  });

  test('are not read further for a client that has disconnected', async () => {
    const leaving = leavingAsker();
    const { ask, seen } = stage(path, (reads) => {
      if (reads === 1) leaving.leave();
    });
    const query = { from: START, order: 'asc', size: 100 };
    await expect(ask(query, leaving)).rejects.toMatchObject({ name: 'AbortError' });
    expect(seen().reads).toBe(1);
  });
});

test('pages of both routes share one queue', async () => {
  const { askAt, seen } = stage('/index-ticker');
  const query = { from: START, to: START + 2 * SLOT_MS, size: 100 };
  const paths = Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? '/index-ticker' : '/ohlcv'));
  await Promise.all(paths.map((path, i) => askAt(path, query, anAsker(`client ${i}`))));
  expect(seen()).toEqual({ reads: 10, most: 2 });
});

test('a page that waited is fresh until the next tick', async () => {
  let now = NOW + 5000;
  const { ask } = stage(
    '/index-ticker',
    () => (now += 10_000),
    () => now,
  );
  expect(await ask({ timestamp: NOW + DAY_MS })).toMatchObject({ maxAgeSeconds: 15 });
});

test('a page of days that waited is not fresh beyond the next final day', async () => {
  const beforeFinal = START + 41 * DAY_MS + FINAL_AFTER_MS - 20_000;
  let now = beforeFinal;
  const { ask } = stage(
    '/ohlcv',
    () => (now += 15_000),
    () => now,
  );
  expect(await ask({ timestamp: NOW }, anAsker(), beforeFinal)).toMatchObject({ maxAgeSeconds: 5 });
});

test.each(['/index-ticker', '/ohlcv'])('pages of %s for one index do not wait', async (path) => {
  const route = stage(path).routes.find((each) => each.path === path)!;
  const waiting = vi.spyOn(FairQueue.prototype, 'run');
  const query = { timestamp: NOW, indexId: ORDER.series[0]!.indexId } as never;
  const call = { query, path: {}, grant: GRANT, marketTime: NOW, marketNow: () => NOW, asker: anAsker };
  expect((await route.handle(call)).prepared.identity.bytes.toString()).toBe('{"content":[]}');
  expect(waiting).not.toHaveBeenCalled();
  waiting.mockRestore();
});
