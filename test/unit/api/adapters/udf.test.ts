import { describe, expect, test } from 'vitest';
import { ResourceReader } from '../../../../src/api/adapters/resource-reader.ts';
import { UDF_ERRORS } from '../../../../src/api/adapters/udf/errors.ts';
import { priceScale } from '../../../../src/api/adapters/udf/symbol-info.ts';
import type { UdfSource } from '../../../../src/api/adapters/udf/udf-route.ts';
import { udfRoutes } from '../../../../src/api/adapters/udf/udf-routes.ts';
import { ApiError } from '../../../../src/api/http/errors.ts';
import { ParameterReader } from '../../../../src/api/http/routing/parameters.ts';
import { dataRoute, type AnyRoute, type DataRoute } from '../../../../src/api/http/routing/route.ts';
import type { Grant } from '../../../../src/auth/tokens/token-verifier.ts';
import { datetimeParameter, textParameter } from '../../../../src/contract/parameter-kinds.ts';
import { Type } from '../../../../src/contract/schema.ts';
import { DATA_SCOPES, type Scope } from '../../../../src/contract/scopes.ts';
import type { Asset } from '../../../../src/core/asset.ts';
import { LX_INDICES } from '../../../../src/core/ids/well-known-ids.ts';
import type { SeriesId } from '../../../../src/core/index-value.ts';
import { runToEnd, type Slices } from '../../../../src/core/async/slices.ts';
import { MINUTE_MS } from '../../../../src/core/time.ts';
import { PreparedAnswer } from '../../../../src/latest/answers/prepared-answer.ts';

const at = (time: string) => Date.parse(`2026-03-01T${time}Z`);
const seconds = (time: string) => at(time) / 1000;
const NOW = at('12:00:05');

const asset = (digit: string, symbol: string, name: string, status: Asset['status'] = 'ACTIVE'): Asset => ({
  id: `${digit.repeat(8)}-0000-4000-8000-000000000000`,
  name,
  symbol,
  slugName: name.toLowerCase(),
  status,
  type: 'CRYPTO',
  url: 'https://example.org',
});

const USD = asset('1', 'USD', 'Dollar');
const BTC = asset('2', 'BTC', 'Bitcoin');
const TWICE = asset('3', 'TWICE', 'First');
const ALSO = asset('4', 'TWICE', 'Second');
const OLD = asset('5', 'OLD', 'Gone', 'INACTIVE');
const ASSETS = [USD, BTC, TWICE, ALSO, OLD];
const BTC_USD = 'aaaaaaaa-0000-4000-8000-000000000000';
const { BLX } = LX_INDICES;

const gwa = ({ id }: Asset): SeriesId => ({ indexType: 'GWA', indexId: id });
const MWA: SeriesId = { indexType: 'MWA', indexId: BTC_USD };
const LX: SeriesId = { indexType: 'LX', indexId: BLX };
const SERIES = [MWA, ...ASSETS.map(gwa), LX];

const versions = {
  current: {
    series: {
      series: SERIES,
      typeOf: (id: string) => SERIES.find(({ indexId }) => indexId === id)?.indexType,
    },
    catalogue: {
      asset: (id: string) => ASSETS.find((each) => each.id === id),
      market: (id: string) => (id === BTC_USD ? { baseAssetId: BTC.id, quoteAssetId: USD.id } : undefined),
    },
    names: { nameOf: (id: string) => (id === BTC_USD ? 'BTC_USD' : '') },
  },
};

const named = (kind: string, name: string) => {
  if (kind === 'name') return name === 'BLX' ? [LX] : [];
  if (kind === 'marketName') return name === 'BTC_USD' ? [MWA] : [];
  return ASSETS.filter((each) => each[kind as 'symbol'] === name).map(gwa);
};
const withTitle = (series: SeriesId) => ({ series, title: 'title' });
const names = {
  indicesNamed: (kind: string, name: string) => named(kind, name).map(withTitle),
  indicesOf: (name: string) =>
    ['name', 'marketName', 'symbol', 'slugName']
      .map((kind) => named(kind, name))
      .find((found) => found.length > 0)
      ?.map(withTitle) ?? [],
};

const bar = (time: string, close: string, more: object = {}) => ({
  id: time,
  open: '1',
  high: '9',
  low: '0.00000001',
  close,
  volume24h: '10',
  startTimestamp: new Date(at(time)).toISOString(),
  ticks: '10',
  expected: '10',
  complete: true,
  ...more,
});

/** Bars of five minutes, newest first; 09:10 and 09:15 are missing. */
const FIVE_MINUTES = [
  bar('09:35', '8', { ticks: '4', expected: '4', complete: false }),
  bar('09:30', '7', { ticks: '7', flags: ['THIN', 'SUSPECT'] }),
  bar('09:25', '6', { flags: ['MODELLED'] }),
  bar('09:20', '5', { flags: ['MODELLED'] }),
  bar('09:05', '4', { flags: ['MODELLED'] }),
  bar('09:00', '3'),
];
const TODAY = bar('00:00', '30', { open: '21', volume: '7' });
const YESTERDAY = { ...bar('00:00', '20', { volume: '5', flags: ['CARRIED'] }) };
const DAYS = [TODAY, { ...YESTERDAY, id: 'before', startTimestamp: '2026-02-28T00:00:00.000Z' }];

const asked: Readonly<Record<string, unknown>>[] = [];
const text = { kind: textParameter, description: '' };
const time = { kind: datetimeParameter, description: '' };

const gapFrom = (start: string) =>
  `DOWN;from="${start}";to="${new Date(Date.parse(start) + MINUTE_MS).toISOString()}"`;

/** Pages of candles as the resource makes them, of at most three. */
const candles: AnyRoute = dataRoute({
  path: '/candles',
  operationId: 'listCandles',
  summary: '',
  tag: '',
  object: 'Candle',
  access: 'token',
  query: { indexId: text, interval: text, size: text, startAfter: text, from: time, to: time },
  response: Type.Object({}),
  handle: ({ query }) => {
    asked.push(query);
    const { interval, startAfter, from = -Infinity, to = Infinity, size } = query;
    const all = (interval === '1d' ? DAYS : FIVE_MINUTES).filter(({ startTimestamp }) => {
      const start = Date.parse(startTimestamp);
      return start >= from && start < to;
    });
    const first = startAfter === undefined ? 0 : all.findIndex(({ id }) => id === startAfter) + 1;
    const shown = all.slice(first, first + Math.min(Number(size), 3));
    const nextId = all.length > first + shown.length ? shown.at(-1)?.id : undefined;
    const oldest = shown.at(-1)?.startTimestamp;
    const incomplete = query.from === undefined || !oldest ? undefined : gapFrom(oldest);
    const body = Buffer.from(JSON.stringify({ content: shown, nextId }));
    return { prepared: new PreparedAnswer(body, undefined, incomplete), maxAgeSeconds: 0 };
  },
});

const GAPS = [
  { from: '2026-03-01T09:10:30.000Z', to: '2026-03-01T09:20:30.000Z', reason: 'DOWN' },
  { from: '2026-03-01T09:31:00.000Z', to: '2026-03-01T09:32:30.000Z', reason: 'SOURCE' },
];
const coverage: AnyRoute = dataRoute({
  path: '/coverage',
  operationId: 'getSeriesCoverage',
  summary: '',
  tag: '',
  object: 'Coverage',
  access: 'token',
  pathParameters: { indexId: { ...text, required: true } },
  query: { from: time, to: time },
  response: Type.Object({}),
  handle: ({ path: { indexId } }) => ({
    prepared: PreparedAnswer.ofJson(JSON.stringify({ gaps: indexId === BTC_USD ? GAPS : [] })),
    maxAgeSeconds: 0,
  }),
});

const ticker = (price: string, timestamp: string, more: object = {}) =>
  Buffer.from(JSON.stringify({ price, volume: '10', timestamp, ...more }));
const TICKERS: Readonly<Record<string, Buffer>> = {
  [BTC_USD]: ticker('31', '2026-03-01T12:00:00.000Z', { flags: ['THIN'] }),
  [BLX]: ticker('30', new Date(NOW - 6 * MINUTE_MS).toISOString()),
};

const routes = (origin: UdfSource['origin']): DataRoute[] =>
  udfRoutes({
    reader: new ResourceReader([candles, coverage]),
    versions,
    names,
    indexTickers: {
      at: NOW,
      priceOf: ({ indexId }: SeriesId) => (indexId === BTC_USD ? 90_442.475 : undefined),
      fragmentOf: ({ indexId }: SeriesId) => TICKERS[indexId],
    },
    marketSpeed: 1,
    turns: { run: (work: Slices<unknown>) => Promise.resolve(runToEnd(work)) },
    origin,
  } as unknown as UdfSource);
const LIVE = routes('live');

interface Asked {
  readonly scopes?: readonly Scope[];
  readonly names?: readonly string[];
  readonly from?: readonly DataRoute[];
}

async function answer(path: string, sent: Record<string, string>, options: Asked = {}) {
  const { scopes = DATA_SCOPES, names: limit, from = LIVE } = options;
  const route = from.find((each) => each.path === path)!;
  const grant: Grant = {
    clientId: 'desk',
    scopes: new Set(scopes),
    expiresAt: Infinity,
    ...(limit && { url: { perMinute: 1, names: limit } }),
  };
  const { prepared } = await route.handle({
    path: {},
    query: new ParameterReader(route.query ?? {}, route.object).read(sent),
    grant,
    marketTime: NOW,
    marketNow: () => NOW,
    asker: () => ({ clientId: 'desk', gone: new AbortController().signal }),
  });
  return prepared;
}

const ask = async (path: string, sent: Record<string, string>, options?: Asked): Promise<any> =>
  JSON.parse((await answer(path, sent, options)).identity.bytes.toString());

const refusal = (path: string, sent: Record<string, string>, options?: Asked) =>
  ask(path, sent, options).then(
    () => undefined,
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      const { errmsg } = JSON.parse(UDF_ERRORS.bodyOf(error, NOW)) as { errmsg: string };
      return [error.code, errmsg];
    },
  );

const FIVE = { symbol: 'BTC_USD', resolution: '5' };

describe('history', () => {
  const T = ['09:00', '09:05', '09:20', '09:25', '09:30', '09:35'].map(seconds);

  test('has the bars of a range as columns of numbers, with the flags of flagged ones', async () => {
    const range = { from: String(T[0]), to: String(T[4]! + 1) };
    const prepared = await answer('/history', { ...FIVE, ...range });
    expect(JSON.parse(prepared.identity.bytes.toString())).toEqual({
      s: 'ok',
      t: T.slice(0, 5),
      o: [1, 1, 1, 1, 1],
      h: [9, 9, 9, 9, 9],
      l: [1e-8, 1e-8, 1e-8, 1e-8, 1e-8],
      c: [3, 4, 5, 6, 7],
      tidemark_flags: [
        [T[1], ['MODELLED']],
        [T[2], ['MODELLED']],
        [T[3], ['MODELLED']],
        [T[4], ['THIN', 'SUSPECT']],
      ],
    });
    // The gaps of both pages.
    const gaps = ['09:00', '09:20'].map((start) => gapFrom(new Date(at(start)).toISOString()));
    expect(prepared.incomplete).toBe(gaps.join(', '));
  });

  test('excludes a bar that begins at `to`', async () => {
    expect(await ask('/history', { ...FIVE, from: String(T[4]), to: String(T[5]) })).toMatchObject({
      t: [T[4]],
    });
  });

  test('counts back over gaps from `to`, whatever `from` says', async () => {
    asked.length = 0;
    const query = { ...FIVE, from: String(T[5]), to: String(T[5]), countback: '4' };
    expect(await ask('/history', query)).toMatchObject({ s: 'ok', t: T.slice(1, 5) });
    // A part of the past that is not there yet must be an error.
    expect(asked.map(({ from }) => from)).toEqual([undefined, undefined]);
    expect(await ask('/history', { ...query, countback: '9' })).toMatchObject({ t: T.slice(0, 5) });
  });

  test('has a volume only where one was traded within the bar', async () => {
    const day = { symbol: 'BTC_USD', resolution: '1D', to: String(seconds('12:00')), countback: '2' };
    expect(await ask('/history', day)).toMatchObject({ v: [5, 7], c: [20, 30] });
    expect(await ask('/history', { ...day, resolution: 'D' })).toMatchObject({ v: [5, 7] });
    expect(await ask('/history', { ...FIVE, to: day.to, countback: '2' })).not.toHaveProperty('v');
  });

  test('says where the next bar is if a range has none, and nothing if there is no earlier one', async () => {
    const gap = { ...FIVE, from: String(seconds('09:10')), to: String(seconds('09:20')) };
    expect(await ask('/history', gap)).toEqual({ s: 'no_data', nextTime: T[1] });
    expect(await ask('/history', { ...FIVE, from: '-5', to: '0' })).toEqual({ s: 'no_data' });
    expect(await ask('/history', { ...FIVE, to: '-99999999999', countback: '3' })).toEqual({ s: 'no_data' });
  });

  test.each([
    [{ resolution: '3' }, 'resolution must be one of 1, 5, 15, 30, 60, 240, 1D'],
    [{ from: undefined }, 'from is required without countback'],
    [{ from: '2', to: '1' }, 'from must not lie after to'],
    [{ to: 'now' }, 'to must be whole seconds since 1970'],
    [{ countback: '0' }, 'countback must be a whole number from 1 to 10000'],
  ])('refuses %j', async (wrong, message) => {
    const query = { ...FIVE, from: '1', to: '2', ...wrong };
    const sent = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
    expect(await refusal('/history', sent as Record<string, string>)).toEqual(['BAD_REQUEST', message]);
  });
});

describe('symbols', () => {
  test.each([
    ['BTC_USD', BTC_USD],
    ['MWA:BTC_USD', BTC_USD],
    [BTC_USD.toUpperCase(), BTC_USD],
    ['BTC', BTC.id],
    ['BITCOIN', BTC.id],
    ['GWA:bitcoin', BTC.id],
    ['BLX', BLX],
    ['LX:BLX', BLX],
    ['OLD', OLD.id],
  ])('finds %s', async (symbol, ticker) => {
    expect(await ask('/symbols', { symbol })).toMatchObject({ ticker });
  });

  test('describes an index for a chart', async () => {
    expect(await ask('/symbols', { symbol: 'BTC_USD' })).toMatchObject({
      name: 'BTC_USD',
      full_name: 'MWA:BTC_USD',
      description: 'Bitcoin / Dollar',
      currency_code: 'USD',
      session: '24x7',
      timezone: 'Etc/UTC',
      minmov: 1,
      pricescale: 1000,
      supported_resolutions: ['1', '5', '15', '30', '60', '240', '1D'],
      visible_plots_set: 'ohlc',
    });
    expect(await ask('/symbols', { symbol: 'BLX' })).toMatchObject({ visible_plots_set: 'ohlcv' });
  });

  test('says in the description that data are not live', async () => {
    const from = routes('simulated');
    const { description } = await ask('/symbols', { symbol: 'BTC' }, { from });
    expect(description).toBe('Bitcoin (simulated)');
    const [found] = await ask('/search', { query: 'btc' }, { from });
    expect(found.description).toBe('Bitcoin (simulated)');
  });

  test('offers the resolutions that the token may read', async () => {
    const resolutions = async (scope: Scope, symbol: string) =>
      (await ask('/symbols', { symbol }, { scopes: [scope] })).supported_resolutions;
    expect(await resolutions('read:ohlcv', 'BTC')).toEqual(['1D']);
    expect(await resolutions('read:index-ticker', 'BTC')).toEqual(['1', '5', '15', '30', '60', '240']);
    expect(await resolutions('read:LX', 'BLX')).toEqual(['1', '5', '15', '30', '60', '240', '1D']);
    const [code] = (await refusal('/symbols', { symbol: 'BTC' }, { scopes: ['read:LX'] })) ?? [];
    expect(code).toBe('FORBIDDEN');
  });

  test('refuses what is unknown, ambiguous or beyond the limit of the token', async () => {
    expect(await refusal('/symbols', { symbol: 'NOTHING' })).toEqual([
      'NOT_FOUND',
      'no asset, market or index is called NOTHING',
    ]);
    const [code, message] = (await refusal('/symbols', { symbol: 'TWICE' })) ?? [];
    expect(code).toBe('BAD_REQUEST');
    expect(message).toContain(`${TWICE.id} (title), ${ALSO.id} (title)`);
    expect(await ask('/symbols', { symbol: TWICE.id })).toMatchObject({ name: 'TWICE' });
    const limited = { names: ['BTC'] };
    for (const path of ['/symbols', '/history', '/marks', '/timescale_marks'])
      expect(await refusal(path, { ...FIVE, from: '1', to: '2' }, limited)).toEqual([
        'FORBIDDEN',
        'the token is limited to other indices',
      ]);
    expect(await ask('/symbols', { symbol: 'BTC' }, limited)).toMatchObject({ name: 'BTC' });
  });

  test.each([
    [90_442.475, 1e3],
    [1, 1e7],
    [0.001, 1e10],
    [1e-8, 1e15],
    [1e-12, 1e16],
    [5e9, 1e2],
    [undefined, 1e8],
  ])('a price of %s needs a price scale of %s', (price, scale) => {
    expect(priceScale(price)).toBe(scale);
  });
});

describe('search', () => {
  const search = async (sent: Record<string, string>, options?: Asked) =>
    ((await ask('/search', sent, options)) as { full_name: string }[]).map(({ full_name: name }) => name);

  test('ranks exact names before beginnings and parts, and leaves out what is not in use', async () => {
    expect(await search({ query: 'btc' })).toEqual(['GWA:BTC', 'MWA:BTC_USD']);
    expect(await search({ query: 'USD' })).toEqual(['GWA:USD', 'MWA:BTC_USD']);
    expect(await search({ query: 'coin' })).toEqual(['GWA:BTC', 'MWA:BTC_USD']);
    expect(await search({ query: 'OLD' })).toEqual([]);
    expect(await search({ query: '' })).toEqual([
      'LX:BLX',
      'GWA:BTC',
      'GWA:USD',
      'GWA:TWICE',
      'GWA:TWICE',
      'MWA:BTC_USD',
    ]);
  });

  test('has the fields of the protocol', async () => {
    expect(await ask('/search', { query: 'BTC_USD', limit: '1' })).toEqual([
      {
        symbol: 'BTC_USD',
        full_name: 'MWA:BTC_USD',
        ticker: BTC_USD,
        description: 'Bitcoin / Dollar',
        exchange: 'MWA',
        type: 'index',
      },
    ]);
  });

  test('is limited to a type, a number, and what the token may read', async () => {
    expect(await search({ query: 'BTC', exchange: 'MWA' })).toEqual(['MWA:BTC_USD']);
    expect(await search({ query: 'mwa:b', exchange: '' })).toEqual(['MWA:BTC_USD']);
    expect(await search({ query: '', limit: '1', type: '' })).toEqual(['LX:BLX']);
    expect(await search({ query: '' }, { scopes: ['read:LX'] })).toEqual(['LX:BLX']);
    expect(await search({ query: '' }, { names: ['BTC_USD'] })).toEqual(['MWA:BTC_USD']);
  });
});

describe('marks', () => {
  const RANGE = { ...FIVE, from: String(seconds('09:00')), to: String(seconds('09:35')) };

  test('show runs of flags, missing ticks and gaps between bars', async () => {
    expect(await ask('/marks', RANGE)).toEqual({
      id: ['09:05', '09:20', '09:20', '09:30'].map(
        (each, i) => `${i === 2 ? 'gap' : 'flags'}-${seconds(each)}`,
      ),
      time: ['09:05', '09:20', '09:20', '09:30'].map(seconds),
      color: ['blue', 'blue', 'red', 'red'],
      text: [
        'MODELLED: 2026-03-01 09:05 to 2026-03-01 09:10 UTC',
        'MODELLED: 2026-03-01 09:20 to 2026-03-01 09:30 UTC',
        'No bars: 2026-03-01 09:10 to 2026-03-01 09:20 UTC',
        'THIN, SUSPECT, 3 ticks missing: 2026-03-01 09:30 to 2026-03-01 09:35 UTC',
      ],
      label: ['M', 'M', 'G', 'S'],
      labelFontColor: ['white', 'white', 'white', 'white'],
      minSize: [14, 14, 14, 14],
    });
  });

  test('on the time scale have the reasons of gaps that are as long as a bar', async () => {
    expect(await ask('/timescale_marks', RANGE)).toEqual([
      {
        id: `gap-${seconds('09:10:30')}`,
        time: seconds('09:05'),
        color: 'red',
        label: 'G',
        tooltip: ['No values: DOWN', '2026-03-01 09:10 to 2026-03-01 09:20 UTC'],
      },
    ]);
    expect(await ask('/timescale_marks', { ...RANGE, resolution: '1' })).toHaveLength(2);
  });

  test('need a range', async () => {
    expect(await refusal('/marks', FIVE)).toEqual(['BAD_REQUEST', 'from is required; to is required']);
    expect(await refusal('/marks', { ...FIVE, from: '2', to: '1' })).toEqual([
      'BAD_REQUEST',
      'from must not lie after to',
    ]);
  });
});

describe('quotes', () => {
  test('have the price, the day, the change and all flags behind them', async () => {
    expect(await ask('/quotes', { symbols: 'BTC_USD' })).toEqual({
      s: 'ok',
      d: [
        {
          s: 'ok',
          n: 'BTC_USD',
          v: {
            short_name: 'BTC_USD',
            exchange: 'MWA',
            original_name: 'MWA:BTC_USD',
            description: 'Bitcoin / Dollar [THIN, CARRIED]',
            lp: 31,
            volume: 10,
            open_price: 21,
            high_price: 9,
            low_price: 1e-8,
            prev_close_price: 20,
            ch: 11,
            chp: 55,
            tidemark_flags: ['THIN', 'CARRIED'],
          },
        },
      ],
    });
  });

  test('say what is wrong with one symbol, and still have the others', async () => {
    const { d } = await ask('/quotes', { symbols: 'NOTHING,BTC_USD, BLX' });
    expect(d).toMatchObject([
      { s: 'error', n: 'NOTHING', v: {}, errmsg: 'no asset, market or index is called NOTHING' },
      { s: 'ok', n: 'BTC_USD' },
      { s: 'error', n: 'BLX', v: {}, errmsg: 'there is no current price' },
    ]);
  });

  test('without the scope for days have only the price', async () => {
    const { d } = await ask('/quotes', { symbols: 'BTC_USD' }, { scopes: ['read:index-ticker'] });
    expect(d[0].v).toMatchObject({ lp: 31, tidemark_flags: ['THIN'] });
    expect(d[0].v).not.toHaveProperty('ch');
  });
});

test('the time is that of the data', async () => {
  expect(await ask('/time', {})).toBe(NOW / 1000);
});
