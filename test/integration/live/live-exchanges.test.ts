import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Dispatcher } from 'undici';
import { SystemClock } from '../../../src/core/clocks/clock.ts';
import { SECOND_MS } from '../../../src/core/time.ts';
import { CcxtExchange } from '../../../src/sources/live/ccxt/ccxt-exchange.ts';
import { PollFailure, type FailureKind } from '../../../src/sources/live/ports/poll-failure.ts';
import { tickNumbersOf } from '../../../src/sources/live/understand/tick-numbers.ts';
import * as faults from '../../support/rig/faults.ts';
import { rigHttp } from '../../support/rig/rig-http.ts';
import { rigDialler } from '../../support/rig/rig-dialler.ts';
import { RigWorld } from '../../support/rig/rig-world.ts';
import { Rig } from '../../support/rig/rig.ts';
import { RIG_EXCHANGES } from '../../support/rig/layouts.ts';

const AT = Date.UTC(2026, 10, 16, 12);
const NEVER = new AbortController().signal;
const world = new RigWorld({ size: 'small' });

let rig: Rig;
let dispatcher: Dispatcher;

beforeAll(async () => {
  rig = await Rig.start();
  dispatcher = rigDialler(rig.port);
});

afterAll(async () => {
  await dispatcher.destroy();
  await rig.close();
});

/** Some exchanges do not list inactive markets. */
const tradedOn = (key: string) => world.instrumentsOf(key, AT, 50).filter(({ active }) => active);

function open(key: string, deadlineMs = 20 * SECOND_MS): Promise<CcxtExchange> {
  return CcxtExchange.open(key, rigHttp(dispatcher, { deadlineMs, maxBytes: 1 << 22 }), new SystemClock());
}

describe.each(RIG_EXCHANGES)('%s', (key) => {
  beforeEach(() => {
    rig.set(key, tradedOn(key));
    rig.fault(key, undefined);
  });

  test('is read with every market and every number', async () => {
    const instruments = tradedOn(key);
    const exchange = await open(key);
    expect(exchange.readability.how).not.toBe('not');
    const list = await exchange.markets(NEVER);
    const pairs = (all: readonly { base: string; quote: string }[]) =>
      all.map(({ base, quote }) => `${base}/${quote}`).toSorted();
    expect(pairs(list.markets)).toEqual(pairs(instruments));
    const readings = await exchange.tickers(list, NEVER);
    const bySymbol = new Map(readings.map((reading) => [reading.symbol, tickNumbersOf(reading)]));
    expect(bySymbol.size).toBe(instruments.length);
    for (const { base, quote, last, bid, ask, baseVolume } of instruments) {
      const numbers = bySymbol.get(`${base}/${quote}`);
      expect(numbers?.last).toBe(last);
      // If an exchange has no quotes in its tickers, they stay absent; nothing is invented.
      if (numbers?.bid !== undefined) expect(numbers.bid).toBe(bid);
      if (numbers?.ask !== undefined) expect(numbers.ask).toBe(ask);
      expect(Math.abs(Number(numbers?.volume) / Number(baseVolume) - 1)).toBeLessThan(1e-6);
    }
    expect(rig.unanswered).toEqual([]);
  });

  test('a stored list works like a new one', async () => {
    const list = await (await open(key)).markets(NEVER);
    const stored = JSON.parse(JSON.stringify(list)) as typeof list;
    expect((await (await open(key)).tickers(stored, NEVER)).length).toBe(list.markets.length);
  });
});

const FAULTS: readonly (readonly [faults.RigFault, FailureKind])[] = [
  [faults.BAD_GATEWAY, 'server-error'],
  [faults.UNAVAILABLE, 'server-error'],
  [faults.tooManyRequests(), 'rate-limited'],
  [faults.tooManyRequests(90), 'rate-limited'],
  [faults.BANNED, 'rate-limited'],
  [faults.FORBIDDEN, 'not-from-here'],
  [faults.LEGAL_REASONS, 'not-from-here'],
  [faults.redirect('https://example.com/'), 'redirect'],
  [faults.EMPTY_BODY, 'empty'],
  [faults.TRUNCATED_JSON, 'not-json'],
  [faults.HTML_AS_ANSWER, 'not-json'],
  [faults.CONNECTION_RESET, 'reset'],
  [faults.hugeBody(5 << 20), 'too-large'],
  [faults.compressedHugeBody(5 << 20), 'too-large'],
];

describe.each(FAULTS)('with the fault %o', (fault, kind) => {
  test.each(['kraken', 'bitfinex', 'upbit', 'coinex', 'okx'])(
    `%s fails as ${kind} and recovers afterwards`,
    async (key) => {
      rig.set(key, tradedOn(key));
      rig.fault(key, undefined);
      const exchange = await open(key);
      const list = await exchange.markets(NEVER);
      rig.fault(key, fault);
      const calls = [() => exchange.tickers(list, NEVER), () => exchange.markets(NEVER)];
      for (const call of calls) {
        const failure: unknown = await call().catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(PollFailure);
        expect((failure as PollFailure).kind).toBe(kind);
      }
      rig.fault(key, undefined);
      // A host that requests a pause gets it; a new client, which does not know of it, reads at once.
      const after = kind === 'rate-limited' ? await open(key) : exchange;
      expect((await after.tickers(list, NEVER)).length).toBe(list.markets.length);
      expect((await after.markets(NEVER)).markets).toEqual(list.markets);
    },
  );
});
