import { expect, test } from 'vitest';
import {
  amountText,
  changeText,
  listPriceText,
  priceText,
  changeCell,
} from '../../../web/src/format/number.ts';

test.each([
  [0, '0.00'],
  [0.004, '0.004'],
  [0.000_123, '0.00012'],
  [-0.004, '-0.004'],
  [1e-9, '1e-9'],
  [0.01, '0.01'],
  [12.345, '12.35'],
  [1_820_000_000_000, '1.82T'],
  [3.082e16, '3.08e+16'],
])('the amount %d is written %s', (value, text) => {
  expect(amountText(value)).toBe(text);
});

test.each([
  [0, '0'],
  [3e-13, '3.0000e-13'],
  [0.000_000_123_456, '0.00000012346'],
  [0.5, '0.50000'],
  [64_000.5, '64,000.50'],
])('the price %d is written %s', (value, text) => {
  expect(priceText(value)).toBe(text);
});

test.each([
  [undefined, '–'],
  [0, '0.00%'],
  [1.2, '+1.20%'],
  [-100, '−100.00%'],
  [999, '+999.00%'],
  [999.01, '>999 %'],
  [4.2e9, '>999 %'],
])('the change %d is written %s', (value, text) => {
  expect(changeText(value)).toBe(text);
});

test.each([1e-13, 1.234e-11, 1.2345e-8, 0.5, 1, 64_000.5, 99_999_999.99, 1e8, 1e12, 3e20])(
  'the price %d fits a column of the list',
  (value) => {
    expect(listPriceText(value).length).toBeLessThanOrEqual(14);
  },
);

test('a change that is being computed does not look like one that is not there', () => {
  expect(changeCell(1.2, true)).toEqual({ text: '+1.20%', about: '' });
  expect(changeCell(undefined, true)).toEqual({ text: '…', about: 'Being computed' });
  expect(changeCell(undefined, false)).toMatchObject({
    text: '–',
    about: expect.stringContaining('No price'),
  });
});
