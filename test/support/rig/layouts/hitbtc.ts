import { firstOf, like, recordedCurrency, recordedMarket, recordedTicker } from '../recorded.ts';
import {
  assetsOf,
  endpoints,
  ownCode,
  type RigAsset,
  type RigInstrument,
  type RigLayout,
} from '../rig-layout.ts';

const MARKET = recordedMarket('hitbtc');
const TICKER = recordedTicker('hitbtc');
const CURRENCY = recordedCurrency('hitbtc');
const NETWORK = firstOf(CURRENCY, 'networks');

export const hitbtc: RigLayout = {
  id: 'hitbtc',
  hosts: ['api.hitbtc.com'],
  codes: {
    AUTO: 'Cube',
    BDP: 'BidiPass',
    BET: 'DAO.Casino',
    BIT: 'BitRewards',
    BOX: 'BOX Token',
    CPT: 'Cryptaur',
    GET: 'Themis',
    GMT: 'GMT Token',
    HSR: 'HC',
    IQ: 'IQ.Cash',
    LNC: 'LinkerCoin',
    PLA: 'PlayChip',
    PNT: 'Penta',
    SBTC: 'Super Bitcoin',
    STEPN: 'GMT',
    STX: 'STOX',
    TV: 'Tokenville',
    XMT: 'MTL',
    XPNT: 'PNT',
  },
  refusal: {
    status: 400,
    body: { error: { code: 2001, message: 'No such symbol', description: 'Try get /public/symbol' } },
  },
  answer: endpoints({
    'GET /api/3/public/currency': (instruments) =>
      Object.fromEntries(assetsOf(instruments).map((asset) => [codeOf(asset.code), currency(asset)])),
    'GET /api/3/public/symbol': (instruments) =>
      Object.fromEntries(instruments.map((one) => [idOf(one), market(one)])),
    'GET /api/3/public/ticker': (instruments) =>
      Object.fromEntries(instruments.map((one) => [idOf(one), ticker(one)])),
  }),
};

const codeOf = (common: string) => ownCode(hitbtc, common);
const idOf = ({ base, quote }: RigInstrument) => codeOf(base) + codeOf(quote);

function currency({ name, contractAddress }: RigAsset) {
  return like(CURRENCY, {
    full_name: name,
    networks: [like(NETWORK, { contract_address: contractAddress })],
  });
}

function market({ base, quote, active }: RigInstrument) {
  return like(MARKET, {
    base_currency: codeOf(base),
    quote_currency: codeOf(quote),
    fee_currency: codeOf(quote),
    status: active ? 'working' : 'suspended',
  });
}

function ticker(instrument: RigInstrument) {
  const { last, bid = null, ask = null, baseVolume, quoteVolume, timestamp } = instrument;
  return like(TICKER, {
    ask,
    bid,
    last,
    low: last,
    high: last,
    open: last,
    volume: baseVolume,
    volume_quote: quoteVolume,
    timestamp: new Date(timestamp).toISOString(),
  });
}
