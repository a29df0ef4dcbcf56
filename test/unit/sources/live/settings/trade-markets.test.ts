import { expect, test } from 'vitest';
import { LIVE } from '../../../../../src/sources/live/definition.ts';
import { parsedTradeMarkets, tradeMarkets } from '../../../../../src/sources/live/settings/trade-markets.ts';
import { TradedMarkets } from '../../../../../src/sources/live/understand/traded-markets.ts';
import type { TradeMarket } from '../../../../../src/sources/live/settings/trade-markets.ts';
import type { LiveExchange } from '../../../../../src/sources/live/understand/live-exchange.ts';

test('markets whose trades are wanted are named by exchange and codes', () => {
  const parsed = tradeMarkets.parse('kraken:BTC_EUR, binance:1INCH_USDT');
  expect(parsed).toEqual(['kraken:BTC_EUR', 'binance:1INCH_USDT']);
  expect(parsedTradeMarkets(parsed)).toEqual([
    { exchange: 'kraken', base: 'BTC', quote: 'EUR' },
    { exchange: 'binance', base: '1INCH', quote: 'USDT' },
  ]);
  expect(parsedTradeMarkets(undefined)).toEqual([]);
});

test.each([
  '',
  'kraken',
  'kraken:BTC',
  'kraken:BTC/EUR',
  'kraken:BTC_EUR,kraken:BTC_EUR',
  ':BTC_EUR',
  'a:B_C_D',
])('%j is no list of markets', (text) => {
  expect(tradeMarkets.parse(text)).toBeUndefined();
  expect(tradeMarkets.expects).toContain('kraken:BTC_EUR');
});

test('more than 200 of them are refused', () => {
  const many = Array.from({ length: 201 }, (_, i) => `kraken:A${i}_USD`);
  expect(tradeMarkets.parse(many.join(','))).toBeUndefined();
  expect(tradeMarkets.parse(many.slice(1).join(','))).toHaveLength(200);
});

test('a market of an exchange that is not read is a problem of the settings', () => {
  const options = { exchanges: ['kraken'], tradeMarkets: ['kraken:BTC_EUR', 'binance:BTC_USDT'] };
  expect(LIVE.problems(options)).toEqual([
    '--trade-markets names binance:BTC_USDT, but binance is not read: add it to --exchanges',
  ]);
});

/** As much of an exchange as is asked for. */
function exchange(
  key: string,
  listings: readonly (readonly [symbol: string, isListed: boolean])[],
): LiveExchange {
  return {
    profile: { key, id: `id of ${key}` },
    listings: listings.map(([symbol, isListed]) => ({ symbol, marketId: `id of ${symbol}`, isListed })),
  } as unknown as LiveExchange;
}

function tradedMarkets(exchanges: readonly LiveExchange[], wanted: readonly TradeMarket[]) {
  const unknown: TradeMarket[] = [];
  const traded = new TradedMarkets({
    exchanges: () => exchanges,
    wanted,
    onUnknown: (one) => unknown.push(one),
  });
  return { traded, unknown };
}

test('constituents of liquid indices and markets of the settings are followed while they are listed, each once', () => {
  const kraken = exchange('kraken', [
    ['BTC/USD', true],
    ['ETH/USD', false],
    ['XRP/EUR', true],
    ['ADA/USD', true],
  ]);
  const wanted = [
    { exchange: 'kraken', base: 'BTC', quote: 'USD' },
    { exchange: 'kraken', base: 'XRP', quote: 'EUR' },
  ];
  const { traded, unknown } = tradedMarkets([kraken], wanted);
  const constituents = ['BTC/USD', 'ETH/USD'].map((symbol) => ({
    exchangeId: 'id of kraken',
    marketId: `id of ${symbol}`,
  }));
  const lx = [{ name: 'BLX', from: 0, assetId: '', quoteAssetIds: [], constituents }] as const;
  expect(traded.of(lx).map(({ exchange: key, symbol }) => `${key} ${symbol}`)).toEqual([
    'kraken BTC/USD',
    'kraken XRP/EUR',
  ]);
  expect(unknown).toEqual([]);
});

test('a market that its exchange does not list is told of once, when the exchange is known', () => {
  const wanted = [
    { exchange: 'kraken', base: 'NO', quote: 'USD' },
    { exchange: 'okx', base: 'NO', quote: 'USD' },
  ];
  const { traded, unknown } = tradedMarkets(
    [exchange('kraken', [['BTC/USD', true]]), exchange('okx', [])],
    wanted,
  );
  expect(traded.of([])).toEqual([]);
  expect(traded.of([])).toEqual([]);
  expect(unknown).toEqual(wanted.slice(0, 1));
});
