import { like, recordedCurrency, recordedMarket, recordedTicker, type Fields } from '../recorded.ts';
import { assetsOf, clockOf, endpoints, ownCode, type RigInstrument, type RigLayout } from '../rig-layout.ts';

const MARKET = recordedMarket('lbank');
const TICKER = recordedTicker('lbank', 'data', 0);
const CURRENCY = recordedCurrency('lbank');

/** Lists active markets only. */
export const lbank: RigLayout = {
  id: 'lbank',
  hosts: ['api.lbank.info', 'lbkperp.lbank.com'],
  codes: { HIT: 'Hiver', PNT: 'Penta', VET_ERC20: 'VEN' },
  refusal: { status: 200, body: { msg: 'Invalid Trading Pair', result: 'false', error_code: 10008, ts: 0 } },
  answer: endpoints({
    'GET /v2/withdrawConfigs.do': (instruments) =>
      listed(
        instruments,
        assetsOf(instruments).map(({ code }) => like(CURRENCY, { assetCode: codeOf(code) })),
      ),
    'GET /v2/accuracy.do': (instruments) => listed(instruments, traded(instruments).map(market)),
    'GET /cfd/openApi/v1/pub/instrument': (instruments) => listed(instruments, []),
    'GET /v2/ticker/24hr.do': (instruments) => listed(instruments, traded(instruments).map(ticker)),
  }),
};

const codeOf = (common: string) => ownCode(lbank, common).toLowerCase();
const idOf = ({ base, quote }: RigInstrument) => `${codeOf(base)}_${codeOf(quote)}`;
const traded = (instruments: readonly RigInstrument[]) => instruments.filter(({ active }) => active);
const listed = (instruments: readonly RigInstrument[], data: unknown) => ({
  msg: 'Success',
  result: 'true',
  data,
  error_code: 0,
  ts: clockOf(instruments),
});

const market = (instrument: RigInstrument) => like(MARKET, { symbol: idOf(instrument) });

/** No book. */
function ticker(instrument: RigInstrument) {
  const { last, baseVolume, quoteVolume, timestamp } = instrument;
  const values = {
    high: last,
    vol: baseVolume,
    low: last,
    change: '0',
    turnover: quoteVolume,
    latest: last,
  };
  return like(TICKER, {
    symbol: idOf(instrument),
    ticker: like(TICKER['ticker'] as Fields, values),
    timestamp,
  });
}
