import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatDecimal, parseDecimal } from '../../../src/core/numbers/decimal.ts';
import { ccxtClient, type CcxtTicker } from '../../support/rig/ccxt-client.ts';
import { LAYOUTS } from '../../support/rig/layouts.ts';
import { rigDialler } from '../../support/rig/rig-dialler.ts';
import type { RigInstrument } from '../../support/rig/rig-layout.ts';
import { Rig } from '../../support/rig/rig.ts';

const AT = Date.parse('2026-03-01T12:00:00Z');

const BTC_USDT: RigInstrument = {
  base: 'BTC',
  quote: 'USDT',
  last: '64250.17',
  bid: '64250.16',
  ask: '64250.18',
  baseVolume: '1234.56789012',
  quoteVolume: '79321234.5678',
  vwap: '64249.5',
  timestamp: AT,
  active: true,
  baseName: 'Bitcoin',
};
const { bid: _bid, ...NO_BID } = BTC_USDT;
const INSTRUMENTS: readonly RigInstrument[] = [
  BTC_USDT,
  // A dollar, a cross rate of many decimals, codes that exchanges spell in their own way, and thin markets.
  { ...BTC_USDT, base: 'BTC', quote: 'USD', last: '64251', bid: '64250', ask: '64252' },
  {
    ...BTC_USDT,
    base: 'DOGE',
    quote: 'BTC',
    last: '0.00000162',
    bid: '0.00000161',
    ask: '0.00000163',
    vwap: '0.00000162',
    baseVolume: '92345678.1',
    quoteVolume: '149.599998',
    baseName: 'Dogecoin',
    timestamp: AT - 1000,
  },
  {
    ...BTC_USDT,
    base: 'ETH',
    quote: 'BTC',
    last: '0.0386',
    bid: '0.03859',
    ask: '0.03861',
    baseName: 'Ether',
  },
  { ...BTC_USDT, base: 'AVAX', quote: 'USDT', last: '9.87', bid: '9.86', ask: '9.88', baseName: 'Avalanche' },
  {
    ...BTC_USDT,
    base: 'USDC',
    quote: 'USDT',
    last: '1.0001',
    bid: '1',
    ask: '1.0002',
    contractAddress: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    baseName: 'USD Coin',
  },
  { ...BTC_USDT, base: 'XRP', quote: 'KRW', last: '1952', bid: '1951', ask: '1953', baseName: 'XRP' },
  { ...NO_BID, base: 'LTC', quote: 'USDT', last: '71.2', ask: '99', baseName: 'Litecoin' },
  { ...BTC_USDT, base: 'ADA', quote: 'USDT', last: '0.287', active: false, baseName: 'Cardano' },
];

interface Given {
  /** Fields of the list of all tickers; others never occur. */
  readonly fields: readonly (keyof CcxtTicker)[];
  /** Requested paths of whole polls. */
  readonly polled: readonly string[];
}

const BOOK = ['bid', 'ask'] as const;
const VOLUMES = ['baseVolume', 'quoteVolume'] as const;
const TIME = ['timestamp'] as const;

/** The result of `fetchTickers` for all spot markets, and its requests. */
const GIVEN: Readonly<Record<string, Given>> = {
  binance: { fields: ['last', ...BOOK, ...VOLUMES, ...TIME], polled: ['/api/v3/ticker/24hr'] },
  okx: { fields: ['last', ...BOOK, ...VOLUMES, ...TIME], polled: ['/api/v5/market/tickers'] },
  bybit: { fields: ['last', ...BOOK, ...VOLUMES], polled: ['/v5/market/tickers'] },
  gate: { fields: ['last', ...BOOK, ...VOLUMES], polled: ['/api/v4/spot/tickers'] },
  htx: { fields: ['last', ...BOOK, ...VOLUMES], polled: ['/market/tickers'] },
  bitget: { fields: ['last', ...BOOK, ...VOLUMES, ...TIME], polled: ['/api/v2/spot/market/tickers'] },
  mexc: { fields: ['last', ...BOOK, ...VOLUMES, ...TIME], polled: ['/api/v3/ticker/24hr'] },
  // Its volume in quote units is derived from the one in base units.
  kraken: { fields: ['last', ...BOOK, 'baseVolume'], polled: ['/0/public/Ticker'] },
  bitfinex: { fields: ['last', ...BOOK, 'baseVolume'], polled: ['/v2/tickers'] },
  bitstamp: { fields: ['last', ...BOOK, 'baseVolume', ...TIME], polled: ['/api/v2/ticker/'] },
  coinbase: { fields: ['last', ...VOLUMES], polled: ['/api/v3/brokerage/market/products'] },
  coinbaseexchange: { fields: ['last'], polled: ['/products/spark-lines'] },
  cryptocom: {
    fields: ['last', ...BOOK, 'baseVolume', ...TIME],
    polled: ['/exchange/v1/public/get-tickers'],
  },
  upbit: { fields: ['last', ...VOLUMES, ...TIME], polled: ['/v1/ticker/all'] },
  bithumb: { fields: ['last', ...VOLUMES, ...TIME], polled: ['/v1/ticker'] },
  whitebit: { fields: ['last', ...VOLUMES], polled: ['/api/v4/public/ticker'] },
  poloniex: { fields: ['last', ...BOOK, ...VOLUMES, ...TIME], polled: ['/markets/ticker24h'] },
  hitbtc: { fields: ['last', ...BOOK, ...VOLUMES, ...TIME], polled: ['/api/3/public/ticker'] },
  coinex: { fields: ['last', ...VOLUMES], polled: ['/v2/spot/ticker'] },
  lbank: { fields: ['last', ...VOLUMES, ...TIME], polled: ['/v2/ticker/24hr.do'] },
  xt: { fields: ['last', ...VOLUMES, ...TIME], polled: ['/v4/public/ticker/24h'] },
};

/** Exchanges that do not list inactive markets. */
const LIST_TRADED_ONLY = new Set(['bitfinex', 'upbit', 'bithumb', 'lbank']);
/** ccxt treats all its markets as active, whatever the exchange reports. */
const TAKEN_FOR_ACTIVE = new Set(['hitbtc']);
/** Derived by ccxt from other fields, or present for some markets only, so it is not compared. */
const DERIVED: Readonly<Record<string, readonly (keyof CcxtTicker)[]>> = {
  kraken: ['quoteVolume'],
  bitstamp: ['quoteVolume'],
  // It is in dollars for every market: ccxt returns it if the quote is dollars.
  cryptocom: ['quoteVolume'],
};

const listedBy = (id: string) => INSTRUMENTS.filter(({ active }) => active || !LIST_TRADED_ONLY.has(id));
const plain = (text: string | undefined) => {
  const decimal = text === undefined ? undefined : parseDecimal(text);
  return decimal && formatDecimal(decimal);
};

describe('ccxt reads from the rig the data given to the rig', () => {
  let rig: Rig;
  let dialler: ReturnType<typeof rigDialler>;

  beforeAll(async () => {
    rig = await Rig.start();
    dialler = rigDialler(rig.port);
    for (const { id } of LAYOUTS) rig.set(id, INSTRUMENTS);
  });

  afterAll(async () => {
    await dialler.destroy();
    await rig.close();
  });

  it('for every exchange with a layout', () => {
    expect(Object.keys(GIVEN).toSorted()).toEqual(LAYOUTS.map(({ id }) => id).toSorted());
  });

  describe.each(LAYOUTS.map(({ id }) => id))('%s', (id) => {
    it('lists its markets', async () => {
      const client = await ccxtClient(id, dialler);
      const markets = Object.values(await client.loadMarkets());
      const expected = listedBy(id).map(({ base, quote, active }) => {
        return { symbol: `${base}/${quote}`, base, quote, active: active || TAKEN_FOR_ACTIVE.has(id) };
      });
      const read = markets.map(({ symbol, base, quote, active }) => ({ symbol, base, quote, active }));
      expect(markets.every(({ spot }) => spot)).toBe(true);
      expect(bySymbol(read)).toEqual(bySymbol(expected));
      expect(rig.unanswered).toEqual([]);
    });

    it('prices them in the necessary number of requests', async () => {
      const client = await ccxtClient(id, dialler);
      await client.loadMarkets();
      const before = new Map(rig.requests(id));
      const tickers = await client.fetchTickers();
      const { fields, polled } = GIVEN[id]!;
      for (const instrument of listedBy(id)) {
        const ticker = tickers[`${instrument.base}/${instrument.quote}`];
        expect(ticker && tickerFields(id, ticker)).toEqual(expectedFields(instrument, fields));
      }
      const asked = [...rig.requests(id)].flatMap(([path, count]) => {
        return Array.from({ length: count - (before.get(path) ?? 0) }, () => path);
      });
      expect(asked).toEqual(polled);
    });
  });

  it('reads names of assets if the exchange publishes them', async () => {
    const named = ['gate', 'bitfinex', 'coinbase', 'coinbaseexchange', 'poloniex', 'hitbtc', 'xt'];
    for (const id of named) {
      const client = await ccxtClient(id, dialler);
      const { USDC } = await client.fetchCurrencies();
      expect(USDC?.name, id).toBe('USD Coin');
    }
  });
});

function bySymbol<T extends { readonly symbol: string }>(list: readonly T[]): T[] {
  return list.toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1));
}

function tickerFields(id: string, ticker: CcxtTicker) {
  const { last, bid, ask, timestamp } = ticker;
  const [baseVolume, quoteVolume] = VOLUMES.map((field) =>
    DERIVED[id]?.includes(field) ? undefined : plain(ticker[field]),
  );
  return { last: plain(last), bid: plain(bid), ask: plain(ask), baseVolume, quoteVolume, timestamp };
}

function expectedFields(instrument: RigInstrument, fields: Given['fields']) {
  const given = (field: Exclude<keyof CcxtTicker, 'symbol'>) =>
    fields.includes(field) ? instrument[field] : undefined;
  return {
    last: given('last'),
    bid: given('bid'),
    ask: given('ask'),
    baseVolume: given('baseVolume'),
    quoteVolume: given('quoteVolume'),
    timestamp: given('timestamp'),
  };
}
