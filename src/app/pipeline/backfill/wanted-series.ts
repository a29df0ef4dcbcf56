import { WELL_KNOWN_ASSETS } from '../../../core/ids/well-known-ids.ts';
import type { PastModel, SeriesSelection } from '../../../sources/past.ts';
import { FIRST_ASSETS, type BackfillJob, type BackfillPlan } from './backfill-plan.ts';
import type { SeriesScope } from './stages.ts';

/** The series of a job. The largest are the LX, the largest assets, and their USD markets. */
export function seriesOfJob(
  model: Pick<PastModel, 'markets' | 'launchedAt'>,
  { largest, firstLive }: Pick<BackfillPlan, 'largest' | 'firstLive'>,
  { kind, firstDay, scope }: Pick<BackfillJob, 'kind' | 'firstDay' | 'scope'>,
): SeriesSelection {
  const ranks = new Map(largest.map((assetId, rank) => [assetId, rank]));
  const inScope = (assetId: string) => isInScope(scope, ranks.get(assetId) ?? Infinity);
  // A simulated world may start before its assets were launched; such assets count as having always existed.
  const existed = (assetId: string) => {
    const since = model.launchedAt(assetId);
    return kind === 'values' || since <= firstDay || since > firstLive;
  };
  const isUsd = (assetId: string) => assetId === WELL_KNOWN_ASSETS.USD;
  const markets = new Set(
    model.markets
      .filter(({ baseAssetId, quoteAssetId }) =>
        isUsd(quoteAssetId) ? inScope(baseAssetId) : isInScope(scope, Infinity),
      )
      .filter(({ baseAssetId, quoteAssetId }) => existed(baseAssetId) && existed(quoteAssetId))
      .map(({ id }) => id),
  );
  return {
    market: (marketId) => markets.has(marketId),
    asset: (assetId) => inScope(assetId) && existed(assetId),
    lx: isInScope(scope, 0),
  };
}

/** `rank` is that of the asset among the largest; Infinity for all others. */
export function isInScope(scope: SeriesScope, rank: number): boolean {
  switch (scope) {
    case 'all':
      return true;
    case 'largest':
      return rank < Infinity;
    case 'first':
      return rank < FIRST_ASSETS;
    case 'rest':
      return rank >= FIRST_ASSETS && rank < Infinity;
    case 'others':
      return rank === Infinity;
  }
}
