import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  decimalToNumber,
  exactDecimal,
  formatNumber,
  roundToDecimals,
  roundToSignificant,
} from '../../../../src/core/numbers/decimal.ts';
import { capped, roundLxPrice, roundSignificant } from '../../../../src/engine/numbers/rounding.ts';

test('prices keep 8 significant digits', () => {
  expect(roundSignificant(64_258.441_542_64)).toBe(64_258.442);
  expect(roundSignificant(0.000_012_345_678_9)).toBe(0.000_012_345_679);
  expect(roundSignificant(123_456_789_012)).toBe(123_456_790_000);
  expect(roundSignificant(1)).toBe(1);
});

test('an exact tie goes to the even digit, in both directions', () => {
  expect(roundSignificant(12_345_678.5)).toBe(12_345_678);
  expect(roundSignificant(12_345_679.5)).toBe(12_345_680);
  expect(roundSignificant(1_234_567.25)).toBe(1_234_567.2);
  expect(roundSignificant(1_234_567.75)).toBe(1_234_567.8);
  expect(roundSignificant(1_234_567_850)).toBe(1_234_567_800);
});

test('an apparent decimal tie is decided by the exact value of the double', () => {
  // Stored as 0.98765432500000005..., above the tie, and as 0.12345678499999999..., below it.
  expect(roundSignificant(0.987_654_325)).toBe(0.987_654_33);
  expect(roundSignificant(0.123_456_785)).toBe(0.123_456_78);
});

test('rounding agrees with exact decimal arithmetic everywhere', () => {
  fc.assert(
    fc.property(fc.double({ min: 5e-324, max: 1.7e308, noNaN: true }), (value) => {
      expect(roundSignificant(value)).toBe(decimalToNumber(roundToSignificant(exactDecimal(value), 8)));
    }),
    { numRuns: 2000 },
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999_999_999 }),
      fc.integer({ min: -25, max: 25 }),
      (units, power) => {
        const value = units * 10 ** power;
        expect(roundSignificant(value)).toBe(decimalToNumber(roundToSignificant(exactDecimal(value), 8)));
      },
    ),
    { numRuns: 2000 },
  );
});

test('rounding of LX prices agrees with exact decimal arithmetic everywhere', () => {
  const exactly = (value: number) => decimalToNumber(roundToDecimals(exactDecimal(value), 8));
  const agrees = (value: number) => {
    expect(roundLxPrice(value)).toBe(exactly(value));
  };
  fc.assert(fc.property(fc.double({ min: 0, max: 1e15, noNaN: true }), agrees), { numRuns: 2000 });
  fc.assert(fc.property(fc.double({ min: 1e-9, max: 1e6, noNaN: true }), agrees), { numRuns: 2000 });
  // Around ties and whole steps.
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 46 }), fc.integer({ min: -3, max: 3 }), (steps, off) => {
      const tie = (steps + 0.5) / 1e8;
      agrees(tie + off * tie * Number.EPSILON);
      agrees(steps / 1e8 + off * tie * Number.EPSILON);
    }),
    { numRuns: 2000 },
  );
});

test('a rounded value is published with at most 8 digits and reads back as itself', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-20, max: 1e20, noNaN: true }), (value) => {
      const rounded = roundSignificant(value);
      const text = formatNumber(rounded);
      expect(Number(text)).toBe(rounded);
      expect(text.replace('.', '').replace(/^0+/, '').replace(/0+$/, '').length).toBeLessThanOrEqual(8);
      expect(roundSignificant(rounded)).toBe(rounded);
    }),
  );
});

test('LX prices keep 8 decimals', () => {
  expect(roundLxPrice(64_258.441_542_644_9)).toBe(64_258.441_542_64);
  expect(roundLxPrice(0.000_000_001)).toBe(0);
  expect(roundLxPrice(2 ** -9 + 2 ** -27)).toBe(0.001_953_13);
});

test('overflowing sums are capped at the largest double', () => {
  expect(capped(Infinity)).toBe(Number.MAX_VALUE);
  expect(capped(1)).toBe(1);
});
