import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../../src/core/time.ts';
import { KnownTrades } from '../../../../src/sources/live/understand/known-trades.ts';
import { LiveTrades } from '../../../../src/sources/live/understand/live-trades.ts';
import { parseTrades } from '../../../../src/sources/live/understand/parse-trades.ts';
import type { TradeReading } from '../../../../src/sources/live/ports/trades-api.ts';

const START = Date.UTC(2026, 10, 16, 12);
const LISTING = { exchangeId: 'exchange-1', marketId: 'market-1' };
const MARKET = { exchange: 'made', symbol: 'BTC/USD', listing: LISTING };

function reading(id: string, timestamp: number, more: Partial<TradeReading> = {}): TradeReading {
  return { symbol: 'BTC/USD', id, price: '100.5', amount: '0.25', timestamp, ...more };
}

function followed(): LiveTrades {
  const trades = new LiveTrades();
  trades.follow([MARKET], START);
  return trades;
}

function take(trades: LiveTrades, at: number, ...readings: readonly TradeReading[]): void {
  trades.take({ kind: 'trades', exchange: 'made', readings }, LISTING.exchangeId, at);
}

function ids(trades: LiveTrades, at: number): readonly string[] {
  return trades.arrivals(at).flatMap((batch) => batch.trades.map(({ tradeId }) => tradeId));
}

const outcomes = (trades: LiveTrades) => trades.counts().get(LISTING.exchangeId)?.byOutcome;

describe('trades of a live exchange', () => {
  const LATER = START + 29_000;
  const many = (count: number, symbol = 'BTC/USD') =>
    Array.from({ length: count }, (_, i) => reading(String(i), START + 50 + Math.floor(i / 2), { symbol }));

  test('more of a market than a slot may have are dropped, until the next slot', () => {
    const trades = followed();
    take(trades, LATER, ...many(50_005));
    expect(outcomes(trades)).toMatchObject({ delivered: 50_000, dropped: 5 });
    expect(ids(trades, LATER)).toHaveLength(50_000);
    take(trades, START + 31_000, reading('next', START + 30_500));
    expect(ids(trades, START + 31_000)).toEqual(['next']);
  });

  test('the queue is bounded, and trades beyond it are counted as dropped', () => {
    const trades = followed();
    const symbols = ['A', 'B', 'C'];
    trades.follow(
      symbols.map((symbol) => ({ ...MARKET, symbol, listing: { ...LISTING, marketId: symbol } })),
      START,
    );
    for (const symbol of symbols) take(trades, LATER, ...many(40_000, symbol));
    expect(outcomes(trades)).toMatchObject({ delivered: 100_000, dropped: 20_000 });
    expect(ids(trades, LATER)).toHaveLength(100_000);
  });

  test('trades dropped by the collector count as dropped', () => {
    const trades = followed();
    trades.take({ kind: 'trades', exchange: 'made', readings: [], dropped: 7 }, LISTING.exchangeId, START);
    expect(outcomes(trades)?.dropped).toBe(7);
  });

  test('a trade is delivered once, however often and in whichever order it comes', () => {
    const trades = followed();
    take(trades, START + 100, reading('1', START + 50), reading('2', START + 60));
    expect(ids(trades, START + 1000)).toEqual(['1', '2']);
    take(
      trades,
      START + 1100,
      reading('2', START + 60),
      reading('1', START + 50),
      reading('3', START + 1050),
    );
    expect(ids(trades, START + 2000)).toEqual(['3']);
    expect(outcomes(trades)).toEqual({ delivered: 3, late: 0, duplicate: 2, dropped: 0, refused: 0 });
  });

  test('it has the data of the exchange, as plain decimals', () => {
    const trades = followed();
    take(trades, START + 100, reading('1', START + 50, { price: '1.6E2', amount: '1e-8' }));
    expect(trades.arrivals(START + 100)).toEqual([
      {
        kind: 'trades',
        exchangeId: LISTING.exchangeId,
        receivedAt: START + 100,
        trades: [
          { ...LISTING, tradeId: '1', price: '160', amount: '0.00000001', exchangeTimestamp: START + 50 },
        ],
      },
    ]);
  });

  test('those of a batch are in order of execution', () => {
    const trades = followed();
    take(trades, START + 100, reading('2', START + 60), reading('1', START + 50));
    expect(ids(trades, START + 100)).toEqual(['1', '2']);
  });

  test('one that was made after the instant of the batch waits for the next', () => {
    const trades = followed();
    take(trades, START + 1200, reading('1', START + 1100), reading('2', START + 900));
    expect(ids(trades, START + 1000)).toEqual(['2']);
    expect(ids(trades, START + 2000)).toEqual(['1']);
  });

  test('if the clock of the exchange is ahead, it counts as made on arrival; far ahead it is refused', () => {
    const trades = followed();
    take(trades, START + 100, reading('1', START + 30_000), reading('2', START + 2 * MINUTE_MS));
    const [batch] = trades.arrivals(START + 100);
    expect(batch?.trades).toMatchObject([{ tradeId: '1', exchangeTimestamp: START + 100 }]);
    take(trades, START + 30_100, reading('1', START + 30_000));
    expect(outcomes(trades)).toMatchObject({ delivered: 1, duplicate: 1, refused: 1 });
  });

  test('a late one counts on arrival; later than five minutes it is dropped, and counted once', () => {
    const trades = followed();
    const at = START + 10 * MINUTE_MS;
    take(trades, at, reading('1', at - MINUTE_MS), reading('2', at - 6 * MINUTE_MS));
    take(trades, at, reading('2', at - 6 * MINUTE_MS));
    expect(ids(trades, at)).toEqual(['1']);
    expect(outcomes(trades)).toEqual({ delivered: 0, late: 1, duplicate: 1, dropped: 1, refused: 0 });
  });

  test('trades from before the market was followed are not delivered', () => {
    const trades = followed();
    take(trades, START + 100, reading('1', START - 1), reading('2', START + 1));
    expect(ids(trades, START + 100)).toEqual(['2']);
  });

  test('a market that goes on being followed forgets nothing, one that is new begins now', () => {
    const trades = followed();
    take(trades, START + 100, reading('1', START + 50));
    const other = { exchange: 'made', symbol: 'ETH/USD', listing: { ...LISTING, marketId: 'market-2' } };
    trades.follow([MARKET, other], START + 5000);
    take(
      trades,
      START + 5100,
      reading('1', START + 50),
      reading('2', START + 4000),
      reading('2', START + 4000, { symbol: 'ETH/USD' }),
      reading('3', START + 5050, { symbol: 'ETH/USD' }),
    );
    const made = trades.arrivals(START + 6000).flatMap((batch) => batch.trades);
    expect(made.map(({ marketId, tradeId }) => [marketId, tradeId])).toEqual([
      ['market-1', '1'],
      ['market-1', '2'],
      ['market-2', '3'],
    ]);
  });

  test('trades of markets that are not followed do not count', () => {
    const trades = followed();
    take(trades, START + 100, reading('1', START + 50, { symbol: 'XRP/USD' }));
    expect(ids(trades, START + 1000)).toEqual([]);
    expect(outcomes(trades)?.delivered).toBe(0);
  });

  test.each([
    { price: '0' },
    { price: '-1' },
    { amount: '0' },
    { amount: 'NaN' },
    { amount: '' },
    { price: '1'.repeat(65) },
    { price: '1e300' },
    { id: 'two words' },
    { id: 'x'.repeat(129) },
    { timestamp: 1.5 },
    { timestamp: -1 },
    { timestamp: Number.NaN },
  ])('invalid trades are refused: %o', (wrong) => {
    const trades = followed();
    take(trades, START + 100, reading('1', START + 50, wrong));
    expect(ids(trades, START + 1000)).toEqual([]);
    expect(outcomes(trades)).toMatchObject({ refused: 1, delivered: 0 });
  });

  test('their way of arrival, and failures, are reported', () => {
    const trades = followed();
    const feed = { kind: 'trade-feed', exchange: 'made' } as const;
    trades.take({ ...feed, way: 'socket' }, LISTING.exchangeId, START);
    trades.take({ ...feed, way: 'polled', failure: 'reset' }, LISTING.exchangeId, START);
    expect(trades.counts().get(LISTING.exchangeId)).toMatchObject({ way: 'polled', byFailure: { reset: 1 } });
  });
});

test('trades without ids are named by what they are, and equal ones by their number', () => {
  const bare: TradeReading = {
    symbol: 'BTC/USD',
    price: '100',
    amount: '0.50',
    timestamp: START,
    side: 'buy',
  };
  const names = (all: readonly TradeReading[]) => parseTrades(all, START).map((trade) => trade?.tradeId);
  const first = names([bare, bare, { ...bare, side: 'sell' }]);
  expect(first).toEqual([`${START}-buy-100-0.5`, `${START}-buy-100-0.5-2`, `${START}-sell-100-0.5`]);
  expect(names([{ ...bare, timestamp: START - 5 }, bare, bare, { ...bare, side: 'sell' }]).slice(1)).toEqual(
    first,
  );
});

test('no trade ever counts twice, whatever is forgotten', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(40), { maxLength: 200 }), fc.nat(5 * MINUTE_MS), (trades, step) => {
      const known = new KnownTrades(START);
      const counted: string[] = [];
      let now = START;
      for (const id of trades) {
        now += step;
        const madeAt = START + 1 + id * MINUTE_MS;
        if (madeAt <= now && !known.has(String(id), madeAt, now)) counted.push(String(id));
      }
      expect(new Set(counted).size).toBe(counted.length);
    }),
  );
});

test('of a market with very many trades it remembers some, and none counts twice', () => {
  const known = new KnownTrades(START);
  const has = (i: number) => known.has(String(i), START + 1 + i, START + 60_000);
  for (let i = 0; i < 50_000; i++) if (has(i)) expect.fail(`${i} counts as known`);
  for (const i of [0, 10_000, 30_000, 49_999]) expect(has(i)).toBe(true);
});

describe('whether all trades of a window came', () => {
  const incomplete = (trades: LiveTrades, to: number) => trades.incomplete(to - 30_000, to);
  const feed = (trades: LiveTrades, at: number, way: 'socket' | 'polled' | 'none', failure?: 'timeout') =>
    trades.take(
      { kind: 'trade-feed', exchange: 'made', way, ...(failure && { failure }) },
      LISTING.exchangeId,
      at,
    );
  const LACKING = [LISTING.exchangeId];

  test('a start in the middle of a window lacks what was before', () => {
    const trades = followed();
    expect(incomplete(trades, START + 10_000)).toEqual(LACKING);
    feed(trades, START + 12_000, 'polled');
    feed(trades, START + 14_000, 'socket');
    expect(incomplete(trades, START + 28_000)).toEqual(LACKING);
    expect(incomplete(trades, START + 58_000)).toEqual([]);
  });

  test('a socket that is away lacks trades until polls bring what lies between', () => {
    const trades = followed();
    feed(trades, START, 'polled');
    feed(trades, START, 'socket');
    expect(incomplete(trades, START + 30_000)).toEqual([]);
    feed(trades, START + 55_000, 'polled', 'timeout');
    expect(incomplete(trades, START + 60_000)).toEqual(LACKING);
    take(trades, START + 62_000, reading('1', START + 56_000));
    feed(trades, START + 63_000, 'socket');
    expect(incomplete(trades, START + 90_000)).toEqual([]);
  });

  test('an exchange that is only polled is to be read in the window', () => {
    const trades = followed();
    feed(trades, START, 'polled');
    take(trades, START + 20_000, reading('1', START + 10_000));
    feed(trades, START + 32_000, 'polled', 'timeout');
    expect(incomplete(trades, START + 40_000)).toEqual([]);
    expect(incomplete(trades, START + 60_000)).toEqual(LACKING);
    take(trades, START + 80_000, reading('2', START + 70_000));
    expect(incomplete(trades, START + 90_000)).toEqual([]);
  });

  test('one that gives no trades lacks none, one whose trades fail does', () => {
    const trades = followed();
    feed(trades, START, 'none');
    expect(incomplete(trades, START)).toEqual([]);
    feed(trades, START, 'none', 'timeout');
    expect(incomplete(trades, START + 90_000)).toEqual(LACKING);
  });

  test('what the collector has left out, or the bus has lost, is missing', () => {
    const trades = followed();
    feed(trades, START, 'polled');
    feed(trades, START, 'socket');
    trades.take(
      { kind: 'trades', exchange: 'made', readings: [], dropped: 7 },
      LISTING.exchangeId,
      START + 40_000,
    );
    expect([30_000, 60_000, 90_000].map((to) => incomplete(trades, START + to).length)).toEqual([1, 1, 0]);
    trades.lost(START + 100_000);
    expect([120_000, 150_000].map((to) => incomplete(trades, START + to).length)).toEqual([1, 0]);
  });

  test('a collector that has died lacks trades until another one reads them', () => {
    const trades = followed();
    feed(trades, START, 'polled');
    feed(trades, START, 'socket');
    trades.interrupted();
    expect(incomplete(trades, START + 60_000)).toEqual(LACKING);
    feed(trades, START + 61_000, 'polled');
    expect(incomplete(trades, START + 61_500)).toEqual(LACKING);
    take(trades, START + 62_000, reading('1', START + 56_000));
    expect(incomplete(trades, START + 90_000)).toEqual([]);
  });

  test('another reader lacks trades of the window in which it begins', () => {
    const trades = followed();
    feed(trades, START, 'polled');
    feed(trades, START, 'socket');
    expect(incomplete(trades, START + 30_000)).toEqual([]);
    trades.readerChanged(LISTING.exchangeId);
    expect(incomplete(trades, START + 60_000)).toEqual(LACKING);
    feed(trades, START + 62_000, 'polled');
    feed(trades, START + 63_000, 'socket');
    expect([90_000, 120_000].map((to) => incomplete(trades, START + to).length)).toEqual([1, 0]);
  });

  test('a process that comes later is told how trades come, which is no other session', () => {
    const trades = followed();
    const again = (way: 'none' | 'socket' | 'polled', at: number) =>
      trades.take({ kind: 'trade-feed', exchange: 'made', way, again: true }, LISTING.exchangeId, at);
    again('socket', START);
    expect(incomplete(trades, START + 40_000)).toEqual(LACKING);
    take(trades, START + 50_000, reading('1', START + 49_000));
    expect(incomplete(trades, START + 90_000)).toEqual([]);
    again('polled', START + 91_000);
    expect(incomplete(trades, START + 92_000)).toEqual([]);
    expect(trades.counts().get(LISTING.exchangeId)?.way).toBe('socket');
  });

  test('markets that are not followed count for nothing', () => {
    const trades = followed();
    trades.follow([], START);
    expect(incomplete(trades, START)).toEqual([]);
  });
});
