import { like, recordedMarket, recordedTicker } from '../recorded.ts';
import { clockOf, DAY_MS, endpoints, ownCode, type RigInstrument, type RigLayout } from '../rig-layout.ts';

const MARKET = recordedMarket('mexc');
const TICKER = recordedTicker('mexc');

export const mexc: RigLayout = {
  id: 'mexc',
  hosts: ['api.mexc.com'],
  codes: {
    BEYONDPROTOCOL: 'BEYOND',
    BIFI: 'BIFIF',
    BYN: 'BEYONDFI',
    COFI: 'COFIX',
    DFI: 'DFISTARTER',
    DFT: 'DFUTURE',
    EGC: 'EGORASCREDIT',
    FLUX: 'FLUX1',
    FLUX1: 'FLUX',
    FREE: 'FREEROSSDAO',
    GAS: 'GASDAO',
    GASNEO: 'GAS',
    GMT: 'GMTTOKEN',
    HERO: 'STEPHERO',
    MIMO: 'MIMOSA',
    PROS: 'PROSFINANCE',
    SIN: 'SINCITYTOKEN',
    SOUL: 'SOULSWAP',
    STEPN: 'GMT',
  },
  refusal: { status: 400, body: { code: -1121, msg: 'Invalid symbol.' } },
  answer: endpoints({
    'GET /api/v3/exchangeInfo': (instruments) => ({
      timezone: 'CST',
      serverTime: clockOf(instruments),
      rateLimits: [],
      exchangeFilters: [],
      symbols: instruments.map(market),
    }),
    'GET /api/v1/contract/detail': () => ({ success: true, code: 0, data: [] }),
    'GET /api/v3/ticker/24hr': (instruments) => instruments.map(ticker),
  }),
};

const codeOf = (common: string) => ownCode(mexc, common);
const idOf = ({ base, quote }: RigInstrument) => codeOf(base) + codeOf(quote);

function market(instrument: RigInstrument) {
  const { base, quote, active, baseName = base, contractAddress = '' } = instrument;
  return like(MARKET, {
    symbol: idOf(instrument),
    status: active ? '1' : '2',
    baseAsset: codeOf(base),
    quoteAsset: codeOf(quote),
    isSpotTradingAllowed: active,
    fullName: baseName,
    contractAddress,
  });
}

function ticker(instrument: RigInstrument) {
  const { last, bid = '0', ask = '0', baseVolume, quoteVolume, timestamp } = instrument;
  return like(TICKER, {
    symbol: idOf(instrument),
    priceChange: '0',
    priceChangePercent: '0',
    prevClosePrice: last,
    lastPrice: last,
    bidPrice: bid,
    askPrice: ask,
    openPrice: last,
    highPrice: last,
    lowPrice: last,
    volume: baseVolume,
    quoteVolume,
    openTime: timestamp - DAY_MS,
    closeTime: timestamp,
  });
}
