import { describe, expect, test } from 'vitest';
import { parseDecimal } from '../../../../src/core/numbers/decimal.ts';
import { DAY_MS, SLOT_MS } from '../../../../src/core/time.ts';
import { percentChange } from '../../../../src/engine/day/percent-change.ts';
import { Ticking, type Sayings, type WorldPlan } from '../small-world.ts';

const TRIO = ['a', 'b', 'c'];
const COINS = ['coin-a', 'coin-b', 'coin-c', 'no-supply'];
const PLAN: WorldPlan = {
  exchanges: { a: 'A', b: 'A', c: 'A' },
  markets: Object.fromEntries(COINS.map((coin) => [`${coin}/us-dollar`, TRIO])),
  supplies: [
    { assetId: 'coin-b', totalSupply: '2000', freeFloatSupply: '1000' },
    { assetId: 'coin-a', totalSupply: '1000.5', freeFloatSupply: '1000' },
    { assetId: 'coin-c', totalSupply: '21000000', freeFloatSupply: '19000000.12345678' },
    { assetId: 'us-dollar', totalSupply: '1', freeFloatSupply: '1' },
  ],
};

const all = (last: number, volume: number) =>
  Object.fromEntries(TRIO.map((name) => [name, { last, volume }]));

function said(prices: Readonly<Record<string, readonly [number, number]>>): Sayings {
  return Object.fromEntries(
    Object.entries(prices).map(([coin, [price, volume]]) => [`${coin}/us-dollar`, all(price, volume)]),
  );
}

describe('market cap', () => {
  test('is an exact product rounded half-even to cents', () => {
    const ticking = new Ticking(PLAN);
    const output = ticking.next(said({ 'coin-a': [0.012_345, 1], 'coin-c': [43_210.987, 1] }));
    const [first, second] = output.marketCaps;
    // 19,000,000.12345678 x 43,210.987 = 821,008,758,334.5...
    expect(first).toMatchObject({ assetId: 'coin-c', marketCapRank: 1, totalSupply: '21000000' });
    expect(first!.marketCap).toBe('821008758334.69');
    expect(second).toMatchObject({ assetId: 'coin-a', marketCap: '12.34', totalMarketCap: '12.35' });
  });

  test('ranks by market cap, ties by asset id, and separately by USD volume', () => {
    const ticking = new Ticking(PLAN);
    const output = ticking.next(said({ 'coin-a': [5, 1], 'coin-b': [5, 100], 'coin-c': [1e-9, 50] }));
    expect(
      output.marketCaps.map(({ assetId, marketCapRank, volumeRank }) => [assetId, marketCapRank, volumeRank]),
    ).toEqual([
      ['coin-a', 1, 2],
      ['coin-b', 2, 1],
      ['coin-c', 3, 3],
    ]);
  });

  test('excludes fiat, and assets without a supply or a rate', () => {
    const ticking = new Ticking(PLAN);
    const output = ticking.next(said({ 'coin-a': [5, 1], 'no-supply': [5, 1] }));
    expect(output.marketCaps.map(({ assetId }) => assetId)).toEqual(['coin-a']);
  });

  test('a carried asset stays for 24 h', () => {
    const ticking = new Ticking(PLAN);
    ticking.next(said({ 'coin-a': [5, 1] }));
    expect(ticking.next({}, { skip: DAY_MS / SLOT_MS - 1 }).marketCaps).toHaveLength(1);
    expect(ticking.next({}).marketCaps).toHaveLength(0);
  });
});

describe('a change in percent', () => {
  const change = (now: string, before: string) => percentChange(parseDecimal(now)!, parseDecimal(before)!);

  test('is 100 x (now / then - 1), half-even to two decimals', () => {
    expect(change('110', '100')).toBe('10');
    expect(change('90', '100')).toBe('-10');
    expect(change('100.125', '100')).toBe('0.12');
    expect(change('100.135', '100')).toBe('0.14');
    expect(change('99.875', '100')).toBe('-0.12');
    expect(change('2', '3')).toBe('-33.33');
    expect(change('100.001', '100')).toBe('0');
  });

  test('does not exist without a reference', () => {
    expect(change('1', '0')).toBeUndefined();
  });
});
