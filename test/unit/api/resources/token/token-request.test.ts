import { expect, test } from 'vitest';
import { parseForm } from '../../../../../src/api/resources/token/token-request.ts';

test('a repeated form field is kept at most twice', () => {
  expect(parseForm('a=1&b=2&a=3&a=4')).toEqual({ a: ['1', '3'], b: '2' });
  // As many as a request may contain: collecting all of them would take seconds.
  expect(parseForm('a&'.repeat(8190))).toEqual({ a: ['', ''] });
});
