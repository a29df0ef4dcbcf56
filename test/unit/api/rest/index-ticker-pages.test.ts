import { expect, test } from 'vitest';
import { crossLine } from '../../../../src/api/rest/cross-line.ts';
import { IndexTickerPages } from '../../../../src/api/rest/index-ticker-pages.ts';
import type { Answer } from '../../../../src/api/rest/route.ts';
import type { SeriesId } from '../../../../src/core/index-value.ts';
import { DAY_MS, SLOT_MS } from '../../../../src/core/time.ts';
import { MemoryHistoryStore } from '../../../../src/history/memory/memory-history-store.ts';
import type { IndexTickers } from '../../../../src/latest/index-tickers.ts';
import { ORDER, pastDay, sliceAt } from '../../../support/history-values.ts';
import { anAsker } from '../../../support/asker.ts';

const DAY = Date.parse('2026-03-01T00:00:00Z');
const NUMBER = 1;

test('a page that is kept goes when more is going to be filled in than was', async () => {
  const history = new MemoryHistoryStore(200 * DAY_MS);
  await history.append(sliceAt(DAY + DAY_MS + SLOT_MS));
  await history.insertPast(pastDay(DAY - 3 * DAY_MS, [NUMBER], [5]));
  let [settledFrom, revision] = [-Infinity, 0];
  const pages = new IndexTickerPages(
    {
      indexTickers: { at: DAY + DAY_MS + SLOT_MS } as IndexTickers,
      history,
      marketSpeed: 1,
      settledFrom: () => settledFrom,
      pastRevision: () => revision,
    },
    crossLine(),
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
