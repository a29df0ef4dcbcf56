import { describe, expect, test } from 'vitest';
import { coinGeckoRoutes } from '../../../../src/api/adapters/coingecko/coingecko-routes.ts';
import type { CoinGeckoParts } from '../../../../src/api/adapters/coingecko/coin-route.ts';
import { ResourceReader } from '../../../../src/api/adapters/resource-reader.ts';
import { ApiError } from '../../../../src/api/http/errors.ts';
import { isToBeFilled } from '../../../../src/api/http/answers/incomplete.ts';
import { dataRoute, type AnyRoute } from '../../../../src/api/http/routing/route.ts';
import type { Grant } from '../../../../src/auth/tokens/token-verifier.ts';
import { textParameter } from '../../../../src/contract/parameter-kinds.ts';
import { Type } from '../../../../src/contract/schema.ts';
import { DATA_SCOPES } from '../../../../src/contract/scopes.ts';
import type { Asset } from '../../../../src/core/asset.ts';
import { MINUTE_MS } from '../../../../src/core/time.ts';
import { PreparedAnswer } from '../../../../src/latest/answers/prepared-answer.ts';

const NOW = Date.parse('2026-03-01T12:00:05Z');
const SLOT = '2026-03-01T12:00:00.000Z';
const OLD = new Date(NOW - 6 * MINUTE_MS).toISOString();

const asset = (id: string, symbol: string, type: Asset['type'] = 'CRYPTO'): Asset => ({
  id,
  name: id,
  symbol,
  slugName: id,
  status: 'ACTIVE',
  type,
  url: `https://${id}.example`,
});

const ASSETS = [
  asset('dollar', 'USD', 'FIAT'),
  asset('euro', 'EUR', 'FIAT'),
  asset('bitcoin', 'BTC'),
  asset('thin', 'THIN'),
  asset('gone', 'GONE'),
  asset('one', 'TWICE'),
  asset('two', 'TWICE'),
  asset('fake-euro', 'EUR'),
];

const ticker = (indexId: string, price: string, more: object = {}) => ({
  indexId,
  indexType: 'GWA',
  price,
  volume: '10',
  timestamp: SLOT,
  ...more,
});

const TICKERS = [
  ticker('dollar', '1'),
  ticker('euro', '2', { flags: ['CARRIED'] }),
  ticker('bitcoin', '100'),
  ticker('thin', '4', { flags: ['THIN', 'SUSPECT'] }),
  ticker('gone', '5', { timestamp: OLD }),
  ticker('one', '6'),
  ticker('fake-euro', '8'),
];

const cap = (assetId: string, rank: string, more: object = {}) => ({
  assetId,
  timestamp: SLOT,
  marketCapRank: rank,
  price: '100',
  volume: '10',
  totalSupply: '30',
  freeFloatSupply: '20',
  marketCap: '2000',
  totalMarketCap: '3000',
  ...more,
});

const candle = (end: string, close: string, more: object = {}) => ({
  open: close,
  high: close,
  low: close,
  close,
  volume24h: '10',
  endTimestamp: end,
  complete: true,
  ...more,
});

/** Oldest first. */
const CANDLES: Readonly<Record<string, readonly object[]>> = {
  bitcoin: [
    candle('2026-03-01T10:00:00.000Z', '90', { flags: ['MODELLED'] }),
    candle('2026-03-01T11:00:00.000Z', '95'),
    candle('2026-03-01T11:30:00.000Z', '99'),
    candle('2026-03-01T12:00:00.000Z', '98'),
    candle('2026-03-01T13:00:00.000Z', '100', { complete: false }),
  ],
  euro: [
    candle('2026-03-01T10:00:00.000Z', '2'),
    candle('2026-03-01T11:30:00.000Z', '4', { flags: ['THIN'] }),
  ],
};

function resource(
  operationId: string,
  body: (query: Record<string, string>) => unknown,
  incomplete: (query: Record<string, string>) => string | undefined = () => undefined,
): AnyRoute {
  return dataRoute({
    path: `/${operationId}`,
    operationId,
    summary: '',
    tag: '',
    object: 'IndexTicker',
    access: 'token',
    query: {
      indexId: { kind: textParameter, description: '' },
      startAfter: { kind: textParameter, description: '' },
    },
    response: Type.Object({}),
    handle: ({ query }) => ({
      prepared: new PreparedAnswer(
        Buffer.from(JSON.stringify(body(query as Record<string, string>))),
        undefined,
        incomplete(query as Record<string, string>),
      ),
      maxAgeSeconds: 0,
    }),
  });
}

/** `Tidemark-Incomplete` of the pages of candles, the newest page first. */
let incompletePages: Readonly<Record<string, readonly (string | undefined)[]>> = {};

const gap = (reason: string, from: string, to: string) =>
  `${reason};from="2026-03-01T${from}:00.000Z";to="2026-03-01T${to}:00.000Z"`;

const RESOURCES = [
  resource('listIndexTickers', () => ({ content: TICKERS })),
  resource('listMarketCaps', () => ({
    content: [cap('bitcoin', '1'), cap('thin', '2', { flags: ['THIN'] })],
  })),
  resource(
    'listCandles',
    ({ indexId = '', startAfter }) => {
      const newestFirst = (CANDLES[indexId] ?? []).toReversed();
      return startAfter === undefined
        ? { content: newestFirst.slice(0, -1), nextId: 'page 2' }
        : { content: newestFirst.slice(-1) };
    },
    ({ indexId = '', startAfter }) => incompletePages[indexId]?.[startAfter === undefined ? 0 : 1],
  ),
  resource('getMarketCapTotal', () => ({ marketCap: '2000', volumeUsd: '1000', timestamp: SLOT })),
];

const catalogue = {
  asset: (id: string) => ASSETS.find((each) => each.id === id),
  findAssets: ({ slugName, type }: { slugName?: string; type?: string }) =>
    ASSETS.filter(
      (each) =>
        (slugName === undefined || each.slugName === slugName) && (type === undefined || each.type === type),
    ),
  findExchanges: () => [],
};

const routes = coinGeckoRoutes({
  reader: new ResourceReader(RESOURCES),
  lookups: { catalogue },
  names: {
    indicesOf: (name: string) =>
      ASSETS.filter(({ symbol }) => symbol === name).map(({ id }) => ({
        series: { indexType: 'GWA', indexId: id },
        title: id,
      })),
  },
  indexTickers: { at: NOW },
  marketSpeed: 1,
} as unknown as CoinGeckoParts);

interface Asked {
  readonly id?: string;
  readonly names?: readonly string[];
}

async function ask(path: string, query: object, asked?: Asked): Promise<unknown> {
  const { identity } = await answer(path, query, asked);
  return JSON.parse(identity.bytes.toString());
}

async function answer(path: string, query: object, { id, names }: Asked = {}): Promise<PreparedAnswer> {
  const route = routes.find((each) => each.path === path)!;
  const grant: Grant = {
    clientId: 'desk',
    scopes: new Set(DATA_SCOPES),
    expiresAt: Infinity,
    ...(names && { url: { perMinute: 1, names } }),
  };
  const { prepared } = await route.handle({
    path: { id } as never,
    query: query as never,
    grant,
    marketTime: NOW,
    marketNow: () => NOW,
    asker: () => ({ clientId: 'desk', gone: new AbortController().signal }),
  });
  return prepared;
}

const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  );

test('a price has its flags and those of the currency; an old one is absent', async () => {
  const ids = ['bitcoin', 'thin', 'gone'];
  expect(await ask('/simple/price', { ids, vs_currencies: ['usd'] })).toEqual({
    bitcoin: { usd: 100 },
    thin: { usd: 4, tidemark_flags: ['SUSPECT', 'THIN'].toReversed() },
    gone: {},
  });
  expect(await ask('/simple/price', { ids: ['thin'], vs_currencies: ['usd', 'eur'] })).toEqual({
    thin: { usd: 4, eur: 2, tidemark_flags: ['THIN', 'SUSPECT', 'CARRIED'] },
  });
});

test('a code of several assets means the fiat currency, or nothing, even if only one has a price', async () => {
  expect(await ask('/simple/supported_vs_currencies', {})).toEqual(['usd', 'btc', 'eur', 'thin']);
  expect(await ask('/simple/price', { ids: ['bitcoin'], vs_currencies: ['twice', 'gone'] })).toEqual({
    bitcoin: {},
  });
});

test('markets have the flags of the market cap and of the currency', async () => {
  const flags = async (code: string) =>
    ((await ask('/coins/markets', { vs_currency: code })) as { tidemark_flags?: string[] }[]).map(
      ({ tidemark_flags: shown }) => shown,
    );
  expect(await flags('usd')).toEqual([undefined, ['THIN']]);
  expect(await flags('eur')).toEqual([['CARRIED'], ['THIN', 'CARRIED']]);
});

test('maps of amounts leave out currencies with a flagged rate', async () => {
  const coin = (await ask('/coins/{id}', {}, { id: 'thin' })) as { market_data: { current_price: object } };
  expect(coin).toMatchObject({ tidemark_flags: ['THIN', 'SUSPECT'] });
  expect(coin.market_data.current_price).toEqual({ usd: 4, btc: 0.04 });
  const { data } = (await ask('/global', {})) as { data: object };
  expect(data).toMatchObject({ total_market_cap: { usd: 2000, btc: 20 } });
  expect(data).not.toHaveProperty('total_market_cap.eur');
});

test('exchange rates show the flags of each', async () => {
  const { rates } = (await ask('/exchange_rates', {})) as { rates: Record<string, object> };
  expect(rates['eur']).toMatchObject({ value: 50, tidemark_flags: ['CARRIED'] });
  expect(rates['usd']).not.toHaveProperty('tidemark_flags');
});

test('a chart lists flagged points, and has no point where the currency has none', async () => {
  const at = (time: string) => Date.parse(`2026-03-01T${time}Z`);
  const inUsd = await ask('/coins/{id}/market_chart', { vs_currency: 'usd', days: 2 }, { id: 'bitcoin' });
  expect(inUsd).toEqual({
    prices: [
      [at('10:00'), 90],
      [at('11:00'), 95],
      [at('11:30'), 99],
      [at('12:00'), 100],
    ],
    market_caps: [at('10:00'), at('11:00'), at('11:30'), at('12:00')].map((each) => [each, null]),
    total_volumes: [
      [at('10:00'), 900],
      [at('11:00'), 950],
      [at('11:30'), 990],
      [at('12:00'), 1000],
    ],
    tidemark_flags: [[at('10:00'), ['MODELLED']]],
  });
  const inEuro = await ask('/coins/{id}/market_chart', { vs_currency: 'eur', days: 2 }, { id: 'bitcoin' });
  expect(inEuro).toMatchObject({
    prices: [
      [at('10:00'), 45],
      [at('11:30'), 24.75],
      [at('12:00'), 50],
    ],
    tidemark_flags: [
      [at('10:00'), ['MODELLED']],
      [at('11:30'), ['THIN']],
      [at('12:00'), ['CARRIED']],
    ],
  });
});

test('a candle with flags has them as its last element', async () => {
  const candles = await ask('/coins/{id}/ohlc', { vs_currency: 'usd', days: 7 }, { id: 'bitcoin' });
  expect(candles).toEqual([
    [Date.parse('2026-03-01T10:00Z'), 90, 90, 90, 90, ['MODELLED']],
    [Date.parse('2026-03-01T11:00Z'), 95, 95, 95, 95],
    [Date.parse('2026-03-01T11:30Z'), 99, 99, 99, 99],
    [Date.parse('2026-03-01T12:00Z'), 98, 98, 98, 98],
  ]);
});

describe('a chart over several pages', () => {
  const chart = (code: string, path = 'market_chart') =>
    answer(`/coins/{id}/${path}`, { vs_currency: code, days: 7 }, { id: 'bitcoin' });

  test.each(['market_chart', 'ohlc'])('of %s says what the oldest page lacks', async (path) => {
    incompletePages = { bitcoin: [undefined, gap('BACKFILL', '08:00', '09:00')] };
    const { incomplete } = await chart('usd', path);
    expect(incomplete).toBe(gap('BACKFILL', '08:00', '09:00'));
    expect(isToBeFilled(incomplete)).toBe(true);
  });

  test('says what the pages of the coin and of the currency lack, each gap once', async () => {
    const down = gap('DOWN', '11:00', '11:10');
    const pending = gap('BACKFILL', '08:00', '09:00');
    incompletePages = { bitcoin: [down, gap('SOURCE', '10:00', '10:30')], euro: [down, pending] };
    const { incomplete } = await chart('eur');
    expect(incomplete).toBe([pending, gap('SOURCE', '10:00', '10:30'), down].join(', '));
  });

  test('has no header if nothing is missing', async () => {
    incompletePages = {};
    expect((await chart('eur')).incomplete).toBeUndefined();
  });
});

test('a token limited to names reads nothing else, not even by conversion', async () => {
  const only = { names: ['BTC'] };
  const price = (ids: string[], code: string) => ask('/simple/price', { ids, vs_currencies: [code] }, only);
  expect(await price(['bitcoin'], 'usd')).toEqual({ bitcoin: { usd: 100 } });
  expect(await refusal(price(['thin'], 'usd'))).toBe('FORBIDDEN');
  expect(await refusal(price(['bitcoin'], 'eur'))).toBe('FORBIDDEN');
  expect(await ask('/simple/supported_vs_currencies', {}, only)).toEqual(['usd', 'btc']);
  expect(await ask('/coins/markets', { vs_currency: 'usd' }, only)).toMatchObject([{ id: 'bitcoin' }]);
  expect(await refusal(ask('/coins/markets', { vs_currency: 'eur' }, only))).toBe('FORBIDDEN');
  for (const path of ['/coins/{id}', '/coins/{id}/market_chart', '/coins/{id}/ohlc'])
    expect(await refusal(ask(path, { vs_currency: 'usd', days: 7 }, { ...only, id: 'thin' }))).toBe(
      'FORBIDDEN',
    );
  for (const path of ['/global', '/exchange_rates'])
    expect(await refusal(ask(path, {}, only))).toBe('FORBIDDEN');
});
