import { expect, test } from 'vitest';
import { axisLabels, axisPriceText } from '../../../web/src/chart/axis-labels.ts';

test('a step of the axis that is zero but for rounding is labelled 0', () => {
  expect(axisPriceText(2.7756e-17, 0.31)).toBe('0');
  expect(axisPriceText(-2.7756e-17, 0.31)).toBe('0');
  expect(axisPriceText(0.2, 0.31)).toBe('0.20000');
  // A past of much lower prices on the scale of logarithms.
  expect(axisPriceText(0.05, 95_000)).toBe('0.050000');
});

test('a label that the label of the last price would cover is left out', () => {
  const placeOf = (price: number) => 300 - price;
  const labels = (last: number | null) => axisLabels([100, 150, 200], { usual: 100, placeOf, last });
  expect(labels(null)).toEqual(['100.00', '150.00', '200.00']);
  expect(labels(placeOf(158))).toEqual(['100.00', '', '200.00']);
  expect(labels(placeOf(175))).toEqual(['100.00', '150.00', '200.00']);
});
