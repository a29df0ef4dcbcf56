import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasSharedIds, STREAMED } from '../../../src/sources/live/ccxt/ccxt-streams.ts';
import { PollFailure, type FailureKind } from '../../../src/sources/live/ports/poll-failure.ts';
import type { TradeReading, TradesApi } from '../../../src/sources/live/ports/trades-api.ts';
import type { RigMarket, RigTrade } from '../../support/rig/stream/rig-tape.ts';
import * as faults from '../../support/rig/stream/stream-faults.ts';
import { STREAMS, StreamRig } from '../../support/rig/stream/stream-rig.ts';
import { TradingRig, until } from '../../support/rig/stream/trading-rig.ts';

// Unmodified ccxt, over sockets and requests to servers on this machine.

const AT = Date.UTC(2026, 10, 16, 12);
const NEVER = new AbortController().signal;
const EXCHANGES = STREAMS.map(({ id }) => id);

let rig: TradingRig;
/** Time of the test: the tape is shared by all tests, and later tests trade later. */
let at = AT;

beforeAll(async () => {
  rig = await TradingRig.start();
  for (const key of EXCHANGES) rig.rest.set(key, instrumentsOf(key));
});

beforeEach(() => {
  at += 7_200_000;
  for (const key of EXCHANGES) rig.streams.fault(key, undefined);
});

afterAll(() => rig.close());

const instrumentsOf = (key: string) => rig.world.instrumentsOf(key, AT, 50).filter(({ active }) => active);

/** Two markets of the exchange, and its trades. */
async function open(key: string, socketPort?: number) {
  const exchange = await rig.open(key, socketPort);
  const list = await exchange.markets(NEVER);
  const markets = instrumentsOf(key).slice(0, 2);
  const trades = await exchange.trades(list, markets.map(symbolOf));
  return { trades: trades!, markets };
}

const symbolOf = ({ base, quote }: RigMarket) => `${base}/${quote}`;

function readingOf({ id, base, quote, price, amount, timestamp, side }: RigTrade): TradeReading {
  return { symbol: `${base}/${quote}`, id: String(id), price, amount, timestamp, side };
}

/** An open stream: its trades, and how it ended. */
function listen(trades: TradesApi) {
  const stop = new AbortController();
  const received: TradeReading[] = [];
  let opened = 0;
  let failure: unknown;
  const ended = trades.stream!(
    { onOpen: () => opened++, onTrades: (readings) => void received.push(...readings) },
    stop.signal,
  ).catch((error: unknown) => (failure = error));
  return { received, ended, opened: () => opened, failure: () => failure, stop };
}

test('the rig has sockets of all exchanges that share ids, and of some others, at the hosts of the exchanges', () => {
  expect(EXCHANGES).toEqual(expect.arrayContaining(Object.keys(STREAMED).filter(hasSharedIds)));
  for (const { id, hosts } of STREAMS)
    expect(STREAMED[id]?.map((host) => host.replace(/:\d+$/, ''))).toEqual(hosts);
});

test.each(EXCHANGES)('a gateway gets the address of the socket of %s, and connects it', async (key) => {
  const exchange = await rig.openThrough(key);
  const list = await exchange.markets(NEVER);
  const [market] = instrumentsOf(key);
  const trades = await exchange.trades(list, [symbolOf(market!)]);
  const { received, ended, stop } = listen(trades!);
  await until(() => rig.streams.subscribed(key).length === 1);
  const made = rig.tape.trade(key, market!, at);
  rig.streams.say(key, [made]);
  await until(() => received.length > 0);
  expect(received.map(exact)).toEqual([exact(readingOf(made))]);
  stop.abort();
  await ended;
});

describe.each(EXCHANGES)('%s', (key) => {
  test('its socket sends every trade of its markets, once, to the last digit', async () => {
    const { trades, markets } = await open(key);
    const { received, opened, ended, stop, failure } = listen(trades);
    await until(() => rig.streams.subscribed(key).length === 2);
    expect(opened()).toBe(1);
    const made = Array.from({ length: 60 }, (_, i) => rig.tape.trade(key, markets[i % 2]!, at + 37 * i));
    for (const trade of made) rig.streams.say(key, [trade]);
    await until(() => received.length >= made.length);
    expect(received.map(exact)).toEqual(made.map(readingOf).map(exact));
    expect(failure()).toBeUndefined();
    stop.abort();
    await ended;
    await until(() => rig.streams.connections(key) === 0);
    expect(failure()).toBe(stop.signal.reason);
  });

  test('its list has the same trades under the same ids', async () => {
    const { trades, markets } = await open(key);
    const made = Array.from({ length: 20 }, (_, i) => rig.tape.trade(key, markets[i % 2]!, at + 1000 * i));
    for (const market of markets) {
      const listed = await trades.recent(symbolOf(market), 0, NEVER);
      const own = made.filter(({ base, quote }) => symbolOf(market) === `${base}/${quote}`);
      expect(listed.slice(-own.length).map(exact)).toEqual(own.map(readingOf).map(exact));
    }
    expect(rig.rest.unanswered).toEqual([]);
  });

  test('a connection that ends is a failure and is not opened again', async () => {
    const { trades } = await open(key);
    const before = rig.streams.dialled.get(key) ?? 0;
    const { ended, failure } = listen(trades);
    await until(() => rig.streams.subscribed(key).length === 2);
    rig.streams.cut(key);
    await ended;
    expect(failure()).toMatchObject({ kind: 'reset' });
    expect(rig.streams.dialled.get(key)).toBe(before + 1);
  });

  const atConnecting: readonly (readonly [faults.StreamFault, FailureKind])[] = [
    [faults.refusesWith(403), 'not-from-here'],
    [faults.refusesWith(429), 'rate-limited'],
    [faults.refusesWith(503), 'server-error'],
    [faults.refusesWith(302), 'redirect'],
    [faults.HANGS_UP, 'reset'],
  ];
  test.each(atConnecting)('a refused socket fails with the right kind: %o', async (fault, kind) => {
    const { trades } = await open(key);
    rig.streams.fault(key, fault);
    const { ended, failure, opened } = listen(trades);
    await ended;
    expect(failure()).toMatchObject({ name: 'PollFailure', kind });
    expect(opened()).toBe(0);
  });

  test('an unreachable socket fails', async () => {
    const other = await StreamRig.start();
    const { port } = other;
    await other.close();
    const { trades } = await open(key, port);
    const { ended, failure } = listen(trades);
    await ended;
    expect(failure()).toMatchObject({ kind: 'connect' });
  });

  test('a message of more than a megabyte ends the connection', async () => {
    const { trades, markets } = await open(key);
    const { ended, failure, received } = listen(trades);
    await until(() => rig.streams.subscribed(key).length === 2);
    rig.streams.fault(key, faults.hugeMessage(3 << 20));
    rig.streams.say(key, [rig.tape.trade(key, markets[0]!, at)]);
    await ended;
    expect(failure()).toMatchObject({ kind: 'too-large' });
    expect(received).toEqual([]);
  });

  test.each([faults.TRUNCATED, faults.HTML_MESSAGE])(
    'an invalid message has no trades, and later ones are received or the socket fails: %o',
    async (fault) => {
      const { trades, markets } = await open(key);
      const { ended, failure, received, stop } = listen(trades);
      await until(() => rig.streams.subscribed(key).length === 2);
      rig.streams.fault(key, fault);
      rig.streams.say(key, [rig.tape.trade(key, markets[0]!, at)]);
      rig.streams.fault(key, undefined);
      const sound = rig.tape.trade(key, markets[0]!, at + 1);
      rig.streams.say(key, [sound]);
      await until(() => received.length > 0 || failure() !== undefined);
      if (failure() === undefined) expect(received.map(exact)).toEqual([exact(readingOf(sound))]);
      else expect(failure()).toBeInstanceOf(PollFailure);
      stop.abort();
      await ended;
    },
  );

  test('a socket that closes after some messages delivers them', async () => {
    const { trades, markets } = await open(key);
    const { ended, failure, received } = listen(trades);
    await until(() => rig.streams.subscribed(key).length === 2);
    rig.streams.fault(key, faults.closesAfter(3));
    const made = [0, 1, 2].map((i) => rig.tape.trade(key, markets[0]!, at + i));
    for (const trade of made) rig.streams.say(key, [trade]);
    await ended;
    expect(failure()).toMatchObject({ kind: 'reset' });
    expect(received.map(({ id }) => id)).toEqual(made.map(({ id }) => String(id)));
  });
});

/** Without fields that are less exact in an exchange's list: Bitstamp has whole seconds there. */
function exact({ symbol, id, price, amount, timestamp, side }: TradeReading) {
  return { symbol, id, price, amount, side, second: Math.floor(timestamp / 1000) };
}
