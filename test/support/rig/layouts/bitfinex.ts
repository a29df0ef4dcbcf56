import { numeral } from '../numeral.ts';
import { assetsOf, endpoints, ownCode, type RigInstrument, type RigLayout } from '../rig-layout.ts';

const PAIRS = 'pub:info:pair,pub:info:pair:futures,pub:list:pair:securities,pub:list:pair:margin';
const CURRENCIES =
  'pub:list:currency,pub:map:currency:sym,pub:map:currency:label,pub:map:currency:unit,pub:map:currency:undl,' +
  'pub:map:currency:pool,pub:map:currency:explorer,pub:map:currency:tx:fee,pub:map:tx:method,pub:info:tx:status,' +
  'pub:list:currency:margin';
const PAIR_INFO = [null, null, null, '0.00004', '2000.0', null, null, null, 0.1, 0.05, null, null];
/** FRR, bid, ... of funding markets, which the list of all tickers contains too. */
const FUNDING = [
  'fUSD',
  0.0003,
  0.0002,
  30,
  1e7,
  0.0003,
  2,
  1e4,
  0,
  0,
  0.0003,
  1e8,
  0.001,
  0,
  null,
  null,
  1e7,
];

/** Lists active markets only. */
export const bitfinex: RigLayout = {
  id: 'bitfinex',
  hosts: ['api-pub.bitfinex.com'],
  codes: {
    ALG: 'ALGO',
    AMP: 'AMPL',
    ATO: 'ATOM',
    BCHABC: 'XEC',
    BCHN: 'BCH',
    DAT: 'DATA',
    DOG: 'MDOGE',
    DSH: 'DASH',
    EDO: 'PNT',
    EUS: 'EURS',
    EUT: 'EURT',
    HTX: 'HT',
    IDX: 'ID',
    IOT: 'IOTA',
    IQX: 'IQ',
    LUNA: 'LUNC',
    LUNA2: 'LUNA',
    MNA: 'MANA',
    ORS: 'ORS Group',
    PAS: 'PASS',
    QSH: 'QASH',
    QTM: 'QTUM',
    RBT: 'RBTC',
    SNG: 'SNGLS',
    STJ: 'STORJ',
    TERRAUST: 'USTC',
    TSD: 'TUSD',
    UDC: 'USDC',
    UST: 'USDT',
    VSY: 'VSYS',
    WAX: 'WAXP',
    XCH: 'XCHF',
    YGG: 'YEED',
    YYW: 'YOYOW',
    ZBT: 'ZB',
  },
  refusal: { status: 500, body: ['error', 10020, 'symbols: invalid'] },
  answer: endpoints({
    [`GET /v2/conf/${CURRENCIES}`]: (instruments) => {
      const assets = assetsOf(instruments);
      const labels = assets.map(({ code, name }) => [codeOf(code), name]);
      return [assets.map(({ code }) => codeOf(code)), [], labels, [], [], [], [], [], [], [], []];
    },
    [`GET /v2/conf/${PAIRS}`]: (instruments) => [
      traded(instruments).map((one) => [pairOf(one), PAIR_INFO]),
      [],
      [],
      [],
    ],
    'GET /v2/tickers': (instruments) => [...traded(instruments).map(ticker), FUNDING],
  }),
};

const codeOf = (common: string) => ownCode(bitfinex, common);
const traded = (instruments: readonly RigInstrument[]) => instruments.filter(({ active }) => active);

/** BTCUSD if both codes have three letters, otherwise AVAX:USD. */
function pairOf({ base, quote }: RigInstrument): string {
  const codes = [codeOf(base), codeOf(quote)];
  return codes.join(codes.every(({ length }) => length === 3) ? '' : ':');
}

function ticker(instrument: RigInstrument) {
  const { bid, ask, baseVolume } = instrument;
  const last = numeral(instrument.last);
  return [
    `t${pairOf(instrument)}`,
    bid === undefined ? null : numeral(bid),
    2.65337657,
    ask === undefined ? null : numeral(ask),
    1.95235136,
    0,
    0,
    last,
    numeral(baseVolume),
    last,
    last,
  ];
}
