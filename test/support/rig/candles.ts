import {
  DAY_MS,
  ownCode,
  type RigAnswer,
  type RigInstrument,
  type RigLayout,
  type RigRequest,
} from './rig-layout.ts';

/** A candle of a market of the rig. Numbers are decimals in text. */
export interface RigCandle {
  /** Start in milliseconds since 1970. */
  readonly at: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
}

export type RigCandleLength = 'day' | 'hour';

/** The candles of a market, oldest first, including the current one. */
export type CandlesOf = (
  exchange: string,
  instrument: RigInstrument,
  length: RigCandleLength,
) => readonly RigCandle[];

/** The candle endpoint of an exchange and its format. */
interface CandleLayout {
  /** The market is a group of it, or a parameter. */
  readonly path: RegExp;
  readonly market?: string;
  readonly isHour: (url: URL) => boolean;
  readonly answer: (candles: readonly RigCandle[], market: string) => unknown;
  /** Maximum number of rows in a reply. */
  readonly most?: number;
}

const seconds = (at: number) => Math.floor(at / 1000);
const list = ({ at, open, high, low, close, volume }: RigCandle) => [at, open, high, low, close, volume];
const ofParameter = (name: string, hour: RegExp) => (url: URL) => hour.test(url.searchParams.get(name) ?? '');
const korean = ({ at, open, high, low, close, volume }: RigCandle, market: string) => ({
  market,
  candle_date_time_utc: new Date(at).toISOString().slice(0, 19),
  candle_date_time_kst: new Date(at + 9 * 3_600_000).toISOString().slice(0, 19),
  opening_price: open,
  high_price: high,
  low_price: low,
  trade_price: close,
  candle_acc_trade_volume: volume,
});
const koreanPath = /^\/v1\/candles\/(?:days|minutes\/60)$/;
const isKoreanHour = ({ pathname }: URL) => pathname.includes('minutes');

const CANDLES: Readonly<Record<string, CandleLayout>> = {
  binance: {
    path: /^\/api\/v3\/klines$/,
    market: 'symbol',
    isHour: ofParameter('interval', /^1h$/),
    answer: (candles) => candles.map((one) => [...list(one), one.at + DAY_MS - 1, '0', 0, '0', '0', '0']),
  },
  bitfinex: {
    path: /^\/v2\/candles\/trade:1[hD]:t(.+)\/hist$/,
    isHour: ({ pathname }) => pathname.includes(':1h:'),
    answer: (candles) =>
      candles.map(({ at, open, high, low, close, volume }) =>
        [at, open, close, high, low, volume].map(Number),
      ),
  },
  bitget: {
    path: /^\/api\/v2\/spot\/market\/(?:history-)?candles$/,
    market: 'symbol',
    isHour: ofParameter('granularity', /^1h$/),
    answer: (candles) => ({
      code: '00000',
      msg: 'success',
      data: candles.map((one) => [...list(one).map(String), '0', '0']),
    }),
  },
  bithumb: {
    path: koreanPath,
    market: 'market',
    isHour: isKoreanHour,
    answer: (candles, market) => candles.toReversed().map((one) => korean(one, market)),
    most: 200,
  },
  bitstamp: {
    path: /^\/api\/v2\/ohlc\/(.+)\/$/,
    isHour: ofParameter('step', /^3600$/),
    answer: (candles, pair) => ({
      data: {
        pair,
        ohlc: candles.map(({ at, ...rest }) => ({ timestamp: String(seconds(at)), ...rest })),
      },
    }),
  },
  bybit: {
    path: /^\/v5\/market\/kline$/,
    market: 'symbol',
    isHour: ofParameter('interval', /^60$/),
    answer: (candles, symbol) => ({
      retCode: 0,
      retMsg: 'OK',
      result: {
        symbol,
        category: 'spot',
        list: candles.toReversed().map((one) => [...list(one).map(String), '0']),
      },
    }),
  },
  coinbase: {
    path: /^\/api\/v3\/brokerage\/market\/products\/(.+)\/candles$/,
    isHour: ofParameter('granularity', /^ONE_HOUR$/),
    answer: (candles) => ({
      candles: candles.toReversed().map(({ at, ...rest }) => ({ start: String(seconds(at)), ...rest })),
    }),
  },
  coinex: {
    path: /^\/v2\/spot\/kline$/,
    market: 'market',
    isHour: ofParameter('period', /^1hour$/),
    answer: (candles, market) => ({
      code: 0,
      data: candles.map(({ at, volume, ...rest }) => ({
        ...rest,
        market,
        created_at: at,
        value: volume,
        volume: '0',
      })),
      message: 'OK',
    }),
  },
  cryptocom: {
    path: /^\/exchange\/v1\/public\/get-candlestick$/,
    market: 'instrument_name',
    isHour: ofParameter('timeframe', /^1h$/),
    answer: (candles, name) => ({
      id: -1,
      method: 'public/get-candlestick',
      code: 0,
      result: {
        interval: '1D',
        data: candles.map(({ at, open, high, low, close, volume }) => ({
          o: open,
          h: high,
          l: low,
          c: close,
          v: volume,
          t: at,
        })),
        instrument_name: name,
      },
    }),
  },
  gate: {
    path: /^\/api\/v4\/spot\/candlesticks$/,
    market: 'currency_pair',
    isHour: ofParameter('interval', /^1h$/),
    answer: (candles) =>
      candles.map(({ at, open, high, low, close, volume }) => [
        String(seconds(at)),
        '0',
        close,
        high,
        low,
        open,
        volume,
        'true',
      ]),
  },
  hitbtc: {
    path: /^\/api\/3\/public\/candles\/(.+)$/,
    isHour: ofParameter('period', /^H1$/),
    answer: (candles) =>
      candles.map(({ at, open, high, low, close, volume }) => ({
        timestamp: new Date(at).toISOString(),
        open,
        close,
        min: low,
        max: high,
        volume,
        volume_quote: '0',
      })),
  },
  htx: {
    path: /^\/market\/history\/candles$/,
    market: 'symbol',
    isHour: ofParameter('period', /^60min$/),
    answer: (candles, market) => ({
      ch: `market.${market}.kline`,
      status: 'ok',
      data: candles.toReversed().map(({ at, open, high, low, close, volume }) => ({
        id: seconds(at),
        open,
        close,
        low,
        high,
        amount: volume,
        vol: '0',
        count: 1,
      })),
    }),
    most: 1000,
  },
  kraken: {
    path: /^\/0\/public\/OHLC$/,
    market: 'pair',
    isHour: ofParameter('interval', /^60$/),
    answer: (candles, pair) => ({
      error: [],
      result: {
        [pair]: candles.map(({ at, open, high, low, close, volume }) => [
          seconds(at),
          open,
          high,
          low,
          close,
          close,
          volume,
          1,
        ]),
        last: 0,
      },
    }),
    most: 720,
  },
  lbank: {
    path: /^\/v2\/kline\.do$/,
    market: 'symbol',
    isHour: ofParameter('type', /^hour1$/),
    answer: (candles) => ({
      msg: 'Success',
      result: 'true',
      data: candles.map(({ at, open, high, low, close, volume }) => [
        seconds(at),
        ...[open, high, low, close, volume].map(Number),
      ]),
    }),
  },
  mexc: {
    path: /^\/api\/v3\/klines$/,
    market: 'symbol',
    isHour: ofParameter('interval', /^60m$/),
    answer: (candles) => candles.map((one) => [...list(one), one.at + DAY_MS, '0']),
  },
  okx: {
    path: /^\/api\/v5\/market\/(?:history-)?candles$/,
    market: 'instId',
    isHour: ofParameter('bar', /^1H$/),
    answer: (candles) => ({
      code: '0',
      msg: '',
      data: candles.toReversed().map((one) => [...list(one).map(String), '0', '0', '1']),
    }),
  },
  poloniex: {
    path: /^\/markets\/(.+)\/candles$/,
    isHour: ofParameter('interval', /^HOUR_1$/),
    answer: (candles) =>
      candles.map(({ at, open, high, low, close, volume }) => [
        low,
        high,
        open,
        close,
        '0',
        volume,
        '0',
        '0',
        1,
        at,
        close,
        'DAY_1',
        at,
        at + DAY_MS - 1,
      ]),
  },
  upbit: {
    path: koreanPath,
    market: 'market',
    isHour: isKoreanHour,
    answer: (candles, market) => candles.toReversed().map((one) => korean(one, market)),
    most: 200,
  },
  whitebit: {
    path: /^\/api\/v1\/public\/kline$/,
    market: 'market',
    isHour: ofParameter('interval', /^1h$/),
    answer: (candles) => ({
      success: true,
      message: null,
      result: candles.map(({ at, open, high, low, close, volume }) => [
        seconds(at),
        open,
        close,
        high,
        low,
        volume,
        '0',
      ]),
    }),
  },
  xt: {
    path: /^\/v4\/public\/kline$/,
    market: 'symbol',
    isHour: ofParameter('interval', /^1h$/),
    answer: (candles) => ({
      rc: 0,
      mc: 'SUCCESS',
      ma: [],
      result: candles.map(({ at, open, high, low, close, volume }) => ({
        t: at,
        o: open,
        c: close,
        h: high,
        l: low,
        q: volume,
        v: '0',
      })),
    }),
  },
};

/** Extends a layout with candles. */
export function withCandles(layout: RigLayout, candlesOf: CandlesOf): RigLayout {
  const candles = CANDLES[layout.id];
  if (!candles) return layout;
  return {
    ...layout,
    answer: (request, instruments) =>
      candleAnswer(layout, candles, candlesOf, request, instruments) ?? layout.answer(request, instruments),
  };
}

function candleAnswer(
  layout: RigLayout,
  { path, market, isHour, answer, most = 1000 }: CandleLayout,
  candlesOf: CandlesOf,
  { method, url }: RigRequest,
  instruments: readonly RigInstrument[],
): RigAnswer | undefined {
  const match = path.exec(url.pathname);
  if (method !== 'GET' || !match) return undefined;
  const name = (market === undefined ? match[1] : url.searchParams.get(market)) ?? '';
  const instrument = instruments.find((one) => namesOf(layout, one).has(plain(name)));
  if (!instrument) return layout.refusal;
  const all = candlesOf(layout.id, instrument, isHour(url) ? 'hour' : 'day');
  return { status: 200, body: answer(all.slice(-most), name) };
}

const plain = (name: string) =>
  decodeURIComponent(name)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');

/** All ways in which the exchange may join the two codes; Kraken's first assets have a letter in front. */
function namesOf(layout: RigLayout, { base, quote }: RigInstrument): ReadonlySet<string> {
  const [own, of] = [ownCode(layout, base), ownCode(layout, quote)];
  return new Set(
    [own + of, of + own, `X${own}Z${of}`, `X${own}X${of}`, `Z${own}Z${of}`, base + quote, quote + base].map(
      plain,
    ),
  );
}
