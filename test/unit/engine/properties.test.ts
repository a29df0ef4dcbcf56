import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isReal } from '../../../src/core/index-value.ts';
import { DAY_MS, SLOT_MS } from '../../../src/core/time.ts';
import { LX_INDICES } from '../../../src/core/ids/well-known-ids.ts';
import { emptyState } from '../../../src/engine/engine-state.ts';
import { computeTick } from '../../../src/engine/engine.ts';
import { estimateMarket, type Observation } from '../../../src/engine/market/estimate-market.ts';
import { explain } from '../../../src/engine/receipt/explain.ts';
import type { Candle } from '../../../src/core/candle.ts';
import { advanceDay, type RunningDay } from '../../../src/engine/day/running-day.ts';
import { TickBook } from '../../../src/engine/market/tick-book.ts';
import { indexValues } from '../../../src/engine/tick-output.ts';
import { AT, worldReference, type WorldPlan } from './small-world.ts';

const trust = fc.constantFrom(1, 1, 0.1, 0);

/** A sensible exchange near 100. */
const sane = fc.record({
  last: fc.double({ min: 95, max: 105, noNaN: true }),
  spread: fc.double({ min: 0, max: 0.02, noNaN: true }),
  volume: fc.double({ min: 0.001, max: 1e6, noNaN: true }),
  k: fc.integer({ min: 0, max: 70 }),
  trust,
});

type Sane = typeof sane extends fc.Arbitrary<infer T> ? T : never;

function observation({ last, spread, volume, k, trust }: Sane, i: number, scale = 1): Observation {
  const middle = last * scale;
  return {
    exchangeId: `exchange-${String(i).padStart(2, '0')}`,
    last: middle,
    bid: middle * (1 - spread / 2),
    ask: middle * (1 + spread / 2),
    volume,
    k,
    trust,
  };
}

describe('the MWA', () => {
  test('does not depend on the order of the exchanges', () => {
    const shuffled = fc.array(sane, { maxLength: 30 }).chain((list) =>
      fc.tuple(
        fc.constant(list),
        fc.shuffledSubarray(
          list.map((_, i) => i),
          { minLength: list.length },
        ),
      ),
    );
    fc.assert(
      fc.property(shuffled, (input) => {
        const [list, order] = input;
        const observations = list.map((one, i) => observation(one, i));
        const given = estimateMarket(observations, { at: AT });
        const permuted = estimateMarket(
          order.map((i) => observations[i]!),
          { at: AT },
        );
        expect(permuted).toEqual(given);
      }),
    );
  });

  test('scales with the price, and not with the volume', () => {
    fc.assert(
      fc.property(
        fc.array(sane, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: -40, max: 40 }),
        (list, power) => {
          const scale = 2 ** power;
          const given = estimateMarket(
            list.map((one, i) => observation(one, i)),
            { at: AT },
          );
          const scaled = estimateMarket(
            list.map((one, i) => observation(one, i, scale)),
            { at: AT },
          );
          expect(scaled.price / scale / given.price).toBeCloseTo(1, 6);
          expect(scaled.flags).toBe(given.flags);
          const washed = estimateMarket(
            list.map((one, i) => observation({ ...one, volume: one.volume * scale }, i)),
            { at: AT },
          );
          expect(washed.price).toBe(given.price);
        },
      ),
    );
  });

  test('stays within the honest votes +/- 20 bps while the honest hold more than half of two quorums', () => {
    const hostile = fc.record({
      last: fc.oneof(
        fc.double({ min: 1, max: 10_000, noNaN: true }),
        fc.double({ min: 99, max: 107, noNaN: true }),
      ),
      spread: fc.double({ min: 0, max: 0.05, noNaN: true }),
      volume: fc.double({ min: 0.001, max: 1e12, noNaN: true }),
      k: fc.integer({ min: 0, max: 5 }),
      trust,
    });
    const honest = fc.record({
      last: fc.double({ min: 99.5, max: 100.5, noNaN: true }),
      spread: fc.double({ min: 0, max: 0.01, noNaN: true }),
      volume: fc.double({ min: 1, max: 1000, noNaN: true }),
      k: fc.integer({ min: 0, max: 5 }),
      trust,
    });
    let counted = 0;
    fc.assert(
      fc.property(
        fc.array(honest, { minLength: 2, maxLength: 15 }),
        fc.array(hostile, { minLength: 1, maxLength: 15 }),
        (good, bad) => {
          const honestOnes = good.map((one, i) => observation(one, i));
          const all = [...honestOnes, ...bad.map((one, i) => observation(one, 50 + i))];
          const trusted = all.filter((one) => one.trust === 1).length;
          if (all.length < 3 || trusted < 3) return;
          const freshest = Math.min(...all.map(({ k }) => k));
          const fresh = ({ k }: Observation) => 2 ** (-Math.max(0, k - freshest - 1) / 4);
          const share = (weight: (one: Observation) => number) => {
            const sum = (list: readonly Observation[]) => list.reduce((total, one) => total + weight(one), 0);
            return sum(honestOnes) / sum(all);
          };
          const shares = [
            share((one) => one.volume * fresh(one)),
            share(fresh),
            share((one) => one.trust * fresh(one)),
          ];
          if (shares.filter((held) => held > 0.5 + 1e-9).length < 2) return;
          const estimate = estimateMarket(all, { at: AT });
          if (estimate.price === 0) return;
          counted++;
          const lowest = Math.min(...honestOnes.map(({ bid, last }) => Math.min(bid!, last)));
          const highest = Math.max(...honestOnes.map(({ ask, last }) => Math.max(ask!, last)));
          expect(estimate.price).toBeGreaterThanOrEqual(lowest * 0.999 * 0.999 * (1 - 1e-7));
          expect(estimate.price).toBeLessThanOrEqual(highest * 1.001 * 1.001 * (1 + 1e-7));
        },
      ),
      { numRuns: 1000 },
    );
    expect(counted).toBeGreaterThan(100);
  });

  test('is always published as a positive, finite number', () => {
    const anything = fc.oneof(
      fc.double(),
      fc.constantFrom(NaN, Infinity, -Infinity, 0, -0, -1, 1e-30, 1e30, 5e-324, 1.7e308, 1, 3, 100),
    );
    const wild = fc.record({
      last: anything,
      bid: anything,
      ask: anything,
      volume: anything,
      k: fc.integer({ min: 0, max: 3000 }),
      trust,
    });
    fc.assert(
      fc.property(
        fc.array(wild, { maxLength: 12 }),
        anything,
        fc.array(wild, { maxLength: 12 }),
        (first, crossRate, second) => {
          const observe = (list: typeof first) => list.map((one, i) => ({ ...one, exchangeId: String(i) }));
          const before = estimateMarket(observe(first), { at: AT, crossRate });
          const after = estimateMarket(observe(second), {
            at: AT + SLOT_MS,
            crossRate,
            memory: before.memory,
          });
          for (const { price, volume } of [before, after]) {
            expect(price === 0 || (price > 0 && price < Infinity)).toBe(true);
            expect(price === 0 || (volume > 0 && volume < Infinity)).toBe(true);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('four exchanges at 1, 1, 3, 3 publish nothing new', () => {
    const estimate = estimateMarket(
      [1, 1, 3, 3].map((last, i) => ({ exchangeId: String(i), last, volume: 1, k: 0, trust: 1 })),
      { at: AT },
    );
    expect(estimate.price).toBe(0);
  });
});

const NAMES = ['a', 'b', 'c', 'd', 'e'];
const USD = 'bitcoin/us-dollar';
const PLAN: WorldPlan = {
  exchanges: { a: 'A', b: 'A', c: 'A', d: 'B', e: 'B', f: 'A' },
  markets: {
    [USD]: NAMES,
    'bitcoin/euro': ['f'],
    'euro/us-dollar': ['a', 'b', 'c'],
    'bitcoin/tether': NAMES,
    'tether/us-dollar': ['a', 'b', 'c'],
    'coin/tether': ['d'],
    'coin/bitcoin': ['d', 'e'],
  },
  supplies: [{ assetId: 'bitcoin', totalSupply: '21000000', freeFloatSupply: '19900000' }],
  lx: true,
};
const reference = worldReference(PLAN);
const listings = Object.entries(PLAN.markets).flatMap(([marketId, names]) =>
  names.map((exchangeId) => ({ marketId, exchangeId })),
);

const text = fc.oneof(
  { weight: 3, arbitrary: fc.double({ min: 0.5, max: 2, noNaN: true }).map(String) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'NaN',
      'Infinity',
      '',
      '1e999',
      '-5',
      '0',
      '1e-30',
      '1e30',
      '1e300',
      '1e-320',
      'abc',
      '0x10',
    ),
  },
);
const said = fc.record({
  listing: fc.nat(listings.length - 1),
  last: text,
  bid: text,
  ask: text,
  volume: text,
  late: fc.boolean(),
});
const tickOf = fc.array(said, { maxLength: 40 });

describe('for any feeds', () => {
  test('no value is ever non-finite or non-positive, every value has a receipt, and no candle lacks a real tick', () => {
    fc.assert(
      fc.property(fc.array(tickOf, { minLength: 1, maxLength: 6 }), (ticks) => {
        const book = new TickBook(reference);
        let state = emptyState(reference);
        let day: RunningDay | undefined;
        const closed: Candle[] = [];
        const realDays = new Set<string>();
        ticks.forEach((messages, n) => {
          const at = AT - (AT % DAY_MS) + n * (DAY_MS / 2);
          for (const { listing, late, ...numbers } of messages) {
            const lastMoved = late ? at + 3_600_000 : at;
            book.observe({ ...listings[listing]!, ...numbers, lastMoved }, at - 3000);
            book.observeTrade(
              {
                ...listings[listing]!,
                tradeId: `${n}`,
                price: numbers.last,
                amount: numbers.volume,
                exchangeTimestamp: at,
              },
              at - 3000,
            );
          }
          const input = { ...book.cut(at), state };
          const output = computeTick(reference, input);
          state = output.state;
          for (const value of indexValues(reference, output)) {
            expect(value.price > 0 && value.price < Infinity).toBe(true);
            expect(value.volume >= 0 && value.volume < Infinity).toBe(true);
            expect((value.tickVolume ?? 0) >= 0 && (value.tickVolume ?? 0) < Infinity).toBe(true);
            const start = Math.ceil(at / DAY_MS) * DAY_MS - DAY_MS;
            if (isReal(value.flags)) realDays.add(`${value.indexType} ${value.indexId} ${start}`);
            expect(explain(reference, input, value)?.price).toBe(value.price);
          }
          const progress = advanceDay(reference, day, output);
          day = progress.day;
          closed.push(...progress.closed);
        });
        for (const candle of closed) {
          expect(realDays.has(`${candle.indexType} ${candle.indexId} ${candle.startAt}`)).toBe(true);
          for (const number of [
            candle.open,
            candle.high,
            candle.low,
            candle.close,
            candle.vwap,
            candle.twap,
          ]) {
            expect(number > 0 && number < Infinity).toBe(true);
            expect(number >= candle.low && number <= candle.high).toBe(true);
          }
          expect(candle.volume >= 0 && candle.volumeUsd >= 0 && candle.volumeUsd < Infinity).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('the tickVolumes of a day add up exactly to the recorded trades, including skipped slots and silent indices', () => {
    const slot = fc.record({
      skipped: fc.boolean(),
      silent: fc.boolean(),
      amounts: fc.array(fc.bigInt({ min: 1n, max: 10n ** 13n }), { maxLength: 4 }),
    });
    fc.assert(
      fc.property(fc.array(slot, { minLength: 1, maxLength: 30 }), (slots) => {
        const book = new TickBook(reference);
        const start = AT - (AT % DAY_MS);
        let state = emptyState(reference);
        let recorded = 0n;
        let published = 0n;
        let day: RunningDay | undefined;
        let closed: readonly Candle[] = [];
        const plan = [...slots, { skipped: false, silent: false, amounts: [1n] }];
        plan.forEach(({ skipped, silent, amounts }, n) => {
          const at = n === slots.length ? start + DAY_MS : start + (n + 1) * 20 * SLOT_MS;
          amounts.forEach((units, i) => {
            const amount = `${units / 10n ** 8n}.${(units % 10n ** 8n).toString().padStart(8, '0')}`;
            const trade = {
              exchangeId: 'b',
              marketId: USD,
              tradeId: `${n}-${i}`,
              price: '1',
              amount,
              exchangeTimestamp: at,
            };
            if (book.observeTrade(trade, at - 5000)) recorded += units;
          });
          for (const exchangeId of silent ? ['a'] : ['a', 'b', 'c']) {
            const ticker = {
              exchangeId,
              marketId: USD,
              last: String(1 + n / 1e6),
              volume: '1',
              lastMoved: at,
            };
            book.observe(ticker, at - 4000);
          }
          if (skipped) return;
          const output = computeTick(reference, { ...book.cut(at), state });
          state = output.state;
          published += output.lx.find(({ indexId }) => indexId === LX_INDICES.BLX)?.tickUnits ?? 0n;
          ({ day, closed } = advanceDay(reference, day, output));
        });
        expect(published).toBe(recorded);
        const blx = closed.find((candle) => candle.indexId === LX_INDICES.BLX);
        expect(blx?.volume).toBe(Number(recorded) / 1e8);
        expect(blx?.volumeRest).toBe(0);
      }),
      { numRuns: 100 },
    );
  });
});
