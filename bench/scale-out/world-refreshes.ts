import { IndexComputer } from '../../src/app/pipeline/compute/index-computer.ts';
import { QualitySheet } from '../../src/app/pipeline/compute/quality-sheet.ts';
import { SLOT_MS, type Millis } from '../../src/core/time.ts';
import { IndexRefreshWriter } from '../../src/latest/indices/index-refresh-writer.ts';
import { MarketCapRefreshWriter } from '../../src/latest/market-caps/market-cap-refresh-writer.ts';
import type { MarketTopics } from '../../src/latest/market/market-topics.ts';
import { TickerRefreshWriter } from '../../src/latest/tickers/ticker-refresh-writer.ts';
import { SimulatedMarket } from '../../src/simulator/simulated-market.ts';
import { buildWorld } from '../../src/simulator/world.ts';
import type { WorldSize } from '../../src/simulator/world-identity.ts';
import { simulatedContent, versionOf } from '../../test/support/simulated-version.ts';

/** The messages of a tick on the bus, in this order. */
export type Refresh = Pick<MarketTopics, 'tickers' | 'marketCaps' | 'indices' | 'quality'>;

const FIRST_SLOT: Millis = Date.UTC(2026, 2, 1, 12);
/** Before this, some values are still missing. */
const WARM_UP_TICKS = 3;

/** What the pipeline publishes for a simulated world, one slot after the other. */
export function worldRefreshes(size: WorldSize, count: number): Refresh[] {
  const world = buildWorld(size);
  const market = new SimulatedMarket(world, { seed: 'bench' });
  const version = versionOf(simulatedContent(world, market));
  const computer = new IndexComputer(version);
  const sheets = {
    tickers: new TickerRefreshWriter(version.orders),
    indices: new IndexRefreshWriter(version.orders),
    marketCaps: new MarketCapRefreshWriter(),
    quality: new QualitySheet(),
  };
  return Array.from({ length: WARM_UP_TICKS + count }, (_, i): Refresh => {
    const at = FIRST_SLOT + i * SLOT_MS;
    for (const exchange of market.exchanges) {
      const ticks = market.ticksOf(exchange, at);
      sheets.tickers.collect(ticks);
      computer.observeTicks(ticks, at - exchange.refreshLeadMs);
      computer.observeTrades(market.tradesOf(exchange, at), at - exchange.refreshLeadMs);
    }
    const computed = computer.compute(at);
    computer.adopt(computed);
    return {
      tickers: sheets.tickers.publish(at),
      marketCaps: sheets.marketCaps.publish(at, computed.output.marketCaps, version.orders.data.assets),
      indices: sheets.indices.publish(computed.columns),
      quality: sheets.quality.publish(computed),
    };
  }).slice(WARM_UP_TICKS);
}
