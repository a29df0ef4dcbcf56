import { expect, test } from 'vitest';
import { ApiError } from '../../../../../src/api/http/errors.ts';
import { Exports } from '../../../../../src/api/resources/export/exports.ts';

const gone = () => new AbortController().signal;
const visitor = (network: string) => ({ clientId: 'page', needs: new Set<never>(), network });

function refusalOf(begin: () => unknown): string {
  try {
    begin();
  } catch (error) {
    if (error instanceof ApiError) return `${error.status} ${error.message}`;
    throw error;
  }
  return 'begun';
}

test('one address of visitors has one export at a time, so that others have theirs', () => {
  const exports = new Exports(() => true);
  const first = exports.begin(visitor('192.0.2.1'), gone());
  expect(refusalOf(() => exports.begin(visitor('192.0.2.1'), gone()))).toMatch(/^429 this address/);
  exports.begin(visitor('192.0.2.2'), gone());
  exports.begin(visitor('192.0.2.3'), gone());
  first.done();
  expect(refusalOf(() => exports.begin(visitor('192.0.2.1'), gone()))).toBe('begun');
});

test('all visitors together have eight, and take none from clients', () => {
  const exports = new Exports(() => true);
  for (let i = 0; i < 8; i++) exports.begin(visitor(`192.0.2.${i}`), gone());
  expect(refusalOf(() => exports.begin(visitor('192.0.2.99'), gone()))).toMatch(
    /^429 visitors already have 8/,
  );
  const client = { clientId: 'client', needs: new Set<never>() };
  expect(refusalOf(() => exports.begin(client, gone()))).toBe('begun');
  expect(refusalOf(() => exports.begin(client, gone()))).toBe('begun');
  expect(refusalOf(() => exports.begin(client, gone()))).toMatch(/^429 this client already has 2/);
  expect(exports.underWay).toBe(10);
});
