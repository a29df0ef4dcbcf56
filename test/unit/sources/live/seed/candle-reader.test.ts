import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../../src/core/time.ts';
import type { CandleOrder, CandleReading } from '../../../../../src/sources/live/ports/candles-api.ts';
import { PollFailure, type FailureKind } from '../../../../../src/sources/live/ports/poll-failure.ts';
import { CandleLog } from '../../../../../src/sources/live/seed/candle-log.ts';
import { CandleReader } from '../../../../../src/sources/live/seed/candle-reader.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

const NOW = Date.parse('2026-11-16T09:00:00Z');
const FIRST = Date.parse('2026-11-13T00:00:00Z');
const WANTED = { first: FIRST, count: 3 };
const MARKETS = ['BTC/USD', 'ETH/USD', 'LTC/USD'].map((symbol) => ({
  symbol,
  marketId: `id of ${symbol}`,
  price: 100,
}));
const LIST = { markets: [], currencies: [] };

type Answer = (order: CandleOrder) => readonly CandleReading[];

let folder: string;
let clock: ManualClock;
let log: CandleLog;
let asked: CandleOrder[];
let failures: FailureKind[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'candles-'));
  clock = new ManualClock(NOW);
  log = await CandleLog.open(folder, 'kraken', WANTED);
  asked = [];
  failures = [];
});

afterEach(async () => {
  await log.close();
  rmSync(folder, { recursive: true, force: true });
});

const days: Answer = ({ length }) =>
  Array.from({ length: length === '1d' ? 4 : 82 }, (_, i) => ({
    at: FIRST + i * (length === '1d' ? DAY_MS : HOUR_MS),
    open: '100',
    high: '110',
    low: '95',
    close: '105',
    volume: '7',
  }));

/** Time passes whenever it is waited for. */
async function read(answer: Answer, key = 'kraken') {
  const reader = new CandleReader({
    api: {
      key,
      candles: async (_list, order) => {
        asked.push(order);
        return answer(order);
      },
    },
    list: LIST,
    markets: MARKETS,
    wanted: WANTED,
    log,
    clock,
    random: () => 1,
    onMarket: () => undefined,
    onFailure: (kind) => failures.push(kind),
  });
  const over = new AbortController();
  const reading = reader.read(new AbortController().signal).finally(() => over.abort());
  while (!over.signal.aborted) {
    await new Promise((resolve) => setImmediate(resolve));
    if (clock.waiting > 0) clock.advance(MINUTE_MS);
  }
  return reading;
}

const daysKnown = () => [...log.markets].map(({ symbol, days: known }) => [symbol, known.length]);

describe('an exchange', () => {
  test('gets one request per market, for the days up to now', async () => {
    expect(await read(days)).toEqual({ exchange: 'kraken', refused: 0, failures: 0 });
    expect(asked.map(({ symbol }) => symbol)).toEqual(['BTC/USD', 'ETH/USD', 'LTC/USD']);
    expect(asked[0]).toEqual({ symbol: 'BTC/USD', length: '1d', from: FIRST, count: 5 });
    expect(daysKnown()).toEqual([
      ['BTC/USD', 3],
      ['ETH/USD', 3],
      ['LTC/USD', 3],
    ]);
  });

  test('gets no repeated requests for data received before a crash', async () => {
    const crash = () => {
      throw new PollFailure('not-from-here', 'status 403');
    };
    await read((order) => (order.symbol === 'LTC/USD' ? crash() : days(order)));
    await log.close();
    log = await CandleLog.open(folder, 'kraken', WANTED);
    asked = [];
    await read(days);
    expect(asked.map(({ symbol }) => symbol)).toEqual(['LTC/USD']);
    expect(daysKnown()).toHaveLength(3);
  });

  test('whose days begin elsewhere is asked for hours from then on', async () => {
    const beijing: Answer = (order) =>
      days(order).map((one) => (order.length === '1d' ? { ...one, at: one.at! - 8 * HOUR_MS } : one));
    await read(beijing);
    expect(asked.map(({ length }) => length)).toEqual(['1d', '1h', '1h', '1h']);
    expect(daysKnown()[0]).toEqual(['BTC/USD', 3]);
  });

  test('that is known to begin its days elsewhere is asked for hours at once', async () => {
    await read(days, 'htx');
    expect(asked.map(({ length }) => length)).toEqual(['1h', '1h', '1h']);
  });

  test('that does not know a market gets requests for the others', async () => {
    const answer: Answer = (order) => {
      if (order.symbol === 'ETH/USD') throw new PollFailure('exchange-error', 'BadSymbol');
      return days(order);
    };
    expect(await read(answer)).toEqual({ exchange: 'kraken', refused: 0, failures: 1 });
    expect(daysKnown().map(([symbol]) => symbol)).toEqual(['BTC/USD', 'LTC/USD']);
  });

  test('that is busy is given time, and then answers', async () => {
    let busy = 2;
    const answer: Answer = (order) => {
      if (busy-- > 0) throw new PollFailure('rate-limited', 'status 429', { retryAfterMs: 3 * MINUTE_MS });
      return days(order);
    };
    const from = clock.now();
    expect(await read(answer)).toMatchObject({ failures: 2 });
    expect(clock.now() - from).toBe(6 * MINUTE_MS);
    expect(failures).toEqual(['rate-limited', 'rate-limited']);
    expect(daysKnown()).toHaveLength(3);
  });

  test.each<[FailureKind, number]>([
    ['timeout', 6],
    ['server-error', 6],
    ['implausible', 3],
    ['not-from-here', 1],
  ])('that fails with %s is given up', async (kind, tries) => {
    const result = await read(() => {
      throw new PollFailure(kind, 'no');
    });
    expect(asked).toHaveLength(tries);
    expect(result.failures).toBe(tries);
    // Three markets that it does not know are not enough to give it up.
    expect(result.failure).toBe(kind === 'implausible' ? undefined : kind);
    expect(daysKnown()).toEqual([]);
  });

  test('that requests a long pause is given up', async () => {
    const result = await read(() => {
      throw new PollFailure('rate-limited', 'status 418', { retryAfterMs: HOUR_MS });
    });
    expect(result).toMatchObject({ failure: 'rate-limited', failures: 1 });
  });

  test('in other units gives nothing', async () => {
    const times100: Answer = (order) =>
      days(order).map((one) => ({ ...one, open: '10000', high: '11000', low: '9500', close: '10500' }));
    expect(await read(times100)).toEqual({ exchange: 'kraken', refused: 9, failures: 0 });
    expect(daysKnown().every(([, count]) => count === 0)).toBe(true);
  });
});
