import { describe, expect, test } from 'vitest';
import { flagsIn } from '../../../../src/core/index-value.ts';
import { DAY_MS, SLOT_MS } from '../../../../src/core/time.ts';
import {
  estimateMarket,
  type EstimateContext,
  type MarketEstimate,
  type Observation,
} from '../../../../src/engine/market/estimate-market.ts';
import { NO_HOLD } from '../../../../src/engine/market/hold.ts';
import type { MarketMemory } from '../../../../src/engine/market/market-outcome.ts';
import { AT } from '../small-world.ts';

function saying(exchangeId: string, last: number, change: Partial<Observation> = {}): Observation {
  return { exchangeId, last, volume: 1, k: 0, trust: 1, ...change };
}

function prices(...lasts: readonly number[]): Observation[] {
  return lasts.map((last, i) => saying(`exchange-${i}`, last));
}

const real = (price: number, at = AT - SLOT_MS): MarketMemory => ({
  price,
  volume: 7,
  exchanges: 3,
  realAt: at,
  hold: NO_HOLD,
  anchor: price,
  trust: 3,
  weak: false,
});

const flags = (estimate: MarketEstimate) => flagsIn(estimate.flags);

/** Repeats a tick, each from the memory of the previous one. */
function repeat(
  count: number,
  observe: (tick: number) => Observation[],
  context: Omit<EstimateContext, 'at'>,
): MarketEstimate[] {
  const estimates: MarketEstimate[] = [];
  let memory = context.memory;
  for (let tick = 0; tick < count; tick++) {
    const estimate = estimateMarket(observe(tick), {
      ...context,
      at: AT + tick * SLOT_MS,
      ...(memory && { memory }),
    });
    memory = estimate.memory;
    estimates.push(estimate);
  }
  return estimates;
}

describe('three or more exchanges accepted', () => {
  test('the value is the volume-weighted average of prices clamped to 10 bps around the reference', () => {
    const estimate = estimateMarket(
      [
        saying('a', 100, { volume: 1 }),
        saying('b', 100.05, { volume: 1 }),
        saying('c', 100.04, { volume: 1 }),
        saying('d', 104, { volume: 2 }),
        saying('e', 100, { volume: 1 }),
      ],
      { at: AT },
    );
    const { v, e, t, r } = estimate.quorums!;
    expect(e).toBe(t);
    expect(r).toBe([v, e, t].sort((x, y) => x - y)[1]);
    const expected = (100 + 100.05 + 100.04 + 2 * r * 1.001 + 100) / 6;
    expect(estimate.price).toBeCloseTo(expected, 5);
    expect(flags(estimate)).toEqual([]);
    expect(estimate).toMatchObject({ volume: 6, exchanges: 5, memory: { realAt: AT } });
  });

  test('volume and n include those left after OUTLIER', () => {
    const estimate = estimateMarket(prices(100, 100, 100, 150), { at: AT });
    expect(estimate).toMatchObject({ price: 100, volume: 3, exchanges: 3 });
    expect(estimate.outcomes.get('exchange-3')).toBe('OUTLIER');
  });

  test('SPLIT if the quorums are more than 1 % apart, but the value is real', () => {
    const estimate = estimateMarket(
      [...prices(100, 100, 100), saying('whale', 103, { volume: 100, trust: 0 })],
      { at: AT },
    );
    expect(flags(estimate)).toEqual(['SPLIT']);
    expect(estimate.memory.realAt).toBe(AT);
    expect(estimate.quorums!.v).toBeGreaterThan(102);
    expect(estimate.price).toBeLessThan(100.11);
  });

  test('the last value is held as SUSPECT and SPLIT when none is left after OUTLIER', () => {
    const estimate = estimateMarket(prices(1, 1, 3, 3), { at: AT, memory: real(1.1) });
    expect(estimate).toMatchObject({ price: 1.1, volume: 7, memory: { realAt: AT - SLOT_MS } });
    expect(flags(estimate)).toEqual(['SPLIT', 'SUSPECT']);
  });

  test('there is no tick when none is left and there is nothing to hold', () => {
    expect(estimateMarket(prices(1, 1, 3, 3), { at: AT })).toMatchObject({ price: 0, flags: 0 });
  });

  test('a real crash shows in the same tick', () => {
    const estimate = estimateMarket(prices(50, 50, 50, 50), { at: AT, memory: real(100) });
    expect(estimate.price).toBe(50);
    expect(flags(estimate)).toEqual([]);
  });
});

describe('the trusted quorum', () => {
  const untrusted = (last: number, i: number) => saying(`b-${i}`, last, { trust: 0.1 });

  test('is that of the tiers if three of tier A are accepted', () => {
    const estimate = estimateMarket([...prices(100, 100, 100), ...[110, 110, 110, 110].map(untrusted)], {
      at: AT,
      crossRate: 105,
    });
    expect(estimate.quorums).toMatchObject({ t: 100, trustSource: 'TIERS' });
  });

  test('is the cross rate if fewer are', () => {
    const estimate = estimateMarket([...prices(100, 100), ...[101, 101].map(untrusted)], {
      at: AT,
      crossRate: 100.2,
    });
    expect(estimate.quorums).toMatchObject({ t: 100.2, trustSource: 'CROSS_RATE' });
  });

  test('is the mean of the two others without a cross rate', () => {
    const estimate = estimateMarket([...prices(100, 100), ...[101, 101.2].map(untrusted)], { at: AT });
    const { v, e, t, r, trustSource } = estimate.quorums!;
    expect(trustSource).toBe('MEAN');
    expect(t).toBeCloseTo((v + e) / 2, 10);
    expect(r).toBe(t);
  });

  test('a new exchange does not count as trusted, whatever its tier', () => {
    const estimate = estimateMarket([...prices(100, 100), saying('new', 100, { trust: 0 })], {
      at: AT,
      crossRate: 100.1,
    });
    expect(estimate.quorums?.trustSource).toBe('CROSS_RATE');
  });

  test('a stale exchange of tier A does not count', () => {
    const estimate = estimateMarket([...prices(100, 100, 100), saying('old', 100, { k: 61 })].slice(1), {
      at: AT,
      crossRate: 100.1,
    });
    expect(estimate.quorums).toBeUndefined();
  });
});

describe('one or two exchanges accepted', () => {
  test('two that pass are averaged by volume: THIN and real', () => {
    const estimate = estimateMarket([saying('a', 100, { volume: 3 }), saying('b', 102)], {
      at: AT,
      crossRate: 101,
    });
    expect(estimate).toMatchObject({ price: 100.5, volume: 4, exchanges: 2, memory: { realAt: AT } });
    expect(flags(estimate)).toEqual(['THIN']);
  });

  test('of two only those that pass the gate count', () => {
    const estimate = estimateMarket(prices(100, 106), { at: AT, crossRate: 100 });
    expect(estimate).toMatchObject({ price: 100, volume: 1, exchanges: 1 });
    expect(flags(estimate)).toEqual(['THIN']);
    expect(estimate.outcomes.get('exchange-1')).toBe('OUTLIER');
  });

  test('one that passes is SINGLE_SOURCE and real', () => {
    const estimate = estimateMarket(prices(104.9), { at: AT, crossRate: 100, memory: real(50) });
    expect(estimate).toMatchObject({ price: 104.9, memory: { realAt: AT } });
    expect(flags(estimate)).toEqual(['SINGLE_SOURCE']);
  });

  test('without a cross rate the gate is 25 % around the last value', () => {
    expect(estimateMarket(prices(125), { at: AT, memory: real(100) }).price).toBe(125);
    const beyond = estimateMarket(prices(125.1), { at: AT, memory: real(100) });
    expect(beyond.price).toBe(100);
    expect(flags(beyond)).toEqual(['SUSPECT']);
  });

  test('without a cross rate and a last value everything passes', () => {
    expect(estimateMarket(prices(5), { at: AT }).price).toBe(5);
  });

  test('a last value older than 24 h does not count', () => {
    expect(estimateMarket(prices(500), { at: AT, memory: real(100, AT - DAY_MS - 1) }).price).toBe(500);
    expect(estimateMarket(prices(500), { at: AT, memory: real(100, AT - DAY_MS) }).price).toBe(100);
  });
});

describe('a thin market that does not pass the gate', () => {
  const jumped = (tick: number) => [saying('a', 200 + tick * 0.01)];
  const stuck = (tick: number) => [saying('a', 200, { k: tick })];

  test('is held for exactly 20 ticks and then accepted if it moved', () => {
    const estimates = repeat(22, jumped, { memory: real(100), crossRate: 100 });
    expect(estimates.slice(0, 20).every(({ price }) => price === 100)).toBe(true);
    expect(estimates.slice(0, 20).every((estimate) => flags(estimate).join() === 'SUSPECT')).toBe(true);
    expect(estimates[20]).toMatchObject({ price: 200.2, memory: { realAt: AT + 20 * SLOT_MS } });
    expect(flags(estimates[20]!)).toEqual(['SINGLE_SOURCE']);
  });

  test('stays accepted while its gate still fails, instead of being held again', () => {
    const estimates = repeat(60, jumped, { memory: real(100), crossRate: 100 });
    expect(estimates.slice(20).every((estimate) => flags(estimate).join() === 'SINGLE_SOURCE')).toBe(true);
  });

  test('is held again when it jumps a second time', () => {
    const observe = (tick: number) => [saying('a', (tick < 30 ? 200 : 400) + tick * 0.01)];
    const estimates = repeat(52, observe, { memory: real(100), crossRate: 100 });
    expect(estimates[30]!.price).toBe(estimates[29]!.price);
    expect(flags(estimates[30]!)).toEqual(['SUSPECT']);
    expect(estimates[49]!.price).toBe(estimates[29]!.price);
    expect(estimates[50]!.price).toBe(400.5);
  });

  test('is carried instead if it did not move at least three times', () => {
    const estimates = repeat(40, stuck, { memory: real(100), crossRate: 100 });
    expect(estimates.every(({ price }) => price === 100)).toBe(true);
    expect(flags(estimates[19]!)).toEqual(['SUSPECT']);
    expect(flags(estimates[20]!)).toEqual(['CARRIED']);
    expect(estimates[39]!.memory.realAt).toBe(AT - SLOT_MS);
  });

  test('counts moves after the jump: two are not enough, three are', () => {
    const moving = (moves: number) => (tick: number) => [
      saying('a', 200, { k: tick > 0 && tick <= moves ? 0 : 1 }),
    ];
    expect(flags(repeat(21, moving(2), { memory: real(100), crossRate: 100 })[20]!)).toEqual(['CARRIED']);
    expect(flags(repeat(21, moving(3), { memory: real(100), crossRate: 100 })[20]!)).toEqual([
      'SINGLE_SOURCE',
    ]);
  });

  test('with two exchanges becomes THIN', () => {
    const both = (tick: number) => [saying('a', 200 + tick), saying('b', 200 + tick)];
    expect(flags(repeat(21, both, { memory: real(100), crossRate: 100 })[20]!)).toEqual(['THIN']);
  });

  test('starts counting again once it passed in between', () => {
    const observe = (tick: number) => [saying('a', tick === 10 ? 100 : 200 + tick)];
    const estimates = repeat(31, observe, { memory: real(100), crossRate: 100 });
    expect(estimates[10]!.price).toBe(100);
    expect(flags(estimates[30]!)).toEqual(['SUSPECT']);
  });

  test('publishes nothing if there is nothing to hold', () => {
    expect(estimateMarket(prices(200), { at: AT, crossRate: 100 })).toMatchObject({ price: 0, flags: 0 });
  });
});

describe('no fresh input', () => {
  test('carries the last value for 24 h since it was real, then publishes nothing', () => {
    const silent = (age: number) => estimateMarket([], { at: AT, memory: real(100, AT - age) });
    expect(silent(DAY_MS)).toMatchObject({ price: 100, volume: 7, memory: { realAt: AT - DAY_MS } });
    expect(flags(silent(DAY_MS))).toEqual(['CARRIED']);
    expect(silent(DAY_MS + SLOT_MS)).toMatchObject({ price: 0, flags: 0 });
  });
});
