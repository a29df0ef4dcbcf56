import { Deferred } from '../../../../src/core/async/deferred.ts';
import { expect, test } from 'vitest';
import { EVENT_LOOP } from '../../../../src/core/async/loop.ts';
import { LoopTurns } from '../../../../src/core/async/loop-turns.ts';
import { crossSeriesQueue } from '../../../../src/api/http/limits/cross-series-queue.ts';
import { OhlcvPages } from '../../../../src/api/pages/ohlcv-pages.ts';
import { StoreUnavailable } from '../../../../src/core/errors.ts';
import type { SeriesId } from '../../../../src/core/index-value.ts';
import { DAY_MS } from '../../../../src/core/time.ts';
import { MemoryHistoryStore } from '../../../support/memory-history/memory-history-store.ts';
import { anAsker } from '../../../support/asker.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { nothingMissing } from '../../../support/nothing-missing.ts';

const DAY = Date.UTC(2026, 1, 3);
const SERIES: SeriesId = { indexId: 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f', indexType: 'GWA' };
const OLDER_FIRST = { ascending: true, from: DAY - 5 * DAY_MS, atOrBefore: DAY };

/** The same history, which can be made unavailable. */
class FarHistory extends MemoryHistoryStore {
  isAway = false;

  readonly mayBeUnavailable = true;
  override readCandles(...query: Parameters<MemoryHistoryStore['readCandles']>) {
    return this.#unlessAway(() => super.readCandles(...query));
  }
  override readCandlesAcross(...query: Parameters<MemoryHistoryStore['readCandlesAcross']>) {
    return this.#unlessAway(() => super.readCandlesAcross(...query));
  }
  override newestCandles(...query: Parameters<MemoryHistoryStore['newestCandles']>) {
    return this.#unlessAway(() => super.newestCandles(...query));
  }

  async #unlessAway<T>(read: () => Promise<T>): Promise<T> {
    if (this.isAway) throw new StoreUnavailable('ECONNREFUSED', undefined);
    return read();
  }
}

async function aHistory(): Promise<FarHistory> {
  const history = new FarHistory(200 * DAY_MS);
  await history.appendCandles(
    [4, 3, 2, 1].map((days) => ({
      ...SERIES,
      startAt: DAY - days * DAY_MS,
      open: 1,
      high: days + 1,
      low: 1,
      close: 2,
      volume: 3,
      twap: 1.5,
      ticks: 2880,
      carried: 0,
      volumeRest: 0,
      volumeUsd: 6,
      vwap: 1.5,
      flags: 0,
    })),
  );
  return history;
}

test.each<[string, (pages: OhlcvPages, lastDay: number) => ReturnType<OhlcvPages['latest']>]>([
  ['the latest of one index', (pages, lastDay) => pages.latest(wanted(lastDay, SERIES), DAY)],
  ['the latest of a type', (pages, lastDay) => pages.latest(wanted(lastDay), DAY + (ticks += 30_000))],
  [
    'a page of one index',
    (pages, lastDay) =>
      pages.page(wanted(lastDay, SERIES), { ascending: false, atOrBefore: DAY }, 2, anAsker),
  ],
  [
    'a page of a type, oldest first',
    (pages, lastDay) => pages.page(wanted(lastDay), OLDER_FIRST, 2, anAsker),
  ],
])('while the store is unavailable, %s is served as last read', async (_, ask) => {
  const history = await aHistory();
  let changes = 0;
  const pages = pagesOf(history, () => changes);
  const lastDay = DAY - DAY_MS;
  const first = await ask(pages, lastDay);
  expect(JSON.parse(String(first.prepared.identity.bytes))).toMatchObject({
    content: expect.arrayContaining([expect.objectContaining({ close: '2' })]) as unknown,
  });
  await ask(pages, lastDay);
  history.isAway = true;
  const held = await ask(pages, lastDay);
  expect(String(held.prepared.identity.bytes)).toBe(String(first.prepared.identity.bytes));
  expect([first.maxAgeSeconds, held.maxAgeSeconds]).toEqual([300, 0]);
  await expect(ask(pages, DAY), 'of another day').rejects.toThrow(StoreUnavailable);
  changes++;
  await expect(ask(pages, lastDay), 'which has changed since').rejects.toThrow(StoreUnavailable);
});

test('the latest of all waits until a new directory has its last complete day', async () => {
  const [history, stored] = [await aHistory(), new Deferred<boolean>()];
  const pages = pagesOf(
    history,
    () => 0,
    () => stored.promise,
  );
  let isAnswered = false;
  const asked = pages.latest(wanted(DAY), DAY).finally(() => (isAnswered = true));
  await pages.latest(wanted(DAY, SERIES), DAY);
  expect(isAnswered).toBe(false);
  stored.resolve(true);
  expect(String((await asked).prepared.identity.bytes)).toContain('"close":"2"');
});

test('the latest of all is refused while the last complete day cannot be stored', async () => {
  const pages = pagesOf(
    await aHistory(),
    () => 0,
    async () => false,
  );
  await expect(pages.latest(wanted(DAY), DAY)).rejects.toThrow('could not be stored yet');
});

test('a page is kept for its request, and as long as its days are shown', async () => {
  const history = await aHistory();
  const pages = pagesOf(history, () => 0);
  const position = { ascending: false, from: DAY - 5 * DAY_MS, atOrBefore: DAY - 2 * DAY_MS };
  const ask = (change: object = {}, size = 2, indices = wanted(DAY - DAY_MS, SERIES)) =>
    pages.page(indices, { ...position, ...change }, size, anAsker);
  const first = String((await ask()).prepared.identity.bytes);
  await ask();
  history.isAway = true;
  const nextDay = await ask({}, 2, wanted(DAY, SERIES));
  expect(String(nextDay.prepared.identity.bytes)).toBe(first);
  for (const [what, other] of [
    ['size', () => ask({}, 3)],
    ['direction', () => ask({ ascending: true })],
    ['beginning', () => ask({ from: DAY - 4 * DAY_MS })],
    ['end', () => ask({ atOrBefore: DAY - 3 * DAY_MS })],
    ['cursor', () => ask({ after: SERIES })],
    ['indices', () => ask({}, 2, wanted(DAY - DAY_MS))],
    ['latest', () => pages.latest(wanted(DAY - DAY_MS, SERIES), DAY)],
  ] as const)
    await expect(other(), what).rejects.toThrow(StoreUnavailable);
});

function pagesOf(
  history: FarHistory,
  pastRevision: () => number,
  lastDayStored = async () => true,
): OhlcvPages {
  const turns = new LoopTurns(EVENT_LOOP);
  const parts = { line: crossSeriesQueue(), turns, clock: new ManualClock(0), settledFrom: () => -Infinity };
  const shown = { incomplete: nothingMissing(), indexTickers: { at: DAY } };
  return new OhlcvPages({ ...parts, ...shown, history, pastRevision, lastDayStored });
}

let ticks = 0;

function wanted(lastDay: number, series?: SeriesId) {
  return {
    indices: { types: ['GWA' as const], ...(series && { series }) },
    lastDay,
    finalDay: lastDay,
    maxAgeSeconds: () => 300,
  };
}
