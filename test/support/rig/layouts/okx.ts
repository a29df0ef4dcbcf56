import { recordedMarket, recordedTicker, like } from '../recorded.ts';
import { endpoints, type RigInstrument, type RigLayout } from '../rig-layout.ts';

const MARKET = recordedMarket('okx');
const TICKER = recordedTicker('okx', 'data', 0);

const idOf = ({ base, quote }: RigInstrument) => `${base}-${quote}`;
const listed = (data: unknown) => ({ code: '0', msg: '', data });
const isSpot = (url: URL) => url.searchParams.get('instType') === 'SPOT';

export const okx: RigLayout = {
  id: 'okx',
  hosts: ['www.okx.com'],
  codes: { AE: 'AET' },
  refusal: { status: 200, body: { code: '50001', msg: 'Service temporarily unavailable.', data: [] } },
  answer: endpoints({
    'GET /api/v5/public/instruments': (instruments, url) =>
      listed(isSpot(url) ? instruments.map(market) : []),
    'GET /api/v5/market/tickers': (instruments, url) => listed(isSpot(url) ? instruments.map(ticker) : []),
  }),
};

function market(instrument: RigInstrument) {
  const { base, quote, active } = instrument;
  return like(MARKET, {
    instId: idOf(instrument),
    baseCcy: base,
    quoteCcy: quote,
    tradeQuoteCcyList: [quote],
    state: active ? 'live' : 'suspend',
  });
}

function ticker(instrument: RigInstrument) {
  const { last, bid = '', ask = '', baseVolume, quoteVolume, timestamp } = instrument;
  return like(TICKER, {
    instId: idOf(instrument),
    last,
    bidPx: bid,
    askPx: ask,
    open24h: last,
    high24h: last,
    low24h: last,
    sodUtc0: last,
    sodUtc8: last,
    vol24h: baseVolume,
    volCcy24h: quoteVolume,
    ts: String(timestamp),
  });
}
