import { firstOf, like, recordedCurrency, recordedMarket, recordedTicker } from '../recorded.ts';
import {
  assetsOf,
  endpoints,
  ownCode,
  type RigAsset,
  type RigInstrument,
  type RigLayout,
} from '../rig-layout.ts';

const MARKET = recordedMarket('gate');
const TICKER = recordedTicker('gate', 0);
const CURRENCY = recordedCurrency('gate');
const CHAIN = firstOf(CURRENCY, 'chains');

export const gate: RigLayout = {
  id: 'gate',
  hosts: ['api.gateio.ws'],
  codes: {
    '88MPH': 'MPH',
    ASS: 'ASSF',
    AXIS: 'AXISDEFI',
    BIFI: 'BITCOINFILE',
    BOX: 'DEFIBOX',
    BYN: 'BEYONDFI',
    EGG: 'GOOSEFINANCE',
    GTC: 'GAMECOM',
    HIT: 'HITCHAIN',
    MM: 'MILLION',
    MPH: 'MORPHER',
    ORT: 'XREATORS',
    POINT: 'GATEPOINT',
    RAI: 'RAIREFLEXINDEX',
    SBTC: 'SUPERBITCOIN',
    TNC: 'TRINITYNETWORKCREDIT',
    TRAC: 'TRACO',
    VAI: 'VAIOT',
  },
  refusal: { status: 400, body: { label: 'SERVER_ERROR', message: 'Internal server error' } },
  answer: endpoints({
    'GET /api/v4/spot/currencies': (instruments) => assetsOf(instruments).map(currency),
    'GET /api/v4/margin/currency_pairs': () => [],
    'GET /api/v4/spot/currency_pairs': (instruments) => instruments.map(market),
    'GET /api/v4/spot/tickers': (instruments) => instruments.map(ticker),
  }),
};

const codeOf = (common: string) => ownCode(gate, common);
const idOf = ({ base, quote }: RigInstrument) => `${codeOf(base)}_${codeOf(quote)}`;

function currency({ code, name, contractAddress }: RigAsset) {
  const chains = [like(CHAIN, { addr: contractAddress })];
  return like(CURRENCY, { currency: codeOf(code), name, chains });
}

function market(instrument: RigInstrument) {
  const { base, quote, baseName = base, active } = instrument;
  const id = idOf(instrument);
  const { leverage: _leverage, status: _status, ...spot } = MARKET;
  return like(spot, {
    id,
    base: codeOf(base),
    quote: codeOf(quote),
    base_name: baseName,
    quote_name: quote,
    trade_status: active ? 'tradable' : 'untradable',
    trade_url: `https://www.gate.com/trade/${id}`,
  });
}

function ticker(instrument: RigInstrument) {
  const { last, bid = '', ask = '', baseVolume, quoteVolume } = instrument;
  return like(TICKER, {
    currency_pair: idOf(instrument),
    last,
    lowest_ask: ask,
    highest_bid: bid,
    change_percentage: '0',
    base_volume: baseVolume,
    quote_volume: quoteVolume,
    high_24h: last,
    low_24h: last,
  });
}
