import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';

import { DAY_MS, MINUTE_MS, SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import { calendarCandidates } from '../../../../src/simulator/calendar/calendar-candidates.ts';
import { ListingCalendar, type CalendarState } from '../../../../src/simulator/calendar/listing-calendar.ts';
import { derivativeProducts } from '../../../../src/simulator/derivatives/products.ts';
import { isAlwaysListed } from '../../../../src/simulator/listings.ts';
import { simulatedLxDefinitions } from '../../../../src/simulator/lx-definitions.ts';
import { SimulatedMarket } from '../../../../src/simulator/simulated-market.ts';
import type { SimulatedListing } from '../../../../src/simulator/simulated-listing.ts';
import { buildWorld } from '../../../../src/simulator/world.ts';
import { shuffled } from '../statistics.ts';

const START = Date.UTC(2026, 4, 6);
const DAYS = 120;

const worlds = (['full', 'small'] as const).map((size) => {
  const world = buildWorld(size);
  const market = new SimulatedMarket(world, { seed: 'calendar' });
  const create = () =>
    new ListingCalendar(() => calendarCandidates(world, market.exchanges, 'calendar'), 'calendar');
  return { size, world, market, create };
});

/** The content of a state, without its span. */
function said({ since, delisted, unqualified, closed }: CalendarState) {
  const names = (listings: ReadonlySet<SimulatedListing>) =>
    [...listings].map(({ index }) => index).toSorted();
  return {
    since,
    delisted: names(delisted),
    unqualified: names(unqualified),
    closed: [...closed].toSorted(),
  };
}

/** The states of a number of days, in order. */
function* statesOf(calendar: ListingCalendar, from: Millis, days: number) {
  for (let at = from; at < from + days * DAY_MS; at = calendar.nextChange(at))
    yield { at, state: calendar.at(at) };
}

describe.each(worlds)('the calendar of the $size world', ({ size, world, market, create }) => {
  const states = [...statesOf(create(), START, DAYS)];
  const gone = new Set(states.flatMap(({ state }) => [...state.delisted]));
  const touched = new Set([...gone, ...states.flatMap(({ state }) => [...state.unqualified])]);

  it('has the same state of a slot in any order, and between two changes', () => {
    const calendar = create();
    const some = shuffled(states.length).slice(0, 60);
    for (const i of some) {
      const { at, state } = states[i]!;
      expect(said(calendar.at(at))).toEqual(said(state));
      const last = (states[i + 1]?.at ?? at + SLOT_MS) - SLOT_MS;
      expect(said(calendar.at(last))).toEqual(said(state));
    }
  });

  it('changes only at slots, and something differs at every change', () => {
    for (const [i, { at, state }] of states.entries()) {
      if (i === 0) continue;
      expect(at % SLOT_MS).toBe(0);
      expect(state.since).toBe(at);
      const { since: _since, ...now } = said(state);
      const { since: _before, ...before } = said(states[i - 1]!.state);
      expect(isDeepStrictEqual(now, before)).toBe(false);
    }
  });

  it('delists 3 to 6 listings a day, 2 in the small world, each for 1 to 20 days', () => {
    const begins = new Map<SimulatedListing, Millis>();
    const aDay = new Map<number, number>();
    for (const [i, { at, state }] of states.entries()) {
      const before = states[i - 1]?.state.delisted;
      for (const listing of before ? state.delisted : []) {
        if (before!.has(listing)) continue;
        begins.set(listing, at);
        const day = Math.floor(at / DAY_MS);
        aDay.set(day, (aDay.get(day) ?? 0) + 1);
      }
      for (const listing of before ?? []) {
        const begin = begins.get(listing);
        if (state.delisted.has(listing) || begin === undefined) continue;
        expect(at - begin).toBeGreaterThanOrEqual(DAY_MS);
        expect(at - begin).toBeLessThanOrEqual(20 * DAY_MS);
      }
    }
    expect(aDay.size).toBe(DAYS);
    const [fewest, most] = size === 'full' ? [3, 6] : [2, 2];
    expect(Math.min(...aDay.values())).toBe(fewest);
    expect(Math.max(...aDay.values())).toBe(most);
  });

  it('closes about one exchange a day for 20 to 90 minutes, never one of the ten largest', () => {
    const weight = (id: string) => world.exchangeWeights.get(id) ?? 0;
    const largest = new Set(
      market.exchanges
        .map(({ exchangeId }) => exchangeId)
        .toSorted((a, b) => weight(b) - weight(a))
        .slice(0, 10),
    );
    const open = new Map<string, Millis>();
    let count = 0;
    for (const { at, state } of states) {
      for (const id of state.closed) {
        expect(largest.has(id)).toBe(false);
        if (!open.has(id)) open.set(id, at);
      }
      for (const [id, since] of open) {
        if (state.closed.has(id)) continue;
        open.delete(id);
        count++;
        expect(at - since).toBeGreaterThanOrEqual(20 * MINUTE_MS);
        expect(at - since).toBeLessThanOrEqual(90 * MINUTE_MS);
      }
    }
    expect(count / DAYS).toBeGreaterThan(0.8);
    expect(count / DAYS).toBeLessThan(1.2);
  });

  it('removes the qualification of about one listing a day', () => {
    let count = 0;
    for (const [i, { state }] of states.entries())
      for (const listing of state.unqualified) if (!states[i - 1]?.state.unqualified.has(listing)) count++;
    expect(count / DAYS).toBeGreaterThan(0.9);
    expect(count / DAYS).toBeLessThan(1.1);
  });

  it('does not change what clients, liquid indices and derivatives rely on', () => {
    const names = new Map(market.exchanges.map(({ exchangeId, key }) => [exchangeId, key]));
    const constituents = new Set(
      simulatedLxDefinitions(world.reference, market).flatMap(({ constituents: chosen }) =>
        chosen.map(({ exchangeId, marketId }) => `${exchangeId} ${marketId}`),
      ),
    );
    expect(constituents.size).toBeGreaterThan(5);
    const underlying = new Set(derivativeProducts(world, 'calendar').map(({ marketId }) => marketId));
    for (const { exchangeId, marketId, base, quote } of touched) {
      expect(constituents.has(`${exchangeId} ${marketId}`)).toBe(false);
      expect(underlying.has(marketId)).toBe(false);
      const [baseAsset, quoteAsset] = [world.assets[base]!, world.assets[quote]!];
      expect(baseAsset.rank).toBeGreaterThanOrEqual(2);
      const symbols = [baseAsset.asset.symbol, quoteAsset.asset.symbol] as const;
      expect(isAlwaysListed(names.get(exchangeId)!, ...symbols)).toBe(false);
    }
    expect(isAlwaysListed('Kraken', 'LTC', 'USD')).toBe(true);
  });

  it('keeps a permanent listing of every asset', () => {
    const listings = market.exchanges.flatMap((exchange) => exchange.listings);
    const assets = (all: readonly SimulatedListing[]) =>
      new Set(all.flatMap(({ base, quote }) => [base, quote]));
    expect(assets(listings.filter((listing) => !gone.has(listing)))).toEqual(assets(listings));
  });

  it('differs with another seed', () => {
    const candidates = () => calendarCandidates(world, market.exchanges, 'calendar');
    const other = new ListingCalendar(candidates, 'other');
    expect(said(other.at(START)).delisted).not.toEqual(said(create().at(START)).delisted);
  });
});

it('is empty if nothing may be chosen', () => {
  const calendar = new ListingCalendar(() => ({ listings: [], exchanges: [] }), 'calendar');
  expect(calendar.nextChange(START)).toBe(Infinity);
  expect(calendar.at(START).delisted.size).toBe(0);
});
