import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDecimals,
  compareDecimals,
  decimalFromNumber,
  decimalToNumber,
  exactDecimal,
  formatDecimal,
  formatNumber,
  isPlainDecimal,
  multiplyDecimals,
  parseDecimal,
  roundToDecimals,
  roundToSignificant,
  ZERO,
  type Decimal,
} from '../../../../src/core/numbers/decimal.ts';

/** Numbers that the service may publish, including the sign. */
const PLAIN_TEXT = /^(?:0|-?(?:[1-9]\d*|0(?=\.))(?:\.\d*[1-9])?)$/;

const units = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
const scale = fc.integer({ min: 0, max: 30 });
const finite = fc.double({ noNaN: true, noDefaultInfinity: true });

/** Written with a point at `scale` and all zeros, as an exchange might. */
function spelled(value: bigint, places: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0');
  const point = digits.length - places;
  const text = places === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return value < 0n ? `-${text}` : text;
}

function decimal(text: string): Decimal {
  const parsed = parseDecimal(text);
  if (!parsed) throw new Error(`not a decimal: ${text}`);
  return parsed;
}

const anyDecimal = fc.tuple(units, scale).map(([u, s]) => decimal(spelled(u, s)));

/** Both as whole numbers of the smaller unit of the two. */
function aligned(a: Decimal, b: Decimal): [bigint, bigint, number] {
  const common = Math.max(a.scale, b.scale);
  const at = (value: Decimal) => value.units * 10n ** BigInt(common - value.scale);
  return [at(a), at(b), common];
}

describe('parseDecimal', () => {
  test('reads every spelling of a value exactly, in lowest form', () => {
    fc.assert(
      fc.property(units, scale, (u, s) => {
        const parsed = decimal(spelled(u, s));
        expect(parsed.units * 10n ** BigInt(s)).toBe(u * 10n ** BigInt(parsed.scale));
        expect(parsed.scale === 0 || parsed.units % 10n !== 0n).toBe(true);
      }),
    );
  });

  test('an exponent only moves the decimal point', () => {
    fc.assert(
      fc.property(units, scale, fc.integer({ min: -300, max: 300 }), (u, s, exponent) => {
        const moved = decimal(`${spelled(u, s)}e${exponent}`);
        const places = s - exponent;
        const expected = places >= 0 ? spelled(u, places) : spelled(u * 10n ** BigInt(-places), 0);
        expect(moved).toEqual(decimal(expected));
      }),
    );
  });

  test.each([
    ['+5', '5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['-0', '0'],
    ['-0.000', '0'],
    ['0e400', '0'],
    ['007.50', '7.5'],
    ['1e-30', '0.000000000000000000000000000001'],
    ['1E+3', '1000'],
    ['-1.50', '-1.5'],
    ['120', '120'],
    ['12e-1', '1.2'],
    ['9007199254740993', '9007199254740993'],
  ])('reads %s as %s', (text, plain) => {
    expect(formatDecimal(decimal(text))).toBe(plain);
  });

  test.each([
    '',
    ' ',
    ' 1',
    '1 ',
    '1\n',
    '\t1',
    '1,000',
    '1_000',
    '0x10',
    '0b1',
    '1e999',
    '1e-999',
    '1e401',
    '1e99999',
    'NaN',
    'Infinity',
    '-Infinity',
    '.',
    '-',
    '+',
    '-.',
    'e5',
    '.e5',
    '1e',
    '1e+',
    '1e1.5',
    '1.2.3',
    '--1',
    '+-1',
    '1-',
    '1n',
    '1f',
    'null',
    '\u0661',
    '\uff11',
    '1\u00a0000',
    '\u22121',
    '$1',
    '1%',
  ])('refuses %j', (text) => {
    expect(parseDecimal(text)).toBeUndefined();
  });

  test('reads 400 characters and refuses more, whatever they are', () => {
    const digits = '9'.repeat(400);
    expect(parseDecimal(digits)?.units).toBe(10n ** 400n - 1n);
    expect(parseDecimal(`${digits}9`)).toBeUndefined();
    expect(parseDecimal('0'.repeat(401))).toBeUndefined();
    expect(parseDecimal(`0.${'0'.repeat(500)}1`)).toBeUndefined();
  });

  test('never throws and never reads anything but numerals', () => {
    const almost = fc.string({ unit: fc.constantFrom(...'0123456789+-.eE ,_xnN') });
    fc.assert(
      fc.property(fc.oneof(fc.string(), almost), (text) => {
        const parsed = parseDecimal(text);
        if (parsed) expect(text).toMatch(/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('formatDecimal', () => {
  test('is read back as the same value', () => {
    fc.assert(
      fc.property(anyDecimal, (value) => void expect(parseDecimal(formatDecimal(value))).toEqual(value)),
    );
  });

  test('is plain notation: no exponent, plus sign, trailing zero or -0', () => {
    fc.assert(fc.property(anyDecimal, (value) => void expect(formatDecimal(value)).toMatch(PLAIN_TEXT)));
  });

  test('zero is always 0', () => {
    expect(formatDecimal(ZERO)).toBe('0');
    expect(parseDecimal('-0.00')).toEqual(ZERO);
  });
});

describe('isPlainDecimal', () => {
  test('accepts exactly one spelling of each non-negative value', () => {
    fc.assert(
      fc.property(units, scale, (u, s) => {
        const text = spelled(u < 0n ? -u : u, s);
        expect(isPlainDecimal(text)).toBe(text === formatDecimal(decimal(text)));
      }),
    );
  });

  test.each(['', '-1', '+1', '01', '1.0', '1.', '.1', '1e3', ' 1', '1 ', '1\n', '00', '0.0', '-0', 'NaN'])(
    'refuses %j',
    (text) => {
      expect(isPlainDecimal(text)).toBe(false);
    },
  );

  test.each(['0', '1', '10', '0.1', '0.01', '21000000', '123.456'])('accepts %s', (text) => {
    expect(isPlainDecimal(text)).toBe(true);
  });
});

describe('arithmetic', () => {
  test('adding is exact', () => {
    fc.assert(
      fc.property(anyDecimal, anyDecimal, (a, b) => {
        const [left, right, common] = aligned(a, b);
        expect(addDecimals(a, b)).toEqual(decimal(spelled(left + right, common)));
      }),
    );
  });

  test('multiplying is exact', () => {
    fc.assert(
      fc.property(anyDecimal, anyDecimal, (a, b) => {
        expect(multiplyDecimals(a, b)).toEqual(decimal(spelled(a.units * b.units, a.scale + b.scale)));
      }),
    );
  });

  test('0.1 and 0.2 are 0.3', () => {
    expect(formatDecimal(addDecimals(decimal('0.1'), decimal('0.2')))).toBe('0.3');
  });

  test('comparing agrees with whole-number arithmetic and is a total order', () => {
    fc.assert(
      fc.property(anyDecimal, anyDecimal, anyDecimal, (a, b, c) => {
        const [left, right] = aligned(a, b);
        expect(compareDecimals(a, b)).toBe(left < right ? -1 : left > right ? 1 : 0);
        expect(compareDecimals(b, a)).toBe(0 - compareDecimals(a, b));
        expect(compareDecimals(a, a)).toBe(0);
        const [low, middle, high] = [a, b, c].toSorted(compareDecimals) as [Decimal, Decimal, Decimal];
        expect(compareDecimals(low, middle)).toBeLessThanOrEqual(0);
        expect(compareDecimals(middle, high)).toBeLessThanOrEqual(0);
        expect(compareDecimals(low, high)).toBeLessThanOrEqual(0);
      }),
    );
  });

  test('equal values are equal field by field, in any spelling', () => {
    expect(decimal('1.50')).toEqual(decimal('15e-1'));
    expect(compareDecimals(decimal('100'), decimal('1e2'))).toBe(0);
  });
});

/** Half-even rounding by digits, as on paper. */
function roundedOnPaper(value: Decimal, decimals: number): string {
  const shift = 60;
  const negative = value.units < 0n;
  const digits = (negative ? -value.units : value.units).toString().padStart(value.scale + shift, '0');
  const cut = digits.length - (value.scale - decimals);
  if (cut >= digits.length) return formatDecimal(value);
  const kept = BigInt(digits.slice(0, cut) || '0');
  const dropped = digits.slice(cut);
  const first = Number(dropped.charAt(0));
  const restIsZero = /^0*$/.test(dropped.slice(1));
  const isTie = first === 5 && restIsZero;
  const up = isTie ? kept % 2n === 1n : first >= 5;
  const magnitude = up ? kept + 1n : kept;
  const whole = decimals < 0 ? `${magnitude}${'0'.repeat(-decimals)}` : spelled(magnitude, decimals);
  return formatDecimal(decimal(negative ? `-${whole}` : whole));
}

describe('rounding', () => {
  test('is half-even at every position', () => {
    fc.assert(
      fc.property(anyDecimal, fc.integer({ min: -20, max: 30 }), (value, decimals) => {
        expect(formatDecimal(roundToDecimals(value, decimals))).toBe(roundedOnPaper(value, decimals));
      }),
      { numRuns: 1000 },
    );
  });

  test('rounds exact ties to the even neighbour, and the slightest excess up', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 20n }),
        fc.boolean(),
        fc.nat(10),
        (n, negative, places) => {
          const sign = negative ? '-' : '';
          const even = n % 2n === 0n ? n : n + 1n;
          const tie = `${spelled(n, places)}${places === 0 ? '.' : ''}5`;
          const signed = (value: bigint) => formatDecimal(decimal(sign + spelled(value, places)));
          expect(formatDecimal(roundToDecimals(decimal(sign + tie), places))).toBe(signed(even));
          expect(formatDecimal(roundToDecimals(decimal(`${sign}${tie}000001`), places))).toBe(signed(n + 1n));
          const below = `${tie.slice(0, -1)}4999999`;
          expect(formatDecimal(roundToDecimals(decimal(sign + below), places))).toBe(signed(n));
        },
      ),
    );
  });

  test.each([
    ['0.5', 0, '0'],
    ['1.5', 0, '2'],
    ['2.5', 0, '2'],
    ['-0.5', 0, '0'],
    ['-1.5', 0, '-2'],
    ['-0.04', 1, '0'],
    ['0.125', 2, '0.12'],
    ['0.135', 2, '0.14'],
    ['9.995', 2, '10'],
    ['15', -1, '20'],
    ['25', -1, '20'],
    ['25.0000001', -1, '30'],
    ['49', -2, '0'],
    ['1234', 3, '1234'],
  ])('%s to %i decimals is %s', (text, decimals, expected) => {
    expect(formatDecimal(roundToDecimals(decimal(text), decimals))).toBe(expected);
  });

  test('to significant digits keeps this many, at most half a unit off', () => {
    fc.assert(
      fc.property(anyDecimal, fc.integer({ min: 1, max: 20 }), (value, digits) => {
        const result = roundToSignificant(value, digits);
        const significant = formatDecimal(result).replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '');
        expect(significant.length).toBeLessThanOrEqual(digits);
        const magnitude = (value.units < 0n ? -value.units : value.units).toString().length - value.scale;
        expect(formatDecimal(result)).toBe(roundedOnPaper(value, digits - magnitude));
      }),
    );
  });

  test.each([
    ['0', 5, '0'],
    ['99.96', 3, '100'],
    ['0.000123456', 3, '0.000123'],
    ['123456', 2, '120000'],
    ['-2.5', 1, '-2'],
  ])('%s to %i significant digits is %s', (text, digits, expected) => {
    expect(formatDecimal(roundToSignificant(decimal(text), digits))).toBe(expected);
  });
});

describe('doubles', () => {
  /** The double as a fraction, from its bits. */
  function fractionOf(value: number): [bigint, bigint] {
    const bits = new DataView(new ArrayBuffer(8));
    bits.setFloat64(0, value);
    const raw = bits.getBigUint64(0);
    const exponent = Number((raw >> 52n) & 0x7ffn);
    const mantissa = (raw & (2n ** 52n - 1n)) | (exponent === 0 ? 0n : 2n ** 52n);
    const power = Math.max(exponent, 1) - 1075;
    const signed = raw >> 63n === 1n ? -mantissa : mantissa;
    return power >= 0 ? [signed * 2n ** BigInt(power), 1n] : [signed, 2n ** BigInt(-power)];
  }

  test('exactDecimal has every binary digit', () => {
    fc.assert(
      fc.property(finite, (value) => {
        const exact = exactDecimal(value);
        const [numerator, denominator] = fractionOf(value);
        expect(exact.units * denominator).toBe(numerator * 10n ** BigInt(exact.scale));
      }),
    );
  });

  test('exactDecimal shows what 0.1 really is', () => {
    expect(formatDecimal(exactDecimal(0.1))).toBe(
      '0.1000000000000000055511151231257827021181583404541015625',
    );
    expect(formatDecimal(exactDecimal(-0))).toBe('0');
    expect(formatDecimal(exactDecimal(Number.MAX_SAFE_INTEGER))).toBe('9007199254740991');
    expect(exactDecimal(Number.MIN_VALUE).scale).toBe(1074);
  });

  test('formatNumber never shows an exponent or -0 and reads back as the same double', () => {
    fc.assert(
      fc.property(finite, (value) => {
        const text = formatNumber(value);
        expect(text).toMatch(PLAIN_TEXT);
        expect(Number(text)).toBe(value === 0 ? 0 : value);
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    [-0, '0'],
    [1e21, '1000000000000000000000'],
    [1e-7, '0.0000001'],
    [-1.5e-10, '-0.00000000015'],
    [0.1, '0.1'],
    [Number.MAX_VALUE, `17976931348623157${'0'.repeat(292)}`],
    [5e-324, `0.${'0'.repeat(323)}5`],
  ])('formats %d plainly', (value, expected) => {
    expect(formatNumber(value)).toBe(expected);
  });

  test('a non-finite number is a programming error', () => {
    for (const value of [Number.NaN, Infinity, -Infinity]) {
      expect(() => formatNumber(value)).toThrow(RangeError);
      expect(() => exactDecimal(value)).toThrow(RangeError);
      expect(() => decimalFromNumber(value)).toThrow(RangeError);
    }
  });

  test('a double survives conversion to its shortest decimal and back', () => {
    fc.assert(
      fc.property(finite, (value) => {
        expect(decimalToNumber(decimalFromNumber(value))).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  test('decimalToNumber returns the nearest double', () => {
    fc.assert(
      fc.property(finite, (value) => {
        expect(decimalToNumber(exactDecimal(value))).toBe(value === 0 ? 0 : value);
      }),
    );
    expect(decimalToNumber(decimal('9007199254740993'))).toBe(9007199254740992);
  });
});
