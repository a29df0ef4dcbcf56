import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LogHistogram } from '../../../../src/values/receipts/tier-figures.ts';

test('has no quantile of nothing, and 0 for numbers up to its lower bound', () => {
  const histogram = new LogHistogram(0.01, 1000);
  expect(histogram.quantile(0.5)).toBeUndefined();
  histogram.add(0);
  histogram.add(0.01);
  expect([histogram.count, histogram.quantile(0.5), histogram.quantile(0.95)]).toEqual([2, 0, 0]);
});

test('quantiles are within 1 % of the sorted numbers', () => {
  const numbers = fc.array(fc.double({ min: 0.011, max: 999, noNaN: true }), {
    minLength: 1,
    maxLength: 200,
  });
  fc.assert(
    fc.property(numbers, fc.double({ min: 0.01, max: 1, noNaN: true }), (values, share) => {
      const histogram = new LogHistogram(0.01, 1000);
      for (const value of values) histogram.add(value);
      const exact = values.toSorted((a, b) => a - b)[Math.max(1, Math.ceil(share * values.length)) - 1]!;
      expect(Math.abs(histogram.quantile(share)! / exact - 1)).toBeLessThan(0.0101);
    }),
  );
});
