import { expect, test } from 'vitest';
import { MarketRotation } from '../../../../../src/sources/live/ccxt/market-rotation.ts';
import { OneByOne } from '../../../../../src/sources/live/ccxt/one-by-one.ts';
import type { ListedMarket, TickerReading } from '../../../../../src/sources/live/ports/exchange-api.ts';
import { PollFailure, type FailureKind } from '../../../../../src/sources/live/ports/poll-failure.ts';
import { PassingClock } from '../../../../support/passing-clock.ts';

const NEVER = new AbortController().signal;
const market = (base: string, quote = 'JPY'): ListedMarket => ({
  symbol: `${base}/${quote}`,
  base,
  quote,
  active: true,
});
const MARKETS = ['BTC', 'ETH', 'XRP', 'LTC', 'ADA', 'DOT', 'SOL'].map((base) => market(base));
const reading = (symbol: string, last = '100', baseVolume = '1'): TickerReading => ({
  symbol,
  last,
  baseVolume,
});
const asFailure = (error: unknown) => error as PollFailure;

const passing = () => new PassingClock(Date.UTC(2026, 10, 16));

test('every market is read in turn, and the most traded ones in every cycle', () => {
  const rotation = new MarketRotation(4);
  const turns = [];
  for (let cycle = 0; cycle < 8; cycle++) {
    const next = rotation.next(MARKETS).map(({ symbol }) => symbol);
    for (const symbol of next) {
      rotation.markRequested(symbol);
      rotation.read(
        reading(symbol, '100', symbol === 'XRP/JPY' ? '9000' : symbol === 'SOL/JPY' ? '7000' : '10'),
      );
    }
    turns.push(next);
  }
  expect(turns.every((turn) => turn.length === 4)).toBe(true);
  for (const turn of turns.slice(3)) expect(turn.slice(0, 2)).toEqual(['XRP/JPY', 'SOL/JPY']);
  const others = turns.slice(3).flatMap((turn) => turn.slice(2));
  expect(new Set(others).size).toBe(5);
});

test('volumes of markets with different quotes are compared in one quote', () => {
  const rotation = new MarketRotation(2);
  const all = [market('BTC', 'JPY'), market('BTC', 'USD'), market('ETH', 'USD'), market('ETH', 'JPY')];
  rotation.read(reading('BTC/JPY', '15000000', '1'));
  rotation.read(reading('BTC/USD', '100000', '2'));
  rotation.read(reading('ETH/USD', '4000', '100'));
  rotation.read(reading('ETH/JPY', '600000', '30'));
  // 4 BTC of ETH/USD are more than 1.2 BTC of ETH/JPY, though the number of yen is greater.
  expect(rotation.next(all)[0]?.symbol).toBe('ETH/USD');
});

test('reads as many as the pace allows, and reports only those', async () => {
  const clock = passing();
  const asked: string[] = [];
  const oneByOne = new OneByOne({
    clock,
    paceMs: 2000,
    call: ({ symbol }) => {
      asked.push(symbol);
      return Promise.resolve(reading(symbol));
    },
    failureOf: asFailure,
  });
  expect(oneByOne.maxPerCycle).toBe(4);
  const began = clock.monotonic();
  const first = await oneByOne.read(MARKETS, NEVER);
  expect(first.map(({ symbol }) => symbol)).toEqual(asked);
  expect(first).toHaveLength(4);
  expect(clock.monotonic() - began).toBe(6000);
  const second = await oneByOne.read(MARKETS, NEVER);
  expect(new Set([...first, ...second].map(({ symbol }) => symbol)).size).toBeGreaterThan(4);
});

test('a slow exchange gets fewer requests', async () => {
  const clock = passing();
  const oneByOne = new OneByOne({
    clock,
    paceMs: 100,
    call: async ({ symbol }) => {
      await clock.wait(3000, NEVER);
      return reading(symbol);
    },
    failureOf: asFailure,
  });
  expect(await oneByOne.read(MARKETS, NEVER)).toHaveLength(3);
});

const failing = (kinds: Readonly<Record<string, FailureKind>>) =>
  new OneByOne({
    clock: passing(),
    paceMs: 250,
    call: ({ symbol }) => {
      const kind = kinds[symbol];
      return kind ? Promise.reject(new PollFailure(kind, 'made')) : Promise.resolve(reading(symbol));
    },
    failureOf: asFailure,
  });

test('a failing market is left out', async () => {
  const readings = await failing({ 'XRP/JPY': 'exchange-error', 'ADA/JPY': 'implausible' }).read(
    MARKETS,
    NEVER,
  );
  expect(readings).toHaveLength(MARKETS.length - 2);
});

test('a failure of the exchange, or of every market, fails the reading', async () => {
  const limited = failing({ 'XRP/JPY': 'rate-limited' }).read(MARKETS, NEVER);
  await expect(limited).rejects.toMatchObject({ kind: 'rate-limited' });
  const none = failing(Object.fromEntries(MARKETS.map(({ symbol }) => [symbol, 'exchange-error']))).read(
    MARKETS,
    NEVER,
  );
  await expect(none).rejects.toMatchObject({ kind: 'exchange-error' });
});
