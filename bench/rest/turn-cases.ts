import { LX_INDICES } from '../../src/core/ids/well-known-ids.ts';
import { DAY_MS, slotAtOrBefore, SLOT_MS, type Millis } from '../../src/core/time.ts';

/** A request to a route: with the largest parameters, in every format. */
export interface TurnCase {
  readonly name: string;
  /** The path in a round. If the service would cache the response, later rounds request something else. */
  readonly path: (round: number) => string;
  readonly headers?: Readonly<Record<string, string>>;
}

const BTC = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
const BTC_USD = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
const DERIBIT = '46f3c558-453c-41d2-b6d8-c6e57128e206';
const FORMS = [
  'format=json',
  'format=csv',
  'format=ndjson',
  'quantities=number',
  'format=ndjson&quantities=number',
];
const ENCODINGS = ['gzip', 'br'];
const MAX_RECEIPTS = 120;

/** `now`: the last tick at the start. */
export function turnCases(now: Millis): TurnCase[] {
  const iso = (at: Millis) => new Date(at).toISOString();
  const before = (round: number) => iso(now - round * SLOT_MS);
  // Up to the newest tick at the time of the request: modelled ticks from before the start of the service have no receipts.
  const lastHour = () => {
    const last = slotAtOrBefore(Date.now());
    return `from=${iso(last - (MAX_RECEIPTS - 1) * SLOT_MS)}&to=${iso(last + 1)}`;
  };
  const lists: Readonly<Record<string, (round: number) => string>> = {
    assets: () => '/v3/asset',
    markets: () => '/v3/market',
    exchanges: () => '/v3/exchange',
    'exchange tickers': () => '/v3/exchange-ticker',
    'index tickers': () => '/v3/index-ticker',
    'page of all indices': (round) => `/v3/index-ticker?timestamp=${before(round)}&size=2000`,
    'page of all indices, oldest first': (round) =>
      `/v3/index-ticker?from=${before(round + 2)}&to=${iso(now + 1)}&order=asc&size=2000`,
    'page of one index': (round) =>
      `/v3/index-ticker?timestamp=${before(round)}&indexId=${BTC_USD}&size=2000`,
    'page of one index, oldest first': (round) =>
      `/v3/index-ticker?from=${iso(now - 17 * 3600_000 - round * SLOT_MS)}&order=asc&indexId=${BTC_USD}&size=2000`,
    'last days': () => '/v3/ohlcv',
    'page of days': (round) => `/v3/ohlcv?timestamp=${iso(now - round * DAY_MS)}&size=2000`,
    'page of days, oldest first': (round) =>
      `/v3/ohlcv?from=${iso(now - (30 + round) * DAY_MS)}&to=${iso(now)}&order=asc&size=2000`,
    'days of one index': (round) =>
      `/v3/ohlcv?timestamp=${iso(now - round * DAY_MS)}&indexId=${BTC}&size=2000`,
    'candles 1m': (round) => `/v3/candles?interval=1m&symbol=BTC&to=${before(round * 2)}&size=2000`,
    'candles 1h': (round) => `/v3/candles?interval=1h&symbol=BTC&to=${before(round * 120)}&size=2000`,
    'candles 1d': (round) => `/v3/candles?interval=1d&symbol=BTC&to=${before(round * 2880)}&size=2000`,
    coverage: () => `/v3/series/${BTC_USD}/coverage`,
    sparklines: () => '/v3/sparklines',
    'market caps': () => '/v3/market-cap',
    'market caps with changes': () => '/v3/market-cap?percentChange=true',
    'largest with changes': (round) => `/v3/market-cap?percentChange=true&top=${2000 - round}`,
    quality: () => '/v3/quality',
    'quality of exchanges': () => '/v3/quality/exchange',
    options: () => `/v3/derivatives/ticker/options?exchangeId=${DERIBIT}`,
    'option contracts': () => `/v3/derivatives/contract/options?exchangeId=${DERIBIT}`,
    'integrity heads': () => '/v3/integrity/heads',
  };
  const formed = Object.entries(lists).flatMap(([name, path]) => [
    ...FORMS.map((form) => ({
      name: `${name}, ${form}`,
      path: (round: number) => `${path(round)}${path(round).includes('?') ? '&' : '?'}${form}`,
    })),
    ...ENCODINGS.map((encoding) => ({
      name: `${name}, ${encoding}`,
      path,
      headers: { 'accept-encoding': encoding },
    })),
  ]);
  const series = Array.from({ length: 2 }, (_, i) => (i === 0 ? BTC : BTC_USD)).join();
  const files = ['csv', 'ndjson', 'parquet'].flatMap((format) => [
    {
      name: `export of ticks, ${format}`,
      path: () => `/v3/export/index-ticker?indexId=${series}&from=${iso(now - DAY_MS)}&format=${format}`,
    },
    {
      name: `export of days, ${format}`,
      path: () => `/v3/export/ohlcv?indexId=${series}&from=2015-01-01T00:00:00Z&format=${format}`,
    },
    {
      name: `export of candles, ${format}`,
      path: () =>
        `/v3/export/candles?interval=1m&indexId=${series}&from=${iso(now - 5 * DAY_MS)}&format=${format}`,
    },
  ]);
  const receipts = [BTC, BTC_USD, LX_INDICES.BLX].flatMap((id) => [
    {
      name: `receipts of ${id}`,
      path: () => `/v3/receipts?indexId=${id}&${lastHour()}`,
    },
  ]);
  const pages = [
    '/openapi.json',
    '/asyncapi.json',
    '/docs',
    '/docs/querying',
    '/',
    '/metrics',
    '/v3/status',
    '/healthz',
  ];
  return [...formed, ...files, ...receipts, ...pages.map((path) => ({ name: path, path: () => path }))];
}
