import { afterEach, expect, test } from 'vitest';
import type { CollectorEvent } from '../../../../src/sources/live/collect/collector-events.ts';
import { FollowedMarkets } from '../../../../src/sources/live/collect/trades/followed-markets.ts';
import { TradeFollower } from '../../../../src/sources/live/collect/trades/trade-follower.ts';
import type { ExchangeApi, MarketList } from '../../../../src/sources/live/ports/exchange-api.ts';
import { MadeExchange, type Quote } from '../../../support/live-market.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { TradingExchange } from '../../../support/trading-exchange.ts';

const QUOTES: readonly Quote[] = [
  ['BTC', 'USD', '100'],
  ['ETH', 'USD', '10'],
];
const BTC = { exchange: 'made', symbol: 'BTC/USD' };
const ETH = { exchange: 'made', symbol: 'ETH/USD' };

const ends: AbortController[] = [];
afterEach(() => ends.splice(0).forEach((end) => end.abort()));

function listOf(...symbols: readonly string[]): MarketList {
  const markets = symbols.map((symbol) => {
    const [base = '', quote = ''] = symbol.split('/');
    return { symbol, base, quote, active: true };
  });
  return { markets, currencies: [] };
}

function start(apiOf: (clock: ManualClock) => ExchangeApi) {
  const clock = new ManualClock(Date.UTC(2026, 10, 16, 12));
  const events: CollectorEvent[] = [];
  const followed = new FollowedMarkets();
  const end = new AbortController();
  ends.push(end);
  const emit = (event: CollectorEvent) => void events.push(event);
  const follower = new TradeFollower({ api: apiOf(clock), clock, followed, random: () => 0.5, emit });
  const running = follower.run(end.signal);
  const pass = async (ms: number) => {
    for (let passed = 0; passed <= ms; passed += 200) {
      for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
      clock.advance(200);
    }
  };
  /** Symbols of trades that were told since it was asked for. */
  const traded = () =>
    new Set(
      events
        .splice(0)
        .flatMap((event) => (event.kind === 'trades' ? event.readings.map(({ symbol }) => symbol) : [])),
    );
  return { follower, followed, events, pass, traded, end, running };
}

const trading = (clock: ManualClock) => new TradingExchange('made', QUOTES, clock);

test('markets are followed once they are wanted and listed, in whichever order that is known', async () => {
  const { follower, followed, pass, traded } = start(trading);
  followed.set([BTC, ETH, { exchange: 'other', symbol: 'ETH/USD' }]);
  await pass(5000);
  expect(traded()).toEqual(new Set());
  follower.list(listOf('BTC/USD'));
  await pass(5000);
  expect(traded()).toEqual(new Set(['BTC/USD']));
  follower.list(listOf('BTC/USD', 'ETH/USD'));
  await pass(5000);
  expect(traded()).toEqual(new Set(['BTC/USD', 'ETH/USD']));
});

test('a list that is renewed leaves what is followed as it is', async () => {
  let sessions = 0;
  const { follower, followed, pass } = start((clock) => {
    const api = trading(clock);
    const open = api.trades.bind(api);
    api.trades = (list, symbols) => {
      sessions += 1;
      return open(list, symbols);
    };
    return api;
  });
  followed.set([BTC]);
  for (let i = 0; i < 3; i++) {
    follower.list(listOf('BTC/USD', 'ETH/USD'));
    await pass(1000);
  }
  expect(sessions).toBe(1);
});

test('a market that is another one under the same symbol is opened anew, and only then', async () => {
  const opened: unknown[] = [];
  const { follower, followed, pass } = start((clock) => {
    const api = trading(clock);
    const open = api.trades.bind(api);
    api.trades = (list, symbols) => {
      opened.push(list.raw);
      return open(list, symbols);
    };
    return api;
  });
  const withRaw = (id: string, price: number, other: string) => ({
    ...listOf('BTC/USD', 'ETH/USD'),
    raw: [
      { symbol: 'BTC/USD', id, info: { price } },
      { symbol: 'ETH/USD', id: other },
    ],
  });
  followed.set([BTC]);
  const lists = [withRaw('xbtusd', 1, 'a'), withRaw('xbtusd', 2, 'b'), withRaw('btcusd', 2, 'b')];
  for (const list of lists) {
    follower.list(list);
    await pass(1000);
  }
  expect(opened).toEqual([lists[0]?.raw, lists[2]?.raw]);
});

test('one whose trades could not be opened is tried again with the next list', async () => {
  let tries = 0;
  const { follower, followed, pass, traded } = start((clock) => {
    const api = trading(clock);
    const open = api.trades.bind(api);
    api.trades = (list, symbols) =>
      tries++ === 0 ? Promise.reject(new Error('does not load')) : open(list, symbols);
    return api;
  });
  followed.set([BTC]);
  follower.list(listOf('BTC/USD'));
  await pass(5000);
  expect(traded()).toEqual(new Set());
  follower.list(listOf('BTC/USD'));
  await pass(5000);
  expect(traded()).toEqual(new Set(['BTC/USD']));
  expect(tries).toBe(2);
});

test('what is no longer wanted is no longer read', async () => {
  const { follower, followed, pass, traded, events } = start(trading);
  follower.list(listOf('BTC/USD', 'ETH/USD'));
  followed.set([BTC]);
  await pass(2000);
  followed.set([ETH]);
  traded();
  await pass(2000);
  expect(traded()).toEqual(new Set(['ETH/USD']));
  followed.set([]);
  await pass(2000);
  expect(events.at(-1)).toEqual({ kind: 'trade-feed', exchange: 'made', way: 'none' });
  traded();
  await pass(30_000);
  expect(traded()).toEqual(new Set());
});

test('an exchange that gives no trades says so', async () => {
  const { follower, followed, pass, events } = start(() => new MadeExchange('made', QUOTES));
  follower.list(listOf('BTC/USD'));
  followed.set([BTC]);
  await pass(2000);
  expect(events).toEqual([{ kind: 'trade-feed', exchange: 'made', way: 'none' }]);
});

test('one whose trades cannot be opened is a failure, and ends nothing', async () => {
  const { follower, followed, pass, events, end, running } = start((clock) => {
    const api = trading(clock);
    api.trades = () => Promise.reject(new Error('does not load'));
    return api;
  });
  follower.list(listOf('BTC/USD'));
  followed.set([BTC]);
  await pass(2000);
  expect(events[0]).toMatchObject({ way: 'none', failure: 'unexpected' });
  end.abort();
  await expect(running).resolves.toBeUndefined();
});
