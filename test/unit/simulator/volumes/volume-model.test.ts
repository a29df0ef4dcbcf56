import { describe, expect, it } from 'vitest';
import { SLOTS_PER_DAY } from '../../../../src/core/time.ts';

import { lastMoveAt } from '../../../../src/simulator/volumes/activity.ts';
import {
  dayShareAt,
  fillDayShares,
  fillPartShares,
  PART_SLOTS,
  PARTS_PER_DAY,
} from '../../../../src/simulator/volumes/day-profile.ts';
import { dayShareRun } from '../../../../src/simulator/volumes/day-share-run.ts';
import { SimulatedMarket } from '../../../../src/simulator/simulated-market.ts';
import type { SimulatedListing } from '../../../../src/simulator/simulated-listing.ts';
import { slotIndexOf } from '../../../../src/simulator/runs/slot-index.ts';
import { buildWorld } from '../../../../src/simulator/world.ts';
import { mean, shuffled } from '../statistics.ts';

const world = buildWorld('small');
const { exchanges, volumes } = new SimulatedMarket(world, { seed: 'tests', faultRate: 0 });
const listings = exchanges.flatMap((exchange) => exchange.listings);
const NOON = slotIndexOf(Date.UTC(2026, 4, 6, 12));

const liquid = listings.filter(({ windowSlots }) => windowSlots === 1);
const busiest = liquid.toSorted((a, b) => b.usdPerDay - a.usdPerDay)[0] as SimulatedListing;
const thinnest = listings.toSorted((a, b) => b.windowSlots - a.windowSlots)[0] as SimulatedListing;
const rare: SimulatedListing = { ...thinnest, windowSlots: 700 };

describe('the volume of a listing', () => {
  it.each([
    ['a busy', busiest],
    ['a thin', thinnest],
    ['a hardly traded', rare],
  ])('of the trailing day is the sum of its slots, exactly, for %s one', (_name, listing) => {
    for (const end of [NOON, NOON + 1, NOON + SLOTS_PER_DAY / 2, NOON + 999]) {
      let sum = 0;
      for (let slot = end - SLOTS_PER_DAY + 1; slot <= end; slot++) sum += volumes.inSlot(listing, slot);
      expect(volumes.trailingDay(listing, end)).toBe(sum);
    }
  });

  it('of consecutive days is that of each day, to the bit', () => {
    const day = Math.floor(NOON / SLOTS_PER_DAY);
    for (const some of [[busiest], [thinnest], listings.slice(0, 40)])
      expect(volumes.ofDays(some, day, 30)).toEqual(
        Float64Array.from({ length: 30 }, (_, i) => volumes.ofDay(some, day + i)),
      );
  });

  it('is the same in any order', () => {
    const fresh = new SimulatedMarket(world, { seed: 'tests', faultRate: 0 }).volumes;
    for (const i of shuffled(300)) {
      const slot = NOON + i * 97;
      expect(fresh.trailingDay(busiest, slot)).toBe(volumes.trailingDay(busiest, slot));
    }
  });

  it('is never negative, nor 0 over a day', () => {
    for (const listing of [...listings, rare]) {
      for (let i = 0; i < 20; i++) {
        expect(volumes.inSlot(listing, NOON + i * 331)).toBeGreaterThanOrEqual(0);
        expect(volumes.trailingDay(listing, NOON + i * 331)).toBeGreaterThan(0);
      }
    }
  });

  it('grows in a slot exactly if the price moved', () => {
    for (let slot = NOON; slot < NOON + 2000; slot++) {
      expect(volumes.inSlot(rare, slot) > 0).toBe(lastMoveAt(rare, slot) === slot);
    }
  });

  it('changes little from slot to slot and up to a few times from day to day', () => {
    const days = Array.from({ length: 200 }, (_, i) =>
      volumes.trailingDay(busiest, NOON + i * SLOTS_PER_DAY),
    );
    const ratios = days.slice(1).map((day, i) => day / (days[i] ?? 1));
    expect(Math.max(...ratios)).toBeLessThan(4);
    expect(Math.min(...ratios)).toBeGreaterThan(0.25);
    expect(Math.max(...ratios)).toBeGreaterThan(1.2);
    for (let slot = NOON; slot < NOON + SLOTS_PER_DAY; slot++) {
      const change = volumes.trailingDay(busiest, slot + 1) / volumes.trailingDay(busiest, slot) - 1;
      expect(Math.abs(change)).toBeLessThan(0.02);
    }
  });

  it('has the requested average', () => {
    const days = Array.from({ length: 1000 }, (_, i) =>
      volumes.trailingDay(busiest, NOON + i * SLOTS_PER_DAY),
    );
    expect(mean(days) / busiest.unitsPerDay).toBeGreaterThan(0.85);
    expect(mean(days) / busiest.unitsPerDay).toBeLessThan(1.15);
  });

  it('stays exact in the units in which it is counted', () => {
    const most = Math.max(...listings.map((listing) => volumes.trailingDay(listing, NOON)));
    expect(most * 50).toBeLessThan(1e15);
    expect(listings.every(({ volumeDecimals }) => volumeDecimals <= 8)).toBe(true);
  });
});

describe('fillMarketVolumes', () => {
  it('adds up the listings, slot by slot', () => {
    const market = busiest.marketIndex;
    const together = [
      ...listings.filter(({ marketIndex }) => marketIndex === market),
      { ...rare, marketIndex: market },
    ];
    const out = new Float64Array(400);
    volumes.fillMarketVolumes(together, NOON - 200, 400, out);
    for (const i of [0, 1, 57, 199, 200, 399]) {
      const expected = together.reduce(
        (sum, listing) => sum + volumes.trailingDay(listing, NOON - 200 + i) / 10 ** listing.volumeDecimals,
        0,
      );
      expect(out[i]).toBeCloseTo(expected, 6);
    }
  });
});

describe('the shape of a day', () => {
  const shares = new Float64Array(SLOTS_PER_DAY + 1);
  fillDayShares(4711, shares);

  it('rises from 0 to 1 in every slot', () => {
    expect(shares[0]).toBe(0);
    expect(shares[SLOTS_PER_DAY]).toBe(1);
    for (let k = 1; k <= SLOTS_PER_DAY; k++) expect(shares[k]).toBeGreaterThan(shares[k - 1] ?? 0);
  });

  it('has the same bytes slot by slot', () => {
    for (const k of shuffled(SLOTS_PER_DAY + 1)) {
      if (dayShareAt(4711, k) !== shares[k]) expect.fail(`slot ${k} differs`);
    }
  });

  it('has the same bytes part by part, and over all kinds of ranges', () => {
    const parts = new Float64Array(PARTS_PER_DAY + 1);
    fillPartShares(4711, parts);
    expect(parts).toEqual(Float64Array.from(parts, (_, k) => shares[k * PART_SLOTS] ?? NaN));
    const dense = dayShareRun(9, { first: NOON - 1500, step: 1, count: 4600 });
    const single = (i: number) => dayShareRun(9, { first: NOON - 1500 + i, step: 1, count: 1 });
    for (const i of [0, 59, 60, 61, 1500, 2939, 2940, 2941, 4599])
      expect([dense.days[i], dense.shares[i], dense.sharesBefore[i]]).toEqual([
        single(i).days[0],
        single(i).shares[0],
        single(i).sharesBefore[0],
      ]);
    const midday = Math.floor(NOON / PART_SLOTS) * PART_SLOTS;
    const inParts = dayShareRun(9, { first: midday, step: PART_SLOTS, count: 70 });
    for (const i of [0, 31, 32, 33, 69]) {
      const { shares: now, sharesBefore: before } = dayShareRun(9, {
        first: midday + i * PART_SLOTS,
        step: 1,
        count: 1,
      });
      expect([inParts.shares[i], inParts.sharesBefore[i]]).toEqual([now[0], before[0]]);
    }
    expect(inParts.shareAfter(20_000, 77)).toBe(dense.shareAfter(20_000, 77));
  });

  it('is busier in the American morning than at European night, on average', () => {
    const hour = (key: number, from: number) =>
      dayShareAt(key, from * 120 + 120) - dayShareAt(key, from * 120);
    const keys = Array.from({ length: 200 }, (_, i) => i);
    expect(mean(keys.map((key) => hour(key, 15)))).toBeGreaterThan(
      1.4 * mean(keys.map((key) => hour(key, 3))),
    );
  });
});

describe('the full world', () => {
  const full = new SimulatedMarket(buildWorld('full'), { seed: 'tests', faultRate: 0 });
  const all = full.exchanges.flatMap((exchange) => exchange.listings);
  const usd = all.map(({ usdPerDay }) => usdPerDay).toSorted((a, b) => b - a);
  const total = usd.reduce((sum, value) => sum + value, 0);

  it('trades about 10^11 USD a day, a third of it bitcoin', () => {
    expect(total).toBeGreaterThan(0.8e11);
    expect(total).toBeLessThan(1.2e11);
    const bitcoin = full.prices.indexOf('f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f');
    const ofBitcoin = all.reduce((sum, { base, usdPerDay }) => sum + (base === bitcoin ? usdPerDay : 0), 0);
    expect(ofBitcoin / total).toBeGreaterThan(0.27);
    expect(ofBitcoin / total).toBeLessThan(0.4);
  });

  it('has a few large listings and a long thin tail', () => {
    const top = usd.slice(0, Math.floor(usd.length / 100)).reduce((sum, value) => sum + value, 0);
    expect(top / total).toBeGreaterThan(0.4);
    expect(usd.at(-1)).toBeLessThan(1000);
    expect(usd.at(-1)).toBeGreaterThan(100);
    const rarelyMoving = all.filter(({ windowSlots }) => windowSlots > 20).length / all.length;
    expect(rarelyMoving).toBeGreaterThan(0.05);
    expect(rarelyMoving).toBeLessThan(0.4);
  });
});
