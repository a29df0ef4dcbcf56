import { expect, test } from 'vitest';
import { parseForm } from '../../../../../src/api/resources/token/token-request.ts';

test('a field of a form that is repeated is remembered twice, however often it comes', () => {
  expect(parseForm('a=1&b=2&a=3&a=4')).toEqual({ a: ['1', '3'], b: '2' });
  // As much as a request may hold: gathering all of them would take seconds.
  expect(parseForm('a&'.repeat(8190))).toEqual({ a: ['', ''] });
});
