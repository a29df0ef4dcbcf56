import { like, recordedMarket, recordedTicker } from '../recorded.ts';
import { endpoints, type RigInstrument, type RigLayout } from '../rig-layout.ts';

const MARKET = recordedMarket('cryptocom');
const TICKER = recordedTicker('cryptocom', 'result', 'data', 0);

const idOf = ({ base, quote }: RigInstrument) => `${base}_${quote}`;
const listed = (method: string, data: unknown) => ({ id: -1, method, code: 0, result: { data } });

export const cryptocom: RigLayout = {
  id: 'cryptocom',
  hosts: ['api.crypto.com'],
  refusal: { status: 500, body: { id: -1, code: 50001, message: 'ERR_INTERNAL' } },
  answer: endpoints({
    'GET /exchange/v1/public/get-instruments': (instruments) =>
      listed('public/get-instruments', instruments.map(market)),
    'GET /exchange/v1/public/get-tickers': (instruments) =>
      listed('public/get-tickers', instruments.map(ticker)),
  }),
};

function market(instrument: RigInstrument) {
  const { base, quote, active } = instrument;
  return like(MARKET, {
    symbol: idOf(instrument),
    display_name: `${base}/${quote}`,
    base_ccy: base,
    quote_ccy: quote,
    tradable: active,
  });
}

function ticker(instrument: RigInstrument) {
  const { last, bid = null, ask = null, baseVolume, quoteVolume, timestamp } = instrument;
  return like(TICKER, {
    i: idOf(instrument),
    h: last,
    l: last,
    a: last,
    v: baseVolume,
    vv: quoteVolume,
    c: '0',
    b: bid,
    k: ask,
    t: timestamp,
  });
}
