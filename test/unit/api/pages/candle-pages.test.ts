import { expect, test } from 'vitest';
import { CandlePages, type CandlePageQuery } from '../../../../src/api/pages/candle-pages.ts';
import type { Candles } from '../../../../src/values/candles/candles.ts';
import { StoreUnavailable } from '../../../../src/core/errors.ts';
import { DAY_MS, MINUTE_MS } from '../../../../src/core/time.ts';
import type { HistoryReader } from '../../../../src/history/history-store.ts';
import { anAsker, leavingAsker } from '../../../support/asker.ts';
import { nothingMissing } from '../../../support/nothing-missing.ts';
import { EVENT_LOOP } from '../../../../src/core/async/loop.ts';
import { LoopTurns } from '../../../../src/core/async/loop-turns.ts';

const DAY = Date.parse('2026-03-01T00:00:00Z');

function pagesOver(newestFirst: Candles['newestFirst'], mayBeUnavailable = false): CandlePages {
  return new CandlePages({
    candles: { newestFirst },
    incomplete: nothingMissing(),
    history: { mayBeUnavailable } as HistoryReader,
    marketSpeed: 1,
    turns: new LoopTurns(EVENT_LOOP),
    settledFrom: () => -Infinity,
    pastRevision: () => 0,
  });
}

const QUERY: Omit<CandlePageQuery, 'asker'> = {
  series: { indexType: 'MWA', indexId: 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f' },
  interval: '1m',
  ascending: true,
  starts: { from: DAY - 50 * DAY_MS, upTo: DAY - MINUTE_MS },
  limit: 10,
  marketTime: DAY,
  marketNow: () => DAY,
  moment: { at: DAY, passed: DAY, lastDay: DAY - DAY_MS, settledFrom: -Infinity },
};

test('a page in progress is cancelled when its client disconnects', async () => {
  const leaving = leavingAsker();
  let reads = 0;
  // There is only one candle, at the end: it is found by bisection.
  const pages = pagesOver(async (_series, _interval, { upTo }) => {
    if (++reads === 3) leaving.leave();
    return upTo === QUERY.starts.upTo ? [{ startAt: upTo } as never] : [];
  });
  await expect(pages.answer({ ...QUERY, asker: () => leaving })).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect(reads).toBe(3);
});

test('a page that was read is not written for a client that has disconnected', async () => {
  const leaving = leavingAsker();
  const pages = pagesOver(async () => {
    leaving.leave();
    return [{ startAt: DAY } as never];
  });
  const query = { ...QUERY, ascending: false, asker: () => leaving };
  await expect(pages.answer(query)).rejects.toMatchObject({ name: 'AbortError' });
});

test('the freshness of a page counts from when it is ready', async () => {
  let now = DAY + 5000;
  const pages = pagesOver(async () => {
    now += 10_000;
    return [];
  });
  const starts = { from: DAY - DAY_MS, upTo: DAY };
  const query = {
    ...QUERY,
    ascending: false,
    starts,
    marketTime: now,
    marketNow: () => now,
    asker: anAsker,
  };
  expect(await pages.answer(query)).toMatchObject({ maxAgeSeconds: 15 });
});

test.each(['1m', '1d'] as const)(
  'while the store is unavailable, a page of %s is served as last read',
  async (interval) => {
    let isAway = false;
    const pages = pagesOver(async () => {
      if (isAway) throw new StoreUnavailable('ECONNREFUSED', undefined);
      return [];
    }, true);
    const starts = { from: DAY - 5 * DAY_MS, upTo: DAY - 2 * DAY_MS };
    const ask = async (limit: number) =>
      pages.answer({ ...QUERY, interval, starts, limit, ascending: false, asker: anAsker });
    const bytes = (await ask(10)).prepared.identity.bytes.toString();
    await pages.answer({
      ...QUERY,
      interval,
      starts,
      moment: { ...QUERY.moment, at: DAY + MINUTE_MS },
      ascending: false,
      asker: anAsker,
    });
    isAway = true;
    const later = { ...QUERY, moment: { ...QUERY.moment, at: DAY + 2 * MINUTE_MS } };
    const held = await pages.answer({ ...later, interval, starts, ascending: false, asker: anAsker });
    expect(held.prepared.identity.bytes.toString()).toBe(bytes);
    expect(held.maxAgeSeconds).toBe(0);
    await expect(ask(11)).rejects.toThrow(StoreUnavailable);
  },
);
