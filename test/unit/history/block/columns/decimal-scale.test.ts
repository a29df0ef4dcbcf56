import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDecimal, formatNumber } from '../../../../../src/core/numbers/decimal.ts';
import {
  canRaiseTo,
  fromUnits,
  MAX_UNITS,
  RAW_EXPONENT,
  smallestExponent,
  toUnits,
} from '../../../../../src/history/block/columns/decimal-scale.ts';
import { odd, published } from '../block-rows.ts';

function exponentOf(...values: number[]): number {
  return smallestExponent(Float64Array.from(values), values.length);
}

/** The text that a renderer writes from an integer and its exponent. */
function textOf(units: number, exponent: number): string {
  const zeros = exponent < 0 ? 10n ** BigInt(-exponent) : 1n;
  const [whole = '', fraction = ''] = formatDecimal({
    units: BigInt(units) * zeros,
    scale: Math.max(0, exponent),
  }).split('.');
  const trimmed = fraction.replace(/0+$/, '');
  return trimmed === '' ? whole : `${whole}.${trimmed}`;
}

describe('smallestExponent', () => {
  test.each([
    [[1.5, 2.25], 2],
    [[0.1, 0.2, 0.3], 1],
    [[100, 2300], -2],
    [[0, 0], 0],
    [[0, 5000], -3],
    [[7], 0],
    [[1e15], -15],
    [[1e22], -22],
    [[123_456_780_000_000_000_000], -13],
    [[1.2345678e-12], 19],
    [[99_999.99999999, 0.00000001], 8],
    [[-1.5], 1],
  ])('of %j is %i', (values, expected) => {
    expect(exponentOf(...values)).toBe(expected);
  });

  test.each([
    ['more digits than are exact', [0.1 + 0.2]],
    ['a third', [1 / 3]],
    ['negative zero', [-0]],
    ['not a number', [NaN]],
    ['infinity', [Infinity]],
    ['a subnormal', [5e-324]],
    ['too small for any power', [1e-23]],
    ['too large for any power', [1e38]],
    ['a wide range', [1e12, 1e-12]],
    ['an odd integer above the limit', [2 ** 52 + 1]],
    ['zeros beside infinity', [0, -Infinity]],
  ])('finds none for %s', (_name, values) => {
    expect(exponentOf(...values)).toBe(RAW_EXPONENT);
  });

  test('gives integers that convert back to the values, as bits and as text', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(published, odd), { minLength: 1, maxLength: 4 }), (list) => {
        const values = Float64Array.from(list);
        const exponent = smallestExponent(values, values.length);
        if (exponent === RAW_EXPONENT) return;
        const units = new Float64Array(values.length);
        toUnits(values, values.length, exponent, units);
        for (const [i, unit] of units.entries()) {
          expect(Number.isInteger(unit) && Math.abs(unit) <= MAX_UNITS).toBe(true);
          expect(fromUnits(unit, exponent)).toBe(values[i]);
          expect(textOf(unit, exponent)).toBe(formatNumber(values[i]!));
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('finds one for every published value', () => {
    fc.assert(
      fc.property(published, (value) => {
        expect(exponentOf(value)).not.toBe(RAW_EXPONENT);
      }),
    );
  });

  test('is the smallest one that fits', () => {
    fc.assert(
      fc.property(fc.array(published, { minLength: 1, maxLength: 3 }), (list) => {
        const exponent = exponentOf(...list);
        fc.pre(exponent !== RAW_EXPONENT && exponent > -22);
        const values = Float64Array.from(list);
        const units = new Float64Array(values.length);
        toUnits(values, values.length, exponent - 1, units);
        expect([...units].map((unit) => fromUnits(unit, exponent - 1))).not.toEqual(list);
      }),
    );
  });
});

test('a larger exponent gives the same values, as long as the integers are small enough', () => {
  fc.assert(
    fc.property(published, fc.nat({ max: 22 }), (value, larger) => {
      const values = Float64Array.of(value);
      const exponent = smallestExponent(values, 1);
      fc.pre(larger >= exponent && canRaiseTo(larger, values, 1));
      const units = new Float64Array(1);
      toUnits(values, 1, larger, units);
      expect(fromUnits(units[0]!, larger)).toBe(value);
    }),
  );
});
