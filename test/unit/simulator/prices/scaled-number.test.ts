import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { formatDecimal, isPlainDecimal, parseDecimal } from '../../../../src/core/numbers/decimal.ts';
import { decimalMagnitude, formatScaled } from '../../../../src/simulator/prices/scaled-number.ts';

describe('formatScaled', () => {
  it('writes what the exact decimals write', () => {
    const units = fc.oneof(
      fc.integer({ min: 0, max: 1e7 }),
      fc.maxSafeInteger().map((n) => Math.abs(n) % 1e15),
    );
    fc.assert(
      fc.property(units, fc.integer({ min: -6, max: 20 }), (n, decimals) => {
        const exact = parseDecimal(`${n}e${-decimals}`);
        expect(formatScaled(n, decimals)).toBe(exact && formatDecimal(exact));
        expect(isPlainDecimal(formatScaled(n, decimals))).toBe(true);
      }),
      { seed: 1, numRuns: 5000 },
    );
  });

  it.each([
    [0, 3, '0'],
    [5, 0, '5'],
    [5, -3, '5000'],
    [120, 1, '12'],
    [1234, 2, '12.34'],
    [100_001, 5, '1.00001'],
    [5_995_375, 2, '59953.75'],
    [1, 8, '0.00000001'],
    [250, 12, '0.00000000025'],
    [999_999_999_999_999, 8, '9999999.99999999'],
  ])('writes %d with %d decimals as %s', (units, decimals, expected) => {
    expect(formatScaled(units, decimals)).toBe(expected);
  });
});

it('decimalMagnitude finds the power of ten below, from any guess', () => {
  for (const [value, magnitude] of [
    [1, 0],
    [9.99, 0],
    [10, 1],
    [0.1, -1],
    [64_250, 4],
    [1.6e-7, -7],
  ] as const) {
    for (const guess of [-9, 0, 9]) expect(decimalMagnitude(value, guess)).toBe(magnitude);
  }
});
