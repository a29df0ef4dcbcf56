import { firstOf, like, recordedCurrency, recordedMarket, recordedTicker } from '../recorded.ts';
import {
  assetsOf,
  clockOf,
  endpoints,
  ownCode,
  type RigAsset,
  type RigInstrument,
  type RigLayout,
} from '../rig-layout.ts';

const MARKET = recordedMarket('bitget');
const TICKER = recordedTicker('bitget', 'data', 0);
const CURRENCY = recordedCurrency('bitget');
const CHAIN = firstOf(CURRENCY, 'chains');

export const bitget: RigLayout = {
  id: 'bitget',
  hosts: ['api.bitget.com'],
  codes: {
    APX: 'AstroPepeX',
    DEGEN: 'DegenReborn',
    EVA: 'Evadore',
    JADE: 'Jade Protocol',
    OMNI: 'omni',
    TONCOIN: 'TON',
  },
  refusal: { status: 400, body: { code: '40034', msg: 'Parameter does not exist', data: null } },
  answer: endpoints({
    'GET /api/v2/spot/public/coins': (instruments) =>
      listed(instruments, assetsOf(instruments).map(currency)),
    'GET /api/v2/spot/public/symbols': (instruments) => listed(instruments, instruments.map(market)),
    'GET /api/v2/margin/currencies': (instruments) => listed(instruments, []),
    'GET /api/v2/spot/market/tickers': (instruments) => listed(instruments, instruments.map(ticker)),
  }),
};

const codeOf = (common: string) => ownCode(bitget, common);
const idOf = ({ base, quote }: RigInstrument) => codeOf(base) + codeOf(quote);
const listed = (instruments: readonly RigInstrument[], data: unknown) => ({
  code: '00000',
  msg: 'success',
  requestTime: clockOf(instruments),
  data,
});

function currency({ code, contractAddress }: RigAsset) {
  return like(CURRENCY, { coin: codeOf(code), chains: [like(CHAIN, { contractAddress })] });
}

function market(instrument: RigInstrument) {
  return like(MARKET, {
    symbol: idOf(instrument),
    baseCoin: codeOf(instrument.base),
    quoteCoin: codeOf(instrument.quote),
    status: instrument.active ? 'online' : 'offline',
  });
}

function ticker(instrument: RigInstrument) {
  const { last, bid = '0', ask = '0', baseVolume, quoteVolume, timestamp } = instrument;
  return like(TICKER, {
    open: last,
    symbol: idOf(instrument),
    high24h: last,
    low24h: last,
    lastPr: last,
    quoteVolume,
    baseVolume,
    usdtVolume: quoteVolume,
    ts: String(timestamp),
    bidPr: bid,
    askPr: ask,
    openUtc: last,
    changeUtc24h: '0',
    change24h: '0',
  });
}
