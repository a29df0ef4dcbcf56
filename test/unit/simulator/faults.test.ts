import { describe, expect, it } from 'vitest';

import { isPlainDecimal } from '../../../src/core/numbers/decimal.ts';
import type { ExchangeTick } from '../../../src/core/tick.ts';
import { SLOT_MS, type Millis } from '../../../src/core/time.ts';
import { FAULT_KINDS } from '../../../src/simulator/faults/fault-kinds.ts';
import type { Fault } from '../../../src/simulator/faults/fault-schedule.ts';
import { SimulatedMarket } from '../../../src/simulator/simulated-market.ts';
import { buildWorld } from '../../../src/simulator/world.ts';

const world = buildWorld('small');
const honest = new SimulatedMarket(world, { seed: 'tests', faultRate: 0, changesListings: false });
const faulty = new SimulatedMarket(world, { seed: 'tests', faultRate: 8, changesListings: false });
const NOON = Date.UTC(2026, 4, 6, 12);
const slots = Array.from({ length: 240 }, (_, i) => NOON + i * 43 * SLOT_MS);

const ticksAt = (market: SimulatedMarket, slot: Millis) =>
  new Map(
    market
      .ticksAt(slot)
      .flatMap(({ ticks }) => ticks)
      .map((tick) => [`${tick.exchangeId} ${tick.marketId}`, tick]),
  );
const numbers = ({ last, bid, ask }: ExchangeTick) => [last, bid, ask].map(Number);

/** Each slot at which exactly this fault, and no other on that exchange, is active. */
function alone(kind: Fault['kind']): { readonly slot: Millis; readonly fault: Fault }[] {
  return slots.flatMap((slot) => {
    const faults = faulty.faultsAt(slot);
    const only = (fault: Fault) =>
      faults.filter(({ exchangeId }) => exchangeId === fault.exchangeId).length === 1;
    return faults.filter((fault) => fault.kind === kind && only(fault)).map((fault) => ({ slot, fault }));
  });
}

describe('faults', () => {
  it('explain every difference from an honest market, and every recorded fault is visible', () => {
    for (const slot of slots.slice(0, 25)) {
      const [good, bad] = [ticksAt(honest, slot), ticksAt(faulty, slot)];
      const faults = faulty.faultsAt(slot);
      for (const [key, tick] of good) {
        const isHit = faults.some(
          ({ exchangeId, marketId = tick.marketId }) =>
            exchangeId === tick.exchangeId && marketId === tick.marketId,
        );
        expect(JSON.stringify(bad.get(key)) !== JSON.stringify(tick), key).toBe(isHit);
      }
    }
  });

  it('do not exist at a rate of 0', () => {
    expect(slots.flatMap((slot) => honest.faultsAt(slot))).toEqual([]);
  });

  it('start and end on the grid, last as long as their kind allows, and are active only at their slots', () => {
    for (const slot of slots.filter((_, i) => i % 8 === 0)) {
      for (const { kind, from, to } of faulty.faultsAt(slot)) {
        expect(from <= slot && slot < to).toBe(true);
        expect([from % SLOT_MS, to % SLOT_MS]).toEqual([0, 0]);
        expect(to - from).toBeGreaterThanOrEqual(FAULT_KINDS[kind].shortestMs);
        expect(to - from).toBeLessThanOrEqual(FAULT_KINDS[kind].longestMs);
      }
    }
  });

  it('are the same for their whole time', () => {
    const { slot, fault } = alone('WRONG_UNIT')[0] ?? expect.fail('no such fault');
    for (const at of [fault.from, slot, fault.to - SLOT_MS])
      expect(faulty.faultsAt(at)).toContainEqual(fault);
    expect(faulty.faultsAt(fault.from - SLOT_MS)).not.toContainEqual(fault);
    expect(faulty.faultsAt(fault.to)).not.toContainEqual(fault);
  });
});

describe('an outage', () => {
  it('silences ticks and trades', () => {
    const found = alone('OUTAGE');
    expect(found.length).toBeGreaterThan(5);
    for (const { slot, fault } of found) {
      expect(faulty.ticksAt(slot).some(({ exchangeId }) => exchangeId === fault.exchangeId)).toBe(false);
      const exchange = faulty.exchanges.find(({ exchangeId }) => exchangeId === fault.exchangeId);
      expect(exchange && faulty.tradesOf(exchange, slot)).toEqual([]);
    }
  });
});

describe('a frozen feed', () => {
  it('repeats the last earlier values, with an increasing lastMoved', () => {
    const found = alone('FROZEN_FEED');
    expect(found.length).toBeGreaterThan(5);
    for (const { slot, fault } of found.slice(0, 20)) {
      const exchange = faulty.exchanges.find(({ exchangeId }) => exchangeId === fault.exchangeId);
      if (!exchange) expect.fail('no such exchange');
      const now = faulty.ticksOf(exchange, slot);
      const atStart = faulty.ticksOf(exchange, fault.from);
      const value = ({ last, bid, ask, volume }: ExchangeTick) => [last, bid, ask, volume];
      expect(now.map(value)).toEqual(atStart.map(value));
      const before = fault.from - SLOT_MS;
      if (faulty.faultsAt(before).every(({ exchangeId }) => exchangeId !== fault.exchangeId)) {
        expect(now.map(value)).toEqual(honest.ticksOf(exchange, before).map(value));
      }
      now.forEach((tick, i) => expect(tick.lastMoved - (atStart[i]?.lastMoved ?? 0)).toBe(slot - fault.from));
      expect(faulty.tradesOf(exchange, slot)).toEqual([]);
    }
  });
});

describe('a wrong unit', () => {
  it('multiplies the price by 100 or 0.01, or turns it upside down', () => {
    const found = alone('WRONG_UNIT');
    const seen = new Set<string>();
    for (const { slot, fault } of found) {
      const key = `${fault.exchangeId} ${fault.marketId}`;
      const [good, bad] = [ticksAt(honest, slot).get(key), ticksAt(faulty, slot).get(key)];
      if (!good || !bad) expect.fail('a tick is missing');
      const [last = 0, bid = 0, ask = 0] = numbers(good);
      const expected = fault.inverted
        ? [1 / last, 1 / ask, 1 / bid]
        : [last, bid, ask].map((price) => price * (fault.factor ?? 0));
      numbers(bad).forEach((price, i) => expect(Math.abs(price / (expected[i] ?? 0) - 1)).toBeLessThan(1e-7));
      expect([bad.last, bad.bid ?? '', bad.ask ?? ''].every(isPlainDecimal)).toBe(true);
      expect(bad.volume).toBe(good.volume);
      seen.add(String(fault.factor ?? 'inverted'));
    }
    expect(seen).toEqual(new Set(['100', '0.01', 'inverted']));
  });
});

describe('wash volume', () => {
  it('multiplies the volume by 10 to 50 and leaves the price alone', () => {
    const found = alone('WASH_VOLUME');
    expect(found.length).toBeGreaterThan(20);
    for (const { slot, fault } of found.slice(0, 100)) {
      const key = `${fault.exchangeId} ${fault.marketId}`;
      const [good, bad] = [ticksAt(honest, slot).get(key), ticksAt(faulty, slot).get(key)];
      if (!good || !bad) expect.fail('a tick is missing');
      expect(Number(bad.volume) / Number(good.volume)).toBeCloseTo(fault.factor ?? 0, 6);
      expect(fault.factor).toBeGreaterThanOrEqual(10);
      expect(fault.factor).toBeLessThanOrEqual(50);
      expect({ ...bad, volume: good.volume }).toEqual(good);
    }
  });
});

describe('the full world at the usual rate', () => {
  const market = new SimulatedMarket(buildWorld('full'), { seed: 'tests' });

  it('has about two exchanges silent or frozen, ten wrong units and one listing in a hundred washed', () => {
    const listings = market.exchanges.reduce((sum, exchange) => sum + exchange.listings.length, 0);
    const samples = Array.from({ length: 80 }, (_, i) => market.faultsAt(NOON + i * 1_801 * SLOT_MS));
    const average = (...kinds: Fault['kind'][]) =>
      samples.flat().filter(({ kind }) => kinds.includes(kind)).length / samples.length;
    expect(average('OUTAGE', 'FROZEN_FEED')).toBeGreaterThan(1.2);
    expect(average('OUTAGE', 'FROZEN_FEED')).toBeLessThan(3);
    expect(average('WRONG_UNIT')).toBeGreaterThan(6);
    expect(average('WRONG_UNIT')).toBeLessThan(15);
    expect(average('WASH_VOLUME') / listings).toBeGreaterThan(0.007);
    expect(average('WASH_VOLUME') / listings).toBeLessThan(0.013);
  });
});
