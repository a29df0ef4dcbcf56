import { Ajv } from 'ajv';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service.ts';
import { STANDING_WORLD } from '../../support/standing-world.ts';

/**
 * The answers that TradingView documents for UDF servers, as schemas. npm has no client of the protocol:
 * TradingView gives its own only to companies that ask for its library.
 */
const NUMBER = { type: 'number' };
const TEXT = { type: 'string' };
const SECONDS = { type: 'integer', minimum: 1_000_000_000, maximum: 9_999_999_999 };
const FLAG = { type: 'boolean' };
const RESOLUTION = { type: 'string', pattern: '^(?:[1-9]\\d*|[1-9]?[DWM])$' };

const listOf = (items: object) => ({ type: 'array', items });
const objectOf = (required: object, optional: object = {}) => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional },
});

const CONFIG = objectOf({
  supports_search: { const: true },
  supports_group_request: FLAG,
  supports_marks: FLAG,
  supports_timescale_marks: FLAG,
  supports_time: FLAG,
  exchanges: listOf(objectOf({ value: TEXT, name: TEXT, desc: TEXT })),
  symbols_types: listOf(objectOf({ name: TEXT, value: TEXT })),
  supported_resolutions: listOf(RESOLUTION),
});
/** A member `s` would make it an error. */
const SYMBOL = {
  ...objectOf({
    name: TEXT,
    ticker: TEXT,
    description: TEXT,
    type: TEXT,
    session: { const: '24x7' },
    exchange: TEXT,
    listed_exchange: TEXT,
    timezone: { const: 'Etc/UTC' },
    format: { enum: ['price', 'volume'] },
    minmov: { const: 1 },
    pricescale: { type: 'integer', minimum: 1 },
    has_intraday: FLAG,
    has_daily: FLAG,
    has_weekly_and_monthly: FLAG,
    intraday_multipliers: listOf({ type: 'string', pattern: '^[1-9]\\d*$' }),
    supported_resolutions: listOf(RESOLUTION),
    visible_plots_set: { enum: ['ohlcv', 'ohlc', 'c'] },
    volume_precision: { type: 'integer' },
    data_status: { enum: ['streaming', 'endofday', 'delayed_streaming'] },
  }),
  not: { required: ['s'] },
};
const SEARCH = listOf(
  objectOf({ symbol: TEXT, full_name: TEXT, description: TEXT, exchange: TEXT, ticker: TEXT, type: TEXT }),
);
const BARS = objectOf(
  {
    s: { const: 'ok' },
    t: listOf(SECONDS),
    o: listOf(NUMBER),
    h: listOf(NUMBER),
    l: listOf(NUMBER),
    c: listOf(NUMBER),
  },
  { v: listOf(NUMBER) },
);
const NO_DATA = objectOf({ s: { const: 'no_data' } }, { nextTime: SECONDS });
const MARKS = objectOf({
  id: listOf({ type: ['string', 'number'] }),
  time: listOf(SECONDS),
  color: listOf(TEXT),
  text: listOf(TEXT),
  label: listOf({ type: 'string', minLength: 1, maxLength: 2 }),
  labelFontColor: listOf(TEXT),
  minSize: listOf(NUMBER),
});
const TIMESCALE_MARKS = listOf(
  objectOf({ id: TEXT, time: SECONDS, color: TEXT, label: TEXT, tooltip: listOf(TEXT) }),
);
const QUOTES = objectOf({
  s: { const: 'ok' },
  d: listOf(
    objectOf({
      s: { enum: ['ok', 'error'] },
      n: TEXT,
      v: objectOf(
        {},
        {
          ch: NUMBER,
          chp: NUMBER,
          short_name: TEXT,
          exchange: TEXT,
          description: TEXT,
          lp: NUMBER,
          open_price: NUMBER,
          high_price: NUMBER,
          low_price: NUMBER,
          prev_close_price: NUMBER,
          volume: NUMBER,
        },
      ),
    }),
  ),
});
const ERROR = objectOf({ s: { const: 'error' }, errmsg: TEXT });

const AT = Date.parse(STANDING_WORLD.slot) / 1000 + 5;
const RANGE = `resolution=60&from=${AT - 86_400}&to=${AT}`;

let service: TestService;
beforeAll(async () => {
  service = await startService({ argv: [...STANDING_WORLD.argv, '--backfill', '2d'] });
});
afterAll(() => service.close());

async function read<T>(path: string): Promise<T> {
  return (await service.get(`/udf${path}`)).json() as Promise<T>;
}

const ajv = new Ajv({ strict: false, allErrors: true });

test.each([
  ['/config', CONFIG],
  ['/time', SECONDS],
  ['/symbols?symbol=BTC_USD', SYMBOL],
  ['/symbols?symbol=GWA:BTC', SYMBOL],
  ['/symbols?symbol=BLX', SYMBOL],
  ['/symbols?symbol=NOTHING', ERROR],
  ['/search?query=BT&type=&exchange=&limit=30', SEARCH],
  [`/history?symbol=BTC_USD&${RANGE}&countback=24`, BARS],
  [`/history?symbol=BLX&${RANGE}`, BARS],
  ['/history?symbol=BTC_USD&resolution=1D&from=-86400&to=0', NO_DATA],
  ['/history?symbol=BTC_USD&resolution=1S&from=0&to=1', ERROR],
  [`/marks?symbol=BTC_USD&${RANGE}`, MARKS],
  [`/timescale_marks?symbol=BTC_USD&${RANGE}`, TIMESCALE_MARKS],
  ['/quotes?symbols=BTC_USD,BLX,NOTHING', QUOTES],
])('%s has its documented form', async (path, schema) => {
  const body = await read(path);
  ajv.validate(schema, body);
  expect([path, ajv.errors ?? []]).toEqual([path, []]);
});

interface History {
  readonly s: string;
  readonly t: readonly number[];
  readonly nextTime?: number;
}

test('a chart that is scrolled back gets each bar once, up to the first', async () => {
  const [found] = await read<{ ticker: string }[]>('/search?query=BTC_USD&limit=1');
  const pages: (readonly number[])[] = [];
  for (let to = AT; ;) {
    const page = await read<History>(`/history?symbol=${found!.ticker}&resolution=1D&to=${to}&countback=700`);
    if (page.s === 'no_data') {
      expect(page.nextTime).toBeUndefined();
      break;
    }
    pages.push(page.t);
    to = page.t[0]!;
  }
  expect(pages.length).toBeGreaterThan(2);
  expect(pages.slice(0, -1).every(({ length }) => length === 700)).toBe(true);
  const times = pages.toReversed().flat();
  expect(times.every((time, i) => i === 0 || time > times[i - 1]!)).toBe(true);
  const range = await read<History>(`/history?symbol=BTC_USD&resolution=1D&from=${times[0]}&to=${AT}`);
  expect(range.t).toEqual(times);
});

test('a chart that polls gets the bar that runs and the one before it', async () => {
  const { t } = await read<History>(
    `/history?symbol=BTC_USD&resolution=1&from=${AT - 600}&to=${AT + 60}&countback=2`,
  );
  const first = Math.floor((AT - 6) / 60) * 60;
  expect(t).toEqual([first - 60, first]);
});
