import { describe, expect, test } from 'vitest';
import { flagsIn } from '../../../../src/core/index-value.ts';
import { SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import { LX_INDICES } from '../../../../src/core/ids/well-known-ids.ts';
import { computeTick } from '../../../../src/engine/engine.ts';
import { chooseConstituents, definitionsAt } from '../../../../src/engine/lx/lx-constituents.ts';
import { tradedPrice } from '../../../../src/engine/lx/lx.ts';
import { recordTrade, type RecordedTrade } from '../../../../src/engine/lx/recorded-trade.ts';
import { methodologyNamed } from '../../../../src/engine/methodology.ts';
import type { LxValue, TickOutput } from '../../../../src/engine/tick-output.ts';
import { READABLE_IDS } from '../../../../bench/support/readable-ids.ts';
import {
  AT,
  METHODOLOGY,
  tickInput,
  Ticking,
  worldData,
  worldReference,
  type Sayings,
  type WorldPlan,
} from '../small-world.ts';

const USD = 'bitcoin/us-dollar';
const EUR = 'bitcoin/euro';
const FOUR = ['a', 'b', 'c', 'd'];
const PLAN: WorldPlan = {
  exchanges: { a: 'A', b: 'A', c: 'A', d: 'A', e: 'A', x: 'B' },
  markets: {
    [USD]: [...FOUR, 'x'],
    [EUR]: ['e', 'x'],
    'euro/us-dollar': FOUR,
    'bitcoin/tether': FOUR,
    'tether/us-dollar': FOUR,
  },
  lx: true,
};

const all = (price: number, k = 0) =>
  Object.fromEntries(FOUR.map((name) => [name, { last: price, k, volume: 10 }]));

function quiet(change: Sayings = {}): Sayings {
  return {
    [USD]: { ...all(50_000), x: 90_000 },
    [EUR]: { e: { last: 45_000, volume: 10 }, x: 90_000 },
    'euro/us-dollar': all(1.1),
    'bitcoin/tether': all(50_000),
    'tether/us-dollar': all(1),
    ...change,
  };
}

function trade(
  ticking: Ticking,
  exchange: string,
  slot: Millis,
  price: number,
  amount: string,
  id = 't',
): RecordedTrade {
  const listing = ticking.reference.listingIndex(exchange, exchange === 'e' ? EUR : USD)!;
  const raw = {
    exchangeId: exchange,
    marketId: USD,
    tradeId: id,
    price: String(price),
    amount,
    exchangeTimestamp: slot,
  };
  return recordTrade(raw, listing, slot)!;
}

/** An index that is not published has the price 0. */
function blx(output: TickOutput): LxValue {
  const none = { indexId: '', price: 0, volume: 0, tickVolume: 0, tickUnits: 0n, flags: 0 };
  return output.lx.find(({ indexId }) => indexId === LX_INDICES.BLX) ?? none;
}

describe('the constituents', () => {
  test('are USD, EUR and GBP markets of tier A, an exchange once, with its most traded', () => {
    const [definition] = chooseConstituents(
      worldData(PLAN),
      (_, market) => (market === USD ? 2 : 1),
      5,
      METHODOLOGY,
      READABLE_IDS,
    );
    expect(definition).toMatchObject({ name: 'BLX', from: 5 });
    expect(definition!.constituents).toEqual([
      ...FOUR.map((exchangeId) => ({ exchangeId, marketId: USD })),
      { exchangeId: 'e', marketId: EUR },
    ]);
  });

  test('are the 8 most traded if there are more', () => {
    const names = Array.from({ length: 10 }, (_, i) => `n${i}`);
    const data = worldData({
      exchanges: Object.fromEntries(names.map((name) => [name, 'A'])),
      markets: { [USD]: names },
    });
    const [definition] = chooseConstituents(
      data,
      (exchange) => Number(exchange.slice(1)) + 1,
      0,
      METHODOLOGY,
      READABLE_IDS,
    );
    expect(definition!.constituents.map(({ exchangeId }) => exchangeId)).toEqual(names.slice(2).toReversed());
  });

  test('are dated: the newest definition in force counts', () => {
    const definition = (from: number) => ({
      name: 'BLX' as const,
      from,
      assetId: 'bitcoin',
      quoteAssetIds: [],
      constituents: [],
    });
    expect(definitionsAt([definition(1), definition(5), definition(9)], 6)).toEqual([definition(5)]);
    expect(definitionsAt([definition(9)], 6)).toEqual([]);
  });
});

describe('the value', () => {
  test('is the median of volume, exchanges and everything else, with 8 decimals', () => {
    const ticking = new Ticking(PLAN);
    const output = ticking.next(
      quiet({
        [USD]: { a: 50_000.123_456_789, b: 50_000.123_456_789, c: 50_000.123_456_789, d: 49_000 },
        'bitcoin/tether': all(50_100),
      }),
    );
    expect(blx(output)).toMatchObject({ price: 50_000.123_456_79, flags: 0 });
  });

  test('other currencies are converted by the same tick’s GWA', () => {
    const ticking = new Ticking(PLAN);
    const output = ticking.next(
      quiet({ [USD]: { a: 49_500, b: 49_500 }, [EUR]: { e: { last: 45_000, volume: 1000 } } }),
    );
    // e says 45,000 EUR at 1.1: 49,500 USD.
    expect(blx(output).flags).toBe(0);
    expect(Math.abs(blx(output).price - 49_500)).toBeLessThan(1);
  });

  test('takes the volume-weighted median of an exchange’s trades before its ticker', () => {
    const ticking = new Ticking(PLAN);
    const trades = (at: Millis) => FOUR.map((name) => trade(ticking, name, at, 50_100, '1', name));
    const output = ticking.next(quiet({ 'bitcoin/tether': all(50_100), [EUR]: { e: 50_100 / 1.1 } }), {
      trades,
    });
    expect(blx(output).price).toBeCloseTo(50_100, 3);
  });

  test('of trades the heavier side wins', () => {
    const one = (price: number, units: bigint, tradeId: string) => ({
      listing: 0,
      slot: AT,
      tradeId,
      price,
      units,
    });
    expect(tradedPrice([one(100, 1n, 'x'), one(101, 10n, 'y'), one(102, 1n, 'z')], METHODOLOGY)).toBe(101);
    const huge = 10n ** 300n;
    expect(tradedPrice([one(100, huge, 'x'), one(101, huge * 3n, 'y')], METHODOLOGY)).toBeCloseTo(101, 0);
  });

  test('lies of half of the constituents are outvoted by the rest of the market', () => {
    const ticking = new Ticking(PLAN);
    ticking.next(quiet());
    const output = ticking.next(quiet({ [USD]: { a: 60_000, b: 60_000, c: 50_000, d: 50_000 } }));
    expect(Math.abs(blx(output).price / 50_000 - 1)).toBeLessThan(0.002);
  });
});

describe('silence', () => {
  const silent = (k: number) => quiet({ [USD]: all(50_000, k), [EUR]: { e: { last: 45_454, k } } });

  test('10 silent ticks are allowed', () => {
    const ticking = new Ticking(PLAN);
    expect(blx(ticking.next(silent(10)))).toMatchObject({ flags: 0 });
  });

  test('after them an exchange does not count, and with fewer than three the last value is carried for 10 ticks', () => {
    const ticking = new Ticking(PLAN);
    const first = ticking.next(quiet());
    const price = blx(first).price;
    for (let tick = 1; tick <= 10; tick++) {
      const value = blx(ticking.next(silent(11)));
      expect(value.price).toBe(price);
      expect(flagsIn(value.flags)).toEqual(['CARRIED']);
    }
    expect(blx(ticking.next(silent(11))).price).toBe(0);
    expect(blx(ticking.next(quiet()))).toMatchObject({ flags: 0 });
  });

  test('a trade breaks it', () => {
    const ticking = new Ticking(PLAN);
    const trades = (at: Millis) => ['a', 'b', 'c'].map((name) => trade(ticking, name, at, 50_000, '1', name));
    ticking.next(silent(50), { trades });
    expect(blx(ticking.next(silent(51), { skip: 9 }))).toMatchObject({ flags: 0 });
    expect(blx(ticking.next(silent(61)))).toMatchObject({ flags: expect.any(Number) });
    expect(flagsIn(blx(ticking.next(silent(62))).flags)).toEqual(['CARRIED']);
  });
});

describe('enough constituents', () => {
  const SIX = ['a', 'b', 'c', 'd', 'e', 'f'];
  const plan: WorldPlan = {
    exchanges: Object.fromEntries(SIX.map((name) => [name, 'A'])),
    markets: { [USD]: SIX },
    lx: true,
  };
  const [SECOND, THIRD] = [methodologyNamed('2')!, methodologyNamed('3')!];
  /** The first ones are active, the others have long been silent. */
  const speaking = (count: number, volumes: readonly number[] = []): Sayings => ({
    [USD]: Object.fromEntries(
      SIX.map((name, i) => [name, { last: 50_000, volume: volumes[i] ?? 10, k: i < count ? 0 : 11 }]),
    ),
  });
  const flagsOf = (sayings: Sayings, { from } = THIRD) => {
    const ticking = new Ticking(plan, from + 100 * SLOT_MS);
    ticking.next(speaking(6));
    return flagsIn(blx(ticking.next(sayings)).flags);
  };

  test('are more than half by number in version 3', () => {
    expect(flagsOf(speaking(4))).toEqual([]);
    expect(flagsOf(speaking(3))).toEqual(['CARRIED']);
    expect(flagsOf(speaking(3), SECOND)).toEqual([]);
  });

  test('are more than half by volume in version 3', () => {
    expect(flagsOf(speaking(4, [10, 10, 10, 10, 19, 20]))).toEqual([]);
    expect(flagsOf(speaking(4, [10, 10, 10, 10, 20, 20]))).toEqual(['CARRIED']);
    expect(flagsOf(speaking(4, [10, 10, 10, 10, 20, 20]), SECOND)).toEqual([]);
  });

  test.each([11_000, 1e5, 1e12, 1e300])(
    'are not prevented by one that reports %d and is refused',
    (volume) => {
      expect(flagsOf(speaking(5, [10, 10, 10, 10, 10, volume]))).toEqual([]);
      // By number there are still too few.
      expect(flagsOf(speaking(3, [volume, 10, 10, 10, 10, 10]))).toEqual(['CARRIED']);
    },
  );

  test('are not replaced by one that reports more than all others', () => {
    // With four of six, the other two have most of the volume that counts.
    expect(flagsOf(speaking(4, [1e6, 10, 10, 10, 1000, 1000]))).toEqual(['CARRIED']);
  });

  test('are not prevented by one of two that report more than all others', () => {
    expect(flagsOf(speaking(5, [1e5, 10, 10, 10, 10, 1e5 - 1]))).toEqual([]);
    expect(flagsOf(speaking(4, [10, 10, 10, 10, 1e5, 1e5]))).toEqual(['CARRIED']);
  });

  test('may include two that are refused for their volumes', () => {
    expect(flagsOf(speaking(6, [10, 10, 10, 10, 1e12, 1e13]))).toEqual([]);
  });

  test('were missing for 10 ticks: then there is no index', () => {
    const ticking = new Ticking(plan, THIRD.from + 100 * SLOT_MS);
    const { price } = blx(ticking.next(speaking(6)));
    for (let tick = 1; tick <= 10; tick++) {
      const value = blx(ticking.next(speaking(3)));
      expect([value.price, flagsIn(value.flags)]).toEqual([price, ['CARRIED']]);
    }
    expect(blx(ticking.next(speaking(3))).price).toBe(0);
    expect(blx(ticking.next(speaking(4)))).toMatchObject({ price, flags: 0 });
  });

  test('are counted without those that were read too long ago', () => {
    const reference = worldReference(plan);
    const withAge = (age: number, { from } = THIRD) => {
      const input = tickInput(reference, from + 100 * SLOT_MS, speaking(6));
      input.tickers.age.fill(age, 0, 3);
      return blx(computeTick(reference, input)).price;
    };
    expect(withAge(90_000)).toBe(50_000);
    expect(withAge(90_001)).toBe(0);
    expect(withAge(90_001, SECOND)).toBe(50_000);
  });
});

describe('tickVolume', () => {
  test('is the exact sum of the slot’s trades', () => {
    const ticking = new Ticking(PLAN);
    const amounts = ['0.1', '0.2', '0.00000001', '0.000000005', '3'];
    const trades = (at: Millis) =>
      amounts.flatMap((amount, i) => {
        const recorded = recordTrade(
          { exchangeId: 'a', marketId: USD, tradeId: `${i}`, price: '50000', amount, exchangeTimestamp: at },
          ticking.reference.listingIndex('a', USD)!,
          at,
        );
        return recorded ?? [];
      });
    // Half a unit rounds half-even to zero: it is not a trade.
    expect(trades(AT)).toHaveLength(4);
    expect(blx(ticking.next(quiet(), { trades }))).toMatchObject({
      tickVolume: 3.300_000_01,
      tickUnits: 330_000_001n,
    });
  });

  test('trades of a skipped slot count in the next tick, but their prices do not', () => {
    const ticking = new Ticking(PLAN);
    ticking.next(quiet());
    const trades = (at: Millis) => [
      trade(ticking, 'a', at - SLOT_MS, 99_000, '2', 'old'),
      trade(ticking, 'a', at, 50_000, '1', 'new'),
    ];
    const value = blx(ticking.next(quiet(), { skip: 1, trades }));
    expect(value.tickVolume).toBe(3);
    expect(Math.abs(value.price / 50_000 - 1)).toBeLessThan(0.001);
  });

  test('trades of slots without a published value wait for the next one', () => {
    const ticking = new Ticking(PLAN);
    const nobody = quiet({ [USD]: { a: 50_000 }, [EUR]: {} });
    const first = ticking.next(nobody, { trades: (at) => [trade(ticking, 'a', at, 50_000, '2')] });
    expect(blx(first).price).toBe(0);
    const second = ticking.next(quiet(), { trades: (at) => [trade(ticking, 'a', at, 50_000, '0.5')] });
    expect(blx(second)).toMatchObject({ tickVolume: 2.5 });
    expect(blx(ticking.next(quiet()))).toMatchObject({ tickVolume: 0 });
  });
});
