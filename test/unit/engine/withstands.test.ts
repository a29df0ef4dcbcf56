import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FullWorld } from '../../../bench/support/integrity/full-world.ts';
import { flagsIn, isReal } from '../../../src/core/index-value.ts';
import { SLOT_MS } from '../../../src/core/time.ts';
import { estimateMarket, type Observation } from '../../../src/engine/market/estimate-market.ts';
import type { MarketMemory } from '../../../src/engine/market/market-outcome.ts';
import { methodologyNamed } from '../../../src/engine/methodology.ts';
import { indexValues } from '../../../src/engine/tick-output.ts';
import { buildWorld } from '../../../src/simulator/world.ts';

const METHODOLOGY = methodologyNamed('2')!;
const AT = METHODOLOGY.from + SLOT_MS;
const STALE_TICKS = METHODOLOGY.freshness.staleTicks;

/** The ticker of one exchange at one tick, with its true age. */
const honestTicker = fc.record({
  last: fc.double({ min: 99.5, max: 100.5, noNaN: true }),
  spread: fc.double({ min: 0, max: 0.01, noNaN: true }),
  volume: fc.double({ min: 0.1, max: 1000, noNaN: true }),
  k: fc.oneof(fc.nat(2), fc.nat(STALE_TICKS)),
});
const hostileTicker = fc.record({
  last: fc.oneof(
    fc.double({ min: 1e-9, max: 1e12, noNaN: true }),
    fc.double({ min: 70, max: 140, noNaN: true }),
    fc.double({ min: 98, max: 102, noNaN: true }),
  ),
  spread: fc.double({ min: 0, max: 0.07, noNaN: true }),
  volume: fc.oneof(
    fc.double({ min: 1e-9, max: 1e18, noNaN: true }),
    fc.double({ min: 1, max: 1e6, noNaN: true }),
  ),
  k: fc.oneof(fc.constant(0), fc.nat(STALE_TICKS)),
});
type Ticker = typeof honestTicker extends fc.Arbitrary<infer T> ? T : never;

const trust = fc.constantFrom(1, 0.1, 0);
/** The exchanges do not change during an attack; their data does. */
const attack = fc.integer({ min: 2, max: 9 }).chain((others) =>
  fc.record({
    trusts: fc.array(trust, { minLength: others, maxLength: others }),
    hostileTrust: trust,
    ticks: fc.array(
      fc.record({
        honest: fc.array(honestTicker, { minLength: others, maxLength: others }),
        hostile: hostileTicker,
        crossRate: fc.oneof(fc.constant(0), fc.double({ min: 99.5, max: 100.5, noNaN: true })),
      }),
      { minLength: 1, maxLength: 25 },
    ),
  }),
);

function said(exchangeId: string, { last, spread, volume, k }: Ticker, trusted: number): Observation {
  const [bid, ask] = [last * (1 - spread / 2), last * (1 + spread / 2)];
  return { exchangeId, last, bid, ask, volume, k, trust: trusted };
}

type Attack = typeof attack extends fc.Arbitrary<infer T> ? T : never;

function* played({ trusts, hostileTrust, ticks }: Attack) {
  let memory: MarketMemory | undefined;
  for (const [tick, { honest, hostile, crossRate }] of ticks.entries()) {
    const others = honest.map((one, i) => said(`honest-${i}`, one, trusts[i]!));
    const observations = [...others, said('hostile', hostile, hostileTrust)];
    const context = { at: AT + tick * SLOT_MS, crossRate, ...(memory && { memory }) };
    const estimate = estimateMarket(observations, context, METHODOLOGY);
    ({ memory } = estimate);
    yield { estimate, others, crossRate };
  }
}

describe('whatever one exchange of three or more sends, for however long', () => {
  test('no unflagged value is more than 50 bps outside the bids and asks of the others, or rates of other markets', () => {
    let counted = 0;
    fc.assert(
      fc.property(attack, (one) => {
        for (const { estimate, others, crossRate } of played(one)) {
          if (estimate.price === 0 || estimate.flags !== 0) continue;
          counted++;
          // A rate implied by other markets is also an honest opinion.
          const also = crossRate > 0 ? [crossRate] : [];
          const lowest = Math.min(...also, ...others.map(({ bid, last }) => Math.min(bid!, last)));
          const highest = Math.max(...also, ...others.map(({ ask, last }) => Math.max(ask!, last)));
          const isBetween = estimate.price > lowest * (1 - 0.005) && estimate.price < highest * (1 + 0.005);
          if (!isBetween) expect.fail(`${estimate.price} is not between ${lowest} and ${highest}`);
        }
      }),
      { numRuns: 600 },
    );
    expect(counted).toBeGreaterThan(500);
  });

  test('no published volume is more than 21 times what the others report', () => {
    fc.assert(
      fc.property(attack, (one) => {
        let most = 0;
        for (const { estimate, others } of played(one)) {
          most = Math.max(most, 21 * others.reduce((sum, { volume }) => sum + volume, 0) * (1 + 1e-7));
          // A held value repeats the volume that it had.
          if (!(estimate.volume <= most)) expect.fail(`${estimate.volume} is more than ${most}`);
        }
      }),
      { numRuns: 400 },
    );
  });
});

describe('a held value', () => {
  const jumps = fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 1, maxLength: 40 });

  test('ends at most 21 ticks after its exchange stays at a price, whatever it sent before', () => {
    let held = 0;
    fc.assert(
      fc.property(jumps, fc.double({ min: 0.01, max: 100, noNaN: true }), (before, price) => {
        let memory: MarketMemory | undefined;
        const next = (tick: number, last: number) => {
          const observation = { exchangeId: 'lone', last, volume: 1, k: 0, trust: 0.1 };
          const context = { at: AT + tick * SLOT_MS, ...(memory && { memory }) };
          const estimate = estimateMarket([observation], context, METHODOLOGY);
          ({ memory } = estimate);
          return estimate;
        };
        before.forEach((jump, tick) => next(tick, Math.exp(jump)));
        const settled = Array.from({ length: 25 }, (_, i) =>
          next(before.length + i, price * (1 + (i % 2) * 1e-4)),
        );
        const lastHeld = settled.findLastIndex(({ flags }) => !isReal(flags));
        if (lastHeld >= 0) held++;
        expect(lastHeld).toBeLessThan(21);
      }),
      { numRuns: 300 },
    );
    expect(held).toBeGreaterThan(30);
  });

  test('is published for at most a day while its exchange never stays at a price', () => {
    let memory: MarketMemory | undefined;
    const published = Array.from({ length: 6000 }, (_, tick) => {
      const observation = {
        exchangeId: 'lone',
        last: tick === 0 ? 1 : 10 ** (1 + (tick % 7)),
        volume: 1,
        k: 0,
        trust: 0.1,
      };
      const context = { at: AT + tick * SLOT_MS, ...(memory && { memory }) };
      const estimate = estimateMarket([observation], context, METHODOLOGY);
      ({ memory } = estimate);
      return estimate;
    });
    const held = published.map(({ price, flags }) => price > 0 && !isReal(flags));
    let [longest, running] = [0, 0];
    for (const is of held) {
      running = is ? running + 1 : 0;
      longest = Math.max(longest, running);
    }
    expect(longest).toBeGreaterThan(20);
    expect(longest).toBeLessThanOrEqual(2880);
  });
});

describe('the full world without faults', () => {
  const world = new FullWorld(buildWorld('full', 2), 7);
  const { reference } = world.stage;
  const output = world.stage.honestValues(METHODOLOGY);
  const values = [...indexValues(reference, output)];

  test('shows no flag but THIN and SINGLE_SOURCE more often than once in 1,000 values', () => {
    expect(values.length).toBeGreaterThan(7000);
    const counts = new Map<string, number>();
    for (const { flags } of values) {
      for (const flag of flagsIn(flags)) counts.set(flag, 1 + (counts.get(flag) ?? 0));
    }
    for (const flag of ['SPLIT', 'SUSPECT', 'CARRIED', 'MODELLED']) {
      expect(counts.get(flag) ?? 0, flag).toBeLessThanOrEqual(values.length / 1000);
    }
    // They do occur: a world without thin markets would prove nothing about the others.
    expect(counts.get('THIN')).toBeGreaterThan(100);
  });

  test('has no more than three THIN ones among the 300 largest assets', () => {
    const largest = world.assets.filter(({ sector, rank }) => sector !== 'fiat' && rank < 300);
    const ids = new Set(largest.map(({ asset }) => asset.id));
    const rated = values.filter(({ indexType, indexId }) => indexType === 'GWA' && ids.has(indexId));
    expect(rated.length).toBeGreaterThan(280);
    const thin = rated.filter(({ flags }) => flagsIn(flags).includes('THIN'));
    expect(thin.length).toBeLessThanOrEqual(3);
  });
});
