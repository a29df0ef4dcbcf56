import { numeral } from '../numeral.ts';
import { firstOf, like, recordedCurrency, recordedMarket } from '../recorded.ts';
import {
  assetsOf,
  endpoints,
  ownCode,
  type RigAsset,
  type RigInstrument,
  type RigLayout,
} from '../rig-layout.ts';

const MARKET = recordedMarket('coinbaseexchange');
const CURRENCY = recordedCurrency('coinbaseexchange');
const NETWORK = firstOf(CURRENCY, 'supported_networks');
const HOUR_MS = 3_600_000;

export const coinbaseexchange: RigLayout = {
  id: 'coinbaseexchange',
  hosts: ['api.exchange.coinbase.com'],
  codes: { CGLD: 'CELO' },
  refusal: { status: 404, body: { message: 'NotFound' } },
  answer: endpoints({
    'GET /currencies': (instruments) => assetsOf(instruments).map(currency),
    'GET /products': (instruments) => instruments.map(market),
    'GET /products/spark-lines': (instruments) =>
      Object.fromEntries(instruments.map((one) => [idOf(one), sparkLine(one)])),
  }),
};

const codeOf = (common: string) => ownCode(coinbaseexchange, common);
const idOf = ({ base, quote }: RigInstrument) => `${codeOf(base)}-${codeOf(quote)}`;

function currency({ code, name, contractAddress }: RigAsset) {
  const supported_networks = [like(NETWORK, { contract_address: contractAddress })];
  return like(CURRENCY, { id: codeOf(code), name, supported_networks });
}

function market(instrument: RigInstrument) {
  const { base, quote, active } = instrument;
  return like(MARKET, {
    id: idOf(instrument),
    base_currency: codeOf(base),
    quote_currency: codeOf(quote),
    display_name: idOf(instrument),
    status: active ? 'online' : 'delisted',
    trading_disabled: !active,
  });
}

/** Hours, the newest first: start, low, high, open, close. There is no volume and no book. */
function sparkLine({ last, timestamp }: RigInstrument) {
  const price = numeral(last);
  const hour = Math.floor(timestamp / HOUR_MS);
  return [0, 1].map((back) => [((hour - back) * HOUR_MS) / 1000, price, price, price, price]);
}
