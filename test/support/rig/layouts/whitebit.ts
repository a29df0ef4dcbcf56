import { like, recordedCurrency, recordedMarket, recordingOf } from '../recorded.ts';
import { assetsOf, endpoints, type RigInstrument, type RigLayout } from '../rig-layout.ts';

const MARKET = recordedMarket('whitebit');
const TICKER = recordingOf('whitebit').listedTicker ?? {};
const CURRENCY = recordedCurrency('whitebit');

const idOf = ({ base, quote }: RigInstrument) => `${base}_${quote}`;

export const whitebit: RigLayout = {
  id: 'whitebit',
  hosts: ['whitebit.com'],
  refusal: { status: 422, body: { code: 30, message: 'Validation failed', errors: {} } },
  answer: endpoints({
    'GET /api/v4/public/assets': (instruments) =>
      Object.fromEntries(assetsOf(instruments).map(({ code, name }) => [code, like(CURRENCY, { name })])),
    'GET /api/v4/public/markets': (instruments) => instruments.map(market),
    'GET /api/v4/public/ticker': (instruments) =>
      Object.fromEntries(instruments.map((one) => [idOf(one), ticker(one)])),
  }),
};

function market(instrument: RigInstrument) {
  const { base, quote, active } = instrument;
  return like(MARKET, { name: idOf(instrument), stock: base, money: quote, tradesEnabled: active });
}

/** No book and no time. */
function ticker({ last, baseVolume, quoteVolume, active }: RigInstrument) {
  return like(TICKER, {
    last_price: last,
    quote_volume: quoteVolume,
    base_volume: baseVolume,
    isFrozen: !active,
    change: '0',
  });
}
