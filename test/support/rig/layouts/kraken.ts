import { like, recordedCurrency, recordedMarket, recordedTicker } from '../recorded.ts';
import { assetsOf, endpoints, ownCode, type RigInstrument, type RigLayout } from '../rig-layout.ts';

const MARKET = recordedMarket('kraken');
const TICKER = recordedTicker('kraken', 'result', 'XBTUSDT');
const CURRENCY = recordedCurrency('kraken');

/** Kraken's first assets have ids with a letter before the code, X or for fiat Z; later ones have none. */
const FIRST_CRYPTOS = new Set('XBT ETH LTC XRP XDG XLM XMR ZEC ETC MLN'.split(' '));
const FIRST_FIATS = new Set('USD EUR GBP JPY CAD AUD'.split(' '));

export const kraken: RigLayout = {
  id: 'kraken',
  hosts: ['api.kraken.com'],
  codes: {
    XBT: 'BTC',
    XDG: 'DOGE',
    LUNA: 'LUNC',
    LUNA2: 'LUNA',
    UST: 'USTC',
    FEE: 'KFEE',
    REPV2: 'REP',
    REP: 'REPV1',
  },
  refusal: { status: 200, body: { error: ['EService:Unavailable'] } },
  answer: endpoints({
    'GET /0/public/Assets': (instruments) =>
      answered(
        assetsOf(instruments).map(({ code }) => [
          assetIdOf(code),
          like(CURRENCY, { altname: altNameOf(code) }),
        ]),
      ),
    'GET /0/public/AssetPairs': (instruments) => answered(instruments.map((one) => [idOf(one), market(one)])),
    'GET /0/public/Ticker': (instruments) => answered(instruments.map((one) => [idOf(one), ticker(one)])),
  }),
};

const answered = (entries: readonly (readonly [string, unknown])[]) => ({
  error: [],
  result: Object.fromEntries(entries),
});

const altNameOf = (code: string) => ownCode(kraken, code);

function assetIdOf(code: string): string {
  const altName = altNameOf(code);
  if (FIRST_CRYPTOS.has(altName)) return `X${altName}`;
  return FIRST_FIATS.has(altName) ? `Z${altName}` : altName;
}

/** XXBTZUSD between first assets; XBTUSDT and ADAUSD where one of them came later. */
export function idOf({ base, quote }: Pick<RigInstrument, 'base' | 'quote'>): string {
  const ids = [assetIdOf(base), assetIdOf(quote)];
  const altNames = [altNameOf(base), altNameOf(quote)];
  return (ids.every((id, i) => id !== altNames[i]) ? ids : altNames).join('');
}

function market({ base, quote, active }: RigInstrument) {
  return like(MARKET, {
    altname: altNameOf(base) + altNameOf(quote),
    wsname: `${altNameOf(base)}/${altNameOf(quote)}`,
    base: assetIdOf(base),
    quote: assetIdOf(quote),
    status: active ? 'online' : 'cancel_only',
  });
}

/** Of each pair of numbers the first is since midnight, the second over the last 24 hours. There is no timestamp. */
function ticker({ last, bid = '0', ask = '0', vwap = last, baseVolume }: RigInstrument) {
  return like(TICKER, {
    a: [ask, '1', '1.000'],
    b: [bid, '1', '1.000'],
    c: [last, '0.00160710'],
    v: ['0', baseVolume],
    p: [vwap, vwap],
    l: [last, last],
    h: [last, last],
    o: last,
  });
}
