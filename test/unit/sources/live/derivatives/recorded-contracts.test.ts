import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Dispatcher } from 'undici';
import { SystemClock } from '../../../../../src/core/clocks/clock.ts';
import { openContractsApis } from '../../../../../src/sources/live/collect/open-contracts.ts';
import type { ContractReading, ListedContract } from '../../../../../src/sources/live/ports/contracts-api.ts';
import { ExchangeHttp } from '../../../../../src/sources/live/http/exchange-http.ts';
import { TokenBucket } from '../../../../../src/sources/live/http/token-bucket.ts';
import { recordedContracts } from '../../../../support/rig/contracts/rig-contract.ts';
import { rigDialler } from '../../../../support/rig/rig-dialler.ts';
import type { RigLayout } from '../../../../support/rig/rig-layout.ts';
import { Rig } from '../../../../support/rig/rig.ts';

// Recorded responses about real contracts, through the code that reads them.

type Answers = Readonly<Record<string, (query: URLSearchParams) => unknown>>;

const NEVER = new AbortController().signal;
const rowsOf = (key: string, list: string) => recordedContracts(key)[list] ?? [];
const where = (key: string, list: string, name: string, value: unknown) =>
  rowsOf(key, list).filter((row) => row[name] === value);

/** OKX returns one kind per request. */
const okx = (data: unknown) => ({ code: '0', msg: '', data });
const bybit = (list: unknown, query: URLSearchParams) => ({
  retCode: 0,
  result: { category: query.get('category'), list, nextPageCursor: '' },
});

const RECORDED: Readonly<Record<string, { readonly host: string; readonly answers: Answers }>> = {
  okx: {
    host: 'www.okx.com',
    answers: {
      '/api/v5/public/instruments': (query) =>
        okx(
          query.get('uly') === 'ETH-USD'
            ? []
            : where('okx', 'instruments', 'instType', query.get('instType')),
        ),
      // Tickers of derivatives have the format of spot markets.
      '/api/v5/market/tickers': (query) =>
        okx(
          query.get('instType') === 'SWAP'
            ? [{ ...rowsOf('okx', 'tickers')[0], instType: 'SWAP', instId: 'BTC-USDT-SWAP' }]
            : [],
        ),
      '/api/v5/public/open-interest': (query) =>
        okx(where('okx', 'openInterest', 'instType', query.get('instType'))),
      '/api/v5/public/mark-price': () => okx([]),
      '/api/v5/public/funding-rate': () => okx([]),
      '/api/v5/market/index-tickers': () => okx([]),
    },
  },
  bybit: {
    host: 'api.bybit.com',
    answers: {
      '/v5/market/instruments-info': (query) => bybit(query.has('status') ? [] : bybitRows(query), query),
      '/v5/market/tickers': (query) => {
        if (query.get('category') === 'linear') return bybit(rowsOf('bybit', 'tickers'), query);
        return bybit(query.get('baseCoin') === 'BTC' ? rowsOf('bybit', 'optionTickers') : [], query);
      },
    },
  },
  deribit: {
    host: 'www.deribit.com',
    answers: {
      '/api/v2/public/get_instruments': () => ({ result: rowsOf('deribit', 'instruments') }),
      '/api/v2/public/get_book_summary_by_currency': (query) => ({
        result: query.get('currency') === 'BTC' ? rowsOf('deribit', 'tickers') : [],
      }),
      '/api/v2/public/get_index_price': () => ({ result: { index_price: 87_177.7 } }),
    },
  },
  krakenfutures: {
    host: 'futures.kraken.com',
    answers: {
      '/derivatives/api/v3/instruments': () => ({
        result: 'success',
        instruments: [
          ...rowsOf('krakenfutures', 'instruments'),
          ...rowsOf('krakenfutures', 'instrumentsOf2019'),
        ],
      }),
      '/derivatives/api/v3/tickers': () => ({
        result: 'success',
        tickers: [...rowsOf('krakenfutures', 'tickers'), ...rowsOf('krakenfutures', 'tickersOf2019')],
      }),
    },
  },
  bitmex: {
    host: 'www.bitmex.com',
    answers: { '/api/v1/instrument/active': () => rowsOf('bitmex', 'instruments') },
  },
  binanceusdm: { host: 'fapi.binance.com', answers: binance('fapi') },
  binancecoinm: { host: 'dapi.binance.com', answers: binance('dapi') },
};

function bybitRows(query: URLSearchParams) {
  const [category, base] = [query.get('category') ?? '', query.get('baseCoin')];
  const rows = rowsOf('bybit', 'instruments');
  if (category === 'option') return rows.filter((row) => 'optionsType' in row && row['baseCoin'] === base);
  return rows.filter((row) => String(row['contractType']).toLowerCase().startsWith(category));
}

function binance(api: 'fapi' | 'dapi'): Answers {
  const isInverse = api === 'dapi';
  const symbols = rowsOf('binance', 'instruments').filter((row) => 'contractStatus' in row === isInverse);
  return {
    [`/${api}/v1/exchangeInfo`]: () => ({ symbols }),
    [`/${api}/v1/fundingInfo`]: () => [{ symbol: 'BTCUSDT', fundingIntervalHours: 4 }],
    [`/${api}/v1/ticker/24hr`]: () => [{ symbol: 'BTCUSDT', lastPrice: '71481.90', volume: '3.500' }],
    [`/${api}/v1/ticker/bookTicker`]: () => [],
    [`/${api}/v1/premiumIndex`]: () => [{ symbol: 'BTCUSDT', lastFundingRate: '-0.00012500' }],
  };
}

let rig: Rig;
let dispatcher: Dispatcher;

beforeAll(async () => {
  rig = await Rig.start(
    Object.entries(RECORDED).map(([id, { host, answers }]): RigLayout => ({
      id,
      hosts: [host],
      refusal: { status: 400, body: {} },
      answer: ({ url }) => {
        const answer = answers[url.pathname];
        return answer && { status: 200, body: answer(url.searchParams) };
      },
    })),
  );
  dispatcher = rigDialler(rig.port);
});

afterAll(async () => {
  await dispatcher.destroy();
  await rig.close();
});

interface Read {
  readonly contracts: ReadonlyMap<string, ListedContract>;
  readonly tickers: ReadonlyMap<string, ContractReading>;
}

async function read(key: string): Promise<Read> {
  const clock = new SystemClock();
  const bucket = new TokenBucket({ clock, intervalMs: 0, burst: 1 });
  const http = new ExchangeHttp({ clock, dispatcher, bucketOf: () => bucket });
  const [api] = await openContractsApis([key], { of: () => http }, clock, (_, reason) => expect.fail(reason));
  const list = await api!.markets(NEVER);
  const readings = await api!.tickers(list, NEVER);
  expect(rig.unanswered).toEqual([]);
  return {
    contracts: new Map(list.markets.map((contract) => [contract.symbol, contract])),
    tickers: new Map(readings.map((reading) => [reading.symbol, reading])),
  };
}

describe('recorded contracts', () => {
  test('of OKX: a contract is its value times its multiplier', async () => {
    const { contracts, tickers } = await read('okx');
    expect(contracts.get('BTC-USDT-SWAP')).toMatchObject({
      type: 'perpetuals',
      base: 'BTC',
      quote: 'USDT',
      settle: 'USDT',
      value: '0.01',
      valuedIn: 'base',
    });
    expect(contracts.get('BTC-USD-SWAP')).toMatchObject({ settle: 'BTC', value: '100', valuedIn: 'quote' });
    expect(contracts.get('BTC-USD-241227-60000-P')).toEqual({
      symbol: 'BTC-USD-241227-60000-P',
      type: 'options',
      base: 'BTC',
      quote: 'USD',
      settle: 'BTC',
      value: '0.01',
      valuedIn: 'base',
      active: true,
      listing: 1_702_629_020_673,
      expiration: 1_735_286_400_000,
      optionType: 'PUT',
      strike: '60000',
    });
    expect(tickers.get('BTC-USDT-SWAP')).toMatchObject({
      last: '73384.8',
      volume: '21266.19145051',
      openInterest: '2663107.29999999861',
    });
  });

  test('of Bybit: contracts of one dollar or one unit, and funding with its interval', async () => {
    const { contracts, tickers } = await read('bybit');
    expect(contracts.get('BTCUSD')).toMatchObject({ settle: 'BTC', value: '1', valuedIn: 'quote' });
    expect(contracts.get('BTCUSDT')).toMatchObject({ value: '1', valuedIn: 'base', fundingHours: 8 });
    expect(contracts.get('BTCUSDT')).not.toHaveProperty('expiration');
    expect(contracts.get('SOL-30MAY25-90-P-USDT')).toMatchObject({
      type: 'options',
      quote: 'USDT',
      settle: 'USDT',
      value: '1',
      valuedIn: 'base',
      expiration: 1_748_592_000_000,
      listing: 1_744_009_921_396,
      optionType: 'PUT',
      strike: '90',
    });
    expect(tickers.get('BTCUSDT')).toEqual({
      symbol: 'BTCUSDT',
      last: '51444.4',
      bid: '51444.3',
      ask: '51444.4',
      volume: '47293.887',
      openInterest: '225766.793',
      indexPrice: '51469.95',
      markPrice: '51444.4',
      fundingRate: '-0.00046295',
    });
  });

  test('of Deribit: perpetuals do not expire in the year 3000, amounts are divided into contracts', async () => {
    const { contracts, tickers } = await read('deribit');
    expect(contracts.get('BTC-PERPETUAL')).toMatchObject({
      type: 'perpetuals',
      quote: 'USD',
      settle: 'BTC',
      value: '10',
      valuedIn: 'quote',
    });
    for (const { type, expiration } of contracts.values())
      expect(expiration === undefined).toBe(type === 'perpetuals');
    expect(contracts.get('BTC_USDT-PERPETUAL')).toMatchObject({ value: '0.001', valuedIn: 'base' });
    expect(contracts.get('BTC-26JAN24-39000-C')).toMatchObject({
      type: 'options',
      quote: 'USD',
      settle: 'BTC',
      value: '1',
      valuedIn: 'base',
      optionType: 'CALL',
      strike: '39000',
      expiration: 1_706_256_000_000,
      listing: 1_698_220_814_000,
    });
    expect(tickers.get('BTC-PERPETUAL')).toEqual({
      symbol: 'BTC-PERPETUAL',
      last: '87435',
      bid: '87196.5',
      ask: '87421',
      volume: '66497388',
      openInterest: '997863778',
      indexPrice: '87177.7',
      markPrice: '87315.46',
      fundingRate: '-0.0007996',
    });
  });

  test('of Kraken: hourly funding in dollars becomes a fraction per eight hours', async () => {
    const { contracts, tickers } = await read('krakenfutures');
    expect(contracts.get('PI_XBTUSD')).toMatchObject({ base: 'BTC', settle: 'BTC', valuedIn: 'quote' });
    expect(contracts.get('PF_XBTUSD')).toMatchObject({ base: 'BTC', settle: 'USD', valuedIn: 'base' });
    expect(contracts.get('fi_xbtusd_191227')).toMatchObject({
      type: 'futures',
      value: '1',
      valuedIn: 'quote',
      expiration: Date.UTC(2019, 11, 27, 16),
    });
    expect(contracts.get('fi_xbtusd_191227')).not.toHaveProperty('listing');
    const doge = tickers.get('PF_DOGEUSD');
    expect(doge).toMatchObject({ last: '0.096326', volume: '38320755', openInterest: '23062948' });
    // ccxt has -7.716906047878e-6 for one hour.
    expect(Number(doge?.fundingRate)).toBeCloseTo(8 * -7.716906047878e-6, 12);
    expect(tickers.get('pi_xbtusd')).toMatchObject({
      last: '8797.5',
      volume: '57572223',
      openInterest: '24349905',
    });
  });

  test('of BitMEX: inverse contracts of one dollar; options on coins are not mistaken for them', async () => {
    const { contracts, tickers } = await read('bitmex');
    expect([...contracts.keys()]).toEqual(['XBTUSD', 'XBTZ19']);
    expect(contracts.get('XBTUSD')).toMatchObject({
      type: 'perpetuals',
      base: 'BTC',
      quote: 'USD',
      settle: 'BTC',
      value: '1',
      valuedIn: 'quote',
      fundingHours: 8,
    });
    expect(contracts.get('XBTZ19')).toMatchObject({
      type: 'futures',
      listing: Date.UTC(2019, 5, 14, 8),
      expiration: Date.UTC(2019, 11, 27, 12),
    });
    expect(tickers.get('XBTUSD')).toEqual({
      symbol: 'XBTUSD',
      last: '7945.5',
      bid: '7945.5',
      ask: '7946',
      volume: '1956752929',
      openInterest: '762433175',
      indexPrice: '7949.33',
      markPrice: '7949.72',
      fundingRate: '0.0001',
    });
  });

  test('of Binance: each interface has its own contracts, and funding its interval', async () => {
    const usdm = await read('binanceusdm');
    expect(usdm.contracts.get('BTCUSDT')).toMatchObject({
      type: 'perpetuals',
      settle: 'USDT',
      value: '1',
      valuedIn: 'base',
      fundingHours: 4,
    });
    expect(usdm.contracts.get('BTCUSDT')).not.toHaveProperty('expiration');
    expect(usdm.tickers.get('BTCUSDT')).toEqual({
      symbol: 'BTCUSDT',
      last: '71481.9',
      volume: '3.5',
      fundingRate: '-0.00025',
    });
    const coinm = await read('binancecoinm');
    expect([...coinm.contracts.keys()]).toEqual(['BTCUSD_PERP', 'ETHUSD_PERP']);
    expect(coinm.contracts.get('BTCUSD_PERP')).toMatchObject({
      settle: 'BTC',
      value: '100',
      valuedIn: 'quote',
    });
    expect(coinm.contracts.get('ETHUSD_PERP')).toMatchObject({
      settle: 'ETH',
      value: '10',
      valuedIn: 'quote',
    });
  });
});
