import { expect, test } from 'vitest';
import { RANGES } from '../../../web/src/chart/intervals.ts';
import { wantedRange } from '../../../web/src/chart/wanted-range.ts';

const rangeOf = (title: string) => RANGES.find((range) => range.title === title)!;
const NOW = 99;
const chartOf = (...ats: number[]) => ({
  interval: '1d',
  bars: ats.map((at) => ({ at })),
  now: NOW,
  missing: [],
});

test('“All” requests older bars, and is fitted again after each page of them', () => {
  const all = rangeOf('All');
  const first = wantedRange(all, chartOf(50, 60))!;
  expect(first).toMatchObject({ from: undefined, to: 60, wantsOlder: true });
  expect(wantedRange(all, chartOf(50, 60, 70))!.key).toBe(first.key);
  expect(wantedRange(all, chartOf(10, 50, 60))!.key).not.toBe(first.key);
});

test('any other range ends at the last bar, and stays where the reader has moved it', () => {
  const hour = rangeOf('1H');
  const end = 10 * hour.spanMs!;
  const first = wantedRange(hour, chartOf(0, end))!;
  expect(first).toMatchObject({ from: end - hour.spanMs!, to: end, wantsOlder: false });
  expect(wantedRange(hour, chartOf(-5, end, end + 1))!.key).toBe(first.key);
  expect(wantedRange(rangeOf('1D'), chartOf(0, end))!.key).not.toBe(first.key);
});

test('nothing is moved if the reader has chosen only an interval', () => {
  expect(wantedRange(undefined, chartOf(1, 2))).toBeUndefined();
});

test('a range keeps its place on the axis without bars', () => {
  const hour = rangeOf('1H');
  expect(wantedRange(hour, chartOf())).toMatchObject({ from: NOW - hour.spanMs!, to: NOW });
  expect(wantedRange(rangeOf('All'), chartOf())).toMatchObject({ from: undefined, wantsOlder: false });
});

test('“All” without bars is fitted to what will be filled in', () => {
  const all = rangeOf('All');
  const empty = wantedRange(all, chartOf())!;
  const filling = wantedRange(all, { ...chartOf(), missing: [{ reason: 'BACKFILL', from: 10, to: 50 }] })!;
  expect(filling.key).not.toBe(empty.key);
  expect(filling.from).toBe(10);
  const over = wantedRange(all, { ...chartOf(), missing: [{ reason: 'BEFORE_FIRST', from: 10, to: 50 }] })!;
  expect(over.key).toBe(empty.key);
});
