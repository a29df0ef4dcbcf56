import { describe, expect, test } from 'vitest';
import { IndexComputer, type ComputedTick } from '../../../../src/app/pipeline/compute/index-computer.ts';
import type { EngineVersion } from '../../../../src/app/pipeline/compute/engine-version.ts';
import type { Exchange } from '../../../../src/core/exchange.ts';
import type { ReferenceContent } from '../../../../src/core/reference-data.ts';
import { SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import { indexValues } from '../../../../src/engine/tick-output.ts';
import { closeAll } from '../../../../src/engine/day/running-day.ts';
import { SimulatedMarket } from '../../../../src/simulator/simulated-market.ts';
import { SimulatorSource } from '../../../../src/simulator/simulator-source.ts';
import { buildWorld } from '../../../../src/simulator/world.ts';
import { FIXED_ASSETS } from '../../../support/fixed-ids.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { expectEqual } from '../../../support/quick-equal.ts';
import { simulatedContent, versionOf } from '../../../support/simulated-version.ts';

const FIRST = Date.parse('2026-02-28T12:00:00Z');
const world = buildWorld('small');
const market = new SimulatedMarket(world, { seed: 'version-change', faultRate: 3 });
const source = new SimulatorSource({ market, clock: new ManualClock(FIRST) });
const content = simulatedContent(world, market);
const slots = Array.from({ length: 12 }, (_, i) => FIRST + i * SLOT_MS);

/** An asset that no other market uses, and its market, listed on one exchange that never delivers it. */
const NEW_ASSET = '00000000-0000-5000-8000-00000000000a';
const NEW_MARKETS = ['00000000-0000-5000-8000-000000000001', 'ffffffff-ffff-5fff-bfff-ffffffffffff'];

function withExchanges(data: ReferenceContent, change: (exchange: Exchange) => Exchange): ReferenceContent {
  return { ...data, exchanges: data.exchanges.map(change) };
}

/** Listed before and after all others, so that every number changes. */
const grown: ReferenceContent = withExchanges(
  {
    ...content,
    assets: [
      ...content.assets,
      {
        id: NEW_ASSET,
        name: 'New',
        symbol: 'NEW',
        slugName: 'new',
        status: 'ACTIVE',
        type: 'CRYPTO',
        url: 'https://new.example',
      },
    ],
    markets: [
      ...content.markets,
      ...NEW_MARKETS.map((id, i) => ({
        id,
        baseAssetId: NEW_ASSET,
        quoteAssetId: i === 0 ? FIXED_ASSETS.USD : FIXED_ASSETS.BTC,
      })),
    ],
  },
  (exchange) => ({
    ...exchange,
    listings: [
      ...exchange.listings,
      ...NEW_MARKETS.map((marketId) => ({ marketId, status: 'ACTIVE' as const, qualified: true })),
    ],
  }),
);

/** One exchange delists a market that many others list. */
const lost = content.exchanges.find(({ status, listings }) => status === 'ACTIVE' && listings.length > 10)!;
const lostMarket = lost.listings.find(({ status }) => status === 'ACTIVE')!.marketId;
const shrunk = withExchanges(content, (exchange) =>
  exchange.id === lost.id
    ? { ...exchange, listings: exchange.listings.filter(({ marketId }) => marketId !== lostMarket) }
    : exchange,
);

const [standing, larger, smaller] = [content, grown, shrunk].map(versionOf) as [
  EngineVersion,
  EngineVersion,
  EngineVersion,
];

/** By slot, for all computers. */
const delivered = new Map(slots.map((at) => [at, source.refreshFor(at)]));

function observe(computer: IndexComputer, at: Millis): void {
  for (const event of delivered.get(at)!) {
    if (event.kind === 'ticks') computer.observeTicks(event.ticks, event.receivedAt, event.readAt);
    else if (event.kind === 'trades') computer.observeTrades(event.trades, event.receivedAt);
  }
}

function run(versionAt: (slot: number) => EngineVersion, refused: readonly number[] = []): ComputedTick[] {
  const computer = new IndexComputer(versionAt(0));
  return slots.map((at, i) => {
    if (i > 0 && versionAt(i) !== versionAt(i - 1)) computer.use(versionAt(i));
    observe(computer, at);
    const tick = computer.compute(at);
    // As in the service: the next version is in force before this tick counts.
    if (refused.includes(i)) computer.abandon(tick);
    else computer.adopt(tick);
    return tick;
  });
}

const valuesOf = ({ version, output }: ComputedTick) =>
  new Map(
    [...indexValues(version.reference, output)].map((value) => [
      `${value.indexType} ${value.indexId}`,
      value,
    ]),
  );
const dayOf = ({ version, day }: ComputedTick) =>
  new Map(
    closeAll(version.reference, day).map((candle) => [`${candle.indexType} ${candle.indexId}`, candle]),
  );

describe('reference data that changes between two ticks', () => {
  const uninterrupted = run(() => standing);

  test('unchanged items continue to the byte when listings, markets and assets are added and removed', () => {
    const changing = run((i) => (i >= 3 && i < 8 ? larger : standing));
    changing.forEach((tick, i) => {
      expectEqual(valuesOf(tick), valuesOf(uninterrupted[i]!));
      expect(tick.output.marketCaps).toEqual(uninterrupted[i]!.output.marketCaps);
    });
    expectEqual(dayOf(changing.at(-1)!), dayOf(uninterrupted.at(-1)!));
    // In the first version again, everything is as if there had never been another.
    expectEqual(changing.at(-1)!.state, uninterrupted.at(-1)!.state);
    expect(changing.at(-1)!.record.reference).toBe(standing.hash);
    expect(changing[5]!.record.reference).toBe(larger.hash);
  });

  test('a trade of a tick that was refused counts with the next, in its numbers', () => {
    const steady = run(() => standing, [2]);
    const changing = run((i) => (i >= 3 ? larger : standing), [2]);
    expect(steady[3]!.input.trades.length).toBeGreaterThan(uninterrupted[3]!.input.trades.length);
    changing.forEach((tick, i) => expectEqual(valuesOf(tick), valuesOf(steady[i]!)));
  });

  test('a version that comes into force during a tick does not change that tick', () => {
    const computer = new IndexComputer(standing);
    const ticks = slots.slice(0, 6).map((at, i) => {
      observe(computer, at);
      const tick = computer.compute(at);
      if (i === 2) computer.use(larger);
      computer.adopt(tick);
      return tick;
    });
    expect(ticks.map(({ version }) => version === larger)).toEqual([false, false, false, true, true, true]);
    ticks.forEach((tick, i) => expectEqual(valuesOf(tick), valuesOf(uninterrupted[i]!)));
  });

  test('a restart into another version continues as the change would have', () => {
    const changing = run((i) => (i >= 6 ? larger : standing));
    const before = changing[5]!;
    const last = {
      at: before.output.at,
      state: before.state,
      record: Buffer.from(JSON.stringify(before.record)),
      dayRecords: [],
    };
    const referenceOf = (hash: string) => (hash === standing.hash ? standing.reference : undefined);
    const restarted = new IndexComputer(larger, { last, referenceOf });
    expect(restarted.hasPreviousState).toBe(true);
    slots.slice(6).forEach((at, i) => {
      observe(restarted, at);
      const tick = restarted.compute(at);
      restarted.adopt(tick);
      expectEqual(tick.record, changing[6 + i]!.record);
      expectEqual(tick.state, changing[6 + i]!.state);
    });
  });

  test('a removed listing removes its ticker, and changes only what depends on it', () => {
    const changing = run((i) => (i >= 3 ? smaller : standing));
    const touched = new Set<string>();
    changing.forEach((tick, i) => {
      const expected = valuesOf(uninterrupted[i]!);
      for (const [key, value] of valuesOf(tick)) {
        if (JSON.stringify(value) !== JSON.stringify(expected.get(key))) touched.add(key);
      }
      const listings = tick.version.reference.listingMarket.length;
      expect(tick.input.tickers.k.length).toBe(listings);
    });
    expect(touched.has(`MWA ${lostMarket}`)).toBe(true);
    const otherMarkets = [...touched].filter((key) => key.startsWith('MWA') && !key.endsWith(lostMarket));
    expect(otherMarkets.length).toBeLessThan(content.markets.length / 10);
  });
});
