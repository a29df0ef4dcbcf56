import { like, recordedCurrency, recordedMarket, recordedTicker, type Fields } from '../recorded.ts';
import {
  assetsOf,
  endpoints,
  ownCode,
  type RigAsset,
  type RigInstrument,
  type RigLayout,
} from '../rig-layout.ts';

const MARKET = recordedMarket('coinex');
const TICKER = recordedTicker('coinex', 'data', 0);
const CURRENCY = recordedCurrency('coinex');

const listed = (data: unknown) => ({ code: 0, data, message: 'OK' });

export const coinex: RigLayout = {
  id: 'coinex',
  hosts: ['api.coinex.com'],
  codes: { ACM: 'Actinium' },
  refusal: { status: 200, body: { code: 3008, data: {}, message: 'Service busy' } },
  answer: endpoints({
    'GET /v2/assets/all-deposit-withdraw-config': (instruments) =>
      listed(assetsOf(instruments).map(currency)),
    'GET /v2/spot/market': (instruments) => listed(instruments.map(market)),
    'GET /v2/futures/market': () => listed([]),
    'GET /v2/spot/ticker': (instruments) => listed(instruments.map(ticker)),
  }),
};

const codeOf = (common: string) => ownCode(coinex, common);
const idOf = ({ base, quote }: RigInstrument) => codeOf(base) + codeOf(quote);

function currency({ code }: RigAsset) {
  return like(CURRENCY, { asset: like(CURRENCY['asset'] as Fields, { ccy: codeOf(code) }) });
}

function market(instrument: RigInstrument) {
  const { base, quote, active } = instrument;
  return like(MARKET, {
    market: idOf(instrument),
    base_ccy: codeOf(base),
    quote_ccy: codeOf(quote),
    is_api_trading_available: active,
    status: active ? 'online' : 'offline',
  });
}

/** Has buy and sell volumes, but no book and no time. */
function ticker(instrument: RigInstrument) {
  const { last, baseVolume, quoteVolume } = instrument;
  return like(TICKER, {
    close: last,
    high: last,
    last,
    low: last,
    market: idOf(instrument),
    open: last,
    value: quoteVolume,
    volume: baseVolume,
  });
}
