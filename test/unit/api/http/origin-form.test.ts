import { expect, test } from 'vitest';
import { originForm } from '../../../../src/api/http/routing/request-target.ts';

test.each([
  ['/v3/asset?id=1', '/v3/asset?id=1'],
  ['http://other.example/v3/asset', '/v3/asset'],
  ['HTTPS://other.example:8443/data/v3/asset?x=/y', '/data/v3/asset?x=/y'],
  ['http://other.example', '/'],
  ['http://other.example?x', '/?x'],
  ['//other.example/v3', '//other.example/v3'],
  ['/http://other.example/v3', '/http://other.example/v3'],
  ['ftp://other.example/v3', 'ftp://other.example/v3'],
  ['*', '*'],
])('%s requests %s', (url, expected) => {
  expect(originForm(url)).toBe(expected);
});
