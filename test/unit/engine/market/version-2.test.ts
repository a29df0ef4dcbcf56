import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flagsIn } from '../../../../src/core/index-value.ts';
import { SLOT_MS } from '../../../../src/core/time.ts';
import { estimateMarket, type Observation } from '../../../../src/engine/market/estimate-market.ts';
import type { MarketMemory } from '../../../../src/engine/market/market-outcome.ts';
import { methodologyNamed } from '../../../../src/engine/methodology.ts';

const [FIRST, SECOND] = [methodologyNamed('1')!, methodologyNamed('2')!];
const AT = SECOND.from + 40 * SLOT_MS;
const TIER_B = 0.1;

function says(exchangeId: string, last: number, more: Partial<Observation> = {}): Observation {
  return {
    exchangeId,
    last,
    bid: last * 0.9995,
    ask: last * 1.0005,
    volume: 10,
    k: 0,
    trust: TIER_B,
    ...more,
  };
}

const honest = (count: number, price = 100, more: Partial<Observation> = {}) =>
  Array.from({ length: count }, (_, i) => says(`honest-${i}`, price * (1 + (i - count / 2) * 1e-4), more));

/** Ticks one after the other, each from the state of the previous one. */
function ticks(
  count: number,
  observed: (tick: number) => readonly Observation[],
  { memory, methodology = SECOND }: { memory?: MarketMemory; methodology?: typeof SECOND } = {},
) {
  let known = memory;
  return Array.from({ length: count }, (_, tick) => {
    const at = AT + tick * SLOT_MS;
    const estimate = estimateMarket(observed(tick), { at, ...(known && { memory: known }) }, methodology);
    known = estimate.memory;
    return estimate;
  });
}

const bps = (price: number, truth = 100) => Math.abs(price / truth - 1) * 1e4;

describe('version 2 of the methodology', () => {
  test('one exchange with faked volume moves a market without tiers and cross rate by little, and freezes none', () => {
    for (const push of [0.0005, 0.004, 0.02, 0.049, 0.06, 0.5, -0.3]) {
      const [estimate] = ticks(1, () => [...honest(3), says('hostile', 100 * (1 + push), { volume: 1e9 })]);
      expect(bps(estimate!.price), `${push}`).toBeLessThan(20);
      expect(estimate!.price).toBeGreaterThan(0);
    }
    const [before] = ticks(1, () => [...honest(2), says('hostile', 150, { volume: 1e9 })], {
      methodology: FIRST,
    });
    // With version 1 there was no value at all, since no price was near the mean of two medians.
    expect(before!.price).toBe(0);
    const [after] = ticks(1, () => [...honest(2), says('hostile', 150, { volume: 1e9 })]);
    expect(bps(after!.price)).toBeLessThan(20);
  });

  test('wide quotes of honest exchanges do not give a liar more room than narrow ones', () => {
    const wide = (exchangeId: string, middle: number, side: 'bid' | 'ask') => {
      const [bid, ask] = [middle * 0.994, middle * 1.006];
      return says(exchangeId, side === 'bid' ? bid : ask, { bid, ask });
    };
    const others = [wide('a', 100, 'bid'), wide('b', 100.02, 'ask')];
    const moved = (methodology: typeof SECOND) => {
      const value = (push: number) =>
        ticks(1, () => [...others, says('hostile', 100 * (1 + push), { volume: push === 0 ? 10 : 1e9 })], {
          methodology,
        })[0]!.price;
      return Math.max(...[0.02, -0.02, 0.004, -0.004].map((push) => bps(value(push), value(0))));
    };
    expect(moved(SECOND)).toBeLessThan(25);
    const anyReach = { ...SECOND, mwa: { ...SECOND.mwa, voteReach: Infinity } };
    expect(moved(anyReach)).toBeGreaterThan(40);
  });

  test('a single fresh exchange among quiet ones is no quorum', () => {
    const settled = ticks(2, () => honest(10)).at(-1)!.memory;
    for (const [quiet, count] of [
      [20, 10],
      [40, 10],
      [40, 20],
    ] as const) {
      const observed = [...honest(count, 100, { k: quiet }), says('hostile', 150, { volume: 1e6 })];
      const [first] = ticks(1, () => observed, { memory: settled, methodology: FIRST });
      const [second] = ticks(1, () => observed, { memory: settled });
      if (count === 10) expect(bps(first!.price)).toBeGreaterThan(1000);
      const isHonest = bps(second!.price) < 20;
      expect(isHonest || second!.flags !== 0, `${quiet} ticks, ${count} exchanges`).toBe(true);
      expect(second!.price).toBeLessThan(125);
    }
  });

  test.each(['a', 'z'])('nor is it one with exactly half of all votes, whatever its position: %s', (id) => {
    const quiet = Array.from({ length: 10 }, (_, i) => says(`honest-${i}`, 100, { k: 40 }));
    const [estimate] = ticks(1, () => [...quiet, says(id, 99.08, { volume: 1e9 })]);
    expect(flagsIn(estimate!.flags)).toEqual(['THIN']);
    expect(bps(estimate!.price)).toBeLessThan(15);
  });

  test('nor does it determine the market, whatever volume it reports, while the others count', () => {
    const settled = ticks(2, () => honest(4)).at(-1)!.memory;
    for (const crossRate of [0, 100])
      for (const push of [0.04, -0.04, 0.2]) {
        const hostile = says('hostile', 100 * (1 + push), { volume: 1e9 });
        const observed = [...honest(4, 100, { k: 10 }), hostile];
        const estimate = estimateMarket(observed, { at: AT, memory: settled, crossRate }, SECOND);
        expect(flagsIn(estimate.flags)).toEqual(['THIN']);
        expect(bps(estimate.price), `${crossRate} ${push}`).toBeLessThan(15);
      }
    // A rate implied by the other markets distinguishes a real move from a lie.
    const moved = [...honest(4, 100, { k: 10 }), says('fresh', 98, { volume: 10 })];
    const followed = estimateMarket(moved, { at: AT, memory: settled, crossRate: 98.01 }, SECOND);
    expect(bps(followed.price, 98)).toBeLessThan(15);
  });

  test('a quorum of three whose prices lie more than 1 % apart is THIN, one of four is not', () => {
    const three = [...honest(2), says('third', 101.5)];
    expect(flagsIn(ticks(1, () => three)[0]!.flags)).toEqual(['THIN']);
    expect(ticks(1, () => [...three, says('fourth', 100)])[0]!.flags).toBe(0);
    expect(ticks(1, () => [...honest(2), says('third', 100.5)])[0]!.flags).toBe(0);
  });

  test('a few fresh exchanges that move away from quiet ones cause SPLIT', () => {
    for (const count of [2, 3]) {
      const fresh = Array.from({ length: count }, (_, i) => says(`hostile-${i}`, 150, { volume: 1e6 }));
      const observed = [...honest(20, 100, { k: 40 }), ...fresh];
      const [first] = ticks(1, () => observed, { methodology: FIRST });
      const [second] = ticks(1, () => observed);
      expect(first!.flags, `${count}`).toBe(0);
      expect(bps(first!.price)).toBeGreaterThan(1000);
      expect(flagsIn(second!.flags).includes('SPLIT') || bps(second!.price) < 50, `${count}`).toBe(true);
    }
  });

  test('if two exchanges are fresh and the quiet ones differ, a quorum is THIN', () => {
    const quiet = says('quiet', 102, { k: 40 });
    const [torn] = ticks(1, () => [...honest(2), quiet]);
    expect(flagsIn(torn!.flags)).toEqual(['THIN']);
    const [agreed] = ticks(1, () => [...honest(2), says('quiet', 100.5, { k: 40 })]);
    expect(agreed!.flags).toBe(0);
  });

  test('a lone exchange that moves by just less than the gate each tick has no effect', () => {
    const walked = ticks(121, (tick) => [says('hostile', 100 * 1.249 ** tick)]);
    const highest = (minutes: number) =>
      Math.max(...walked.slice(0, minutes * 2 + 1).map(({ price }) => price));
    expect(highest(5)).toBeLessThanOrEqual(127);
    expect(highest(60)).toBeLessThanOrEqual(150);
    for (const { flags } of walked) expect(flags).not.toBe(0);
    // As far as it can go without being held, which is its best attack.
    let price = 100;
    let memory: MarketMemory | undefined;
    const prices = Array.from({ length: 121 }, (_, tick) => {
      const observed = [says('hostile', price, { bid: 0, ask: 0 })];
      const at = AT + tick * SLOT_MS;
      const estimate = estimateMarket(observed, { at, ...(memory && { memory }) }, SECOND);
      memory = estimate.memory;
      price = memory.anchor * 1.2499;
      return estimate.price;
    });
    expect(Math.max(...prices.slice(0, 11))).toBeLessThanOrEqual(127);
    expect(Math.max(...prices)).toBeLessThanOrEqual(150);
    const [first] = ticks(11, (tick) => [says('hostile', 100 * 1.249 ** tick)], { methodology: FIRST }).slice(
      -1,
    );
    expect(first!.price).toBeGreaterThan(800);
  });

  test('a real crash of a lone exchange shows after at most 21 ticks', () => {
    const crashed = ticks(40, (tick) => [says('lone', tick < 5 ? 100 : 60 + (tick % 2) * 0.01)]);
    const shown = crashed.findIndex(({ price }) => price < 70) - 5;
    expect(shown).toBeGreaterThan(0);
    expect(shown).toBeLessThanOrEqual(21);
    expect(flagsIn(crashed[10]!.flags)).toEqual(['SUSPECT']);
    // Then the price stays, and so does the anchor.
    expect(crashed.at(-1)!.price).toBeLessThan(61);
    expect(flagsIn(crashed.at(-1)!.flags)).toEqual(['SINGLE_SOURCE']);
  });

  test('volume is accepted up to 20 times that of the others together, and no further than the world trades', () => {
    const [estimate] = ticks(1, () => [...honest(3), says('hostile', 100, { volume: 1e18 })]);
    expect(estimate!.volume).toBe(630);
    const observed = [...honest(3), says('hostile', 100, { volume: 3e9 })];
    const known = estimateMarket(observed, { at: AT, usd: { base: 100, quote: 1 } }, SECOND);
    expect(known.outcomes.get('hostile')).toBe('BAD_NUMBER');
    const byQuote = estimateMarket(observed, { at: AT, usd: { base: 0, quote: 1 } }, SECOND);
    expect(byQuote.outcomes.get('hostile')).toBe('BAD_NUMBER');
    expect(byQuote.volume).toBe(30);
  });

  const ticker = fc.record({
    last: fc.oneof(
      fc.double({ min: 1e-12, max: 1e12, noNaN: true }),
      fc.double({ min: 80, max: 125, noNaN: true }),
      fc.double({ min: 99, max: 101, noNaN: true }),
    ),
    spread: fc.double({ min: 0, max: 0.06, noNaN: true }),
    volume: fc.oneof(
      fc.double({ min: 1e-9, max: 1e18, noNaN: true }),
      fc.double({ min: 1, max: 100, noNaN: true }),
    ),
    k: fc.nat(80),
  });
  const honestTick = fc.record({
    prices: fc.array(fc.double({ min: 99.9, max: 100.1, noNaN: true }), { minLength: 3, maxLength: 8 }),
    k: fc.array(fc.nat(3), { minLength: 8, maxLength: 8 }),
    hostile: ticker,
    trust: fc.constantFrom(1, TIER_B, 0),
  });

  test('no exchange among three others moves an unflagged value by more than 50 bps beyond what they quote', () => {
    fc.assert(
      fc.property(fc.array(honestTick, { minLength: 1, maxLength: 30 }), (sequence) => {
        const estimates = ticks(sequence.length, (tick) => {
          const { prices, k, hostile, trust } = sequence[tick]!;
          const { last, spread } = hostile;
          return [
            ...prices.map((price, i) => says(`honest-${i}`, price, { k: k[i]!, trust })),
            says('hostile', last, {
              ...hostile,
              bid: last * (1 - spread / 2),
              ask: last * (1 + spread / 2),
              trust: 1,
            }),
          ];
        });
        estimates.forEach(({ price, flags, volume }, tick) => {
          const { prices } = sequence[tick]!;
          if (price === 0 || flags !== 0) return;
          expect(price).toBeGreaterThan(Math.min(...prices) * 0.9995 * (1 - 0.005));
          expect(price).toBeLessThan(Math.max(...prices) * 1.0005 * (1 + 0.005));
          expect(volume).toBeLessThanOrEqual(21 * 10 * prices.length * (1 + 1e-7));
        });
      }),
      { numRuns: 400 },
    );
  });
});
