import { expect, test } from 'vitest';
import {
  axisLabels,
  axisPriceText,
  percentLabels,
  stackedLabels,
} from '../../../web/src/chart/axis-labels.ts';

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

test('a label in percent that the label of a line would cover is left out', () => {
  const placeOf = (percent: number) => 300 - 10 * percent;
  const labels = (...lasts: number[]) => percentLabels([-5, 0, 5, 10], { placeOf, lasts });
  expect(labels()).toEqual(['\u22125.00%', '0.00%', '5.00%', '10.00%']);
  expect(labels(placeOf(5.5))).toEqual(['\u22125.00%', '0.00%', '', '10.00%']);
  expect(labels(placeOf(-4), placeOf(9))).toEqual(['', '0.00%', '5.00%', '']);
  // Both end at 3.4 %: the second label is drawn above the first, where it covers 5 %.
  expect(labels(placeOf(3.4), placeOf(3.4))).toEqual(['\u22125.00%', '0.00%', '', '10.00%']);
  expect(percentLabels([-1e-17], { placeOf: () => null, lasts: [0] })).toEqual(['0.00%']);
});

test('labels of lines that end close to each other are drawn one above the other', () => {
  expect(stackedLabels([])).toEqual([]);
  expect(stackedLabels([100, 98, 97])).toEqual([100, 85, 70]);
  expect(stackedLabels([100, 101, 105, 200])).toEqual([100, 115, 130, 200]);
  expect(stackedLabels([100, 60, 140])).toEqual([100, 60, 140]);
});
