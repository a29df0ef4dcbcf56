import { firstOf, like, recordedCurrency, recordedMarket } from '../recorded.ts';
import { assetsOf, clockOf, endpoints, type RigInstrument, type RigLayout } from '../rig-layout.ts';

const MARKET = recordedMarket('xt');
const { supportChains, ...CURRENCY } = recordedCurrency('xt');
const CHAIN = firstOf({ supportChains }, 'supportChains');

export const xt: RigLayout = {
  id: 'xt',
  hosts: ['sapi.xt.com', 'fapi.xt.com', 'dapi.xt.com'],
  refusal: { status: 200, body: { rc: 1, mc: 'SYMBOL_001', ma: [], result: null } },
  answer: endpoints({
    'GET /v4/public/wallet/support/currency': (instruments) =>
      answered(
        assetsOf(instruments).map(({ code, contractAddress: contract }) => ({
          currency: code.toLowerCase(),
          supportChains: [like(CHAIN, { contract })],
        })),
      ),
    'GET /v4/public/currencies': (instruments) =>
      answered({
        time: clockOf(instruments),
        version: '5dbbb2f2527c22b2b2e3b47187ef13d1',
        currencies: assetsOf(instruments).map(({ code, name }) =>
          like(CURRENCY, { currency: code.toLowerCase(), displayName: code, fullName: name }),
        ),
      }),
    'GET /v4/public/symbol': (instruments) =>
      answered({
        time: clockOf(instruments),
        version: 'abb101d1543e54bee40687b135411ba0',
        symbols: instruments.map(market),
      }),
    'GET /future/market/v1/public/symbol/list': () => ({
      returnCode: 0,
      msgInfo: 'success',
      error: null,
      result: [],
    }),
    'GET /v4/public/ticker/24h': (instruments) => answered(instruments.map(ticker)),
  }),
};

const idOf = ({ base, quote }: RigInstrument) => `${base}_${quote}`.toLowerCase();
const answered = (result: unknown) => ({ rc: 0, mc: 'SUCCESS', ma: [], result });

function market(instrument: RigInstrument) {
  const { base, quote, active } = instrument;
  return like(MARKET, {
    symbol: idOf(instrument),
    displayName: `${base}/${quote}`,
    baseCurrency: base.toLowerCase(),
    quoteCurrency: quote.toLowerCase(),
    state: active ? 'ONLINE' : 'OFFLINE',
    tradingEnabled: active,
  });
}

/** The list of 24 hours has no book, unlike `ticker` of the same exchange. */
function ticker(instrument: RigInstrument) {
  const { last, baseVolume, quoteVolume, timestamp } = instrument;
  return {
    s: idOf(instrument),
    t: timestamp,
    cv: '0',
    cr: '0',
    o: last,
    l: last,
    h: last,
    c: last,
    q: baseVolume,
    v: quoteVolume,
  };
}
