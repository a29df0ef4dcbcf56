import { expect, test } from 'vitest';
import { amountText, priceText } from '../../../web/src/format/number.ts';

test.each([
  [0, '0.00'],
  [0.004, '0.004'],
  [0.000_123, '0.00012'],
  [-0.004, '-0.004'],
  [1e-9, '1e-9'],
  [0.01, '0.01'],
  [12.345, '12.35'],
  [1_820_000_000_000, '1.82T'],
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
