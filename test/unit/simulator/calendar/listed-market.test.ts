import { describe, expect, it } from 'vitest';

import { DAY_MS, SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import { ListedReference } from '../../../../src/simulator/calendar/listed-reference.ts';
import { simulatedLxDefinitions } from '../../../../src/simulator/lx-definitions.ts';
import { SimulatedMarket } from '../../../../src/simulator/simulated-market.ts';
import type { SimulatedExchange } from '../../../../src/simulator/simulated-listing.ts';
import { SimulatorSource } from '../../../../src/simulator/simulator-source.ts';
import { buildWorld } from '../../../../src/simulator/world.ts';
import type { SourceEvent } from '../../../../src/sources/source.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const START = Date.UTC(2026, 4, 6);
const world = buildWorld('small');
const market = new SimulatedMarket(world, { seed: 'tests', faultRate: 3 });
const unchanging = new SimulatedMarket(world, { seed: 'tests', faultRate: 3, changesListings: false });
const { calendar } = market;

/** The first slot from `from` on at which something changes and the condition holds. */
function firstWhere(holds: (slot: Millis) => boolean, from: Millis = START): Millis {
  let slot = from;
  while (!holds(slot)) slot = calendar.nextChange(slot);
  return slot;
}

const changes = [...Array(40).keys()].reduce<Millis[]>(
  (slots) => [...slots, calendar.nextChange(slots.at(-1)!)],
  [START],
);

describe('an unlisted market', () => {
  it('delivers nothing, and everything else is identical to a world without changes', () => {
    let [missing, kept] = [0, 0];
    for (const slot of changes.flatMap((at) => [at - SLOT_MS, at])) {
      market.exchanges.forEach((exchange, i) => {
        const listed = exchange.listings.filter((listing) => calendar.isListed(listing, slot));
        const ids = new Set(listed.map(({ marketId }) => marketId));
        const all = unchanging.ticksOf(unchanging.exchanges[i]!, slot);
        const left = all.filter(({ marketId }) => ids.has(marketId));
        const ticks = market.ticksOf(exchange, slot);
        if (calendar.isClosed(exchange, slot)) expect(ticks).toEqual([]);
        // A feed that froze before a market was listed does not show it.
        else if (isFrozen(exchange, slot)) expect(left).toEqual(expect.arrayContaining(ticks));
        else expect(ticks).toEqual(left);
        missing += all.length - ticks.length;
        kept += ticks.length;
      });
    }
    expect(missing).toBeGreaterThan(100);
    expect(kept).toBeGreaterThan(10_000);
  });

  it('has no trades in slots in which it is not listed, nor in the first slot in which it is', () => {
    const traded = market.exchanges.flatMap((exchange) => market.listingsWithTrades(exchange));
    const honest = new SimulatedMarket(world, { seed: 'tests', faultRate: 0 });
    const there = traded.filter((listing) => calendar.isListed(listing, START));
    const goneAt = (at: Millis) => there.find((listing) => !calendar.isListed(listing, at));
    const from = firstWhere((at) => goneAt(at) !== undefined);
    const listing = goneAt(from)!;
    const exchange = honest.exchanges.find(({ exchangeId }) => exchangeId === listing.exchangeId)!;
    const tradesAt = (slot: Millis) =>
      honest.tradesOf(exchange, slot).filter(({ marketId }) => marketId === listing.marketId).length;
    const slots = Array.from({ length: 40 }, (_, i) => i * SLOT_MS);
    const count = (first: Millis) => slots.reduce((sum, ms) => sum + tradesAt(first + ms), 0);
    expect(count(from - 40 * SLOT_MS)).toBeGreaterThan(0);
    expect(count(from)).toBe(0);
    const back = firstWhere((at) => calendar.isListed(listing, at), from);
    expect(tradesAt(back)).toBe(0);
    expect(count(back + SLOT_MS)).toBeGreaterThan(0);
  });

  it('has no last ticker; once listed again, its ticker is no older than that', () => {
    const exchangeOf = (slot: Millis) =>
      market.exchanges.find(({ listings }) => listings.some((listing) => !calendar.isListed(listing, slot)));
    const from = firstWhere((at) => exchangeOf(at) !== undefined);
    const exchange = exchangeOf(from)!;
    const listing = exchange.listings.find((candidate) => !calendar.isListed(candidate, from))!;
    const honest = new SimulatedMarket(world, { seed: 'tests', faultRate: 0 });
    const own = honest.exchanges.find(({ exchangeId }) => exchangeId === exchange.exchangeId)!;
    const standing = (slot: Millis) =>
      [...honest.standingTicksOf(own, slot).bySlot].flatMap(([since, ticks]) =>
        ticks.some(({ marketId }) => marketId === listing.marketId) ? [since] : [],
      );
    expect(standing(from)).toEqual([]);
    const back = firstWhere((at) => calendar.isListed(listing, at), from);
    expect(standing(back)).toEqual([back]);
  });
});

describe('an exchange in MAINTENANCE', () => {
  const closedAt = (slot: Millis) => market.exchanges.find((exchange) => calendar.isClosed(exchange, slot));
  const from = firstWhere((at) => closedAt(at) !== undefined);
  const closed = closedAt(from)!;
  const to = firstWhere((at) => !calendar.isClosed(closed, at), from);

  it('delivers nothing, from the first slot to the last', () => {
    for (const slot of [from, from + SLOT_MS, to - SLOT_MS]) {
      const source = new SimulatorSource({ market, clock: new ManualClock(slot) });
      const kinds = (events: readonly SourceEvent[]) =>
        new Set(events.flatMap((event) => (isOf(closed, event) ? [event.kind] : [])));
      // Its contracts are known, and its trades up to the cut-off before are those of the slot before.
      const usual = slot === from ? ['contracts', 'trades'] : ['contracts'];
      for (const kind of [...kinds(source.refreshFor(slot)), ...kinds(source.lastPassed().events)])
        expect(usual).toContain(kind);
    }
    expect(market.ticksOf(closed, from - SLOT_MS).length).toBeGreaterThan(0);
    expect(market.ticksOf(closed, to).length).toBeGreaterThan(0);
  });
});

describe('the reference data', () => {
  const lx = simulatedLxDefinitions(world.reference, market);
  const reference = new ListedReference(market);

  it('follows the calendar, and nothing else has changed', () => {
    for (const slot of changes) {
      const { since, data } = reference.at(slot);
      const state = calendar.at(slot);
      expect(since).toBe(state.since);
      const gone = new Set(
        [...state.delisted].map(({ exchangeId, marketId }) => `${exchangeId} ${marketId}`),
      );
      const doubted = new Set(
        [...state.unqualified].map(({ exchangeId, marketId }) => `${exchangeId} ${marketId}`),
      );
      expect(data.exchanges).toEqual(
        world.reference.exchanges.map((exchange) => ({
          ...exchange,
          status: state.closed.has(exchange.id) ? 'MAINTENANCE' : exchange.status,
          listings: exchange.listings
            .filter(({ marketId }) => !gone.has(`${exchange.id} ${marketId}`))
            .map((listing) => ({
              ...listing,
              qualified: listing.qualified && !doubted.has(`${exchange.id} ${listing.marketId}`),
            })),
        })),
      );
      const listed = new Set(
        data.exchanges.flatMap(({ listings }) => listings.map(({ marketId }) => marketId)),
      );
      expect(data.markets).toEqual(world.reference.markets.filter(({ id }) => listed.has(id)));
      expect(data.lx).toEqual(lx);
      for (const { exchangeId, marketId } of data.traded)
        expect(gone.has(`${exchangeId} ${marketId}`)).toBe(false);
    }
  });

  it('omits a market while no exchange lists it', () => {
    const full = buildWorld('full');
    const large = new SimulatedMarket(full, { seed: 'tests' });
    const markets = new ListedReference(large).at(START).data.markets.length;
    expect(markets).toBeLessThan(full.reference.markets.length);
    expect(markets).toBeGreaterThan(full.reference.markets.length - 20);
  });

  it('is the same in any order; exchanges that have not changed are the same objects', () => {
    const forwards = changes.map((slot) => reference.at(slot).data);
    const fresh = new ListedReference(new SimulatedMarket(world, { seed: 'tests' }));
    for (const i of [...changes.keys()].toReversed()) expect(fresh.at(changes[i]!).data).toEqual(forwards[i]);
    expect(reference.at(changes[3]! + SLOT_MS)).toBe(reference.at(changes[3]!));
    for (const [i, { exchanges }] of forwards.entries()) {
      const before = forwards[i - 1]?.exchanges;
      const changed = exchanges.filter((exchange, at) => before && exchange !== before[at]);
      expect(changed.length).toBeLessThanOrEqual(3);
    }
  });

  it('keeps the constituents of all LX, and every asset on an exchange, for a year', () => {
    const everListed = new Set(
      world.reference.exchanges.flatMap(({ listings }) => listings.map((l) => l.marketId)),
    );
    const assetsOf = (markets: typeof world.reference.markets) =>
      new Set(markets.filter(({ id }) => everListed.has(id)).flatMap((m) => [m.baseAssetId, m.quoteAssetId]));
    const all = assetsOf(world.reference.markets);
    for (let day = 0; day < 365; day += 3) {
      const { data } = reference.at(START + day * DAY_MS);
      expect(assetsOf(data.markets)).toEqual(all);
      for (const { constituents } of lx)
        for (const { exchangeId, marketId } of constituents) {
          const exchange = data.exchanges.find(({ id }) => id === exchangeId);
          expect(exchange?.listings.some((listing) => listing.marketId === marketId)).toBe(true);
        }
    }
  });
});

function isOf({ exchangeId }: SimulatedExchange, event: SourceEvent): boolean {
  return 'exchangeId' in event && event.exchangeId === exchangeId;
}

function isFrozen({ exchangeId }: SimulatedExchange, slot: Millis): boolean {
  return market
    .faultsAt(slot)
    .some((fault) => fault.kind === 'FROZEN_FEED' && fault.exchangeId === exchangeId);
}
