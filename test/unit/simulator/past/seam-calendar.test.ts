import { describe, expect, test } from 'vitest';
import { IndexComputer } from '../../../../src/app/pipeline/compute/index-computer.ts';
import { DAY_MS, SLOT_MS, SLOTS_PER_DAY, type Millis } from '../../../../src/core/time.ts';
import { indexValues } from '../../../../src/engine/tick-output.ts';
import { ALL_SERIES } from '../../../../src/sources/past.ts';
import { ListedReference } from '../../../../src/simulator/calendar/listed-reference.ts';
import type { ListingCalendar } from '../../../../src/simulator/calendar/listing-calendar.ts';
import { modelledDay, modelledInstant } from '../../../../src/simulator/past/modelled-day.ts';
import { SeriesModel } from '../../../../src/simulator/past/series-model.ts';
import { SimulatedMarket } from '../../../../src/simulator/simulated-market.ts';
import { SimulatorSource } from '../../../../src/simulator/simulator-source.ts';
import { buildWorld, type SimulatedWorld } from '../../../../src/simulator/world.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { versionOf } from '../../../support/simulated-version.ts';

const DAY = Date.parse('2026-10-07T00:00:00Z');
/** Under version 2 of the methodology. */
const SECOND_DAY = Date.parse('2026-11-17T00:00:00Z');
/** Under version 3 of the methodology. */
const LATER_DAY = Date.parse('2026-11-20T00:00:00Z');
/** By default the full world has one version of the methodology here, and the newest in series-model.test.ts. */
const ALL_VERSIONS = process.env['SEAM'] === 'all';
const small = buildWorld('small');

/** The first tick of a service in a world whose listings change, without faults. */
function firstTick(world: SimulatedWorld, seed: string, at: Millis) {
  const market = new SimulatedMarket(world, { seed, faultRate: 0 });
  const listed = new ListedReference(market);
  const source = new SimulatorSource({ market, reference: listed, clock: new ManualClock(at) });
  const version = versionOf(listed.at(at).data);
  const computer = new IndexComputer(version);
  const { events, usdBefore } = source.lastPassed();
  computer.assumeUsdValues(usdBefore);
  for (const event of events) {
    if (event.kind === 'ticks') computer.observeTicks(event.ticks, event.receivedAt, event.readAt);
    else if (event.kind === 'trades') computer.observeTrades(event.trades, event.receivedAt);
  }
  return [...indexValues(version.reference, computer.compute(at).output)];
}

/** How far each value of the first tick is from the modelled one. */
function differences(world: SimulatedWorld, seed: string, at: Millis) {
  const instant = [...modelledInstant(new SeriesModel(world, seed), at, ALL_SERIES)];
  const modelled = new Map(instant.map((one) => [one.indexId, one]));
  return firstTick(world, seed, at).map(({ indexId, price, volume, tickVolume }) => {
    const one = modelled.get(indexId);
    return {
      indexId,
      bps: Math.abs(price / (one?.prices[0] ?? NaN) - 1) * 1e4,
      percent: Math.abs(volume / (one?.volumes[0] ?? NaN) - 1) * 100,
      tickVolumes: [tickVolume ?? NaN, one?.tickVolumes[0]],
    };
  });
}

const mostOf = (numbers: readonly number[]) => numbers.reduce((most, number) => Math.max(most, number));

/** The first slot after an instant at which an exchange closes. */
function closing(calendar: ListingCalendar, after: Millis): Millis {
  let at = calendar.nextChange(after);
  while (calendar.at(at).closed.size === 0) at = calendar.nextChange(at);
  return at;
}

describe('the seam with changing listings', () => {
  test.each([
    { seed: 'seam', at: DAY },
    { seed: 'other', at: DAY + DAY_MS },
    { seed: 'third', at: SECOND_DAY },
    { seed: 'seam', at: LATER_DAY },
  ])('keeps prices within 15 bps and volumes within a percent: %o', ({ seed, at: day }) => {
    const at = day + 777 * SLOT_MS;
    const { calendar } = new SimulatedMarket(small, { seed });
    expect(calendar.at(at).delisted.size).toBeGreaterThan(10);
    const rows = differences(small, seed, at);
    expect(rows.length).toBeGreaterThan(200);
    expect(mostOf(rows.map(({ bps }) => bps))).toBeLessThan(15);
    expect(mostOf(rows.map(({ percent }) => percent))).toBeLessThan(1);
    for (const { tickVolumes } of rows) expect(tickVolumes[0]).toEqual(tickVolumes[1]);
  });

  test.each([-1, 0, 1, 5])(
    'holds %i slots after an exchange closed, and as long after it opened again',
    (slots) => {
      const seed = 'seam';
      const { calendar } = new SimulatedMarket(small, { seed });
      const closes = closing(calendar, DAY);
      const [exchangeId] = calendar.at(closes).closed;
      let opens = closes;
      while (calendar.at(opens).closed.has(exchangeId!)) opens = calendar.nextChange(opens);
      for (const at of [closes, opens]) {
        const rows = differences(small, seed, at + slots * SLOT_MS);
        expect(mostOf(rows.map(({ percent }) => percent))).toBeLessThan(1);
        for (const { tickVolumes } of rows) expect(tickVolumes[0]).toEqual(tickVolumes[1]);
      }
    },
  );

  test.each([
    ['2', SECOND_DAY] as const,
    ...(ALL_VERSIONS
      ? ([
          ['1', DAY],
          ['3', LATER_DAY],
        ] as const)
      : []),
  ])('keeps every volume of the full world within a percent, under version %s', (_, day) => {
    const rows = differences(buildWorld('full'), 'seam', day + 1801 * SLOT_MS);
    expect(rows.length).toBeGreaterThan(7000);
    expect(rows.filter(({ percent }) => !(percent < 1))).toEqual([]);
    expect(rows.filter(({ bps }) => bps > 10).length / rows.length).toBeLessThan(0.004);
  });
});

describe('the modelled past of a market that loses listings', () => {
  const seed = 'seam';
  const model = new SeriesModel(small, seed);
  const built = new SeriesModel(small, seed, { changesListings: false });
  const { calendar } = new SimulatedMarket(small, { seed });
  const volumesOf = (one: SeriesModel, wanted = ALL_SERIES) =>
    new Map(
      [...modelledDay(one, DAY, DAY + DAY_MS, wanted)]
        .flatMap(({ past }) => past?.series ?? [])
        .map(({ indexId, volumes }) => [indexId, volumes]),
    );

  test('differs from that of the built world while one of its listings is gone, or has just come back', () => {
    const standing = volumesOf(built, { market: () => true, asset: () => false, lx: false });
    const changing = volumesOf(model);
    const events = calendar.between(DAY - DAY_MS, DAY + DAY_MS).map((event) => {
      const listings = event.kind === 'maintenance' ? event.exchange.listings : [event.listing];
      return { ...event, marketIds: new Set(listings.map(({ marketId }) => marketId)) };
    });
    const markets = new Set(small.reference.markets.map(({ id }) => id));
    let differing = 0;
    for (const [marketId, volumes] of changing) {
      if (!markets.has(marketId)) continue;
      const own = events.filter(({ marketIds }) => marketIds.has(marketId));
      for (let slot = 0; slot < SLOTS_PER_DAY; slot += 10) {
        if (volumes[slot] === standing.get(marketId)?.[slot]) continue;
        differing++;
        const at = DAY + (slot + 1) * SLOT_MS;
        // A returned listing is fresh to a reader, so it may count although it has not moved for hours.
        expect(own.some(({ from, to }) => from <= at && at < to + DAY_MS)).toBe(true);
      }
    }
    expect(differing).toBeGreaterThan(1000);
    for (const volumes of changing.values()) expect(volumes.every((volume) => volume > 0)).toBe(true);
  });
});
