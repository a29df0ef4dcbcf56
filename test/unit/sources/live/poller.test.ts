import { beforeEach, describe, expect, test } from 'vitest';
import { CUT_OFF_MS, HOUR_MS, MINUTE_MS, SECOND_MS, SLOT_MS } from '../../../../src/core/time.ts';
import type { CollectorEvent, CycleEnded } from '../../../../src/sources/live/collect/collector-events.ts';
import { collect } from '../../../../src/sources/live/collect/collector.ts';
import { OwnNetwork } from '../../../../src/sources/live/collect/own-network.ts';
import { ConcurrencyLimit } from '../../../../src/sources/live/collect/concurrency-limit.ts';
import type { PollSchedule } from '../../../../src/sources/live/collect/poll-schedule.ts';
import { Poller } from '../../../../src/sources/live/collect/poller.ts';
import type {
  ExchangeApi,
  MarketList,
  TickerReading,
} from '../../../../src/sources/live/ports/exchange-api.ts';
import type { LeftOut } from '../../../../src/sources/live/ports/left-out.ts';
import { PollFailure, type FailureKind } from '../../../../src/sources/live/ports/poll-failure.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const NOON = Date.UTC(2026, 10, 16, 12);
const PHASE_MS = 7 * SECOND_MS;
/** A list is 45 to 60 minutes old when it is renewed, by chance: here always this many slots. */
const LIST_SLOTS = 105;
/** The same of a list that is not believed. */
const REFUSED_LIST_SLOTS = 35;

/** Always starts a reading at the same time of the cycle. */
const fixedSchedule: PollSchedule = {
  join: () => ({
    leadMs: SLOT_MS - CUT_OFF_MS - PHASE_MS,
    usualMs: SECOND_MS,
    arrived: () => undefined,
    leave: () => undefined,
  }),
};

function listOf(count: number): MarketList {
  const markets = Array.from({ length: count }, (_, i) => ({
    symbol: `C${i}/USD`,
    base: `C${i}`,
    quote: 'USD',
    active: true,
  }));
  return { markets, currencies: [] };
}

const readingsOf = ({ markets }: MarketList): TickerReading[] =>
  markets.map(({ symbol }) => ({ symbol, last: '1' }));

/** An exchange controlled by the test. */
class ScriptedExchange implements ExchangeApi {
  readonly key = 'scripted';
  list = listOf(10);
  readings: readonly TickerReading[] = readingsOf(this.list);
  failing: PollFailure | undefined;
  failingList: PollFailure | undefined;
  readonly asked: string[] = [];
  hold: Promise<void> | undefined;
  leftOut: readonly LeftOut[] = [];

  takeLeftOut(): readonly LeftOut[] {
    const { leftOut } = this;
    this.leftOut = [];
    return leftOut;
  }

  async markets(): Promise<MarketList> {
    this.asked.push('markets');
    if (this.failingList) throw this.failingList;
    return this.list;
  }

  async tickers(): Promise<readonly TickerReading[]> {
    this.asked.push('tickers');
    await this.hold;
    if (this.failing) throw this.failing;
    return this.readings;
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('an exchange', () => {
  let api: ScriptedExchange;
  let clock: ManualClock;
  let events: CollectorEvent[];
  let stored: MarketList | undefined;
  let stop: AbortController;

  beforeEach(() => {
    api = new ScriptedExchange();
    clock = new ManualClock(NOON);
    events = [];
    stored = undefined;
    stop = new AbortController();
  });

  const start = () =>
    new Poller({
      api,
      clock,
      schedule: fixedSchedule,
      network: new OwnNetwork(),
      places: new ConcurrencyLimit(1),
      snapshots: { read: () => stored, write: (_, list) => void (stored = list) },
      random: () => 0.5,
      emit: (event) => void events.push(event),
    }).run(stop.signal);
  const cycles = () => events.filter((event): event is CycleEnded => event.kind === 'cycle');
  const outcomes = () => cycles().map(({ result }) => result.outcome);
  /** Lets cycles pass, one after the other. */
  const pass = async (count: number) => {
    for (let i = 0; i < count; i++) {
      clock.advance(SLOT_MS);
      await settled();
    }
  };

  test('is read at once and then at its own time of every cycle; its list after 45 to 60 minutes', async () => {
    const running = start();
    await settled();
    expect(events.map(({ kind }) => kind)).toEqual(['markets', 'tickers', 'cycle']);
    clock.advance(PHASE_MS - 1);
    await settled();
    expect(api.asked).toHaveLength(2);
    clock.advance(1);
    await settled();
    expect(api.asked).toEqual(['markets', 'tickers', 'tickers']);
    await pass(LIST_SLOTS - 1);
    expect(api.asked.filter((what) => what === 'markets')).toHaveLength(1);
    await pass(1);
    expect(api.asked.filter((what) => what === 'markets')).toHaveLength(2);
    expect(outcomes().every((outcome) => outcome === 'read')).toBe(true);
    stop.abort();
    await running;
  });

  test('whose list has a row without a code is known without that row, also from its stored list', async () => {
    const good = listOf(10);
    const bad = { symbol: 'X', base: undefined as unknown as string, quote: 'USD', active: true };
    api.list = { ...good, markets: [...good.markets, bad] };
    const running = start();
    await settled();
    expect(events[0]).toMatchObject({ kind: 'markets', list: { markets: good.markets } });
    expect(stored?.markets).toEqual(good.markets);
    stop.abort();
    await running;
    [stored, events, stop] = [api.list, [], new AbortController()];
    const again = start();
    expect(events[0]).toMatchObject({ kind: 'markets', list: { markets: good.markets } });
    stop.abort();
    await again;
  });

  test('whose responses have invalid entries is read without them, with their number', async () => {
    const bad = { symbol: 'X', base: '__proto__', quote: 'USD', active: true };
    api.list = { ...api.list, markets: [...api.list.markets, bad] };
    api.leftOut = [{ why: 'it cannot be read', count: 2, examples: ['null'] }];
    const running = start();
    await settled();
    expect(cycles()[0]?.result).toEqual({
      outcome: 'read',
      tickers: 10,
      leftOut: [
        { why: 'it cannot be read', count: 2, examples: ['null'] },
        { why: 'invalid names', count: 1, examples: [] },
      ],
    });
    await pass(1);
    expect(cycles()[1]?.result).toEqual({ outcome: 'read', tickers: 10 });
    stop.abort();
    await running;
  });

  test('with a list of 200,000 markets is not read; with a stored one it is read by that', async () => {
    stored = listOf(10);
    api.list = listOf(200_000);
    const running = start();
    await settled();
    expect(outcomes()).toEqual(['read']);
    expect(stored.markets).toHaveLength(10);
    stop.abort();
    await running;
    [stored, events, stop] = [undefined, [], new AbortController()];
    const again = start();
    await settled();
    expect(cycles()[0]?.result).toMatchObject({ outcome: 'failed', failure: 'too-large' });
    stop.abort();
    await again;
  });

  test('whose new list could not be sent gets it sent with the next reading', async () => {
    const running = start();
    await settled();
    api.list = listOf(11);
    const push = events.push.bind(events);
    events.push = (event) => {
      if (event.kind !== 'markets') return push(event);
      events.push = push;
      throw new Error('the channel is closed');
    };
    await pass(LIST_SLOTS + 2);
    const lists = events.flatMap((event) => (event.kind === 'markets' ? [event.list.markets.length] : []));
    expect(lists).toEqual([10, 11]);
    stop.abort();
    await running;
  });

  test('that fails is given a rest that doubles, and every cycle is accounted for', async () => {
    api.failing = new PollFailure('server-error', 'status 502');
    const running = start();
    await settled();
    await pass(40);
    const failed = cycles().flatMap((cycle, i) => (cycle.result.outcome === 'failed' ? [i] : []));
    // Half of 30 s, 60 s, 2 min, 4 min, 8 min and at most 15 min, up to the next time of its own.
    expect(failed).toEqual([0, 1, 2, 4, 8, 16, 31]);
    expect(outcomes()).toHaveLength(41);
    expect(new Set(outcomes())).toEqual(new Set(['failed', 'resting']));
    expect(cycles().at(-1)).toMatchObject({ failing: 7, restsUntil: expect.any(Number) as number });
    api.failing = undefined;
    await pass(30);
    expect(cycles().at(-1)).toMatchObject({ result: { outcome: 'read' }, failing: 0 });
    stop.abort();
    await running;
  });

  test('that requests a pause gets it', async () => {
    api.failing = new PollFailure('rate-limited', 'status 429', { retryAfterMs: 10 * MINUTE_MS });
    const running = start();
    await settled();
    api.failing = undefined;
    await pass(19);
    expect(outcomes()).toEqual(['failed', ...Array.from({ length: 19 }, () => 'resting')]);
    await pass(2);
    expect(outcomes().at(-1)).toBe('read');
    stop.abort();
    await running;
  });

  test('never has two readings at once: cycles that pass meanwhile are overrun', async () => {
    let release = () => undefined as void;
    api.hold = new Promise((resolve) => (release = resolve));
    const running = start();
    await settled();
    clock.advance(28 * SECOND_MS - 1);
    await settled();
    expect(api.asked).toEqual(['markets', 'tickers']);
    release();
    await settled();
    expect(outcomes()).toEqual(['read', 'overrun']);
    stop.abort();
    await running;
  });

  test.each([
    ['forward by a year', 365 * 24 * HOUR_MS],
    ['back by a day', -24 * HOUR_MS],
    ['back by some seconds', -11 * SECOND_MS],
  ])('is read on, once in a cycle, where the clock is set %s', async (_, byMs) => {
    const running = start();
    await settled();
    await pass(2);
    const before = outcomes().length;
    clock.step(byMs);
    for (let second = 0; second < 120; second++) {
      clock.advance(SECOND_MS);
      await settled();
    }
    // One more or less, since its time of the cycle is another one now.
    expect(Math.abs(outcomes().length - before - 4)).toBeLessThanOrEqual(1);
    expect(new Set(outcomes())).toEqual(new Set(['read']));
    stop.abort();
    await running;
  });

  test('is not given a longer rest because the clock is set back', async () => {
    api.failing = new PollFailure('rate-limited', 'status 429', { retryAfterMs: MINUTE_MS });
    const running = start();
    await settled();
    api.failing = undefined;
    clock.step(-24 * HOUR_MS);
    await pass(4);
    expect(outcomes().at(-1)).toBe('read');
    stop.abort();
    await running;
  });

  test('whose list cannot be had is read with the stored one', async () => {
    stored = listOf(8);
    api.failingList = new PollFailure('not-json', 'a page of HTML');
    const running = start();
    await settled();
    expect(events[0]).toMatchObject({ kind: 'markets', list: { markets: { length: 8 } } });
    expect(outcomes()).toEqual(['read']);
    stop.abort();
    await running;
  });

  test('whose list cannot be read at the start is asked for it again within five minutes', async () => {
    stored = listOf(8);
    api.list = listOf(9);
    api.failingList = new PollFailure('tls', 'not trusted');
    const running = start();
    await settled();
    api.failingList = undefined;
    await pass(10);
    expect(events.flatMap((event) => (event.kind === 'markets' ? [event.list.markets.length] : []))).toEqual([
      8, 9,
    ]);
    expect(api.asked.filter((what) => what === 'markets')).toHaveLength(2);
    stop.abort();
    await running;
  });

  test('whose list has lost a market is asked for it every 20 minutes, not every hour, for two hours', async () => {
    stored = listOf(10);
    api.list = listOf(9);
    const running = start();
    await settled();
    const asked = () => api.asked.filter((what) => what === 'markets').length;
    await pass(240);
    expect(asked()).toBeGreaterThanOrEqual(6);
    const before = asked();
    await pass(240);
    expect(asked() - before).toBeLessThanOrEqual(3);
    stop.abort();
    await running;
  });

  test('whose list shrinks by a third is accepted after three readings', async () => {
    stored = listOf(100);
    api.list = listOf(60);
    api.readings = readingsOf(api.list);
    const running = start();
    await settled();
    const shown = () =>
      events.flatMap((event) => (event.kind === 'markets' ? [event.list.markets.length] : []));
    // Of its three lists, the second and third come 15 to 20 minutes after the one before.
    await pass(2 * REFUSED_LIST_SLOTS - 1);
    expect(shown()).toEqual([100]);
    await pass(2);
    expect(shown()).toEqual([100, 60]);
    stop.abort();
    await running;
  });

  test.each<[string, (api: ScriptedExchange) => void]>([
    ['no ticker has a price', (it) => (it.readings = it.readings.map(({ symbol }) => ({ symbol })))],
    ['there are hardly any tickers', (it) => (it.readings = it.readings.slice(0, 1))],
    ['there are none', (it) => (it.readings = [])],
  ])('is rejected if %s', async (_, change) => {
    change(api);
    const running = start();
    await settled();
    expect(cycles()[0]?.result).toMatchObject({
      outcome: 'failed',
      failure: 'implausible' satisfies FailureKind,
    });
    expect(events.some(({ kind }) => kind === 'tickers')).toBe(false);
    stop.abort();
    await running;
  });

  test('with half the tickers missing is accepted the third time', async () => {
    const running = start();
    await settled();
    api.readings = api.readings.slice(0, 4);
    await pass(8);
    const tried = outcomes().filter((outcome) => outcome !== 'resting');
    expect(tried.slice(0, 5)).toEqual(['read', 'failed', 'failed', 'read', 'read']);
    stop.abort();
    await running;
  });

  test('that fails early is asked a second time for the same slot, and a failure counts once', async () => {
    const running = start();
    await settled();
    const { tickers } = api;
    api.tickers = async () => {
      api.asked.push('tickers');
      api.tickers = tickers;
      throw new PollFailure('reset', 'the request failed: ECONNRESET');
    };
    await pass(1);
    expect(api.asked).toEqual(['markets', 'tickers', 'tickers', 'tickers']);
    expect(outcomes()).toEqual(['read', 'read']);
    api.failing = new PollFailure('server-error', 'status 502');
    await pass(1);
    expect(api.asked).toHaveLength(6);
    expect(cycles().at(-1)).toMatchObject({ result: { outcome: 'failed' }, failing: 1 });
    // From then on it has failed before: one attempt at a time.
    await pass(1);
    expect(cycles().at(-1)).toMatchObject({ result: { outcome: 'failed' }, failing: 2 });
    expect(api.asked).toHaveLength(7);
    stop.abort();
    await running;
  });

  test.each<[string, PollFailure]>([
    ['asks us to stay away', new PollFailure('server-error', 'status 503', { retryAfterMs: 1000 })],
    ['limits the rate', new PollFailure('rate-limited', 'status 429')],
    ['does not serve us', new PollFailure('not-from-here', 'status 451')],
    ['answers what cannot be meant', new PollFailure('implausible', 'only 1 tickers')],
  ])('that %s is not asked a second time', async (_, failure) => {
    const running = start();
    await settled();
    api.failing = failure;
    await pass(1);
    expect(api.asked).toEqual(['markets', 'tickers', 'tickers']);
    stop.abort();
    await running;
  });

  test('that fails too late for a second answer in time is not asked a second time', async () => {
    const running = start();
    await settled();
    let release = () => undefined as void;
    api.hold = new Promise((resolve) => (release = resolve));
    api.failing = new PollFailure('reset', 'the request failed: ECONNRESET');
    clock.advance(PHASE_MS);
    await settled();
    clock.advance(20.5 * SECOND_MS);
    await settled();
    release();
    await settled();
    expect(api.asked).toEqual(['markets', 'tickers', 'tickers']);
    expect(outcomes()).toEqual(['read', 'failed']);
    stop.abort();
    await running;
  });

  test('whose list is to be renewed delivers its tickers first, also if the list does not come', async () => {
    const running = start();
    await settled();
    await pass(LIST_SLOTS - 1);
    api.asked.length = events.length = 0;
    api.markets = (signal?: AbortSignal) => {
      api.asked.push('markets');
      return new Promise((_, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason as Error)),
      );
    };
    await pass(1);
    expect(api.asked).toEqual(['tickers', 'markets']);
    expect(events.map(({ kind }) => kind)).toEqual(['tickers']);
    clock.advance(28 * SECOND_MS);
    await settled();
    expect(outcomes()[0]).toBe('read');
    stop.abort();
    await running;
  });

  test('that does not answer within the time of a cycle has failed', async () => {
    api.tickers = (_?: MarketList, signal?: AbortSignal) =>
      new Promise((__, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
    const running = start();
    await settled();
    clock.advance(28 * SECOND_MS);
    await settled();
    expect(cycles()[0]?.result).toMatchObject({ outcome: 'failed', failure: 'timeout' });
    stop.abort();
    await running;
  });
});

describe('exchanges of one collector', () => {
  const kinds = (events: readonly CollectorEvent[], key: string) =>
    events.flatMap((event) =>
      event.kind === 'cycle' && event.exchange === key ? [event.result.outcome] : [],
    );

  test.each([0, 20])(
    'are all read again within two cycles after an outage of our own network, however long it was, with %i others that refuse us',
    async (refusing) => {
      const clock = new ManualClock(NOON);
      const stop = new AbortController();
      const keys = Array.from({ length: 8 }, (_, i) => `x${i}`);
      let isDown = false;
      let areListsAsked = 0;
      const answer = async <T>(value: T): Promise<T> => {
        if (isDown) throw new PollFailure('dns', 'the request failed: ENOTFOUND');
        return value;
      };
      const exchanges = keys.map((key): ExchangeApi => ({
        key,
        markets: () => {
          areListsAsked += 1;
          return answer(listOf(3));
        },
        tickers: () => answer(readingsOf(listOf(3))),
      }));
      const others = Array.from({ length: refusing }, (_, i): ExchangeApi => {
        const refused = async () => {
          throw new PollFailure('not-from-here', 'status 451');
        };
        return { key: `y${i}`, markets: refused, tickers: refused };
      });
      const events: CollectorEvent[] = [];
      const running = collect(
        {
          exchanges: [...exchanges, ...others],
          clock,
          snapshots: { read: () => undefined, write: () => undefined },
          emit: (event) => void events.push(event),
          random: () => 0.99,
        },
        stop.signal,
      );
      const pass = async (ms: number) => {
        for (let passed = 0; passed < ms; passed += SECOND_MS) {
          clock.advance(SECOND_MS);
          await settled();
        }
      };
      await settled();
      await pass(5 * MINUTE_MS);
      isDown = true;
      await pass(30 * MINUTE_MS);
      isDown = false;
      events.length = areListsAsked = 0;
      await pass(2 * SLOT_MS);
      for (const key of keys) expect(kinds(events, key)).toContain('read');
      expect(areListsAsked).toBe(0);
      stop.abort();
      await running;
    },
  );

  test('are given their rests if only some of them fail', async () => {
    const clock = new ManualClock(NOON);
    const stop = new AbortController();
    let asked = 0;
    const exchanges = ['a', 'b', 'c', 'd'].map((key): ExchangeApi => ({
      key,
      markets: async () => listOf(3),
      tickers: async () => {
        if (key !== 'd') return readingsOf(listOf(3));
        asked += 1;
        throw new PollFailure('connect', 'the request failed: ECONNREFUSED');
      },
    }));
    const snapshots = { read: () => undefined, write: () => undefined };
    const running = collect(
      { exchanges, clock, snapshots, emit: () => undefined, random: () => 0.99 },
      stop.signal,
    );
    await settled();
    for (let second = 0; second < 30 * 60; second++) {
      clock.advance(SECOND_MS);
      await settled();
    }
    expect(asked).toBeLessThan(10);
    stop.abort();
    await running;
  });
});

test('a limited number of exchanges is read at once, and all of them end with the signal', async () => {
  const clock = new ManualClock(NOON);
  const stop = new AbortController();
  let atWork = 0;
  let most = 0;
  const exchanges = Array.from({ length: 9 }, (_, i): ExchangeApi => ({
    key: `x${i}`,
    markets: async () => listOf(1),
    tickers: async () => {
      most = Math.max(most, ++atWork);
      await settled();
      atWork -= 1;
      return readingsOf(listOf(1));
    },
  }));
  const snapshots = { read: () => undefined, write: () => undefined };
  const read: string[] = [];
  const emit = (event: CollectorEvent) => event.kind === 'cycle' && read.push(event.exchange);
  const running = collect({ exchanges, clock, snapshots, emit, random: () => 0, atOnce: 4 }, stop.signal);
  while (read.length < 9) await settled();
  expect(most).toBe(4);
  stop.abort();
  await running;
});
