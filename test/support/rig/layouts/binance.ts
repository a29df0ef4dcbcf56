import { recordedMarket, recordedTicker, like } from '../recorded.ts';
import { clockOf, DAY_MS, endpoints, type RigInstrument, type RigLayout } from '../rig-layout.ts';

const MARKET = recordedMarket('binance');
const TICKER = recordedTicker('binance');
const NONE = '0.00000000';

export const binance: RigLayout = {
  id: 'binance',
  hosts: ['api.binance.com'],
  codes: { YOYO: 'YOYOW' },
  refusal: { status: 400, body: { code: -1121, msg: 'Invalid symbol.' } },
  answer: endpoints({
    'GET /api/v3/exchangeInfo': (instruments) => ({
      timezone: 'UTC',
      serverTime: clockOf(instruments),
      rateLimits: [],
      exchangeFilters: [],
      symbols: instruments.map(market),
    }),
    'GET /api/v3/ticker/24hr': (instruments) => instruments.map(ticker),
  }),
};

function market({ base, quote, active }: RigInstrument) {
  return like(MARKET, {
    symbol: base + quote,
    status: active ? 'TRADING' : 'BREAK',
    baseAsset: base,
    quoteAsset: quote,
  });
}

function ticker(instrument: RigInstrument) {
  const { base, quote, last, bid = NONE, ask = NONE, vwap = last, timestamp } = instrument;
  return like(TICKER, {
    symbol: base + quote,
    priceChange: NONE,
    priceChangePercent: '0.000',
    weightedAvgPrice: vwap,
    prevClosePrice: last,
    lastPrice: last,
    bidPrice: bid,
    askPrice: ask,
    openPrice: last,
    highPrice: last,
    lowPrice: last,
    volume: instrument.baseVolume,
    quoteVolume: instrument.quoteVolume,
    openTime: timestamp - DAY_MS,
    closeTime: timestamp,
  });
}
