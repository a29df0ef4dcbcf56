import { describe, expect, test } from 'vitest';
import { IndexComputer } from '../../../../../src/app/pipeline/index-computer.ts';
import { DAY_MS, SLOT_MS, type Millis } from '../../../../../src/core/time.ts';
import { indexValues } from '../../../../../src/engine/tick-output.ts';
import { EVERYTHING } from '../../../../../src/sources/past.ts';
import { ListedReference } from '../../../../../src/sources/simulator/calendar/listed-reference.ts';
import { modelledInstant } from '../../../../../src/sources/simulator/past/modelled-day.ts';
import { SeriesModel } from '../../../../../src/sources/simulator/past/series-model.ts';
import { SimulatedMarket } from '../../../../../src/sources/simulator/simulated-market.ts';
import { SimulatorSource } from '../../../../../src/sources/simulator/simulator-source.ts';
import { buildWorld } from '../../../../../src/sources/simulator/world.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';
import { versionOf } from '../../../../support/simulated-version.ts';

const DAY = Date.parse('2026-10-07T00:00:00Z');
const world = buildWorld('small');

/** The first tick of a service in a world whose listings change, without faults. */
function firstTick(seed: string, at: Millis) {
  const market = new SimulatedMarket(world, { seed, faultRate: 0 });
  const listed = new ListedReference(market);
  const source = new SimulatorSource({ market, reference: listed, clock: new ManualClock(at) });
  const version = versionOf(listed.at(at).data);
  const computer = new IndexComputer(version);
  const { events, usdBefore } = source.lastPassed();
  computer.assume(usdBefore);
  for (const event of events) {
    if (event.kind === 'ticks') computer.observeTicks(event.ticks, event.receivedAt);
    else if (event.kind === 'trades') computer.observeTrades(event.trades, event.receivedAt);
  }
  const state = market.calendar.at(at);
  return { market, state, values: [...indexValues(version.reference, computer.compute(at).output)] };
}

/** Markets of which the calendar hides a listing, or has it not qualified, and the assets that those are traded in. */
function touchedBy({ state, market }: ReturnType<typeof firstTick>): ReadonlySet<string> {
  const closed = market.exchanges.filter(({ exchangeId }) => state.closed.has(exchangeId));
  const listings = [
    ...state.delisted,
    ...state.unqualified,
    ...closed.flatMap((exchange) => exchange.listings),
  ];
  const ids = new Set(listings.map(({ marketId }) => marketId));
  const markets = world.reference.markets.filter(({ id }) => ids.has(id));
  return new Set(markets.flatMap(({ id, baseAssetId, quoteAssetId }) => [id, baseAssetId, quoteAssetId]));
}

describe('the seam where listings change, which the modelled past leaves out', () => {
  test.each([
    { seed: 'seam', day: 0 },
    { seed: 'other', day: 1 },
    { seed: 'third', day: 2 },
  ])('%o', ({ seed, day }) => {
    const at = DAY + day * DAY_MS + 777 * SLOT_MS;
    const tick = firstTick(seed, at);
    const { series } = modelledInstant(new SeriesModel(world, seed), at, EVERYTHING);
    const modelled = new Map(series.map((one) => [one.indexId, one]));
    const touched = touchedBy(tick);
    const rows = tick.values.map(({ indexId, price, volume }) => ({
      isTouched: touched.has(indexId),
      bps: Math.abs(price / (modelled.get(indexId)?.prices[0] ?? NaN) - 1) * 1e4,
      percent: (volume / (modelled.get(indexId)?.volumes[0] ?? NaN) - 1) * 100,
    }));
    expect(tick.state.delisted.size).toBeGreaterThan(10);
    // Prices hold: a listing that is gone hardly moves an average.
    expect(Math.max(...rows.map(({ bps }) => bps))).toBeLessThan(15);
    // Volumes hold for every series without such a listing; the others lack what it traded, and never have more.
    const untouched = rows.filter(({ isTouched }) => !isTouched);
    expect(untouched.length).toBeGreaterThan(0.6 * rows.length);
    expect(Math.max(...untouched.map(({ percent }) => Math.abs(percent)))).toBeLessThan(1);
    expect(Math.max(...rows.map(({ percent }) => percent))).toBeLessThan(1);
    expect(Math.min(...rows.map(({ percent }) => percent))).toBeLessThan(-1);
  });
});
