import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SystemClock } from '../../../src/core/clocks/clock.ts';
import { DAY_MS, dayStart } from '../../../src/core/time.ts';
import { CcxtCandles } from '../../../src/sources/live/ccxt/ccxt-candles.ts';
import { CcxtExchange } from '../../../src/sources/live/ccxt/ccxt-exchange.ts';
import { ExchangeHttp } from '../../../src/sources/live/http/exchange-http.ts';
import { HostBuckets } from '../../../src/sources/live/http/host-buckets.ts';
import { checkedDays } from '../../../src/sources/live/seed/day-candle.ts';
import { candleLengthOf } from '../../../src/sources/live/seed/day-length.ts';
import { withCandles, type CandlesOf } from '../../support/rig/candles.ts';
import { LAYOUTS, RIG_EXCHANGES } from '../../support/rig/layouts.ts';
import { RigWorld } from '../../support/rig/rig-world.ts';
import { rigDialler } from '../../support/rig/rig-dialler.ts';
import { Rig } from '../../support/rig/rig.ts';
import { priceAt, worldCandles } from '../../support/rig/world-candles.ts';

// The daily candles of every curated exchange through the production code, against the rig.

const DAYS = 3;
const world = new RigWorld({ size: 'small' });
const now = Date.now();
const wanted = { first: dayStart(now) - DAYS * DAY_MS, count: DAYS };
const clock = new SystemClock();
const { signal } = new AbortController();
let rig: Rig;
let http: ExchangeHttp;

beforeAll(async () => {
  const candlesOf: CandlesOf = worldCandles(world, () => now, DAYS + 1);
  rig = await Rig.start(LAYOUTS.map((layout) => withCandles(layout, candlesOf)));
  http = new ExchangeHttp({ clock, dispatcher: rigDialler(rig.port), bucketOf: new HostBuckets(clock).of });
});

afterAll(() => rig.close());

describe.each(RIG_EXCHANGES)('%s', (key) => {
  test('returns days that start at 00:00 UTC, or hours for them', async () => {
    const [instrument] = world.instrumentsOf(key, now, 3);
    rig.set(key, world.instrumentsOf(key, now, 3));
    const exchange = await CcxtExchange.open(key, http, clock);
    const markets = await exchange.markets(signal);
    const length = candleLengthOf(key);
    const { base, quote } = instrument!;
    const order = {
      symbol: `${base}/${quote}`,
      length,
      from: wanted.first,
      count: length === '1d' ? DAYS + 1 : 24 * (DAYS + 1),
    };
    const readings = await new CcxtCandles(exchange).candles(markets, order, signal);
    const { days, refused, isAligned } = checkedDays(readings, length, wanted);
    expect({ isAligned, refused, days: days.map(({ day }) => day) }).toEqual({
      isAligned: true,
      refused: 0,
      days: [0, 1, 2].map((i) => wanted.first + i * DAY_MS),
    });
    for (const { day, open, close, volume } of days) {
      expect(open / priceAt(world, instrument!, day)).toBeCloseTo(1, 6);
      expect(close / priceAt(world, instrument!, day + DAY_MS)).toBeCloseTo(1, 6);
      expect(volume / (Number(instrument!.baseVolume) * (length === '1d' ? 1 : 24))).toBeCloseTo(1, 6);
    }
  });
});

test('days of an exchange that start at another time are detected', async () => {
  rig.set('htx', world.instrumentsOf('htx', now, 3));
  const exchange = await CcxtExchange.open('htx', http, clock);
  const markets = await exchange.markets(signal);
  const order = {
    symbol: markets.markets[0]!.symbol,
    length: '1d',
    from: wanted.first,
    count: DAYS + 1,
  } as const;
  const readings = await new CcxtCandles(exchange).candles(markets, order, signal);
  expect(readings.length).toBeGreaterThan(0);
  expect(checkedDays(readings, '1d', wanted)).toEqual({ days: [], refused: 0, isAligned: false });
});
