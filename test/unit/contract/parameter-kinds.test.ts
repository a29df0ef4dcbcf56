import { describe, expect, test } from 'vitest';
import { flag, oneOf, size } from '../../../src/contract/parameter-kinds.ts';

describe('size', () => {
  test('is a whole number from 1 to 2000', () => {
    for (let value = -5; value <= 2100; value++) {
      expect(size.parse(String(value))).toBe(value >= 1 && value <= 2000 ? value : undefined);
    }
  });

  test.each([
    'Infinity',
    '1e999',
    '1e3',
    '0x10',
    ' 10',
    '10 ',
    '+10',
    '010',
    '1.0',
    '1,000',
    'NaN',
    '\u0661',
    '10\n',
  ])('refuses %j', (value) => {
    expect(size.parse(value)).toBeUndefined();
  });
});

describe('a flag', () => {
  test.each([
    ['true', true],
    ['TRUE', true],
    ['True', true],
    ['1', true],
    ['false', false],
    ['FALSE', false],
    ['0', false],
  ])('%s is %s', (given, expected) => {
    expect(flag.parse(given)).toBe(expected);
  });

  test.each(['yes', 'no', 'on', 't', '2', '01', ' true', 'constructor', '__proto__'])(
    'refuses %j',
    (given) => {
      expect(flag.parse(given)).toBeUndefined();
    },
  );
});

describe('an enum', () => {
  const status = oneOf(['ACTIVE', 'INACTIVE']);
  test('accepts its values, case-sensitively, and lists them', () => {
    expect(status.parse('ACTIVE')).toBe('ACTIVE');
    for (const wrong of ['active', 'ACTIVE ', 'MAINTENANCE', 'toString']) {
      expect(status.parse(wrong)).toBeUndefined();
    }
    expect(status.expects).toBe('must be one of ACTIVE, INACTIVE');
  });
});
