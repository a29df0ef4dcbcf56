import { oneOf } from '../../../contract/parameter-kinds.ts';
import type { Asset } from '../../../core/asset.ts';
import type { Flag } from '../../../core/index-value.ts';
import { DAY_MS, parseDatetime, type Millis } from '../../../core/time.ts';
import { joinIncomplete } from '../../http/answers/incomplete.ts';
import type { DataRoute } from '../../http/routing/route.ts';
import { readCandleRange, type CandleRange, type CandleRecord } from '../candle-reader.ts';
import type { AdapterCall } from '../resource-reader.ts';
import { coinRoute, IncompleteBody, type CoinGeckoParts } from './coin-route.ts';
import { invalidParameter } from './errors.ts';
import { DAYS, described, FROM_TO, PRECISION, rounded, VS_CURRENCY, type Precision } from './parameters.ts';
import { flagsOf, inCurrency, type Currency } from './prices.ts';

type ChartInterval = '5m' | '30m' | '1h' | '4h' | '1d';

const INTERVALS = { '5m': '5m', hourly: '1h', daily: '1d' } as const;
const INTERVAL = {
  interval: described(oneOf(Object.keys(INTERVALS) as (keyof typeof INTERVALS)[]), 'Distance of points'),
};
/** Longest charts of an interval, in days. */
const MAX_DAYS: Readonly<Record<ChartInterval, number>> = {
  '5m': 10,
  '30m': 2,
  '1h': 100,
  '4h': 30,
  '1d': Infinity,
};
/** Candles below a day exist for 200 days; a chart that begins earlier is daily. */
const WINDOW_DAYS = 199;

interface Point {
  readonly at: Millis;
  readonly price: number;
  /** In the currency, over 24 hours. */
  readonly volume: number | null;
  readonly flags: readonly Flag[];
}

interface Span {
  readonly from: Millis;
  readonly to: Millis;
  readonly interval: ChartInterval;
}

export function chartRoutes(parts: CoinGeckoParts): DataRoute[] {
  const { prices } = parts;
  const shared = { access: ['read:index-ticker'] as const, checksLimit: true };

  /** Complete candles of an asset's GWA that end at the end of the span or before. */
  async function completeCandles(call: AdapterCall, { id }: Asset, span: Span): Promise<CandleRange> {
    const { candles, incomplete } = await readCandleRange(parts, call, { ...span, indexId: id });
    const isWanted = ({ complete, endTimestamp }: CandleRecord) =>
      complete && (parseDatetime(endTimestamp) ?? Infinity) <= span.to;
    return { candles: candles.filter(isWanted), incomplete };
  }

  /** `withLast`: the current price is the last point, as in charts that end now. */
  async function chart(call: AdapterCall, coin: Asset, code: string, span: Span, withLast: boolean) {
    const now = await prices.read(call);
    const current = now.of(coin);
    const currency = now.currency(code);
    const { candles, incomplete } = await completeCandles(call, coin, span);
    const rates = currency.price && (await completeCandles(call, currency.price.asset, span));
    const points = pointsOf(candles, rates?.candles, currency);
    const last: Point[] =
      current && withLast
        ? [
            {
              at: current.at,
              price: inCurrency(current.usd, currency),
              volume: inCurrency(current.usd * current.volume, currency),
              flags: flagsOf(current, currency.price),
            },
          ]
        : [];
    const before = points.filter(({ at }) => last.every((each) => at < each.at));
    return { points: [...before, ...last], incomplete: joinIncomplete([incomplete, rates?.incomplete]) };
  }

  return [
    coinRoute(parts, {
      ...shared,
      path: '/coins/{id}/market_chart',
      query: { ...VS_CURRENCY, ...DAYS, ...INTERVAL, ...PRECISION },
      answer: async (call) => {
        const { days, vs_currency: code, interval, precision } = call.query;
        const span = spanOfDays(days, call.marketTime, intervalOf(days, days, interval));
        const { points, incomplete } = await chart(call, call.coin(), code, span, true);
        return new IncompleteBody(chartBody(points, precision), incomplete);
      },
    }),
    coinRoute(parts, {
      ...shared,
      path: '/coins/{id}/market_chart/range',
      query: { ...VS_CURRENCY, ...FROM_TO, ...INTERVAL, ...PRECISION },
      answer: async (call) => {
        const { from, vs_currency: code, interval, precision } = call.query;
        const to = Math.min(call.query.to, call.marketTime);
        if (from > call.query.to) throw invalidParameter('from', 'is after to');
        if (from > call.marketTime) return chartBody([], precision);
        const days = (to - from) / DAY_MS;
        const span = { from, to, interval: intervalOf(days, (call.marketTime - from) / DAY_MS, interval) };
        const { points, incomplete } = await chart(call, call.coin(), code, span, false);
        return new IncompleteBody(chartBody(points, precision), incomplete);
      },
    }),
    coinRoute(parts, {
      ...shared,
      path: '/coins/{id}/ohlc',
      query: {
        ...VS_CURRENCY,
        ...DAYS,
        interval: described(oneOf(['daily']), 'Length of candles'),
        ...PRECISION,
      },
      answer: async (call) => {
        const { days, vs_currency: code, interval, precision } = call.query;
        const coin = call.coin();
        // High and low of a quotient do not follow from those of its parts.
        if (code !== 'usd') throw invalidParameter('vs_currency', 'candles are only in usd');
        (await prices.read(call)).of(coin);
        const length = interval === 'daily' || days > 30 ? '1d' : days === 1 ? '30m' : '4h';
        const span = spanOfDays(days, call.marketTime, length);
        const { candles, incomplete } = await completeCandles(call, coin, span);
        return new IncompleteBody(
          candles.map((candle) => ohlcOf(candle, precision)),
          incomplete,
        );
      },
    }),
  ];
}

/** `days`: the length of the chart; `age`: how long ago it begins. Throws 400 for more points than an answer has. */
function intervalOf(days: number, age: number, wanted: keyof typeof INTERVALS | undefined): ChartInterval {
  if (wanted === undefined) {
    if (age > WINDOW_DAYS || days > 90) return '1d';
    return days > 1 ? '1h' : '5m';
  }
  const interval = INTERVALS[wanted];
  if (days > MAX_DAYS[interval])
    throw invalidParameter('interval', `${wanted} is for at most ${MAX_DAYS[interval]} days`);
  if (interval !== '1d' && age > WINDOW_DAYS)
    throw invalidParameter('interval', `${wanted} is only for the last ${WINDOW_DAYS} days`);
  return interval;
}

/** No end-of-day record is older. */
const FIRST: Millis = Date.UTC(2014, 0, 1);

function spanOfDays(days: number, now: Millis, interval: ChartInterval): Span {
  return { from: Math.max(FIRST, now - days * DAY_MS), to: now, interval };
}

/** The closes of candles, at the end of each. With another currency only where that has a candle too. */
function pointsOf(
  candles: readonly CandleRecord[],
  rates: readonly CandleRecord[] | undefined,
  currency: Currency,
): Point[] {
  const rateAt = new Map(rates?.map((rate) => [rate.endTimestamp, rate]));
  return candles.flatMap((candle): Point[] => {
    const rate = rateAt.get(candle.endTimestamp);
    if (currency.price && !rate) return [];
    const usd = Number(candle.close);
    const traded = candle.volume24h ?? candle.volume;
    const per = rate ? { ...currency, price: { ...currency.price!, usd: Number(rate.close) } } : currency;
    return [
      {
        at: parseDatetime(candle.endTimestamp) ?? 0,
        price: inCurrency(usd, per),
        volume: traded === undefined ? null : inCurrency(Number(traded) * usd, per),
        flags: flagsOf({ flags: candle.flags ?? [] }, rate && { flags: rate.flags ?? [] }),
      },
    ];
  });
}

function chartBody(points: readonly Point[], precision: Precision | undefined): object {
  const flagged = points.filter(({ flags }) => flags.length > 0);
  return {
    prices: points.map(({ at, price }) => [at, rounded(price, precision)]),
    market_caps: points.map(({ at }) => [at, null]),
    total_volumes: points.map(({ at, volume }) => [at, volume]),
    ...(flagged.length > 0 && { tidemark_flags: flagged.map(({ at, flags }) => [at, flags]) }),
  };
}

/** A candle with flags has them as a sixth element. */
function ohlcOf({ open, high, low, close, endTimestamp, flags }: CandleRecord, precision?: Precision) {
  const prices = [open, high, low, close].map((price) => rounded(Number(price), precision));
  return [parseDatetime(endTimestamp), ...prices, ...(flags ? [flags] : [])];
}
