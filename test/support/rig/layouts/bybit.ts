import { recordedMarket, like } from '../recorded.ts';
import { clockOf, endpoints, type RigInstrument, type RigLayout } from '../rig-layout.ts';

const MARKET = recordedMarket('bybit');

export const bybit: RigLayout = {
  id: 'bybit',
  hosts: ['api.bybit.com'],
  refusal: {
    status: 200,
    body: { retCode: 10016, retMsg: 'Server error.', result: {}, retExtInfo: {}, time: 0 },
  },
  answer: endpoints({
    'GET /v5/market/instruments-info': (instruments, url) => listed(instruments, url, market),
    'GET /v5/market/tickers': (instruments, url) => listed(instruments, url, ticker),
  }),
};

/** The time of the reply is the only time of its tickers. */
function listed(instruments: readonly RigInstrument[], url: URL, say: (one: RigInstrument) => unknown) {
  const category = url.searchParams.get('category');
  const list = category === 'spot' ? instruments.map(say) : [];
  return {
    retCode: 0,
    retMsg: 'OK',
    result: { category, list },
    retExtInfo: {},
    time: clockOf(instruments),
  };
}

function market({ base, quote, active }: RigInstrument) {
  return like(MARKET, {
    symbol: base + quote,
    baseCoin: base,
    quoteCoin: quote,
    status: active ? 'Trading' : 'Closed',
  });
}

function ticker({ base, quote, last, bid = '', ask = '', baseVolume, quoteVolume }: RigInstrument) {
  return {
    symbol: base + quote,
    bid1Price: bid,
    bid1Size: '2',
    ask1Price: ask,
    ask1Size: '1.862172',
    lastPrice: last,
    prevPrice24h: last,
    price24hPcnt: '0',
    highPrice24h: last,
    lowPrice24h: last,
    turnover24h: quoteVolume,
    volume24h: baseVolume,
    usdIndexPrice: '',
  };
}
