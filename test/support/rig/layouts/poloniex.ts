import { firstOf, like, recordedCurrency, recordedMarket, recordedTicker } from '../recorded.ts';
import {
  assetsOf,
  DAY_MS,
  endpoints,
  ownCode,
  type RigAsset,
  type RigInstrument,
  type RigLayout,
} from '../rig-layout.ts';

const MARKET = recordedMarket('poloniex');
const TICKER = recordedTicker('poloniex');
const CURRENCY = recordedCurrency('poloniex');
const NETWORK = firstOf(CURRENCY, 'networkList');

export const poloniex: RigLayout = {
  id: 'poloniex',
  hosts: ['api.poloniex.com'],
  codes: {
    AIR: 'AirCoin',
    APH: 'AphroditeCoin',
    BCC: 'BTCtalkcoin',
    BDG: 'Badgercoin',
    BTM: 'Bitmark',
    CON: 'Coino',
    ETHTRON: 'ETH',
    GOLD: 'GoldEagles',
    GPUC: 'GPU',
    HOT: 'Hotcoin',
    ITC: 'Information Coin',
    KEY: 'KEYCoin',
    MASK: 'NFTX Hashmasks Index',
    MEME: 'Degenerator Meme',
    PLX: 'ParallaxCoin',
    REPV2: 'REP',
    SOC: 'SOCC',
    STR: 'XLM',
    TRADE: 'Unitrade',
    TRXETH: 'TRX',
    UST: 'USTC',
    XAP: 'API Coin',
  },
  refusal: { status: 400, body: { code: 24102, message: 'Invalid symbol' } },
  answer: endpoints({
    'GET /v2/currencies': (instruments) => assetsOf(instruments).map(currency),
    'GET /markets': (instruments) => instruments.map(market),
    'GET /v3/market/allInstruments': () => ({ code: 200, msg: 'Success', data: [] }),
    'GET /markets/ticker24h': (instruments) => instruments.map(ticker),
  }),
};

/** Wrapped assets of other chains share the common code and are not used in names of markets. */
const WRAPPED = new Set(['ETHTRON', 'TRXETH']);

function codeOf(common: string): string {
  const own = ownCode(poloniex, common);
  return WRAPPED.has(own) ? common : own;
}

const idOf = ({ base, quote }: RigInstrument) => `${codeOf(base)}_${codeOf(quote)}`;

function currency({ code, name, contractAddress }: RigAsset) {
  const coin = codeOf(code);
  return like(CURRENCY, { coin, name, networkList: [like(NETWORK, { coin, name, contractAddress })] });
}

function market(instrument: RigInstrument) {
  const { base, quote, active } = instrument;
  return like(MARKET, {
    symbol: idOf(instrument),
    baseCurrencyName: codeOf(base),
    quoteCurrencyName: codeOf(quote),
    displayName: `${codeOf(base)}/${codeOf(quote)}`,
    state: active ? 'NORMAL' : 'PAUSE',
  });
}

function ticker(instrument: RigInstrument) {
  const { last, bid = '0', ask = '0', baseVolume, quoteVolume, timestamp } = instrument;
  return like(TICKER, {
    symbol: idOf(instrument),
    open: last,
    low: last,
    high: last,
    close: last,
    quantity: baseVolume,
    amount: quoteVolume,
    startTime: timestamp - DAY_MS,
    closeTime: timestamp,
    displayName: `${codeOf(instrument.base)}/${codeOf(instrument.quote)}`,
    dailyChange: '0',
    bid,
    ask,
    ts: timestamp,
    markPrice: last,
  });
}
