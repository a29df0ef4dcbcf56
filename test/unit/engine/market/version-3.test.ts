import { describe, expect, test } from 'vitest';
import { flagsIn } from '../../../../src/core/index-value.ts';
import { SLOT_MS } from '../../../../src/core/time.ts';
import {
  estimateMarket,
  type EstimateContext,
  type Observation,
} from '../../../../src/engine/market/estimate-market.ts';
import type { MarketMemory } from '../../../../src/engine/market/market-outcome.ts';
import { methodologyNamed } from '../../../../src/engine/methodology.ts';

const [SECOND, THIRD] = [methodologyNamed('2')!, methodologyNamed('3')!];
const AT = THIRD.from + 40 * SLOT_MS;
const DAY_TICKS = 2880;
const [A, B, NEW] = [1, 0.1, 0];

function says(exchangeId: string, last: number, more: Partial<Observation> = {}): Observation {
  return {
    exchangeId,
    last,
    bid: last * 0.9999,
    ask: last * 1.0001,
    volume: 10,
    k: 0,
    trust: B,
    ...more,
  };
}

const several = (count: number, price: number, more: Partial<Observation> = {}) =>
  Array.from({ length: count }, (_, i) => says(`some-${price}-${i}`, price, more));

interface Setting extends Omit<EstimateContext, 'at'> {
  readonly methodology?: typeof THIRD;
  /** Slots from `AT` to the first tick. */
  readonly after?: number;
}

/** Ticks one after the other, each from the state of the previous one. */
function ticks(
  count: number,
  observed: (tick: number) => readonly Observation[],
  { memory, methodology = THIRD, after = 0, ...given }: Setting = {},
) {
  let known = memory;
  return Array.from({ length: count }, (_, tick) => {
    const at = AT + (after + tick) * SLOT_MS;
    const context = { ...given, at, ...(known && { memory: known }) };
    const { flags, ...estimate } = estimateMarket(observed(tick), context, methodology);
    known = estimate.memory;
    return { ...estimate, flags: flagsIn(flags) };
  });
}

const once = (observed: readonly Observation[], setting: Setting = {}) =>
  ticks(1, () => observed, setting)[0]!;
const inSecond = (observed: readonly Observation[], setting: Setting = {}) =>
  once(observed, { ...setting, methodology: SECOND });

/** The memory of a market after a tick at this price, one slot before `AT`. */
const settledAt = (price: number): MarketMemory => once(several(3, price), { after: -1 }).memory;

/** The same of a market that was released from a hold, which began at another price, before. */
const releasedAt = (price: number, from: number): MarketMemory => ({
  ...settledAt(price),
  hold: { ticks: 21, moves: 20, from },
});

/** The position of the first tick with another price than 100. */
const firstChange = (estimates: readonly { readonly price: number }[]) =>
  estimates.findIndex(({ price }) => Math.abs(price - 100) > 1);

describe('the age of a ticker', () => {
  test('above 90 s makes it STALE', () => {
    const outcomeAt = (age: number, methodology = THIRD) =>
      once([says('a', 100, { age }), says('b', 100)], { methodology }).outcomes.get('a');
    expect(outcomeAt(90_000)).toBe('ACCEPTED');
    expect(outcomeAt(90_001)).toBe('STALE');
    expect(outcomeAt(90_001, SECOND)).toBe('ACCEPTED');
  });

  test('above 90 s keeps it from making others look old', () => {
    const observed = [says('old', 100, { age: 90_001 }), says('quiet', 100, { k: 61 })];
    expect(once(observed).outcomes.get('quiet')).toBe('ACCEPTED');
    expect(inSecond(observed).outcomes.get('quiet')).toBe('STALE');
  });

  test('of all tickers: the last value is carried for 20 ticks, then there is none, and the anchor is kept', () => {
    const unread = () => [says('a', 100, { age: 90_001 }), says('b', 100, { k: 3000 })];
    const settled = settledAt(100);
    const carried = ticks(21, unread, { memory: settled });
    for (const { price, flags } of carried.slice(0, 20))
      expect({ price, flags }).toEqual({ price: 100, flags: ['CARRIED'] });
    expect(carried[20]).toMatchObject({ price: 0, flags: [] });
    const { memory } = carried[20]!;
    expect(memory.anchor).toBe(settled.anchor);
    // It still gates later readings.
    expect(once([says('a', 126)], { memory, after: 21 }).price).toBe(0);
    expect(once([says('a', 124)], { memory, after: 21 })).toMatchObject({
      price: 124,
      flags: ['SINGLE_SOURCE'],
    });
    for (const { flags } of ticks(21, unread, { memory: settled, methodology: SECOND }))
      expect(flags).toEqual(['SINGLE_SOURCE']);
  });

  test('is not why a market without a change is carried: that lasts for a day', () => {
    const memory = settledAt(100);
    const still = [says('a', 100, { k: DAY_TICKS + 1 })];
    expect(once(still, { memory, after: DAY_TICKS - 1 })).toMatchObject({ price: 100, flags: ['CARRIED'] });
    expect(once(still, { memory, after: DAY_TICKS }).price).toBe(0);
  });
});

describe('screening', () => {
  test('measures a volume by the quote, and by the base only if the quote has no value', () => {
    const isTooLarge = (volume: number, base: number, quote: number, methodology = THIRD) =>
      once([says('a', 100, { volume })], { usd: { base, quote }, methodology }).outcomes.get('a') ===
      'BAD_NUMBER';
    expect(isTooLarge(2e9, 0.001, 1)).toBe(false);
    expect(isTooLarge(2.1e9, 0.001, 1)).toBe(true);
    expect(isTooLarge(2.1e9, 0.001, 1, SECOND)).toBe(false);
    expect(isTooLarge(1e9, 1000, 1)).toBe(false);
    expect(isTooLarge(1e9, 1000, 1, SECOND)).toBe(true);
    expect(isTooLarge(1e9, 200, 0)).toBe(false);
    expect(isTooLarge(1e9, 201, 0)).toBe(true);
  });

  test('refuses new exchanges beside one with trust that changed up to 60 ticks before the freshest', () => {
    const beside = (k: number, methodology = THIRD) =>
      once([says('trusted', 100, { k }), says('new', 101, { trust: NEW })], { methodology }).outcomes;
    expect(Object.fromEntries(beside(60))).toEqual({ trusted: 'ACCEPTED', new: 'NEW' });
    expect(Object.fromEntries(beside(61))).toEqual({ trusted: 'STALE', new: 'ACCEPTED' });
    expect(Object.fromEntries(beside(60, SECOND))).toEqual({ trusted: 'ACCEPTED', new: 'ACCEPTED' });
    expect(once([says('new', 101, { trust: NEW })]).outcomes.get('new')).toBe('ACCEPTED');
  });

  test('determines the freshest again without new exchanges', () => {
    const observed = [
      says('new', 100, { trust: NEW }),
      says('trusted', 100, { k: 50 }),
      says('quiet', 100, { k: 100 }),
    ];
    expect(once(observed).outcomes.get('quiet')).toBe('ACCEPTED');
    expect(inSecond(observed).outcomes.get('quiet')).toBe('STALE');
  });

  test('accepts the largest volume up to 20 times the others if it is of tier A, otherwise 4 times', () => {
    const volumeOf = (trust: number, methodology = THIRD) =>
      once([...several(3, 100), says('large', 100, { volume: 1e6, trust })], { methodology }).volume;
    expect(volumeOf(A)).toBe(30 + 600);
    expect(volumeOf(B)).toBe(30 + 120);
    expect(volumeOf(B, SECOND)).toBe(30 + 600);
    expect(once([says('small', 100), says('large', 100, { volume: 1e6 })]).volume).toBe(10 + 1e6);
  });
});

describe('a quorum', () => {
  test('that one exchange can move by more than 45 bps is THIN', () => {
    const spread = (bps: number) => [0, 1, 2].map((i) => says(`e${i}`, 100 * (1 + (i * bps) / 1e4)));
    const seen = new Set<boolean>();
    for (let bps = 1; bps < 49; bps++) {
      const { flags, oneExchangeReach } = once(spread(bps));
      // With the 5 bps that prices may lie from the reference.
      const isThin = oneExchangeReach! > 0.0045 + 0.0005;
      expect(flags, `${bps}`).toEqual(isThin ? ['THIN'] : []);
      expect(inSecond(spread(bps)).flags).toEqual([]);
      seen.add(isThin);
    }
    expect(seen.size).toBe(2);
  });

  test('that lies more than 75 bps from the others without a few exchanges not of tier A is SPLIT', () => {
    const led = (bps: number, trust = B) => [
      ...several(2, 100, { k: 5 }),
      ...[1, 2].map((i) => says(`leads-${i}`, 100 * (1 + bps / 1e4), { trust })),
    ];
    expect(once(led(70)).flags).not.toContain('SPLIT');
    expect(once(led(85)).flags).toContain('SPLIT');
    expect(once(led(-85)).flags).toContain('SPLIT');
    expect(once(led(85, A)).flags).not.toContain('SPLIT');
    expect(inSecond(led(85)).flags).toEqual([]);
  });

  test('whose contributing exchanges have no trust is THIN', () => {
    const fresh = several(5, 100, { trust: NEW });
    expect(once(fresh).flags).toEqual(['THIN']);
    expect(inSecond(fresh).flags).toEqual([]);
    const beside = [...fresh, says('trusted', 100, { k: 61 })];
    expect(once(beside).flags).toEqual(['THIN']);
    expect(once(several(5, 100)).flags).toEqual([]);
  });
});

describe('a weak market', () => {
  const spread = (bps: number, trust: number) =>
    [0, 1, 2].map((i) => says(`e${i}`, 100 * (1 + (i * bps) / 1e4), { trust }));

  test('is a quorum that one exchange can move by more than 1 %, if one is not of tier A', () => {
    const seen = new Set<boolean>();
    for (let bps = 50; bps < 200; bps += 3) {
      const { weak, oneExchangeReach } = once(spread(bps, B));
      expect(weak, `${bps}`).toBe(oneExchangeReach! > 0.01 + 0.0005);
      seen.add(weak);
      expect(once(spread(bps, A)).weak).toBe(false);
    }
    expect(seen.size).toBe(2);
    // In version 2 a quorum of three whose prices lie more than 1 % apart.
    expect(inSecond(spread(55, B)).weak).toBe(true);
    expect(once(spread(55, B)).weak).toBe(false);
  });

  test('is a quorum without trust', () => {
    expect(once(several(5, 100, { trust: NEW })).weak).toBe(true);
    expect(inSecond(several(5, 100, { trust: NEW })).weak).toBe(false);
    expect(once(several(5, 100)).weak).toBe(false);
  });

  test('is not a close pair beside a cross rate', () => {
    const pair = (price: number) => once([says('a', 100), says('b', price)], { crossRate: 100 });
    expect(pair(100.3).weak).toBe(false);
    expect(pair(100.5).weak).toBe(true);
  });
});

describe('a contested quorum', () => {
  /** Two of tier B elsewhere, one of tier A where the market was. */
  const contested = (price: number, k = 0) => [
    says('trusted', 100, { trust: A, k }),
    ...several(2, price, { k }),
  ];

  test('is SPLIT if outliers are a quarter of the fresh ones and have more trust', () => {
    const against = (count: number, k = 0, trust = A) => [
      ...several(count, 100),
      ...several(2, 110, { trust, k }),
    ];
    expect(once(against(6)).flags).toContain('SPLIT');
    expect(once(against(7)).flags).not.toContain('SPLIT');
    expect(once(against(6, 0, B)).flags).not.toContain('SPLIT');
    // With a freshness weight of 0.5, and of less.
    expect(once(against(6, 5)).flags).toContain('SPLIT');
    expect(once(against(6, 6)).flags).not.toContain('SPLIT');
    expect(inSecond(against(6)).flags).toEqual([]);
  });

  test('is SPLIT if at most two fresh ones are left that are not all of tier A', () => {
    const left = (trust: number, more: readonly Observation[] = [], outlier = 110) => [
      says('outlier', outlier),
      says('one', 100, { trust: A }),
      says('two', 100, { trust }),
      ...several(4, 100, { k: 9 }),
      ...more,
    ];
    expect(once(left(B)).flags).toContain('SPLIT');
    expect(once(left(A)).flags).not.toContain('SPLIT');
    expect(once(left(B, [says('three', 100)])).flags).not.toContain('SPLIT');
    expect(once(left(B, [], 105)).flags).not.toContain('SPLIT');
    expect(inSecond(left(B)).flags).toEqual([]);
  });

  test('more than 10 % from the anchor is held for 20 ticks, then believed if it moved', () => {
    const memory = settledAt(100);
    const held = ticks(22, () => contested(120), { memory });
    for (const { price, flags } of held.slice(0, 20))
      expect({ price, flags }).toEqual({ price: 100, flags: ['SPLIT', 'SUSPECT'] });
    expect(held[20]!.price).toBe(120);
    expect(held[20]!.flags).toContain('SPLIT');
    expect(held[21]!.price).toBe(120);
    expect(inSecond(contested(120), { memory }).price).toBe(120);
    expect(once(contested(109), { memory }).price).toBe(109);
    expect(once(contested(111), { memory }).price).toBe(100);
    // Without an anchor there is nothing to hold.
    expect(once(contested(120)).price).toBe(120);
  });

  test('that did not move in three ticks of the hold is carried until it has', () => {
    const memory = settledAt(100);
    const still = ticks(30, (tick) => contested(120, [3, 6].includes(tick) ? 0 : 1), { memory });
    for (const { price, flags } of still.slice(20))
      expect({ price, flags }).toEqual({ price: 100, flags: ['CARRIED'] });
    const moves = ticks(30, (tick) => contested(120, [3, 6, 25].includes(tick) ? 0 : 1), { memory });
    expect(firstChange(moves)).toBe(25);
  });

  test('starts its hold again at another price', () => {
    const memory = settledAt(100);
    const held = ticks(40, (tick) => contested(tick < 10 ? 120 : 151), { memory });
    expect(firstChange(held)).toBe(10 + 20);
    const near = ticks(40, (tick) => contested(tick < 10 ? 120 : 149), { memory });
    expect(firstChange(near)).toBe(20);
  });

  test('is held although the market was released from a hold before', () => {
    const shown = ticks(21, () => contested(120), { memory: releasedAt(100, 115) });
    for (const { price, flags } of shown.slice(0, 20))
      expect({ price, flags }).toEqual({ price: 100, flags: ['SPLIT', 'SUSPECT'] });
    expect(shown[20]!.price).toBe(120);
  });

  test('within 5 % of a cross rate is not held', () => {
    const memory = settledAt(100);
    const beside = (crossRate: number) => once(contested(120), { memory, crossRate });
    expect(beside(120 / 1.049).price).toBeGreaterThan(115);
    expect(beside(120 / 1.049).flags).toContain('SPLIT');
    expect(beside(120 / 1.051)).toMatchObject({ price: 100, flags: ['SPLIT', 'SUSPECT'] });
  });
});

describe('two exchanges beside a cross rate', () => {
  const pair = (price: number, more: Setting = {}) =>
    once([says('a', 1000), says('b', price)], { crossRate: 1000, ...more });

  test('are held to the middle of the three, and THIN only beyond 40 bps', () => {
    // The middle is 1000: the other price counts at 1000.5 at most.
    expect(pair(1004)).toMatchObject({ price: 1000.25, flags: [] });
    expect(pair(1004.01)).toMatchObject({ price: 1000.25, flags: ['THIN'] });
    expect(pair(996)).toMatchObject({ price: 999.75, flags: [] });
    expect(pair(1004, { methodology: SECOND })).toMatchObject({ price: 1002, flags: ['THIN'] });
    expect(pair(1001, { crossRate: 1006 }).flags).toEqual(['THIN']);
  });

  test('of which one is outside of the gate are not', () => {
    expect(pair(1051)).toMatchObject({ price: 1000, flags: ['THIN'] });
    expect(pair(1051).outcomes.get('b')).toBe('OUTLIER');
  });
});

describe('a dispute of a thin market', () => {
  const memory = settledAt(100);
  const dispute = (trusted: Partial<Observation>, other: Partial<Observation>) => [
    says('trusted', 70, { trust: A, ...trusted }),
    says('other', 100, other),
  ];

  test.each([
    ['is quiet', (tick: number) => tick],
    ['quotes again', () => 0],
  ])('follows tier A after 20 ticks while tier B %s', (_name, k) => {
    const shown = ticks(40, (tick) => dispute({}, { k: k(tick) }), { memory });
    for (const { price, flags } of shown.slice(0, 20))
      expect({ price, flags }).toEqual({ price: 100, flags: ['SUSPECT'] });
    expect(shown[20]).toMatchObject({ price: 70, flags: ['THIN'] });
    expect(shown[20]!.outcomes.get('other')).toBe('OUTLIER');
    expect(shown[20]!.memory.anchor).toBe(70);
    expect(shown.at(-1)!.price).toBe(70);
    const before = ticks(21, (tick) => dispute({}, { k: k(tick) }), { memory, methodology: SECOND });
    for (const { price, flags } of before) expect({ price, flags }).toEqual({ price: 100, flags: ['THIN'] });
  });

  test('is held although the market was released from a hold before', () => {
    const shown = ticks(21, () => dispute({}, {}), { memory: releasedAt(100, 72) });
    for (const { price, flags } of shown.slice(0, 20))
      expect({ price, flags }).toEqual({ price: 100, flags: ['SUSPECT'] });
    expect(shown[20]).toMatchObject({ price: 70, flags: ['THIN'] });
  });

  test('continues with those inside the gate until those outside have moved', () => {
    const shown = ticks(40, (tick) => dispute({ k: [3, 6, 30].includes(tick) ? 0 : 1 }, {}), { memory });
    expect(shown[19]!.flags).toEqual(['SUSPECT']);
    for (const { price, flags } of shown.slice(20, 30))
      expect({ price, flags }).toEqual({ price: 100, flags: ['THIN'] });
    expect(shown[30]).toMatchObject({ price: 70, flags: ['THIN'] });
  });

  test('needs more than twice the trust, counted by freshness', () => {
    expect(once(dispute({ trust: B }, { trust: A }), { memory }).flags).toEqual(['THIN']);
    // 16 ticks behind, a weight of 0.1 is not more than twice the trust of 0.1.
    expect(once(dispute({ k: 16 }, {}), { memory }).flags).toEqual(['THIN']);
    expect(once(dispute({ k: 9 }, {}), { memory }).flags).toEqual(['SUSPECT']);
  });

  test('beside a cross rate is decided by that', () => {
    const beside = once(dispute({}, {}), { memory, crossRate: 100 });
    expect(beside).toMatchObject({ price: 100, flags: ['THIN'] });
  });
});

describe('a first value', () => {
  const alone = (price: number, setting: Setting = {}) => once([says('a', price)], setting).price;

  test('is within 25 % of the worth of its assets', () => {
    const usd = { base: 200, quote: 2 };
    expect(alone(125, { usd })).toBe(125);
    expect(alone(125.1, { usd })).toBe(0);
    expect(alone(125.1, { usd, methodology: SECOND })).toBe(125.1);
    expect(alone(125.1, { usd: { base: 200, quote: 0 } })).toBe(125.1);
    // It is accepted like any other after a hold.
    expect(ticks(30, () => [says('a', 150)], { usd }).findIndex(({ price }) => price === 150)).toBe(20);
  });

  test('lies within 25 % of an anchor of up to 7 days', () => {
    const memory = settledAt(100);
    const after = 7 * DAY_TICKS - 1;
    expect(alone(124, { memory, after })).toBe(124);
    expect(alone(126, { memory, after })).toBe(0);
    expect(alone(126, { memory, after: after + 1 })).toBe(126);
    expect(alone(126, { memory, after, methodology: SECOND })).toBe(126);
    // The worth of its assets takes precedence.
    expect(alone(126, { memory, after, usd: { base: 126, quote: 1 } })).toBe(126);
  });

  test('of prices within 25 % of the lowest is their average', () => {
    expect(once([says('a', 100), says('b', 125)])).toMatchObject({ price: 112.5, flags: ['THIN'] });
    expect(once([says('a', 100), says('b', 125.1)]).price).toBe(0);
    expect(inSecond([says('a', 100), says('b', 125.1)]).price).toBe(112.55);
  });

  test('of prices further apart is that of the side with the trust, divided at the widest gap', () => {
    // Three with only one fresh are no quorum: 100, then 130, then 200.
    const torn = (trust: number) => [
      says('low', 100, { trust }),
      says('middle', 130, { k: 20, trust: A }),
      says('high', 200, { k: 20 }),
    ];
    const shown = ticks(22, () => torn(A));
    for (const { price } of shown.slice(0, 20)) expect(price).toBe(0);
    expect(shown[20]!.price).toBeGreaterThan(100);
    expect(shown[20]!.price).toBeLessThan(130);
    expect(shown[20]!.flags).toEqual(['THIN']);
    expect(shown[20]!.outcomes.get('high')).toBe('OUTLIER');
    const unmoved = ticks(40, () => torn(A).map((one) => ({ ...one, k: one.k + 1 })));
    for (const { price } of unmoved) expect(price).toBe(0);
  });

  test('of equally trusted exchanges far apart is none', () => {
    for (const { price } of ticks(60, () => [says('a', 100), says('b', 130)])) expect(price).toBe(0);
  });
});
