import { expect, test } from 'vitest';
import { RANGES } from '../../../web/src/chart/intervals.ts';
import { wantedRange } from '../../../web/src/chart/wanted-range.ts';

const rangeOf = (title: string) => RANGES.find((range) => range.title === title)!;
const chartOf = (...ats: number[]) => ({ interval: '1d', bars: ats.map((at) => ({ at })) });

test('“All” asks for older bars, and is fitted again with each page of them', () => {
  const all = rangeOf('All');
  const first = wantedRange(all, chartOf(50, 60))!;
  expect(first).toMatchObject({ from: undefined, to: 60, wantsOlder: true });
  expect(wantedRange(all, chartOf(50, 60, 70))!.key).toBe(first.key);
  expect(wantedRange(all, chartOf(10, 50, 60))!.key).not.toBe(first.key);
});

test('another range is of its length to the last bar, and stays where the reader has moved it', () => {
  const hour = rangeOf('1H');
  const end = 10 * hour.spanMs!;
  const first = wantedRange(hour, chartOf(0, end))!;
  expect(first).toMatchObject({ from: end - hour.spanMs!, to: end, wantsOlder: false });
  expect(wantedRange(hour, chartOf(-5, end, end + 1))!.key).toBe(first.key);
  expect(wantedRange(rangeOf('1D'), chartOf(0, end))!.key).not.toBe(first.key);
});

test('nothing is moved where the reader has chosen an interval by itself, or nothing is there', () => {
  expect(wantedRange(undefined, chartOf(1, 2))).toBeUndefined();
  expect(wantedRange(rangeOf('All'), chartOf())).toBeUndefined();
});
