import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readQuery, readTarget } from '../../../../../src/api/http/routing/request-target.ts';
import { READ_METHODS, Router } from '../../../../../src/api/http/routing/routing.ts';

const PATHS = ['/', '/v3/asset', '/v3/asset/:id', '/v3/index-ticker/:id/constituents', '/docs/docs.css'];
const router = new Router();
for (const path of PATHS) router.add({ methods: READ_METHODS, path, handle: () => {} });

/** The declared path and its parameters, as text. */
function found(url: string): string | undefined {
  const target = readTarget(url);
  if (!target) return 'cannot be read';
  const match = router.find(target);
  return match && `${match.route.path} ${JSON.stringify(match.pathParameters)}`;
}

describe('a path finds its route', () => {
  test.each([
    ['/', '/ {}'],
    ['/?x', '/ {}'],
    ['?x', '/ {}'],
    ['/v3/asset', '/v3/asset {}'],
    ['/v3/asset/', '/v3/asset {}'],
    ['/v3/asset?id=1', '/v3/asset {}'],
    ['/v3/asset#id', '/v3/asset {}'],
    ['/v3/%61sset', '/v3/asset {}'],
    ['/v3/asset/1', '/v3/asset/:id {"id":"1"}'],
    ['/v3/asset/1/', '/v3/asset/:id {"id":"1"}'],
    ['/v3/asset/a%2fb%20c', '/v3/asset/:id {"id":"a/b c"}'],
    ['/v3/asset/%2561', '/v3/asset/:id {"id":"%61"}'],
    ['/v3/asset//', '/v3/asset/:id {"id":""}'],
    ['/v3/index-ticker/1/constituents', '/v3/index-ticker/:id/constituents {"id":"1"}'],
    ['/docs/docs.css', '/docs/docs.css {}'],
  ])('%s', (url, expected) => {
    expect(found(url)).toBe(expected);
  });

  test.each([
    '//',
    '//v3/asset',
    '/v3//asset',
    '/v3/ASSET',
    '/v3/asset%2f',
    '/v3%2fasset',
    '/v3/asset;x',
    '*',
  ])('or none: %s', (url) => {
    expect(found(url)).toBeUndefined();
  });

  test.each(['/%', '/v3/asset/%zz', '/nothing/%ff', '/v3/asset/%e2%82'])('%s cannot be read', (url) => {
    expect(found(url)).toBe('cannot be read');
  });

  test('a parameter is the encoded text, whatever it contains', () => {
    const text = fc.string({ unit: 'binary', minLength: 1 });
    fc.assert(
      fc.property(text, (id) => {
        expect(found(`/v3/asset/${encodeURIComponent(id)}`)).toBe(`/v3/asset/:id ${JSON.stringify({ id })}`);
      }),
    );
  });

  test('two routes with one path are an error', () => {
    expect(() => router.add({ methods: ['POST'], path: '/v3/asset', handle: () => {} })).toThrow('/v3/asset');
  });
});

describe('a query', () => {
  test.each([
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a=1&a=2&a=1', { a: ['1', '2', '1'] }],
    ['a&b=&=c&&', { a: '', b: '', '': 'c' }],
    ['a=b=c', { a: 'b=c' }],
    ['a+b=c+d%2B', { 'a b': 'c d+' }],
    ['%61=%zz&b=%zz+%41', { a: '%zz', b: '%zz %41' }],
    ['__proto__=1&constructor=2', { ['__proto__']: '1', constructor: '2' }],
    ['a;b=c', { 'a;b': 'c' }],
    ['', {}],
  ])('%s', (text, expected) => {
    expect(Object.entries(readQuery(text))).toEqual(Object.entries(expected));
  });

  test('is the encoded text, whatever it contains', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, text, (name, value) => {
        const sent = readQuery(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
        expect(Object.entries(sent)).toEqual([[name, value]]);
        expect(readQuery(new URLSearchParams([[name, value]]).toString())).toEqual(sent);
      }),
    );
  });
});
