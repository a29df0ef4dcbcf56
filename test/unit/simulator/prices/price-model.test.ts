import { describe, expect, it } from 'vitest';
import { SLOTS_PER_DAY } from '../../../../src/core/time.ts';

import { ANCHOR_SLOT_INDEX } from '../../../../src/simulator/prices/asset-price.ts';
import { traitsOf } from '../../../../src/simulator/prices/asset-traits.ts';
import { PriceModel } from '../../../../src/simulator/prices/price-model.ts';
import { slotIndexOf } from '../../../../src/simulator/runs/slot-index.ts';
import { buildWorld } from '../../../../src/simulator/world.ts';
import { autocorrelation, correlation, deviation, excessKurtosis, returns, shuffled } from '../statistics.ts';

const world = buildWorld('small');
const prices = new PriceModel(world.assets, 'tests');
const SLOTS_PER_YEAR = 365 * SLOTS_PER_DAY;
const FROM = slotIndexOf(Date.UTC(2025, 0, 1));

const indexOf = (symbol: string) => world.assets.findIndex(({ asset }) => asset.symbol === symbol);
const cryptos = world.assets.flatMap((asset, i) => (traitsOf(asset).kind === 'factors' ? [i] : []));

function run(assetIndex: number, first: number, count: number): Float64Array {
  const out = new Float64Array(count);
  prices.fillPrices(assetIndex, first, count, out);
  return out;
}

/** Every `step`th slot from 2014 to the end of 2030. */
function across(assetIndex: number, step: number): number[] {
  const first = slotIndexOf(Date.UTC(2014, 0, 1));
  const count = Math.floor((slotIndexOf(Date.UTC(2031, 0, 1)) - first) / step);
  return Array.from({ length: count }, (_, i) => prices.atSlot(assetIndex, first + i * step));
}

describe('a price', () => {
  it('is the same if requested directly, slot by slot, backwards or in any order', () => {
    for (const asset of [indexOf('BTC'), indexOf('EUR'), indexOf('USDT'), indexOf('WBTC')]) {
      const expected = run(asset, FROM - 50, 500);
      const orders = [
        shuffled(500),
        shuffled(500).toSorted((a, b) => a - b),
        shuffled(500).toSorted((a, b) => b - a),
      ];
      for (const order of orders) {
        const fresh = new PriceModel(world.assets, 'tests');
        for (const i of order) expect(fresh.atSlot(asset, FROM - 50 + i)).toBe(expected[i]);
      }
    }
  });

  it('does not depend on which other assets the world has', () => {
    const few = world.assets.filter(({ asset }) => ['USD', 'BTC', 'ETH'].includes(asset.symbol));
    const model = new PriceModel(few, 'tests');
    const ether = few.findIndex(({ asset }) => asset.symbol === 'ETH');
    expect(model.atSlot(ether, FROM)).toBe(prices.atSlot(indexOf('ETH'), FROM));
  });

  it('differs with another seed', () => {
    const other = new PriceModel(world.assets, 'other');
    expect(other.atSlot(indexOf('BTC'), FROM)).not.toBe(prices.atSlot(indexOf('BTC'), FROM));
  });

  it('equals the table on 1 July 2026', () => {
    for (const i of cryptos) {
      expect(prices.atSlot(i, ANCHOR_SLOT_INDEX) / (world.assets[i]?.priceUsd ?? 0)).toBeCloseTo(1, 10);
    }
    expect(ANCHOR_SLOT_INDEX).toBe(slotIndexOf(Date.UTC(2026, 6, 1)));
  });

  it('is linear between slots', () => {
    const [before, after] = [prices.atSlot(indexOf('BTC'), FROM), prices.atSlot(indexOf('BTC'), FROM + 1)];
    expect(prices.at(indexOf('BTC'), FROM * 30_000)).toBe(before);
    expect(prices.at(indexOf('BTC'), FROM * 30_000 + 15_000)).toBeCloseTo((before + after) / 2, 6);
  });

  it('of the US dollar is 1, exactly and always', () => {
    expect(new Set(across(indexOf('USD'), 100_000))).toEqual(new Set([1]));
  });
});

describe('returns of a crypto asset', () => {
  const btc = run(indexOf('BTC'), FROM, 2 ** 18);
  const changes = returns(btc);

  it('have fat tails, fatter over short times than over a day', () => {
    expect(excessKurtosis(changes)).toBeGreaterThan(8);
    expect(excessKurtosis(changes)).toBeGreaterThan(excessKurtosis(returns(btc, SLOTS_PER_DAY)));
  });

  it('cluster: their sizes remember each other, themselves they do not', () => {
    const sizes = changes.map(Math.abs);
    for (const lag of [1, 2, 3, 5, 8, 13, 20]) {
      expect(Math.abs(autocorrelation(changes, lag))).toBeLessThan(0.02);
      expect(autocorrelation(sizes, lag)).toBeGreaterThan(0.1);
    }
    expect(autocorrelation(sizes, SLOTS_PER_DAY)).toBeGreaterThan(0.02);
  });

  it('have 40 to 140 percent volatility a year', () => {
    const step = 960;
    const stepsPerYear = SLOTS_PER_YEAR / step;
    for (const i of cryptos) {
      const sample = Array.from({ length: 4 * stepsPerYear }, (_, n) => prices.atSlot(i, FROM + n * step));
      const volatility = deviation(returns(sample)) * Math.sqrt(stepsPerYear);
      expect(volatility, world.assets[i]?.asset.symbol).toBeGreaterThan(0.4);
      expect(volatility, world.assets[i]?.asset.symbol).toBeLessThan(1.4);
    }
  });

  it('move together with the market, and more so within it than with a currency', () => {
    const hour = 120;
    const of = (symbol: string) => returns(run(indexOf(symbol), FROM, 2 ** 18), hour);
    expect(correlation(of('BTC'), of('ETH'))).toBeGreaterThan(0.4);
    expect(Math.abs(correlation(of('BTC'), of('EUR')))).toBeLessThan(0.1);
  });
});

describe('prices from 2014 to 2030', () => {
  it('stay within a factor of 100 of their table', () => {
    for (const i of cryptos) {
      const { priceUsd = 0, asset } = world.assets[i] ?? {};
      const factors = across(i, 40_000).map((price) => price / priceUsd);
      expect(Math.max(...factors), asset?.symbol).toBeLessThan(100);
      expect(Math.min(...factors), asset?.symbol).toBeGreaterThan(0.01);
    }
  });

  it('of the largest asset stay within a factor of 8', () => {
    const btc = across(indexOf('BTC'), 5000).map((price) => price / 64_250);
    expect(Math.max(...btc)).toBeLessThan(8);
    expect(Math.min(...btc)).toBeGreaterThan(1 / 8);
  });

  it('of currencies stay within a third of their table', () => {
    for (const symbol of ['EUR', 'GBP', 'JPY', 'KRW', 'CHF']) {
      const table = world.assets[indexOf(symbol)]?.priceUsd ?? 0;
      const factors = across(indexOf(symbol), 20_000).map((price) => price / table);
      expect(Math.max(...factors)).toBeLessThan(1.5);
      expect(Math.min(...factors)).toBeGreaterThan(0.66);
    }
  });

  it('of stablecoins stay within a few basis points of their peg, and slip by at most 2 percent', () => {
    const stablecoins = world.assets.flatMap(({ sector }, i) => (sector === 'stablecoin' ? [i] : []));
    const off = stablecoins.flatMap((i) =>
      across(i, 2500).map((price) => Math.abs(Math.log(price / (world.assets[i]?.priceUsd ?? 1)))),
    );
    const sorted = off.toSorted((a, b) => a - b);
    expect(sorted[Math.floor(off.length * 0.5)]).toBeLessThan(0.0006);
    expect(sorted[Math.floor(off.length * 0.98)]).toBeLessThan(0.002);
    expect(sorted.at(-1)).toBeGreaterThan(0.003);
    expect(sorted.at(-1)).toBeLessThan(0.022);
  });

  it('of wrapped assets follow the wrapped asset', () => {
    const [wrapped, bitcoin] = [across(indexOf('WBTC'), 20_000), across(indexOf('BTC'), 20_000)];
    const table = (world.assets[indexOf('WBTC')]?.priceUsd ?? 0) / 64_250;
    wrapped.forEach((price, i) =>
      expect(Math.abs(price / (bitcoin[i] ?? 1) / table - 1)).toBeLessThan(0.004),
    );
  });
});
