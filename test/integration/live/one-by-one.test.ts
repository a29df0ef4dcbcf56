import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Dispatcher } from 'undici';
import { SystemClock } from '../../../src/core/clocks/clock.ts';
import { CcxtExchange } from '../../../src/sources/live/ccxt/ccxt-exchange.ts';
import { Plausibility } from '../../../src/sources/live/collect/plausibility.ts';
import { ExchangeHttp } from '../../../src/sources/live/http/exchange-http.ts';
import { TokenBucket } from '../../../src/sources/live/http/token-bucket.ts';
import { tickNumbersOf } from '../../../src/sources/live/understand/tick-numbers.ts';
import { PassingClock } from '../../support/passing-clock.ts';
import * as faults from '../../support/rig/faults.ts';
import { bitso } from '../../support/rig/layouts/bitso.ts';
import { rigDialler } from '../../support/rig/rig-dialler.ts';
import { RigWorld } from '../../support/rig/rig-world.ts';
import { Rig } from '../../support/rig/rig.ts';

// An exchange with one ticker per request, against the rig, without delays between requests.

const AT = Date.UTC(2026, 10, 16, 12);
const NEVER = new AbortController().signal;
const world = new RigWorld({ size: 'small', layouts: [bitso] });
const instruments = world.instrumentsOf('bitso', AT, 50).filter(({ active }) => active);

let rig: Rig;
let dispatcher: Dispatcher;

beforeAll(async () => {
  rig = await Rig.start([bitso]);
  dispatcher = rigDialler(rig.port);
});

beforeEach(() => {
  rig.set('bitso', instruments);
  rig.fault('bitso', undefined);
});

afterAll(async () => {
  await dispatcher.destroy();
  await rig.close();
});

function open(): Promise<CcxtExchange> {
  const clock = new SystemClock();
  const bucket = new TokenBucket({ clock, intervalMs: 0, burst: 1 });
  const http = new ExchangeHttp({ clock, dispatcher, bucketOf: () => bucket });
  return CcxtExchange.open('bitso', http, new PassingClock(AT));
}

test('some markets are read in each cycle, until all were', async () => {
  const exchange = await open();
  expect(exchange.readability).toEqual({ how: 'one by one' });
  const list = await exchange.markets(NEVER);
  expect(list.markets).toHaveLength(instruments.length);
  const plausibility = new Plausibility(list);
  const seen = new Map<string, ReturnType<typeof tickNumbersOf>>();
  for (let cycle = 0; cycle < 40; cycle++) {
    const readings = await exchange.tickers(list, NEVER);
    // Four of fifty are enough: no more can be expected.
    plausibility.checkTickers(readings, list, exchange.maxPerCycle);
    expect(readings).toHaveLength(4);
    for (const reading of readings) seen.set(reading.symbol, tickNumbersOf(reading));
  }
  expect(seen.size).toBe(instruments.length);
  for (const { base, quote, last, baseVolume } of instruments)
    expect(seen.get(`${base}/${quote}`)).toMatchObject({ last, volume: baseVolume });
});

test('a market that is gone is left out, and an exchange that is gone fails', async () => {
  const exchange = await open();
  const list = await exchange.markets(NEVER);
  rig.set('bitso', instruments.slice(1));
  expect(await exchange.tickers(list, NEVER)).toHaveLength(3);
  rig.fault('bitso', faults.tooManyRequests(90));
  await expect(exchange.tickers(list, NEVER)).rejects.toMatchObject({
    kind: 'rate-limited',
    retryAfterMs: 90_000,
  });
});
