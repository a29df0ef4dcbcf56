import { like, recordedMarket, recordedTicker } from '../recorded.ts';
import { endpoints, ownCode, type RigInstrument, type RigLayout } from '../rig-layout.ts';

const MARKET = recordedMarket('bitstamp');
const TICKER = recordedTicker('bitstamp');

export const bitstamp: RigLayout = {
  id: 'bitstamp',
  hosts: ['www.bitstamp.net'],
  codes: { UST: 'USTC' },
  refusal: { status: 400, body: { status: 'error', reason: 'Invalid request.', code: 'API0000' } },
  answer: endpoints({
    'GET /api/v2/markets/': (instruments) => instruments.map(market),
    'GET /api/v2/ticker/': (instruments) => instruments.map(ticker),
  }),
};

const codeOf = (common: string) => ownCode(bitstamp, common);

function market({ base, quote, active, baseName = base }: RigInstrument) {
  return like(MARKET, {
    name: `${codeOf(base)}/${codeOf(quote)}`,
    market_symbol: (codeOf(base) + codeOf(quote)).toLowerCase(),
    base_currency: codeOf(base),
    counter_currency: codeOf(quote),
    trading: active ? 'Enabled' : 'Disabled',
    description: `${baseName} / ${quote}`,
  });
}

function ticker(instrument: RigInstrument) {
  const { base, quote, last, bid = '0', ask = '0', vwap = last, baseVolume, timestamp } = instrument;
  const values = {
    timestamp: String(Math.floor(timestamp / 1000)),
    open: last,
    high: last,
    low: last,
    last,
    volume: baseVolume,
    vwap,
    bid,
    ask,
    open_24: last,
    percent_change_24: '0',
  };
  // Sent in the list of all tickers, and not recorded.
  return { ...like(TICKER, values), market_type: 'SPOT', pair: `${codeOf(base)}/${codeOf(quote)}` };
}
