import { expect, test, vi } from 'vitest';
import { INDEX_TYPES } from '../../../../../src/core/index-value.ts';
import { DAY_MS } from '../../../../../src/core/time.ts';
import { CandleDay } from '../../../../../src/history/tiers/candle-day.ts';
import { EmbeddedCandles } from '../../../../../src/history/embedded/candles/stored-candles.ts';
import type { OpenSegments } from '../../../../../src/history/embedded/segment/open-segments.ts';
import { SeriesTable } from '../../../../../src/history/tiers/series-table.ts';
import { candleOn, ORDER } from '../../../../support/history-values.ts';

const OLD = Date.parse('2009-01-03T00:00:00Z');
const RECENT = Date.parse('2026-02-27T00:00:00Z');

test('a day of records is read back, also as written by versions without flags', () => {
  const candles = new Map([0, 1, 5].map((number) => [number, candleOn(RECENT, number)]));
  const day = CandleDay.empty(RECENT).with(candles);
  const read = (bytes: Uint8Array) => {
    const decoded = CandleDay.decode(RECENT, bytes);
    return [...candles.keys()].map((number) =>
      decoded.candleAt(decoded.rowOf(number)!, ORDER.series[number]!),
    );
  };
  const bytes = day.encode();
  expect(read(bytes)).toEqual([...candles.values()]);
  const older = bytes.slice(0, 4 + 3 * (4 + 11 * 8));
  expect(read(older)).toEqual([...candles.values()].map((candle) => ({ ...candle, flags: 0 })));
});

test('days without records between others are skipped', async () => {
  const series = new SeriesTable();
  series.add(ORDER.series.slice(0, 5));
  const unread = { openBlock: () => expect.unreachable() } as unknown as OpenSegments;
  const segments = new EmbeddedCandles(series, unread);
  for (const day of [OLD, OLD + DAY_MS, RECENT])
    segments.days.set(day, CandleDay.empty(day).with(new Map([[0, candleOn(day, 0)]])));
  const sorted = vi.spyOn(series, 'sorted');
  const read = { types: INDEX_TYPES, limit: 10 };
  const daysOf = async (startAtOrBefore: number) =>
    (await segments.readCandlesAcross({ ...read, startAtOrBefore })).map(({ startAt }) => startAt);
  expect(await daysOf(Infinity)).toEqual([RECENT, OLD + DAY_MS, OLD]);
  expect(await daysOf(RECENT - DAY_MS)).toEqual([OLD + DAY_MS, OLD]);
  expect(await daysOf(OLD - DAY_MS)).toEqual([]);
  // Each day with records, each type: once.
  expect(sorted).toHaveBeenCalledTimes((3 + 2) * INDEX_TYPES.length);
});
