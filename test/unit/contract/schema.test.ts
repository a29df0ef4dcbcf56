import { expect, test } from 'vitest';
import { Type } from '../../../src/contract/schema.ts';

test('each kind is plain JSON Schema, with its given keywords', () => {
  const more = { description: 'why' };
  expect(Type.String(more)).toEqual({ type: 'string', ...more });
  expect(Type.Integer(more)).toEqual({ type: 'integer', ...more });
  expect(Type.Boolean(more)).toEqual({ type: 'boolean', ...more });
  expect(Type.Literal('x', more)).toEqual({ type: 'string', const: 'x', ...more });
  expect(Type.Enum(['a', 'b'], more)).toEqual({ enum: ['a', 'b'], ...more });
  expect(Type.Array(Type.String(), more)).toEqual({ type: 'array', items: { type: 'string' }, ...more });
  expect(Type.Union([Type.Integer(), Type.String()], more)).toEqual({
    anyOf: [{ type: 'integer' }, { type: 'string' }],
    ...more,
  });
});

test('an object requires every property that is not optional', () => {
  const properties = { a: Type.String(), b: Type.Optional(Type.String()), c: Type.Integer() };
  expect(Type.Object(properties, { title: 'T' })).toEqual({
    type: 'object',
    required: ['a', 'c'],
    properties: { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'integer' } },
    title: 'T',
  });
  expect(Type.Object({ b: Type.Optional(Type.String()) })).not.toHaveProperty('required');
});

test('an optional schema is a copy, and published like the original', () => {
  const schema = Type.String({ format: 'uuid' });
  const optional = Type.Optional(schema);
  expect(JSON.stringify(optional)).toBe(JSON.stringify(schema));
  expect(Object.keys(optional)).toEqual(Object.keys(schema));
  expect(Type.Object({ schema, optional })).toMatchObject({ required: ['schema'] });
});
