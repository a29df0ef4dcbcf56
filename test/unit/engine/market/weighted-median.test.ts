import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderByPrice } from '../../../../src/engine/market/price-order.ts';
import { weightedMedian } from '../../../../src/engine/market/weighted-median.ts';
import { straightforwardMedian } from './straightforward-median.ts';

function medianOf(
  votes: readonly (readonly [price: number, weight: number])[],
  clamp = 0.001,
): number | undefined {
  const prices = Float64Array.from(votes, ([price]) => price);
  const weights = Float64Array.from(votes, ([, weight]) => weight);
  const order = new Uint32Array(votes.length);
  orderByPrice(prices, votes.length, order, new Uint32Array(votes.length));
  return weightedMedian(prices, weights, order, votes.length, clamp);
}

test('with an odd number of equal votes the middle one wins', () => {
  expect(
    medianOf([
      [3, 1],
      [1, 1],
      [2, 1],
    ]),
  ).toBe(2);
});

test('where the weight splits exactly in half it is the mean of the two sides', () => {
  expect(
    medianOf([
      [1, 1],
      [3, 1],
    ]),
  ).toBe(2);
  expect(
    medianOf([
      [1, 2],
      [3, 1],
      [4, 1],
    ]),
  ).toBeCloseTo(2.002, 10);
});

test('interpolation moves it by at most 10 bps', () => {
  // Centres of mass at 1.5 and 3.5 of 4, half at 2: a quarter of the way from 100 to 200, but the median proper is 100.
  expect(
    medianOf([
      [100, 3],
      [200, 1],
    ]),
  ).toBeCloseTo(100.1, 10);
  expect(
    medianOf(
      [
        [100, 3],
        [200, 1],
      ],
      10,
    ),
  ).toBeCloseTo(125, 10);
});

test('within 10 bps interpolation averages', () => {
  // Centres at 1 and 2.5 of 3, half at 1.5.
  expect(
    medianOf([
      [100, 2],
      [100.03, 1],
    ]),
  ).toBeCloseTo(100.01, 10);
});

test('a vote without weight has no influence, not even as a point of the interpolation', () => {
  const votes: [number, number][] = [
    [100, 3],
    [100.05, 2],
  ];
  expect(medianOf([...votes, [100.02, 0], [90, 0], [110, 0]])).toBe(medianOf(votes));
});

test('no weight at all gives nothing', () => {
  expect(medianOf([])).toBeUndefined();
  expect(medianOf([[5, 0]])).toBeUndefined();
});

test('ordering is by price and keeps the given order among equals, at any length', () => {
  for (const length of [0, 1, 2, 23, 24, 25, 48, 49, 100, 1000]) {
    const prices = Float64Array.from({ length }, (_, i) => (i * 7919) % 13);
    const order = new Uint32Array(length);
    orderByPrice(prices, length, order, new Uint32Array(length));
    const expected = [...prices.keys()].sort((a, b) => prices[a]! - prices[b]! || a - b);
    expect([...order]).toEqual(expected);
  }
});

test('has the bits of its straightforward form', () => {
  const price = fc.oneof(fc.double({ min: 99, max: 101, noNaN: true }), fc.constantFrom(100, 1e-300, 1e300));
  const weight = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.1, 1, 1e-17));
  fc.assert(
    fc.property(fc.array(fc.tuple(price, weight), { maxLength: 40 }), (votes) => {
      const sorted = votes.toSorted(([a], [b]) => a - b);
      expect(medianOf(votes)).toBe(straightforwardMedian(sorted, 0.001));
    }),
    { numRuns: 1000 },
  );
});
