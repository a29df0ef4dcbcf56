import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../../../src/core/time.ts';
import type { CandleReading } from '../../../../../src/sources/live/ports/candles-api.ts';
import {
  plausibleDays,
  checkedDays,
  type DayCandle,
} from '../../../../../src/sources/live/seed/day-candle.ts';

const FIRST = Date.parse('2026-11-10T00:00:00Z');
const WANTED = { first: FIRST, count: 3 };

const reading = (at: number, changed: Partial<CandleReading> = {}): CandleReading => ({
  at,
  open: '100',
  high: '110',
  low: '95',
  close: '105',
  volume: '7',
  ...changed,
});
const daysIn = (...readings: readonly CandleReading[]) =>
  checkedDays(readings, '1d', WANTED).days.map(({ day }) => (day - FIRST) / DAY_MS);

describe('days of daily candles', () => {
  test('are the requested ones, in order of time', () => {
    const readings = [2, 0, 1, -1, 3].map((i) => reading(FIRST + i * DAY_MS));
    expect(checkedDays(readings, '1d', WANTED)).toEqual({
      days: [0, 1, 2].map((i) => ({
        day: FIRST + i * DAY_MS,
        open: 100,
        high: 110,
        low: 95,
        close: 105,
        volume: 7,
      })),
      refused: 0,
      isAligned: true,
    });
  });

  test.each<[string, Partial<CandleReading>]>([
    ['no time', { at: Number.NaN }],
    ['no open', { open: '' }],
    ['an open that is no number', { open: 'null' }],
    ['a close of zero', { close: '0' }],
    ['a negative low', { low: '-1' }],
    ['an infinite high', { high: '1e999' }],
    ['a high below the close', { high: '104' }],
    ['a low above the open', { low: '101' }],
    ['a range of more than a hundred times', { high: '10000', low: '1' }],
    ['no volume', { volume: '0' }],
  ])('with %s are refused alone', (_what, changed) => {
    expect(daysIn(reading(FIRST, changed), reading(FIRST + DAY_MS))).toEqual([1]);
  });

  test('that appear twice are both refused', () => {
    const twice = [reading(FIRST), reading(FIRST, { close: '104' }), reading(FIRST + DAY_MS)];
    expect(daysIn(...twice)).toEqual([1]);
    expect(checkedDays(twice, '1d', WANTED).refused).toBe(2);
  });

  test('that do not begin at 00:00 UTC are left out', () => {
    const beijing = [0, 1].map((i) => reading(FIRST + i * DAY_MS + 16 * HOUR_MS));
    expect(checkedDays(beijing, '1d', WANTED)).toEqual({ days: [], refused: 0, isAligned: false });
  });
});

test('hours are combined into days; the first day of a reply counts only if it is complete', () => {
  const hours = (day: number, from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) =>
      reading(FIRST + day * DAY_MS + (from + i) * HOUR_MS, {
        open: String(100 + i),
        close: String(101 + i),
        high: String(102 + i),
        low: String(99 + i),
        volume: '2',
      }),
    );
  const { days } = checkedDays([...hours(0, 5, 24), ...hours(1, 0, 24), ...hours(2, 3, 20)], '1h', WANTED);
  expect(days).toEqual([
    { day: FIRST + DAY_MS, open: 100, high: 125, low: 99, close: 124, volume: 48 },
    { day: FIRST + 2 * DAY_MS, open: 100, high: 118, low: 99, close: 117, volume: 34 },
  ]);
});

describe('days that lead to a price', () => {
  const day = (i: number, price: number): DayCandle => ({
    day: FIRST + i * DAY_MS,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: 1,
  });
  const kept = (prices: readonly number[], now: number) =>
    plausibleDays(
      prices.map((price, i) => day(i, price)),
      now,
    ).map(({ open }) => open);

  test('are accepted, even if they moved far', () => {
    expect(kept([4, 9, 30, 90], 400)).toEqual([4, 9, 30, 90]);
  });

  test('are all dropped if they are in other units, or base and quote are swapped', () => {
    expect(kept([10_100, 10_200, 9900], 100)).toEqual([]);
    expect(kept([0.01, 0.0101, 0.0099], 100)).toEqual([]);
  });

  test('lose only the wrong day', () => {
    expect(kept([100, 9900, 101], 102)).toEqual([100, 101]);
  });
});
