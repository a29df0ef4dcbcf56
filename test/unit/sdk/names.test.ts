import { describe, expect, test } from 'vitest';
import type { Asset } from '../../../sdk/src/contract.ts';
import { NameError, TidemarkError } from '../../../sdk/src/errors.ts';
import { all, FakeService, json, refused, rejection, settled } from './fake-service.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const asset = (n: number, symbol: string, name: string, status: Asset['status'] = 'ACTIVE'): Asset => ({
  id: id(n),
  name,
  symbol,
  slugName: name.toLowerCase().replaceAll(' ', '-'),
  status,
  type: 'CRYPTO',
  url: '',
});

const UPPER = '0000000A-0000-4000-8000-00000000000B';

const ASSETS = [
  asset(1, 'BTC', 'Bitcoin'),
  asset(2, 'USD', 'US Dollar'),
  asset(3, 'UNI', 'Unicorn'),
  asset(4, 'UNI', 'Uniswap'),
  asset(5, 'GONE', 'Gone Old', 'INACTIVE'),
  asset(6, 'GONE', 'Gone New'),
  asset(7, 'ONE_X', 'One X'),
  asset(8, 'GTC', 'Game'),
  asset(9, 'LUNA', 'Luna'),
  asset(10, 'LUNA', 'Luna Classic'),
  asset(11, 'FLX', 'Flux'),
  asset(12, 'GAME', 'Game Credits'),
  asset(13, '0xBTC', '0xBitcoin'),
  asset(14, 'aX', 'Alpha'),
  asset(15, 'Ax', 'Axis'),
];

const market = (n: number, base: number, quote: number) => {
  const [baseSymbol, quoteSymbol] = [ASSETS[base - 1]!.symbol, ASSETS[quote - 1]!.symbol];
  const name = `${baseSymbol}_${quoteSymbol}`;
  return { id: id(n), name, baseAssetId: id(base), quoteAssetId: id(quote), baseSymbol, quoteSymbol };
};
const MARKETS = [
  market(101, 1, 2),
  market(102, 3, 2),
  market(103, 4, 2),
  market(104, 13, 2),
  market(105, 14, 2),
  market(106, 15, 2),
];
/** By market cap. */
const RANKS: Readonly<Record<string, string>> = { [id(3)]: '900', [id(4)]: '20' };

function serviceOf(): FakeService {
  const tick = (indexId: string, indexType: string) =>
    json({ content: [{ id: 'x', indexId, indexType, price: '1' }] });
  return new FakeService()
    .on('/asset', () => json({ content: ASSETS }))
    .on('/market', ({ query }) =>
      json({ content: MARKETS.filter(({ name }) => name === (query['marketName'] ?? name)) }),
    )
    .on('/exchange', ({ query }) =>
      json({
        content:
          (query['name'] ?? 'kraken').toLowerCase() === 'kraken' ? [{ id: id(201), name: 'Kraken' }] : [],
      }),
    )
    .on('/market-cap', ({ query }) => {
      if (query['assetId'] === undefined) return refused(400, 'BAD_REQUEST');
      const marketCapRank = RANKS[query['assetId']];
      return json({ content: marketCapRank === undefined ? [] : [{ marketCapRank }] });
    })
    .on('/index-ticker', ({ query }) => {
      const { symbol, marketName, name, indexId } = query;
      if (symbol === 'UNI' || marketName === 'UNI_USD') return refused(400, 'BAD_REQUEST');
      // The other one has had no price for a day.
      if (symbol === 'LUNA') return tick(id(9), 'GWA');
      if (name === 'BLX') return tick(id(301), 'LX');
      return indexId === id(101) ? tick(id(101), 'MWA') : json({ content: [] });
    });
}

describe('an index is found', () => {
  test.each([
    ['BTC', id(1), 'GWA'],
    ['btc', id(1), 'GWA'],
    [' Bitcoin ', id(1), 'GWA'],
    ['bitcoin', id(1), 'GWA'],
    ['us-dollar', id(2), 'GWA'],
    ['BTC_USD', id(101), 'MWA'],
    ['btc_usd', id(101), 'MWA'],
    ['0xBTC_USD', id(104), 'MWA'],
    ['0xbtc_usd', id(104), 'MWA'],
    ['0XBTC_usd', id(104), 'MWA'],
    ['aX_USD', id(105), 'MWA'],
    ['one_x', id(7), 'GWA'],
    ['blx', id(301), 'LX'],
    ['FLX', id(11), 'GWA'],
    [id(101), id(101), 'MWA'],
    ['Unicorn', id(3), 'GWA'],
    ['GAME', id(12), 'GWA'],
    ['BTC/USD', id(101), 'MWA'],
    ['btc-usd', id(101), 'MWA'],
    ['BTC:USD', id(101), 'MWA'],
  ])('by "%s"', async (name, indexId, indexType) => {
    expect(await serviceOf().client().find(name)).toEqual({ indexId, indexType });
  });

  test('by a symbol of only one active asset', async () => {
    expect(await serviceOf().client().find('gone')).toEqual({ indexId: id(6), indexType: 'GWA' });
  });

  test('by a symbol of several if only one has a price', async () => {
    expect(await serviceOf().client().find('LUNA')).toEqual({ indexId: id(9), indexType: 'GWA' });
  });

  test('by an object with the kind of name', async () => {
    expect(await serviceOf().client().find({ name: 'BLX' })).toEqual({ indexId: id(301), indexType: 'LX' });
  });
});

describe('if several have a name', () => {
  const candidates = [
    { id: id(4), name: 'Uniswap', symbol: 'UNI', slugName: 'uniswap', rank: 20 },
    { id: id(3), name: 'Unicorn', symbol: 'UNI', slugName: 'unicorn', rank: 900 },
  ];

  test.each(['UNI', 'uni', { symbol: 'UNI' }])(
    'the error lists them, the largest first (%j)',
    async (name) => {
      const error = await rejection(serviceOf().client().find(name));
      expect(error).toBeInstanceOf(NameError);
      expect(error).toMatchObject({ candidates });
      expect((error as Error).message).toContain(`Uniswap (${id(4)}), Unicorn (${id(3)})`);
    },
  );

  test.each(['UNI_USD', { marketName: 'UNI_USD' }])(
    'also for markets, which are named by their own ids (%j)',
    async (name) => {
      expect(await rejection(serviceOf().client().find(name))).toMatchObject({
        candidates: [
          { id: id(103), name: 'Uniswap in US Dollar', symbol: 'UNI_USD', slugName: 'uniswap', rank: 20 },
          { id: id(102), name: 'Unicorn in US Dollar', symbol: 'UNI_USD', slugName: 'unicorn', rank: 900 },
        ],
      });
    },
  );

  test('also for markets whose names differ only in case', async () => {
    expect(await rejection(serviceOf().client().find('ax_usd'))).toMatchObject({
      candidates: [{ symbol: 'aX_USD' }, { symbol: 'Ax_USD' }],
    });
  });

  test('a name of one that is the symbol of another, ignoring case, is ambiguous', async () => {
    expect(await rejection(serviceOf().client().find('game'))).toMatchObject({
      candidates: [{ symbol: 'GTC' }, { symbol: 'GAME' }],
    });
  });

  test('they are listed without ranks if the token may not read them', async () => {
    const service = serviceOf().on('/market-cap', () => refused(403, 'FORBIDDEN'));
    expect(await rejection(service.client().find('UNI'))).toMatchObject({
      candidates: [
        { id: id(3), rank: undefined },
        { id: id(4), rank: undefined },
      ],
    });
  });
});

test('a known asset without a value yet is not unknown', async () => {
  const service = serviceOf().on('/index-ticker', () => json({ content: [] }));
  const error = await rejection(service.client().index('BTC'));
  expect(error).toBeInstanceOf(TidemarkError);
  expect(error).not.toBeInstanceOf(NameError);
  expect(error).toMatchObject({ message: 'BTC has no value yet' });
  expect(await rejection(service.client().index(id(999)))).toBeInstanceOf(NameError);
});

test.each(['NOPE', 'NO_PE', id(999), 'NOLX'])('nothing is named "%s"', async (name) => {
  const error = await rejection(serviceOf().client().price(name));
  expect(error).toBeInstanceOf(NameError);
  expect(error).toMatchObject({ candidates: [], message: `nothing is named "${name}"` });
});

test.each([
  ['BTCUSD', 'BTC_USD'],
  ['btc.usd', 'BTC_USD'],
])('"%s" is answered with %s', async (name, suggestion) => {
  for (const find of ['price', 'market'] as const)
    expect(await rejection(serviceOf().client()[find](name))).toMatchObject({
      suggestion,
      message: `nothing is named "${name}": did you mean ${suggestion}?`,
    });
});

test('exchanges are suggested for an exchange, and nothing if they cannot be listed', async () => {
  const service = serviceOf();
  expect(await rejection(service.client().exchange('kra-ken'))).toMatchObject({ suggestion: 'Kraken' });
  service.on('/exchange', ({ query }) =>
    query['name'] === undefined ? refused(500, 'INTERNAL_SERVER_ERROR') : json({ content: [] }),
  );
  const error = await rejection(service.client().exchange('kra-ken'));
  expect(error).toMatchObject({ message: 'nothing is named "kra-ken"', suggestion: undefined });
});

test('results are cached for ten minutes', async () => {
  const service = serviceOf();
  const tidemark = service.client();
  await Promise.all([tidemark.find('BTC'), tidemark.find('bitcoin'), tidemark.find('BTC')]);
  expect(service.to('/asset')).toHaveLength(1);
  service.clock.advance(600_000);
  await tidemark.find('BTC');
  expect(service.to('/asset')).toHaveLength(2);
});

test('failed lookups are repeated', async () => {
  const service = serviceOf().on('/asset', () => refused(500, 'INTERNAL_SERVER_ERROR'));
  const tidemark = service.client();
  await rejection(tidemark.find('BTC'));
  service.on('/asset', () => json({ content: ASSETS }));
  expect(await tidemark.find('BTC')).toMatchObject({ indexId: id(1) });
});

test('a cancelled caller does not end the lookup of another', async () => {
  const service = serviceOf();
  let answer: (response: Response) => void = () => undefined;
  service.on('/asset', () => new Promise<Response>((resolve) => (answer = resolve)));
  const tidemark = service.client();
  const leaving = new AbortController();
  const left = rejection(tidemark.find('BTC', { signal: leaving.signal }));
  const stayed = tidemark.find('BTC');
  await settled();
  leaving.abort(new Error('enough'));
  expect(await left).toEqual(new Error('enough'));
  answer(json({ content: ASSETS }));
  expect(await stayed).toMatchObject({ indexId: id(1) });
});

test('an exchange is found by its name in any case, or by its id', async () => {
  const service = serviceOf().on('/exchange-ticker', () => json({ content: [] }));
  const tidemark = service.client();
  await tidemark.exchangeTickers({ exchange: 'kraken', market: 'btc_usd' });
  await tidemark.exchangeTickers({ exchange: id(202) });
  await tidemark.exchangeTickers({ exchange: UPPER, market: UPPER });
  expect(service.to('/exchange-ticker').map(({ query }) => query)).toEqual([
    { exchangeId: id(201), marketId: id(101), quantities: 'string' },
    { exchangeId: id(202), quantities: 'string' },
    { exchangeId: UPPER.toLowerCase(), marketId: UPPER.toLowerCase(), quantities: 'string' },
  ]);
  expect(await rejection(tidemark.exchangeTickers({ exchange: 'nope' }))).toBeInstanceOf(NameError);
});

test.each([UPPER, { indexId: UPPER }])('an id needs no lookup if no more is needed (%j)', async (index) => {
  const service = serviceOf()
    .on('/index-ticker', () => refused(403, 'FORBIDDEN'))
    .on('/ohlcv', () => json({ content: [] }));
  expect(await all(service.client().days(index, { from: 0 }))).toEqual([]);
  expect(service.to('/ohlcv')[0]!.query['indexId']).toBe(UPPER.toLowerCase());
});

test.each([
  undefined,
  null,
  5,
  '',
  '  ',
  ['BTC'],
  {},
  { symbol: '' },
  { symbol: 'BTC', name: 'x' },
  { ticker: 'BTC' },
])('an invalid name is refused without a request (%j)', async (wrong) => {
  const service = serviceOf();
  const tidemark = service.client();
  for (const ask of [tidemark.price(wrong as never), tidemark.find(wrong as never)]) {
    const error = await rejection(ask);
    expect(error).toBeInstanceOf(TidemarkError);
    expect((error as Error).message).toMatch(/^a name is a text such as/);
  }
  expect(service.calls).toEqual([]);
});
