import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  assetIdOf,
  exchangeIdOf,
  marketIdOf,
  TIDEMARK_NAMESPACE,
  uuidV5,
} from '../../../../src/core/ids/entity-id.ts';

const DNS = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
const URL_NAMESPACE = '6ba7b811-9dad-11d1-80b4-00c04fd430c8';

describe('uuidV5', () => {
  test.each([
    [DNS, 'www.example.com', '2ed6657d-e927-568b-95e1-2665a8aea6a2'],
    [DNS, 'python.org', '886313e1-3b8a-5372-9b90-0c9aee199e5d'],
    [URL_NAMESPACE, 'http://www.example.com/', 'fcde3c85-2270-590f-9e7c-ee003d65e0e2'],
  ])('of %s and %s is the published one', (namespace, name, expected) => {
    expect(uuidV5(namespace, name)).toBe(expected);
  });

  test('names are hashed as UTF-8', () => {
    const hash = createHash('sha1')
      .update(Buffer.from(DNS.replaceAll('-', ''), 'hex'))
      .update(Buffer.from('é😀', 'utf8'))
      .digest('hex');
    expect(uuidV5(DNS, 'é😀').slice(0, 8)).toBe(hash.slice(0, 8));
  });

  test('has version 5 and the RFC variant for any name', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(uuidV5(DNS, name)).toMatch(
          /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        );
      }),
    );
  });
});

describe('ids of entities', () => {
  test('are named as documented, so that two installations agree', () => {
    expect(assetIdOf('dogecoin')).toBe(uuidV5(TIDEMARK_NAMESPACE, 'asset:dogecoin'));
    expect(marketIdOf('a', 'b')).toBe(uuidV5(TIDEMARK_NAMESPACE, 'market:a:b'));
    expect(exchangeIdOf('KuCoin')).toBe(uuidV5(TIDEMARK_NAMESPACE, 'exchange:kucoin'));
  });

  test('never change between versions of the program', () => {
    expect(TIDEMARK_NAMESPACE).toBe('5b0e1e0a-6f7c-4d0e-9a53-7c1f4f0d2a6b');
    expect([assetIdOf('dogecoin'), exchangeIdOf('KuCoin')]).toMatchInlineSnapshot(`
      [
        "48e13fd3-c70a-5b9d-a53c-773fe28e043c",
        "ae6f5fb0-087e-5d0f-b937-905aa7453c76",
      ]
    `);
  });

  test('the two directions of a pair are two markets', () => {
    expect(marketIdOf('a', 'b')).not.toBe(marketIdOf('b', 'a'));
  });
});
