import { expect, test } from 'vitest';
import { crossSeriesQueue } from '../../../../src/api/http/limits/cross-series-queue.ts';
import { IndexTickerPages } from '../../../../src/api/pages/index-ticker-pages.ts';
import type { Answer } from '../../../../src/api/http/routing/route.ts';
import { StoreUnavailable } from '../../../../src/core/errors.ts';
import type { SeriesId } from '../../../../src/core/index-value.ts';
import { DAY_MS, SLOT_MS } from '../../../../src/core/time.ts';
import { MemoryHistoryStore } from '../../../support/memory-history/memory-history-store.ts';
import type { IndexTickers } from '../../../../src/latest/indices/index-tickers.ts';
import { ORDER, pastDay, sliceAt } from '../../../support/history-values.ts';
import { anAsker } from '../../../support/asker.ts';
import { nothingMissing } from '../../../support/nothing-missing.ts';
import { EVENT_LOOP } from '../../../../src/core/async/loop.ts';
import { LoopTurns } from '../../../../src/core/async/loop-turns.ts';

const DAY = Date.parse('2026-03-01T00:00:00Z');
const NUMBER = 1;

test('a cached page is dropped when more is to be filled in than before', async () => {
  const history = new MemoryHistoryStore(200 * DAY_MS);
  await history.append(sliceAt(DAY + DAY_MS + SLOT_MS));
  await history.insertPast(pastDay(DAY - 3 * DAY_MS, [NUMBER], [5]));
  let [settledFrom, revision] = [-Infinity, 0];
  const pages = new IndexTickerPages(
    {
      indexTickers: { at: DAY + DAY_MS + SLOT_MS } as IndexTickers,
      history,
      marketSpeed: 1,
      turns: new LoopTurns(EVENT_LOOP),
      incomplete: nothingMissing(),
      settledFrom: () => settledFrom,
      pastRevision: () => revision,
    },
    crossSeriesQueue(),
  );
  const series = ORDER.series[NUMBER] as SeriesId;
  const query = { ascending: false, atOrBefore: DAY, windowFrom: DAY - 100 * DAY_MS, limit: 1 };
  const ask = () => pages.answer({ types: [series.indexType], series }, query, () => DAY + DAY_MS, anAsker);
  const bytesOf = async (answer: Answer | Promise<Answer>) =>
    Buffer.from((await answer).prepared.identity.bytes).toString();
  await ask();
  const before = await bytesOf(ask());
  const kept = ask();
  expect(kept).not.toBeInstanceOf(Promise);
  expect(await bytesOf(kept)).toBe(before);
  revision++;
  settledFrom = DAY + DAY_MS;
  await history.insertPast(pastDay(DAY - DAY_MS, [NUMBER], [5]));
  const after = await bytesOf(ask());
  expect(after).not.toBe(before);
  expect(after).toContain('2026-02-28T00:03:00.000Z');
});

class AwayHistoryStore extends MemoryHistoryStore {
  readonly mayBeUnavailable = true;
  isAway = false;

  override async readSeriesInto(...read: Parameters<MemoryHistoryStore['readSeriesInto']>): Promise<number> {
    if (this.isAway) throw new StoreUnavailable('ECONNREFUSED', undefined);
    return super.readSeriesInto(...read);
  }
}

test('while the store is unavailable, a page requested twice is served as last read, if no future tick belongs to it', async () => {
  const history = new AwayHistoryStore(200 * DAY_MS);
  const at = DAY + SLOT_MS;
  await history.append(sliceAt(at));
  const pages = new IndexTickerPages(
    {
      indexTickers: { at: at + SLOT_MS } as IndexTickers,
      history,
      marketSpeed: 1,
      turns: new LoopTurns(EVENT_LOOP),
      incomplete: nothingMissing(),
      settledFrom: () => Infinity,
      pastRevision: () => 0,
    },
    crossSeriesQueue(),
  );
  const series = ORDER.series[NUMBER] as SeriesId;
  const ask = async (atOrBefore: number, windowFrom = DAY - 100 * DAY_MS) =>
    pages.answer(
      { types: [series.indexType], series },
      { ascending: false, atOrBefore, windowFrom, limit: 1 },
      () => at + SLOT_MS,
      anAsker,
    );
  const textOf = ({ prepared }: Answer) => Buffer.from(prepared.identity.bytes).toString();
  const before = textOf(await ask(at));
  expect(before).toContain('2026-03-01T00:00:30.000Z');
  await ask(at);
  await ask(at + SLOT_MS);
  await ask(at + SLOT_MS);
  history.isAway = true;
  const held = await ask(at);
  expect(textOf(held)).toBe(before);
  expect(held.maxAgeSeconds).toBe(0);
  await expect(ask(at + SLOT_MS), 'the tick that is awaited belongs to it').rejects.toThrow(StoreUnavailable);
  await expect(ask(at, at + SLOT_MS), 'it has left the window').rejects.toThrow(StoreUnavailable);
});
