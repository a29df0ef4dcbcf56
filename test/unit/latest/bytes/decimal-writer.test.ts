import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatNumber } from '../../../../src/core/numbers/decimal.ts';
import { DecimalWriter, writeCount } from '../../../../src/latest/bytes/decimal-writer.ts';

const ROOM = 64;
const BEFORE = 3;

/** Bytes before a number are unchanged; undefined for one with too many digits. */
function written(writer: DecimalWriter, value: number): string | undefined {
  const bytes = Buffer.alloc(ROOM, '#');
  const end = writer.put(new DataView(bytes.buffer, bytes.byteOffset, ROOM), BEFORE, value);
  expect(bytes.toString('latin1', 0, BEFORE)).toBe('###');
  return end === 0 ? undefined : bytes.toString('latin1', BEFORE, end);
}

const significantDigits = (text: string) => text.replace('.', '').replace(/^0+|0+$/g, '').length;

/** Of up to 15 digits, from 10^-16 to nearly 10^15. */
const decimals = fc
  .tuple(fc.integer({ min: 0, max: 999_999_999_999_999 }), fc.integer({ min: 0, max: 16 }), fc.nat(15))
  .map(([units, scale, cut]) => Number(`${Math.floor(units / 10 ** cut)}e-${scale}`));

describe('a number of one column', () => {
  test.each([
    [0, '0'],
    [7, '7'],
    [10, '10'],
    [9999, '9999'],
    [10_000, '10000'],
    [99_999_999, '99999999'],
    [100_000_000, '100000000'],
    [999_999_999_999_999, '999999999999999'],
    [64_197.887, '64197.887'],
    [0.5, '0.5'],
    [0.0001, '0.0001'],
    [0.000_012_345_678, '0.000012345678'],
    [0.000_001_234_567_8, '0.0000012345678'],
    [1_000_000.000_01, '1000000.00001'],
    [12.000_000_000_001, '12.000000000001'],
  ])('%d is %s', (value, text) => {
    expect(written(new DecimalWriter(), value)).toBe(text);
  });

  test('is written as elsewhere; one with more than eleven digits, or not at all', () => {
    fc.assert(
      fc.property(fc.array(decimals, { minLength: 1, maxLength: 8 }), (values) => {
        const writer = new DecimalWriter();
        for (const value of values) {
          const text = formatNumber(value);
          const own = written(writer, value);
          // With zeros up to the next four decimals they would have more than 15 digits.
          if (own === undefined) expect(significantDigits(text)).toBeGreaterThan(11);
          else expect(own).toBe(text);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('of any double is written as elsewhere, or not at all', () => {
    const writer = new DecimalWriter();
    fc.assert(
      fc.property(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), (value) => {
        const own = written(writer, value);
        if (own !== undefined) expect(own).toBe(formatNumber(value));
      }),
      { numRuns: 2000 },
    );
  });
});

test('a count has no leading zeros', () => {
  const bytes = Buffer.alloc(ROOM);
  const view = new DataView(bytes.buffer, bytes.byteOffset, ROOM);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999_999 }), fc.nat(14), (count, cut) => {
      const value = Math.floor(count / 10 ** cut);
      expect(bytes.toString('latin1', 0, writeCount(view, 0, value))).toBe(String(value));
    }),
  );
});
