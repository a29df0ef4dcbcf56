import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  assetIdOf,
  exchangeIdOf,
  marketIdOf,
  parseUuid,
  TIDEMARK_NAMESPACE,
  uuidV5,
} from '../../../src/core/entity-id.ts';
import {
  LX_INDICES,
  WELL_KNOWN_ASSETS,
  WELL_KNOWN_EXCHANGES,
  WELL_KNOWN_MARKETS,
} from '../../../src/core/well-known-ids.ts';

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

  test('carries version 5 and the RFC variant whatever the name', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(uuidV5(DNS, name)).toMatch(
          /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        );
      }),
    );
  });
});

describe('parseUuid', () => {
  test('accepts any version and variant and answers in lower case', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/), (id) => {
        expect(parseUuid(id)).toBe(id);
        expect(parseUuid(id.toUpperCase())).toBe(id);
      }),
    );
    expect(parseUuid('00000000-0000-0000-0000-000000000000')).toBe('00000000-0000-0000-0000-000000000000');
    expect(parseUuid('F1FF77b6-3AB4-4719-9ded-2fc7e71cff1F')).toBe('f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f');
  });

  test.each([
    ['nothing', ''],
    ['no dashes', 'f1ff77b63ab447199ded2fc7e71cff1f'],
    ['braces', '{f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f}'],
    ['a urn', 'urn:uuid:f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f'],
    ['a space before', ' f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f'],
    ['a line end after', 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f\n'],
    ['a digit too few', 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1'],
    ['a digit too many', 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f0'],
    ['a letter that is no digit', 'g1ff77b6-3ab4-4719-9ded-2fc7e71cff1f'],
    ['dashes elsewhere', 'f1ff77b63-ab4-4719-9ded-2fc7e71cff1f'],
  ])('refuses %s', (_what, text) => {
    expect(parseUuid(text)).toBeUndefined();
  });
});

describe('ids of entities', () => {
  test('are named as documented, so that two installations agree', () => {
    expect(assetIdOf('dogecoin')).toBe(uuidV5(TIDEMARK_NAMESPACE, 'asset:dogecoin'));
    expect(marketIdOf('a', 'b')).toBe(uuidV5(TIDEMARK_NAMESPACE, 'market:a:b'));
    expect(exchangeIdOf('KuCoin')).toBe(uuidV5(TIDEMARK_NAMESPACE, 'exchange:kucoin'));
  });

  test('never change from one version of the program to the next', () => {
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

  test('the well-known ones are valid and each is used once', () => {
    const ids = [WELL_KNOWN_ASSETS, WELL_KNOWN_MARKETS, WELL_KNOWN_EXCHANGES, LX_INDICES].flatMap((table) =>
      Object.values(table),
    );
    expect(ids).toHaveLength(7 + 7 + 14 + 3);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(parseUuid(id)).toBe(id);
  });

  test('the well-known ones are those that clients have written down', () => {
    expect(WELL_KNOWN_ASSETS).toEqual({
      bitcoin: 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f',
      ethereum: 'e991ba77-d384-48ff-b0a4-40e95ef6b7d6',
      tether: 'eefcc863-188e-4fbb-9a78-6e2cf12027a0',
      'us-dollar': 'e77b9824-126a-418e-a69c-a2e682578e94',
      euro: '9b687b84-695a-43cf-9ad6-4df86740163b',
      litecoin: '220cbd0c-e466-4a75-9833-755307f872f3',
      ampleforth: '551cdbbe-2a97-4af8-b6bc-3254210ed021',
    });
    expect(WELL_KNOWN_MARKETS).toEqual({
      'bitcoin/us-dollar': '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe',
      'litecoin/us-dollar': '2cbedd6a-dca2-48b1-a9db-9a1b24c2f85c',
      'ethereum/us-dollar': 'bff074a3-3564-4479-a4bd-c49766acc63c',
      'xrp/us-dollar': '89426269-ec59-4bef-9393-e50fd84f14cf',
      'xrp/bitcoin': 'bb999433-d36d-42e9-9a2e-af1d3219c9ac',
      'eos/us-dollar': '5f5b8426-35b7-41df-a17a-84a4a6777b48',
      'eos/bitcoin': 'b884f3b1-23b4-4c9e-b95b-29a53165fecd',
    });
    expect(WELL_KNOWN_EXCHANGES).toEqual({
      Binance: 'a05e02d1-2789-49a3-aa83-1d3c9a442ea8',
      BitMEX: 'ba8670a7-e166-4a08-99d7-003219e1a1b0',
      Bybit: '03a530ca-e2b8-43cc-8a53-7478939a13f6',
      Deribit: '46f3c558-453c-41d2-b6d8-c6e57128e206',
      Kraken: 'fa75a209-f460-4195-bbcc-56eb72286e3d',
      LedgerX: '6259cb53-3c1b-44c3-8928-0455a30c9634',
      OKX: '153d4b94-3518-4f79-9ebb-b9123467da95',
      Bitfinex: '7f26d058-318d-440c-9b55-486eabd8a065',
      Bitstamp: '48ca12fa-f5f4-484a-9945-84825030c8cd',
      Bittrex: '2eccd6dd-e073-4767-942d-24301dd9cad8',
      BTSE: 'ec946827-a994-4d1f-9c5b-ef3ac944b270',
      'Coinbase-Pro': '65cf072d-2ffa-48f8-9497-6654234f52e3',
      Gemini: '48ea171d-928b-4509-a209-e7a6dd7392d1',
      itBit: '2d26aaa4-ba5c-44dc-84ba-88474ef57556',
    });
    expect(LX_INDICES).toEqual({
      BLX: '191724d4-7915-491b-8b73-bc293e03a93e',
      ELX: '6560acf3-1cb7-4fe4-aa19-fbd90c7b56ee',
      XRPLX: 'ce36445a-2a33-4a0f-8b5b-e56175f8db60',
    });
  });
});
