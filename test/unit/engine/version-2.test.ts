import { describe, expect, test } from 'vitest';
import { flagsIn } from '../../../src/core/index-value.ts';
import { SLOT_MS } from '../../../src/core/time.ts';
import { marketCapTotal } from '../../../src/engine/day/market-cap-total.ts';
import { methodologyNamed } from '../../../src/engine/methodology.ts';
import { recordTrade } from '../../../src/engine/lx/recorded-trade.ts';
import type { TickOutput } from '../../../src/engine/tick-output.ts';
import { Ticking, type Sayings, type WorldPlan } from './small-world.ts';

const [FIRST, SECOND] = [methodologyNamed('1')!, methodologyNamed('2')!];
/** Version 1 on the day before, version 2 on its first. */
const BEFORE = SECOND.from - 3600_000;
const FROM = SECOND.from + 3600_000;

const USD = 'bitcoin/us-dollar';
const THREE = ['a', 'b', 'c'];
const EIGHT = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const quoted = (price: number, volume = 1000) => ({
  last: price,
  bid: price * 0.9998,
  ask: price * 1.0002,
  volume,
});
const all = (names: readonly string[], price: number, volume = 1000) =>
  Object.fromEntries(names.map((name) => [name, quoted(price, volume)]));

const PLAN: WorldPlan = {
  exchanges: { a: 'A', b: 'A', c: 'A', x: 'B', y: 'B' },
  markets: {
    [USD]: THREE,
    'small/bitcoin': ['x'],
    'lone/us-dollar': ['a'],
    'pair/us-dollar': ['x', 'y'],
    'torn/us-dollar': THREE,
    'torn/bitcoin': THREE,
  },
  supplies: ['bitcoin', 'small', 'lone', 'pair', 'torn'].map((assetId) => ({
    assetId,
    totalSupply: '1000000',
    freeFloatSupply: '1000000',
  })),
};

const quiet = (change: Sayings = {}): Sayings => ({
  [USD]: all(THREE, 50_000),
  'small/bitcoin': { x: quoted(0.001, 50_000) },
  'lone/us-dollar': { a: quoted(3, 100_000) },
  'pair/us-dollar': { x: quoted(2, 50_000), y: quoted(2, 50_000) },
  'torn/us-dollar': all(THREE, 10),
  'torn/bitcoin': all(THREE, 10 / 50_000),
  ...change,
});

const flagsOf = (ticking: Ticking, output: TickOutput, asset: string) =>
  flagsIn(ticking.gwa(output, asset).flags);

describe('the basis of a GWA', () => {
  test('is shown by its flags', () => {
    const ticking = new Ticking(PLAN, FROM);
    ticking.next(quiet());
    const output = ticking.next(quiet());
    expect(output.methodology).toBe('2');
    expect(flagsOf(ticking, output, 'bitcoin')).toEqual([]);
    expect(flagsOf(ticking, output, 'us-dollar')).toEqual([]);
    expect(flagsOf(ticking, output, 'small')).toEqual(['THIN', 'SINGLE_SOURCE']);
    expect(flagsOf(ticking, output, 'pair')).toEqual(['THIN']);
    // One exchange of tier A is the documented limit.
    expect(flagsOf(ticking, output, 'lone')).toEqual(['SINGLE_SOURCE']);
    expect(flagsOf(ticking, output, 'torn')).toEqual([]);
  });

  test('SPLIT if its two heaviest markets disagree', () => {
    const ticking = new Ticking(PLAN, FROM);
    // From the second tick on volumes are known in USD, and with them how far markets may differ by chance.
    ticking.next(quiet());
    const output = ticking.next(quiet({ 'torn/bitcoin': all(THREE, 10.3 / 50_000) }));
    expect(flagsOf(ticking, output, 'torn')).toEqual(['SPLIT']);
    const near = ticking.next(quiet({ 'torn/bitcoin': all(THREE, 10.15 / 50_000) }));
    expect(flagsOf(ticking, near, 'torn')).toEqual([]);
  });

  test('SPLIT if most of its weight is in a market that is', () => {
    const plan: WorldPlan = {
      exchanges: { a: 'A', b: 'A', c: 'A', x: 'B', y: 'B' },
      markets: { 'torn/us-dollar': ['a', 'b', 'c', 'x', 'y'] },
    };
    const ticking = new Ticking(plan, FROM);
    const output = ticking.next({
      'torn/us-dollar': { ...all(THREE, 10), ...all(['x', 'y'], 10.3, 1e6) },
    });
    expect(flagsIn(ticking.mwa(output, 'torn/us-dollar').flags)).toEqual(['SPLIT']);
    expect(flagsOf(ticking, output, 'torn')).toEqual(['SPLIT']);
  });

  test('THIN if one untrusted exchange could move it by more than 1 %, with any number of thin markets', () => {
    const coins = Array.from({ length: 12 }, (_, i) => `coin-${i}`);
    const plan: WorldPlan = {
      exchanges: { a: 'A', b: 'A', c: 'A', x: 'B' },
      markets: {
        'token/us-dollar': THREE,
        ...Object.fromEntries(coins.map((coin) => [`${coin}/us-dollar`, THREE])),
        ...Object.fromEntries(coins.map((coin) => [`${coin}/token`, ['x']])),
      },
    };
    const flagsWith = (thinMarkets: number, volume: number) => {
      const ticking = new Ticking(plan, FROM);
      const thin = coins.slice(0, thinMarkets).map((coin) => [`${coin}/token`, { x: quoted(3, 1e6) }]);
      const sayings = {
        ...Object.fromEntries(coins.map((coin) => [`${coin}/us-dollar`, all(THREE, 3, 1e6)])),
        ...(Object.fromEntries(thin) as Sayings),
        'token/us-dollar': all(THREE, 1, volume),
      };
      ticking.next(sayings);
      return flagsOf(ticking, ticking.next(sayings), 'token');
    };
    expect(flagsWith(12, 1e6)).toEqual([]);
    expect(flagsWith(1, 2000)).toEqual([]);
    expect(flagsWith(12, 2000)).toEqual(['THIN']);
  });

  test('version 1 had no flag for it', () => {
    const ticking = new Ticking(PLAN, BEFORE);
    const output = ticking.next(quiet());
    expect(output.methodology).toBe(FIRST.version);
    expect(flagsOf(ticking, output, 'small')).toEqual([]);
  });

  test('a carried or held one keeps the flags of the value that it repeats', () => {
    const ticking = new Ticking(PLAN, FROM);
    ticking.next(quiet());
    const { 'small/bitcoin': _gone, ...rest } = quiet();
    const silent = ticking.next(rest);
    expect(flagsOf(ticking, silent, 'small')).toEqual(['THIN', 'SINGLE_SOURCE', 'CARRIED']);
    expect(flagsOf(ticking, ticking.next(quiet()), 'small')).toEqual(['THIN', 'SINGLE_SOURCE']);
  });

  test('trust counts: a market of tier B alone weighs less than one of tier A with the same volume', () => {
    const plan: WorldPlan = {
      exchanges: { a: 'A', x: 'B' },
      markets: { 'coin/us-dollar': ['a'], 'coin/tether': ['x'], 'tether/us-dollar': ['a', 'x'] },
    };
    const sayings = {
      'coin/us-dollar': { a: quoted(10) },
      'coin/tether': { x: quoted(10.04) },
      'tether/us-dollar': all(['a', 'x'], 1, 1e6),
    };
    const [first, second] = [new Ticking(plan, BEFORE), new Ticking(plan, FROM)];
    // From the second tick on volumes are known in USD.
    for (const ticking of [first, second]) ticking.next(sayings);
    const before = first.gwa(first.next(sayings), 'coin').price;
    const after = second.gwa(second.next(sayings), 'coin').price;
    expect(Math.abs(after - 10)).toBeLessThan(Math.abs(before - 10) / 2);
  });
});

describe('a crash of 40 % on a single source', () => {
  test('shows in MWA and GWA after at most 21 ticks, not after several holds', () => {
    const ticking = new Ticking(PLAN, FROM);
    for (let i = 0; i < 3; i++) ticking.next(quiet());
    const shown = (i: number) =>
      ticking.next(quiet({ 'lone/us-dollar': { a: quoted(1.8 + (i % 2) * 0.0001, 100_000) } }));
    const prices = Array.from({ length: 30 }, (_, i) => {
      const output = shown(i);
      return [ticking.mwa(output, 'lone/us-dollar').price, ticking.gwa(output, 'lone').price] as const;
    });
    const mwaAfter = prices.findIndex(([mwa]) => mwa < 2) + 1;
    const gwaAfter = prices.findIndex(([, gwa]) => gwa < 2) + 1;
    expect(mwaAfter).toBe(21);
    expect(gwaAfter).toBe(21);
  });
});

describe('a thin market that was released while the others imply another rate', () => {
  const plan: WorldPlan = {
    exchanges: { a: 'A', b: 'A', c: 'A', x: 'B' },
    markets: { [USD]: THREE, 'coin/bitcoin': THREE, 'coin/us-dollar': ['x'] },
  };
  /** The rate of a market that hardly trades gates the one that does, which outweighs it. */
  const sayings = (price: number): Sayings => ({
    [USD]: all(THREE, 50_000),
    'coin/bitcoin': all(THREE, 3 / 50_000, 1),
    'coin/us-dollar': { x: quoted(price, 1e8) },
  });
  const released = () => {
    const ticking = new Ticking(plan, FROM);
    for (let i = 0; i < 3; i++) ticking.next(sayings(3));
    let output = ticking.next(sayings(3.6));
    for (let i = 0; i < 30; i++) output = ticking.next(sayings(3.6 + (i % 2) * 0.0001));
    expect(flagsIn(ticking.mwa(output, 'coin/us-dollar').flags)).toEqual(['SINGLE_SOURCE']);
    expect(ticking.mwa(output, 'coin/us-dollar').price).toBeCloseTo(3.6, 3);
    return ticking;
  };

  test('a GWA that jumps with it later is held like any other', () => {
    const ticking = released();
    for (let price = 3.6; price < 4.4; price *= 1.05) ticking.next(sayings(price));
    const high = ticking.next(sayings(4.4));
    expect(ticking.gwa(high, 'coin').price).toBeGreaterThan(4.2);
    const dropped = Array.from({ length: 22 }, (_, i) => ticking.next(sayings(2.8 + (i % 2) * 0.0001)));
    // Within 25 % of its anchor the market is accepted at once; the asset falls by more than a third.
    expect(ticking.mwa(dropped[0]!, 'coin/us-dollar').price).toBe(2.8);
    expect(flagsOf(ticking, dropped[0]!, 'coin')).toContain('SUSPECT');
    expect(ticking.gwa(dropped[0]!, 'coin').price).toBe(ticking.gwa(high, 'coin').price);
    const shown = dropped.findIndex((output) => ticking.gwa(output, 'coin').price < 3) + 1;
    expect(shown).toBe(21);
  });
});

describe('ranks', () => {
  const rankOf = (output: TickOutput, assetId: string) =>
    output.marketCaps.find((cap) => cap.assetId === assetId)!;

  test('a price set by one listing does not give a rank', () => {
    const hostile = quiet({ 'small/bitcoin': { x: quoted(5, 50_000) } });
    const [first, second] = [new Ticking(PLAN, BEFORE), new Ticking(PLAN, FROM)];
    expect(rankOf(first.next(hostile), 'small').marketCapRank).toBe(1);
    const output = second.next(hostile);
    const established = ['bitcoin', 'torn', 'lone'].map((asset) => rankOf(output, asset));
    const small = rankOf(output, 'small');
    for (const cap of established) {
      expect(small.marketCapRank).toBeGreaterThan(cap.marketCapRank);
      expect(small.volumeRank).toBeGreaterThan(cap.volumeRank);
    }
    expect(flagsIn(small.flags)).toContain('THIN');
  });

  test('neither a flagged price nor one that hardly trades counts in the total', () => {
    const total = (sayings: Sayings) =>
      marketCapTotal(new Ticking(PLAN, FROM).next(sayings).marketCaps, 'bitcoin');
    const before = total(quiet());
    expect(before.assets).toBeGreaterThan(0);
    const { marketCap, assets } = before;
    const absurd = total(quiet({ 'small/bitcoin': { x: quoted(5, 50_000) } }));
    expect(absurd).toMatchObject({ marketCap, assets, excluded: 3 });
    const poor = total(quiet({ 'lone/us-dollar': { a: quoted(1e9, 0.000_009) } }));
    expect(Number(poor.marketCap)).toBeLessThanOrEqual(Number(before.marketCap));
  });

  test('an asset that hardly trades, relative to its market cap, ranks behind', () => {
    const ticking = new Ticking(PLAN, FROM);
    const rich = quiet({ 'lone/us-dollar': { a: quoted(1e9, 20) } });
    const output = ticking.next(rich);
    // 20 billion a day of 10^15: less than a hundred-thousandth would be behind; this is just not.
    expect(rankOf(output, 'lone').marketCapRank).toBe(1);
    const poor = new Ticking(PLAN, FROM).next(quiet({ 'lone/us-dollar': { a: quoted(1e9, 0.000_009) } }));
    expect(rankOf(poor, 'lone').marketCapRank).toBeGreaterThan(rankOf(poor, 'torn').marketCapRank);
  });
});

describe('LX', () => {
  const LX_PLAN: WorldPlan = {
    exchanges: Object.fromEntries(EIGHT.map((name) => [name, 'A' as const])),
    markets: { [USD]: EIGHT, 'bitcoin/tether': THREE, 'tether/us-dollar': THREE },
    lx: true,
  };
  const sayings = (change: Sayings = {}): Sayings => ({
    [USD]: all(EIGHT, 50_000),
    'bitcoin/tether': all(THREE, 50_000),
    'tether/us-dollar': all(THREE, 1, 1e6),
    ...change,
  });
  const blx = ({ lx }: TickOutput) => lx[0]!;
  const print = (ticking: Ticking, at: number, price: number) =>
    EIGHT.map((exchangeId) => {
      const listing = ticking.reference.listingIndex(exchangeId, USD)!;
      const trade = {
        exchangeId,
        marketId: USD,
        tradeId: 'large',
        price: String(price),
        amount: '100',
        exchangeTimestamp: at,
      };
      return recordTrade(trade, listing, at)!;
    });

  test('large prints far from unmoved quotes do not move it', () => {
    const run = (from: number) => {
      const ticking = new Ticking(LX_PLAN, from);
      ticking.next(sayings());
      return blx(ticking.next(sayings(), { trades: (at) => print(ticking, at, 51_500) }));
    };
    const bps = (price: number) => Math.abs(price / 50_000 - 1) * 1e4;
    expect(bps(run(BEFORE).price)).toBeGreaterThan(100);
    expect(bps(run(FROM).price)).toBeLessThan(15);
    expect(run(FROM).tickVolume).toBe(800);
  });

  test('four of eight with faked volume cause SPLIT', () => {
    const hostile = Object.fromEntries(
      EIGHT.map((name, i) => [name, i < 4 ? quoted(62_500, 1e7) : quoted(50_000)]),
    );
    const ticking = new Ticking(LX_PLAN, FROM);
    ticking.next(sayings());
    const { price, flags } = blx(ticking.next(sayings({ [USD]: hostile })));
    expect(flagsIn(flags).includes('SPLIT') || Math.abs(price / 50_000 - 1) <= 0.005).toBe(true);
  });
});

test('from one version to the next a tick continues from the state of the last', () => {
  const ticking = new Ticking(PLAN, SECOND.from - 2 * SLOT_MS);
  const outputs = Array.from({ length: 4 }, () => ticking.next(quiet()));
  expect(outputs.map(({ methodology }) => methodology)).toEqual(['1', '1', '2', '2']);
  const prices = outputs.map((output) => ticking.mwa(output, 'lone/us-dollar').price);
  expect(new Set(prices)).toEqual(new Set([3]));
  expect(ticking.state.markets.anchor[ticking.reference.marketIndex('lone/us-dollar')!]).toBe(3);
});

describe('an impossible volume', () => {
  const PLAIN: WorldPlan = {
    exchanges: { a: 'A', b: 'A', c: 'A', x: 'B' },
    markets: { 'coin/us-dollar': THREE, 'token/coin': ['a', 'x'], 'other/coin': THREE },
  };
  const saying = (volume: number): Sayings => ({
    'coin/us-dollar': all(THREE, 1),
    'token/coin': { a: quoted(2, 1000), x: quoted(2, volume) },
    'other/coin': all(THREE, 5),
  });

  test('is also refused at a first tick, when only USD has an earlier value', () => {
    const ticking = new Ticking(PLAIN, FROM);
    const output = ticking.next(saying(1e18));
    expect(output.refusals.BAD_NUMBER).toBe(1);
    expect(ticking.mwa(output, 'token/coin').volume).toBe(1000);
    expect(ticking.gwa(output, 'token').volume).toBe(1000);
    const next = ticking.next(saying(1e18));
    expect(next.refusals.BAD_NUMBER).toBe(1);
  });

  test('is only one above the limit, and a first tick without any is unchanged', () => {
    const most = new Ticking(PLAIN, FROM).next(saying(0.999e11));
    expect(most.refusals.BAD_NUMBER).toBe(0);
    expect(new Ticking(PLAIN, FROM).next(saying(1.001e11)).refusals.BAD_NUMBER).toBe(1);
  });

  test('does not matter in version 1', () => {
    expect(new Ticking(PLAIN, BEFORE).next(saying(1e18)).refusals.BAD_NUMBER).toBe(0);
  });
});
