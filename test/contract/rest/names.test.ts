import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildWorld } from '../../../src/simulator/world.ts';
import { startService, type TestService } from '../../support/service.ts';
import { STANDING_WORLD } from '../../support/standing-world.ts';

const { assets } = buildWorld('small').reference;
const assetOf = (slugName: string) => assets.find((asset) => asset.slugName === slugName)?.id ?? '';
const BTC = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
const EUR = '9b687b84-695a-43cf-9ad6-4df86740163b';
const BTC_USD = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
const BLX = '191724d4-7915-491b-8b73-bc293e03a93e';
/** Two ACTIVE assets of the small world bear GST. */
const TWINS = [assetOf('green-satoshi-token'), assetOf('gamestars')];

let service: TestService;
beforeAll(async () => {
  service = await startService({ past: false, argv: STANDING_WORLD.argv });
});
afterAll(() => service.close());

interface Answer {
  readonly content: readonly Readonly<Record<string, unknown>>[];
  readonly errors: readonly { object: string; field: string; rejectedValue: string; message: string }[];
  readonly message: string;
}

async function read(path: string, status = 200): Promise<Answer> {
  const answer = await service.get(path);
  expect([path, answer.status]).toEqual([path, status]);
  return (await answer.json()) as Answer;
}

/** Of the same moment: a few points of the past are filled in while the service runs. */
async function readAtOnce(one: string, other: string): Promise<[Answer, Answer]> {
  for (;;) {
    const [before, between, after] = [await read(one), await read(other), await read(one)];
    if (isDeepStrictEqual(before, after)) return [after, between];
  }
}

const SELECTED = [
  ['symbol=BTC', 'GWA', BTC],
  ['slugName=bitcoin', 'GWA', BTC],
  ['marketName=BTC_USD', 'MWA', BTC_USD],
  ['name=BLX', 'LX', BLX],
] as const;

describe.each(['/v3/index-ticker', '/v3/index-ticker?timestamp=2100-01-01T00:00:00.000Z'])(
  'an index of %s by name',
  (route) => {
    const path = (query: string) => `${route}${route.includes('?') ? '&' : '?'}${query}`;

    test.each(SELECTED)('%s is that of its id', async (query, indexType, indexId) => {
      const [named, own] = await readAtOnce(path(query), path(`indexId=${indexId}`));
      expect(named).toEqual(own);
      expect(named.content[0]).toMatchObject({ indexType, indexId });
    });

    test('names are case-sensitive, and an unknown name gets the same response as an unknown id', async () => {
      for (const query of ['symbol=btc', 'symbol=NOSUCHCOIN', 'marketName=BTC-USD', 'name=__proto__'])
        expect(await read(path(query))).toEqual({ content: [] });
    });

    test('a name of another type matches nothing', async () => {
      expect(await read(path('symbol=BTC&indexType=MWA'))).toEqual({ content: [] });
      expect((await read(path('symbol=BTC&indexType=GWA'))).content).not.toEqual([]);
    });

    test('a name that several bear is refused with the ids to choose from', async () => {
      const { errors } = await read(path('symbol=GST'), 400);
      expect(errors).toMatchObject([{ object: 'IndexTicker', field: 'symbol', rejectedValue: 'GST' }]);
      for (const id of TWINS) expect(errors[0]?.message).toContain(id);
      expect(errors[0]?.message).toContain('Green Satoshi Token');
    });

    test('two ways to select are one too many', async () => {
      const { errors } = await read(path(`indexId=${BTC}&symbol=BTC&name=BLX`), 400);
      expect(errors.map(({ field, message }) => [field, message])).toEqual([
        ['symbol', 'cannot be combined with indexId'],
        ['name', 'cannot be combined with indexId'],
      ]);
    });
  },
);

test('an INACTIVE asset is found where no ACTIVE one bears its symbol', async () => {
  const inactive = assets.find(({ status }) => status === 'INACTIVE');
  const { errors, content } = await read(`/v3/index-ticker?symbol=${inactive?.symbol}`);
  expect([errors, content]).toEqual([undefined, []]);
});

test('a name that was sent twice is that one mistake', async () => {
  for (const path of [
    '/v3/candles?interval=1h&symbol=BTC&symbol=ETH',
    '/v3/convert?fromSymbol=BTC&fromSymbol=ETH&toSymbol=EUR',
  ])
    expect((await read(path, 400)).errors).toMatchObject([{ message: 'must be given once' }]);
});

test('end-of-day records are selected alike', async () => {
  for (const [query, , indexId] of SELECTED)
    expect(await read(`/v3/ohlcv?${query}`)).toEqual(await read(`/v3/ohlcv?indexId=${indexId}`));
  const { errors } = await read('/v3/ohlcv?symbol=GST', 400);
  expect(errors).toMatchObject([{ object: 'OpenHighLowCloseVolume', field: 'symbol' }]);
});

describe('market caps', () => {
  test('are selected by symbol or slug', async () => {
    const byId = await read(`/v3/market-cap?assetId=${BTC}`);
    expect(byId.content).toHaveLength(1);
    expect(await read('/v3/market-cap?symbol=BTC')).toEqual(byId);
    expect(await read('/v3/market-cap?slugName=bitcoin')).toEqual(byId);
    expect(await read('/v3/market-cap?symbol=NOSUCHCOIN')).toEqual({ content: [] });
    expect((await read('/v3/market-cap?symbol=BTC&percentChange=true')).content).toHaveLength(1);
    expect((await read('/v3/market-cap?symbol=GST', 400)).errors).toMatchObject([{ object: 'MarketCap' }]);
  });

  test.each(['/v3/market-cap', '/v3/market-cap?percentChange=true'])(
    '%s names its assets as look-ups do',
    async (path) => {
      const { content } = await read(path);
      const known = new Map(assets.map(({ id, symbol, name }) => [id, { symbol, name }]));
      for (const { assetId, symbol, name } of content)
        expect({ symbol, name }).toEqual(known.get(String(assetId)));
      expect(content.map(({ name }) => name)).toContain('Tether');
    },
  );
});

describe('a conversion', () => {
  test('takes symbols, also one symbol and one id', async () => {
    const byId = await read(`/v3/convert?fromAssetId=${BTC}&toAssetId=${EUR}`);
    expect(await read('/v3/convert?fromSymbol=BTC&toSymbol=EUR')).toEqual(byId);
    expect(await read(`/v3/convert?fromSymbol=BTC&toAssetId=${EUR}`)).toEqual(byId);
  });

  test('needs each end once', async () => {
    expect((await read('/v3/convert?fromSymbol=BTC', 400)).errors).toMatchObject([
      { field: 'toAssetId', message: 'is required' },
    ]);
    const twice = await read(`/v3/convert?fromSymbol=BTC&fromAssetId=${BTC}&toSymbol=EUR`, 400);
    expect(twice.errors).toMatchObject([{ field: 'fromSymbol' }]);
    const bad = await read('/v3/convert?fromAssetId=BTC&toSymbol=EUR', 400);
    expect(bad.errors).toMatchObject([{ field: 'fromAssetId', message: 'must be a UUID' }]);
    expect((await read('/v3/convert?fromSymbol=GST&toSymbol=EUR', 400)).errors).toMatchObject([
      { object: 'Conversion', field: 'fromSymbol' },
    ]);
  });

  test('of an unknown symbol is 404', async () => {
    expect((await read('/v3/convert?fromSymbol=NOSUCHCOIN&toSymbol=EUR', 404)).message).toBe(
      'fromSymbol does not match any asset',
    );
  });
});

test('markets say their names and are found by them', async () => {
  const { content } = await read('/v3/market?marketName=BTC_USD');
  expect(content).toMatchObject([{ id: BTC_USD, name: 'BTC_USD', baseSymbol: 'BTC', quoteSymbol: 'USD' }]);
  expect((await read('/v3/market')).content.every(({ name }) => /^[^_]+_[^_]+$/.test(String(name)))).toBe(
    true,
  );
  expect(await read(`/v3/market?marketName=BTC_USD&quoteAssetId=${EUR}`)).toEqual({ content: [] });
});

describe('parameters that a route does not know', () => {
  const ignoredOf = async (path: string) => {
    const answer = await service.get(path, { authorization: `Bearer ${await service.token()}` });
    return [answer.status, answer.headers.get('tidemark-ignored')];
  };

  test('are named, and only those', async () => {
    expect(await ignoredOf('/v3/index-ticker?symbol=BTC')).toEqual([200, null]);
    expect(await ignoredOf(`/v3/exchange?symbol=BTC&status=ACTIVE`)).toEqual([200, 'symbol']);
    expect(await ignoredOf('/v3/index-ticker?indexid=x&Symbol=y')).toEqual([200, 'indexid, Symbol']);
  });

  test('are named with an error too', async () => {
    expect(await ignoredOf('/v3/index-ticker?size=0&sise=5')).toEqual([400, 'sise']);
  });

  test('are at most ten, and nothing that could not stand in a header', async () => {
    const many = Array.from({ length: 15 }, (_, i) => `p${i}=1`).join('&');
    expect((await ignoredOf(`/v3/asset?${many}`))[1]).toBe('p0, p1, p2, p3, p4, p5, p6, p7, p8, p9');
    expect(await ignoredOf(`/v3/asset?a%0d%0aset-cookie=1&${'x'.repeat(33)}=1&%C3%A4=1`)).toEqual([
      200,
      null,
    ]);
  });

  test('can be read by a page', async () => {
    const answer = await service.get('/v3/asset?nosuch=1', {
      origin: 'https://page.example',
      authorization: `Bearer ${await service.token()}`,
    });
    const exposed = answer.headers.get('access-control-expose-headers') ?? '';
    for (const name of ['Tidemark-Ignored', 'Tidemark-Next-Id', 'Tidemark-Source'])
      expect(exposed.split(', ')).toContain(name);
  });
});

test('spaces around an id are cut', async () => {
  const plain = await read(`/v3/index-ticker?indexId=${BTC}`);
  expect(await read(`/v3/index-ticker?indexId=%20%20${BTC}+`)).toEqual(plain);
  expect(await read(`/v3/asset/%20${BTC}%20`)).toMatchObject({ symbol: 'BTC' });
  await read(`/v3/index-ticker?indexId=${BTC}%09`, 400);
});
