import { like, recordedMarket, recordedTicker } from '../recorded.ts';
import {
  assetsOf,
  endpoints,
  ownCode,
  type RigAsset,
  type RigInstrument,
  type RigLayout,
} from '../rig-layout.ts';

const MARKET = recordedMarket('recorded/bitso');
const TICKER = recordedTicker('recorded/bitso', 'payload');

/** An exchange with one ticker per request. */
export const bitso: RigLayout = {
  id: 'bitso',
  hosts: ['bitso.com', 'api.bitso.com'],
  refusal: { status: 400, body: { success: false, error: { code: '0301', message: 'Unknown OrderBook' } } },
  answer: endpoints({
    'GET /api/v3/catalogues': (instruments) => ({
      success: true,
      payload: { currencies: { metadata: assetsOf(instruments).map(currency) } },
    }),
    'GET /api/v3/available_books': (instruments) => ({
      success: true,
      payload: instruments.map((instrument) => like(MARKET, { book: bookOf(instrument) })),
    }),
    'GET /api/v3/ticker': (instruments, url) => {
      const found = instruments.find((one) => bookOf(one) === url.searchParams.get('book'));
      return found ? { success: true, payload: ticker(found) } : bitso.refusal.body;
    },
  }),
};

function bookOf({ base, quote }: RigInstrument): string {
  return `${ownCode(bitso, base)}_${ownCode(bitso, quote)}`.toLowerCase();
}

function currency({ code, name }: RigAsset) {
  return { code: code.toLowerCase(), full_name: name, precision: 8, display_ticker: code, type: 'crypto' };
}

function ticker(instrument: RigInstrument) {
  const { last, bid = '0', ask = '0', vwap = last, baseVolume, timestamp } = instrument;
  return like(TICKER, {
    book: bookOf(instrument),
    high: last,
    low: last,
    last,
    bid,
    ask,
    vwap,
    volume: baseVolume,
    created_at: new Date(timestamp).toISOString(),
  });
}
