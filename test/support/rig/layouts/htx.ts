import { numeral } from '../numeral.ts';
import { firstOf, like, recordedCurrency, recordedMarket } from '../recorded.ts';
import {
  assetsOf,
  clockOf,
  endpoints,
  ownCode,
  type RigAsset,
  type RigInstrument,
  type RigLayout,
} from '../rig-layout.ts';

const MARKET = recordedMarket('htx');
const CURRENCY = recordedCurrency('htx');
const CHAIN = firstOf(CURRENCY, 'chains');

export const htx: RigLayout = {
  id: 'htx',
  hosts: ['api.huobi.pro'],
  codes: {
    BIFI: 'BITCOINFILE',
    GET: 'THEMIS',
    GTC: 'GAMECOM',
    HIT: 'HITCHAIN',
    NGL: 'GFNGL',
    PNT: 'PENTA',
    SBTC: 'SUPERBITCOIN',
    SOUL: 'SOULSAVER',
  },
  refusal: {
    status: 200,
    body: {
      status: 'error',
      'err-code': 'base-symbol-error',
      'err-msg': 'The symbol is invalid',
      data: null,
    },
  },
  answer: endpoints({
    'GET /v2/reference/currencies': (instruments) => ({
      code: 200,
      data: assetsOf(instruments).map(currency),
    }),
    'GET /v1/common/symbols': (instruments) => ({ status: 'ok', data: instruments.map(market) }),
    // The time of the reply is the only time of its tickers.
    'GET /market/tickers': (instruments) => ({
      data: instruments.map(ticker),
      status: 'ok',
      ts: clockOf(instruments),
    }),
  }),
};

const codeOf = (common: string) => ownCode(htx, common).toLowerCase();
const idOf = ({ base, quote }: RigInstrument) => codeOf(base) + codeOf(quote);

function currency({ code, contractAddress }: RigAsset) {
  const own = codeOf(code);
  return like(CURRENCY, { currency: own, chains: [like(CHAIN, { chain: `${own}1`, contractAddress })] });
}

function market(instrument: RigInstrument) {
  return like(MARKET, {
    'base-currency': codeOf(instrument.base),
    'quote-currency': codeOf(instrument.quote),
    symbol: idOf(instrument),
    state: instrument.active ? 'online' : 'offline',
  });
}

function ticker(instrument: RigInstrument) {
  const { bid = '0', ask = '0', baseVolume, quoteVolume } = instrument;
  const last = numeral(instrument.last);
  return {
    symbol: idOf(instrument),
    open: last,
    high: last,
    low: last,
    close: last,
    amount: numeral(baseVolume),
    vol: numeral(quoteVolume),
    count: 205,
    bid: numeral(bid),
    bidSize: 5.25,
    ask: numeral(ask),
    askSize: 150,
  };
}
