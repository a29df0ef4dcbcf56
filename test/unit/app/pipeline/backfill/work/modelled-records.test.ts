import { expect, test } from 'vitest';
import { missingRecords } from '../../../../../../src/app/pipeline/backfill/work/past-filler.ts';
import type { Candle } from '../../../../../../src/core/candle.ts';
import { DAY_MS } from '../../../../../../src/core/time.ts';
import { MemoryHistoryStore } from '../../../../../support/memory-history/memory-history-store.ts';
import { candleOn, ORDER } from '../../../../../support/history-values.ts';

const DAY = Date.parse('2026-03-01T00:00:00Z');
const record = (number: number, ticks: number, startAt = DAY): Candle => ({
  ...candleOn(startAt, number),
  ticks,
});

test('a modelled record never replaces another', async () => {
  const history = new MemoryHistoryStore(200 * DAY_MS);
  const stored = [record(0, 48), record(1, 2880), record(2, 1), record(3, 48), record(9, 2880, DAY - DAY_MS)];
  await history.appendCandles(stored);
  const wanted = async (ticks: number) => {
    const modelled = [0, 1, 2, 3, 9].map((number) => record(number, ticks));
    const idOf = (number: number) => ORDER.series[number]?.indexId;
    return (await missingRecords(history, modelled)).map(({ indexId }) =>
      [0, 1, 2, 3, 9].find((number) => idOf(number) === indexId),
    );
  };
  expect(await wanted(2880)).toEqual([9]);
  expect(await wanted(45)).toEqual([9]);
  expect(await missingRecords(history, [])).toEqual([]);
});
