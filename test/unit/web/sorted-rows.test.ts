import { expect, test } from 'vitest';
import { shownRows } from '../../../web/src/parts/sorted-rows.ts';

const ROWS = [3, 1, undefined, 4, 2].map((size) => ({ size }));
const sizeOf = ({ size }: (typeof ROWS)[number]) => size;

test('a table that is cut shows the first of all rows in the order in force', () => {
  expect(shownRows(ROWS, sizeOf, false, 2).map(sizeOf)).toEqual([1, 2]);
  expect(shownRows(ROWS, sizeOf, true, 2).map(sizeOf)).toEqual([4, 3]);
  expect(shownRows(ROWS, undefined, true, 2).map(sizeOf)).toEqual([3, 1]);
});

test('rows without a key come last, whichever way', () => {
  expect(shownRows(ROWS, sizeOf, false).map(sizeOf)).toEqual([1, 2, 3, 4, undefined]);
  expect(shownRows(ROWS, sizeOf, true).map(sizeOf)).toEqual([4, 3, 2, 1, undefined]);
});
