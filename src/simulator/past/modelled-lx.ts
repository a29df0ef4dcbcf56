import { LX_INDICES } from '../../core/ids/well-known-ids.ts';
import type { SimulatedListing } from '../simulated-listing.ts';
import type { SimulatedMarket } from '../simulated-market.ts';
import type { SimulatedWorld } from '../world.ts';
import { simulatedLxDefinitions } from '../lx-definitions.ts';

/** A liquid index with its constituents. */
export interface ModelledLx {
  readonly indexId: string;
  readonly asset: number;
  readonly constituents: readonly SimulatedListing[];
  /** The constituents that deliver single trades. */
  readonly traded: readonly SimulatedListing[];
}

export function modelledLx(world: SimulatedWorld, market: SimulatedMarket): ModelledLx[] {
  const definitions = simulatedLxDefinitions(world.reference, market);
  return definitions.flatMap(({ name, assetId, constituents: chosen }) => {
    const asset = world.assets.findIndex(({ asset: { id } }) => id === assetId);
    if (asset < 0) return [];
    const constituents = chosen.flatMap(({ exchangeId, marketId }) => {
      const exchange = market.exchanges.find((candidate) => candidate.exchangeId === exchangeId);
      return exchange?.listings.find((listing) => listing.marketId === marketId) ?? [];
    });
    const delivering = new Set(market.exchanges.flatMap((exchange) => market.listingsWithTrades(exchange)));
    const traded = constituents.filter((listing) => delivering.has(listing));
    return { indexId: LX_INDICES[name], asset, constituents, traded };
  });
}
