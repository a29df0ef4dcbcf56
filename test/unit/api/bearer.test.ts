import { expect, test } from 'vitest';
import { bearerTokenIn } from '../../../src/api/http/bearer.ts';

test.each([
  ['Bearer abc.DEF-1_2~+/=', 'abc.DEF-1_2~+/='],
  ['bearer abc', 'abc'],
  ['BEARER   abc  ', 'abc'],
])('%j contains the token %j', (header, token) => {
  expect(bearerTokenIn(header)).toBe(token);
});

test.each([
  '',
  'Bearer',
  'Bearer ',
  'abc',
  'Basic abc',
  ' Bearer abc',
  'Bearer a b',
  'Bearer a,b',
  'Bearer =',
  'Bearer abc\n',
])('%j contains none', (header) => {
  expect(bearerTokenIn(header)).toBeUndefined();
});
