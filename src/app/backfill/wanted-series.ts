import { WELL_KNOWN_ASSETS } from '../../core/well-known-ids.ts';
import type { SimulatedWorld } from '../../sources/simulator/world.ts';
import type { BackfillJob, BackfillPlan } from './backfill-plan.ts';
import type { Wanted } from './past-model.ts';

/** The series that a job is about: the largest are the LX, the largest assets, and these against USD. */
export function wantedOf(
  { assets, reference }: SimulatedWorld,
  plan: BackfillPlan,
  { phase, day, scope }: BackfillJob,
): Wanted {
  const largest = new Set(plan.largest);
  const isLargest = (baseId: string, quoteId: string) =>
    quoteId === WELL_KNOWN_ASSETS['us-dollar'] && largest.has(baseId);
  const launched = new Map(assets.map(({ asset, launchedYear }) => [asset.id, Date.UTC(launchedYear, 0)]));
  // A world may be played before its assets were launched; then they were always there.
  const existed = (assetId: string) => {
    const since = launched.get(assetId) ?? -Infinity;
    return phase === 'ticks' || since <= day || since > plan.firstLive;
  };
  const inScope = (isOneOfTheLargest: boolean) =>
    scope === 'all' || isOneOfTheLargest === (scope === 'largest');
  const markets = new Set(
    reference.markets
      .filter(({ baseAssetId, quoteAssetId }) => inScope(isLargest(baseAssetId, quoteAssetId)))
      .filter(({ baseAssetId, quoteAssetId }) => existed(baseAssetId) && existed(quoteAssetId))
      .map(({ id }) => id),
  );
  return {
    market: (marketId) => markets.has(marketId),
    asset: (assetId) => inScope(largest.has(assetId)) && existed(assetId),
    lx: inScope(true),
  };
}
