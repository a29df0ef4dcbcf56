import { expect, test } from 'vitest';
import {
  choice,
  inputSchema,
  instant,
  readInputs,
  text,
  texts,
  toggle,
  wholeNumber,
} from '../../../src/mcp/inputs.ts';
import { Refusal } from '../../../src/mcp/service.ts';

const INPUTS = {
  name: { kind: text, description: 'A name', required: true },
  names: { kind: texts(2), description: 'Names' },
  limit: { kind: wholeNumber(1, 5), description: 'How many' },
  side: { kind: choice(['a', 'b']), description: 'Which' },
  at: { kind: instant, description: 'When' },
  all: { kind: toggle, description: 'Whether' },
} as const;

function problems(given: unknown): readonly string[] {
  try {
    readInputs(INPUTS, given);
    return [];
  } catch (error) {
    if (error instanceof Refusal) return [error.message, ...error.details];
    throw error;
  }
}

test('arguments are read', () => {
  const given = {
    name: ' BTC ',
    names: ['a', 'b', 'a'].slice(0, 2),
    limit: 5,
    side: 'b',
    at: '2026-01-01T00:00:00Z',
    all: false,
  };
  expect(readInputs(INPUTS, given)).toEqual({ ...given, name: 'BTC', at: '2026-01-01T00:00:00.000Z' });
  expect(readInputs(INPUTS, { name: 'BTC', names: ['x', 'x'], limit: null })).toEqual({
    name: 'BTC',
    names: ['x'],
  });
});

test('all problems are named at once', () => {
  const given = { names: ['a', 'b', 'c'], limit: 2.5, side: 'c', at: '2026-01-01', all: 'true', more: 1 };
  expect(problems(given)).toEqual([
    'the arguments are not valid',
    'there is no argument more',
    'name is required',
    'names must be a list of 1 to 2 texts (got ["a","b","c"])',
    'limit must be a whole number from 1 to 5 (got 2.5)',
    'side must be one of a, b (got "c")',
    'at must be an ISO 8601 datetime in UTC, such as 2026-01-31T12:00:30.000Z (got "2026-01-01")',
    'all must be true or false (got "true")',
  ]);
});

test.each([
  [{ name: '' }],
  [{ name: '   ' }],
  [{ name: 5 }],
  [{ name: 'BTC\ud800' }],
  [{ name: 'B\u0000C' }],
  [{ name: ['BTC'] }],
  [{ name: 'x'.repeat(101) }],
  [{ name: 'a', names: [] }],
  [{ name: 'a', names: [1] }],
  [{ name: 'a', names: 'b' }],
  [{ name: 'a', limit: 0 }],
  [{ name: 'a', limit: 6 }],
  [{ name: 'a', limit: '3' }],
  [{ name: 'a', limit: Number.NaN }],
  [{ name: 'a', toString: 1 }],
  ['text'],
  [[]],
  [undefined],
])('%j is refused', (given) => {
  expect(problems(given).length).toBeGreaterThan(0);
});

test('what was sent is cut in the answer', () => {
  const [, detail = ''] = problems({ name: `\u202e${'x'.repeat(5000)}` });
  expect(detail.length).toBeLessThan(120);
  expect(detail).not.toContain('\u202e');
});

test('the schema is closed and says what is required', () => {
  expect(inputSchema(INPUTS)).toEqual({
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 100, description: 'A name' },
      names: {
        type: 'array',
        items: { type: 'string', minLength: 1, maxLength: 100 },
        minItems: 1,
        maxItems: 2,
        description: 'Names',
      },
      limit: { type: 'integer', minimum: 1, maximum: 5, description: 'How many' },
      side: { enum: ['a', 'b'], description: 'Which' },
      at: expect.objectContaining({ type: 'string', format: 'date-time', description: 'When' }) as object,
      all: { type: 'boolean', description: 'Whether' },
    },
  });
});
