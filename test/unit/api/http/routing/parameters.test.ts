import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../../../src/api/http/errors.ts';
import { ParameterReader, type Parameters } from '../../../../../src/api/http/routing/parameters.ts';
import {
  datetimeParameter,
  flag,
  oneOf,
  size,
  textParameter,
  uuid,
} from '../../../../../src/contract/parameter-kinds.ts';

const ID = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
const DECLARED = {
  id: { kind: uuid, description: '', required: true },
  at: { kind: datetimeParameter, description: '' },
  size: { kind: size, description: '' },
  deep: { kind: flag, description: '' },
  status: { kind: oneOf(['ACTIVE', 'INACTIVE']), description: '' },
  symbol: { kind: textParameter, description: '' },
} satisfies Parameters;

const read = (sent: Readonly<Record<string, unknown>>) => new ParameterReader(DECLARED, 'Asset').read(sent);

function refused(sent: Readonly<Record<string, unknown>>): ApiError {
  try {
    read(sent);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('was not refused');
}

describe('reading parameters', () => {
  test('returns each value, and undefined for missing ones', () => {
    expect(
      read({ id: ID.toUpperCase(), at: '2026-01-31T12:00:30Z', size: '10', deep: '1', status: 'ACTIVE' }),
    ).toEqual({
      id: ID,
      at: Date.UTC(2026, 0, 31, 12, 0, 30),
      size: 10,
      deep: true,
      status: 'ACTIVE',
      symbol: undefined,
    });
  });

  test('a value of false or 0 is a value', () => {
    expect(read({ id: ID, deep: 'false' }).deep).toBe(false);
    expect(read({ id: ID, at: '1970-01-01T00:00:00Z' }).at).toBe(0);
  });

  test('one with an empty value counts as missing', () => {
    expect(read({ id: ID, size: '', symbol: '', status: '' })).toEqual({ id: ID });
    expect(refused({ id: '' }).errors).toEqual([
      { object: 'Asset', field: 'id', rejectedValue: '', message: 'is required' },
    ]);
  });

  test('rules between them are checked each time, all else once per sent text', () => {
    let isWrong = false;
    const wrong = {
      object: 'Asset',
      field: 'size',
      rejectedValue: '10',
      message: 'is too large now',
    } as const;
    const reader = new ParameterReader(DECLARED, 'Asset', () => (isWrong ? [wrong] : []));
    const sent = { id: ID, size: '10', other: 'x' };
    const before = reader.check(sent);
    expect(before).toMatchObject({ values: { id: ID, size: 10 }, errors: undefined, ignored: 'other' });
    isWrong = true;
    expect(reader.check(sent)).toEqual({ values: before.values, errors: [wrong], ignored: 'other' });
    isWrong = false;
    expect(reader.check(sent)).toBe(before);
  });

  test('unknown ones are ignored', () => {
    expect(Object.keys(read({ id: ID, other: 'x', __proto__: 'y' }))).not.toContain('other');
  });

  test('a repeated one is refused, with the same value or not', () => {
    for (const twice of [
      ['5', '6'],
      ['5', '5'],
      ['', ''],
    ]) {
      expect(refused({ id: ID, size: twice }).errors).toEqual([
        { object: 'Asset', field: 'size', rejectedValue: twice.join(','), message: 'must be given once' },
      ]);
    }
  });

  test('all errors are reported at once, in the order of the declaration', () => {
    const error = refused({ at: 'now', size: '0', deep: 'maybe', status: 'ERROR', symbol: ['a', 'b'] });
    expect([error.code, error.status, error.message]).toEqual(['BAD_REQUEST', 400, 'validation error']);
    expect(error.errors.map(({ field, message }) => [field, message])).toEqual([
      ['id', 'is required'],
      ['at', 'must be an ISO 8601 datetime in UTC, such as 2026-01-31T12:00:30.000Z'],
      ['size', 'must be a whole number from 1 to 2000'],
      ['deep', 'must be true or false'],
      ['status', 'must be one of ACTIVE, INACTIVE'],
      ['symbol', 'must be given once'],
    ]);
  });

  test('a rejected value is truncated to 100 characters', () => {
    expect(refused({ id: 'x'.repeat(500) }).errors[0]?.rejectedValue).toBe('x'.repeat(100));
    expect(refused({ id: Array.from({ length: 90 }, () => 'ab') }).errors[0]?.rejectedValue).toHaveLength(
      100,
    );
  });

  test('any input gives a value of the declared kind or a refusal with four texts for each field', () => {
    const value = fc.oneof(fc.string(), fc.array(fc.string(), { maxLength: 3 }), fc.constant(undefined));
    const sent = fc.dictionary(fc.constantFrom(...Object.keys(DECLARED), '__proto__', 'x'), value);
    fc.assert(
      fc.property(sent, (given) => {
        try {
          expect(read(given).id).toMatch(/^[0-9a-f-]{36}$/);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          for (const entry of error.errors) {
            expect(Object.values(entry).map((member) => typeof member)).toEqual(
              Array.from({ length: 4 }, () => 'string'),
            );
          }
        }
      }),
    );
  });
});
