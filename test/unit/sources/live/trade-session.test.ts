import { afterEach, describe, expect, test } from 'vitest';
import type { CollectorEvent } from '../../../../src/sources/live/collect/collector-events.ts';
import { TradeSession } from '../../../../src/sources/live/collect/trades/trade-session.ts';
import { PollFailure } from '../../../../src/sources/live/ports/poll-failure.ts';
import type {
  TradeReading,
  TradesApi,
  TradeStreamHandlers,
} from '../../../../src/sources/live/ports/trades-api.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const START = Date.UTC(2026, 10, 16, 12);
const SYMBOLS = ['BTC/USD', 'ETH/USD'];

/** An exchange whose trades and socket the test controls. */
class MadeTrades implements TradesApi {
  readonly asked: { readonly symbol: string; readonly at: number; readonly ageMs: number }[] = [];
  readonly #clock: ManualClock;
  listed: readonly TradeReading[] = [];
  failure: PollFailure | undefined;
  /** The open socket. */
  handlers: TradeStreamHandlers | undefined;
  opened: number[] = [];
  isRefused = false;
  #fail: (error: unknown) => void = () => undefined;
  readonly stream?: NonNullable<TradesApi['stream']>;
  hasSharedIds = true;

  constructor(clock: ManualClock, hasSocket: boolean) {
    this.#clock = clock;
    if (hasSocket) this.stream = (handlers, signal) => this.#stand(handlers, signal);
  }

  recent(symbol: string, ageMs: number): Promise<readonly TradeReading[]> {
    this.asked.push({ symbol, at: this.#clock.now() - START, ageMs });
    if (this.failure) return Promise.reject(this.failure);
    return Promise.resolve(this.listed.filter((trade) => trade.symbol === symbol));
  }

  cut(): void {
    this.#fail(new PollFailure('reset', 'the connection has ended'));
  }

  #stand(handlers: TradeStreamHandlers, signal: AbortSignal): Promise<never> {
    this.opened.push(this.#clock.now() - START);
    if (this.isRefused) return Promise.reject(new PollFailure('connect', 'refused'));
    return new Promise((_, reject) => {
      this.handlers = handlers;
      this.#fail = (error) => {
        this.handlers = undefined;
        reject(error as Error);
      };
      signal.addEventListener('abort', () => this.#fail(signal.reason), { once: true });
      handlers.onOpen();
    });
  }
}

const stop: AbortController[] = [];
afterEach(() => stop.splice(0).forEach((one) => one.abort()));

function start(hasSocket: boolean, prepare: (trades: MadeTrades) => void = () => undefined) {
  const clock = new ManualClock(START);
  const trades = new MadeTrades(clock, hasSocket);
  prepare(trades);
  const events: CollectorEvent[] = [];
  const onBack = new Set<() => void>();
  const end = new AbortController();
  stop.push(end);
  const session = new TradeSession({
    exchange: 'made',
    trades,
    symbols: SYMBOLS,
    clock,
    random: () => 0.5,
    emit: (event) => events.push(event),
    network: {
      onBack: (listener) => {
        onBack.add(listener);
        return () => void onBack.delete(listener);
      },
    },
  });
  const running = session.run(end.signal);
  const rest = async () => {
    for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
  };
  /** Small steps, and around each the session comes to rest. No real time passes. */
  const pass = async (ms: number) => {
    await rest();
    for (let passed = 0; passed < ms; passed += 200) {
      clock.advance(200);
      await rest();
    }
  };
  const feeds = () =>
    events.flatMap((event) => (event.kind === 'trade-feed' ? [[event.way, event.failure] as const] : []));
  const ids = () =>
    events.flatMap((event) => (event.kind === 'trades' ? event.readings.map(({ id }) => id) : []));
  return { clock, trades, events, feeds, ids, pass, end, running, onBack };
}

function trade(id: string, timestamp: number, symbol = 'BTC/USD'): TradeReading {
  return { symbol, id, price: '100', amount: '1', timestamp };
}

describe('without a socket', () => {
  test('every market is polled every 12 seconds, one request per second', async () => {
    const { trades, pass, feeds } = start(false);
    await pass(30_000);
    expect(feeds()).toEqual([['polled', undefined]]);
    const first = trades.asked.slice(0, 4).map(({ symbol, at }) => [symbol, at]);
    expect(first).toEqual([
      ['BTC/USD', 0],
      ['ETH/USD', 1000],
      ['BTC/USD', 13_000],
      ['ETH/USD', 14_000],
    ]);
    expect(trades.asked[2]?.ageMs).toBe(13_000);
  });

  test('a failure of the exchange gives its trades a rest, twice as long after each', async () => {
    const { trades, pass, feeds } = start(false, (made) => {
      made.failure = new PollFailure('server-error', 'status 502');
    });
    await pass(120_000);
    const rounds = [0, 16_000, 47_000, 108_000];
    expect(trades.asked.map(({ at }) => at)).toEqual(rounds.flatMap((at) => [at, at + 1000]));
    expect(feeds().slice(1)).toEqual(Array.from({ length: 8 }, () => ['polled', 'server-error']));
    trades.failure = undefined;
    await pass(150_000);
    expect(trades.asked.length).toBeGreaterThan(6);
  });

  test('a requested pause is respected', async () => {
    const { trades, pass } = start(false, (made) => {
      made.failure = new PollFailure('rate-limited', 'status 429', { retryAfterMs: 90_000 });
    });
    await pass(95_000);
    expect(trades.asked.map(({ at }) => at)).toEqual([0, 90_000]);
  });

  test('a refused market does not affect the others', async () => {
    const { trades, pass, ids } = start(false, (made) => {
      const recent = made.recent.bind(made);
      made.recent = (symbol, ageMs) =>
        symbol === 'BTC/USD'
          ? Promise.reject(new PollFailure('exchange-error', 'no such market'))
          : recent(symbol, ageMs);
      made.listed = [trade('1', START, 'ETH/USD')];
    });
    await pass(15_000);
    expect(ids()).toEqual(['1', '1']);
    expect(trades.asked).toHaveLength(2);
  });

  test('a market that always fails does not starve those behind it', async () => {
    const { pass, ids } = start(false, (made) => {
      const recent = made.recent.bind(made);
      made.recent = (symbol, ageMs) =>
        symbol === 'BTC/USD'
          ? Promise.reject(new PollFailure('timeout', 'no answer'))
          : recent(symbol, ageMs);
      made.listed = [trade('1', START, 'ETH/USD')];
    });
    await pass(15_000);
    expect(ids()).toEqual(['1', '1']);
  });

  test('after a rest it goes on behind the market that failed', async () => {
    const { trades, pass } = start(false, (made) => {
      made.failure = new PollFailure('rate-limited', 'status 429', { retryAfterMs: 90_000 });
    });
    await pass(95_000);
    expect(trades.asked.map(({ symbol }) => symbol)).toEqual(SYMBOLS);
  });

  test('nothing is requested after its end', async () => {
    const { trades, pass, end, running } = start(false);
    await pass(2000);
    end.abort();
    await running;
    const { length } = trades.asked;
    await pass(60_000);
    expect(trades.asked).toHaveLength(length);
  });
});

describe('with a socket', () => {
  test('its trades are sent within a fifth of a second, in order', async () => {
    const { trades, pass, events, feeds } = start(true);
    await pass(1000);
    expect(feeds().at(-1)).toEqual(['socket', undefined]);
    trades.handlers?.onTrades([trade('1', START)]);
    trades.handlers?.onTrades([trade('2', START), trade('3', START)]);
    await pass(200);
    expect(events.at(-1)).toMatchObject({
      kind: 'trades',
      readings: [{ id: '1' }, { id: '2' }, { id: '3' }],
    });
  });

  test('polls close what lies before it, and then only look after it', async () => {
    const { trades, pass } = start(true);
    await pass(180_000);
    const times = trades.asked.filter(({ symbol }) => symbol === 'BTC/USD').map(({ at }) => at);
    // At once, after it has opened, when it has settled, and then once a minute.
    expect(times[0]).toBe(0);
    expect(times.filter((at) => at < 15_000).length).toBeGreaterThanOrEqual(2);
    expect(times.filter((at) => at > 15_000).length).toBe(2);
  });

  test('when it is cut, markets are polled at once and then as without one, until it stands again', async () => {
    const { trades, pass, feeds } = start(true);
    await pass(30_000);
    const before = trades.asked.length;
    trades.cut();
    await pass(1200);
    expect(feeds().at(-1)).toEqual(['polled', 'reset']);
    expect(trades.asked.slice(before).map(({ symbol }) => symbol)).toEqual(SYMBOLS);
    expect(trades.opened).toEqual([0]);
    await pass(15_000);
    expect(feeds().at(-1)).toEqual(['socket', undefined]);
    expect(trades.opened).toHaveLength(2);
    expect(trades.asked.length).toBeGreaterThan(before + 4);
  });

  test('one that cannot be opened is retried less and less often, and polls continue', async () => {
    const { trades, pass, feeds } = start(true, (made) => {
      made.isRefused = true;
    });
    await pass(120_000);
    expect(trades.opened).toEqual([0, 15_000, 45_000, 105_000]);
    expect(feeds().at(-1)).toEqual(['polled', 'connect']);
    expect(trades.asked.length).toBeGreaterThanOrEqual(18);
  });

  test('one that is silent while the exchange lists trades is given up', async () => {
    const { trades, pass, feeds, clock } = start(true);
    await pass(20_000);
    trades.listed = Array.from({ length: 40 }, (_, i) => trade(`a${i}`, START + 1000 * i));
    await pass(50_000);
    expect(clock.now() - START).toBe(70_000);
    expect(feeds()).toContainEqual(['polled', 'timeout']);
  });

  test('one that falls silent after much traffic is also given up', async () => {
    const { trades, pass, feeds } = start(true);
    await pass(20_000);
    trades.listed = Array.from({ length: 40 }, (_, i) => trade(`a${i}`, START + 1000 * i));
    trades.handlers?.onTrades(trades.listed);
    await pass(50_000);
    expect(feeds().at(-1)).toEqual(['socket', undefined]);
    for (const length of [100, 160]) {
      expect(feeds()).not.toContainEqual(['polled', 'timeout']);
      trades.listed = Array.from({ length }, (_, i) => trade(`a${i}`, START + 1000 * i));
      await pass(60_000);
    }
    expect(feeds()).toContainEqual(['polled', 'timeout']);
  });

  test('one that agrees with the list of the exchange is kept', async () => {
    const { trades, pass, feeds } = start(true);
    await pass(20_000);
    trades.listed = Array.from({ length: 40 }, (_, i) => trade(`a${i}`, START + 1000 * i));
    trades.handlers?.onTrades(trades.listed.slice(15));
    await pass(120_000);
    expect(feeds().at(-1)).toEqual(['socket', undefined]);
    expect(trades.opened).toEqual([0]);
  });

  test('failing polls do not affect it', async () => {
    const { trades, pass, ids, feeds } = start(true, (made) => {
      made.failure = new PollFailure('server-error', 'status 502');
    });
    await pass(100_000);
    trades.handlers?.onTrades([trade('1', START)]);
    await pass(400);
    expect(ids()).toEqual(['1']);
    expect(feeds().at(-1)).toEqual(['socket', 'server-error']);
    expect(trades.opened).toEqual([0]);
  });
});

describe('when our own network is back', () => {
  test('the socket is opened at once, and polls do not rest any longer', async () => {
    const { trades, pass, onBack, clock, end, running } = start(true, (made) => {
      made.isRefused = true;
      made.failure = new PollFailure('dns', 'the request failed: ENOTFOUND');
    });
    await pass(20 * 60_000);
    trades.isRefused = false;
    trades.failure = undefined;
    const [asked, opened] = [trades.asked.length, trades.opened.length];
    for (const listener of onBack) listener();
    await pass(2000);
    expect(trades.opened.length).toBe(opened + 1);
    expect(trades.asked.length).toBeGreaterThan(asked);
    expect(trades.asked[asked]!.at).toBeLessThan(clock.now() - START);
    end.abort();
    await running;
    expect(onBack.size).toBe(0);
  });

  test('an exchange that requested a pause keeps it', async () => {
    const { trades, pass, onBack } = start(false, (made) => {
      made.failure = new PollFailure('rate-limited', 'status 429', { retryAfterMs: 600_000 });
    });
    await pass(10_000);
    const asked = trades.asked.length;
    for (const listener of onBack) listener();
    await pass(60_000);
    expect(trades.asked.length).toBe(asked);
  });
});

test('a trade with different ids on the socket and in the list is sent once', async () => {
  const { clock, trades, pass, ids } = start(true, (made) => (made.hasSharedIds = false));
  await pass(1000);
  const now = clock.now();
  trades.handlers!.onTrades([trade('s1', now), trade('s2', now + 10)]);
  trades.listed = [trade('l0', now - 500), trade('l1', now), trade('l2', now + 10)];
  await pass(8000);
  expect(ids()).toEqual(['s1', 's2', 'l0']);
  trades.isRefused = true;
  trades.listed = [...trades.listed, trade('l3', now + 9000)];
  trades.cut();
  await pass(3000);
  expect(new Set(ids())).toEqual(new Set(['s1', 's2', 'l0', 'l3']));
});
