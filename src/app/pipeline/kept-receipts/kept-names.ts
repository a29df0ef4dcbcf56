import type { SeriesId } from '../../../core/index-value.ts';
import type { ReferenceContent } from '../../../core/reference-data.ts';
import { LX_INDICES } from '../../../core/ids/well-known-ids.ts';

/**
 * The indices with a name. Looks for an LX, a market, an asset by symbol, then by slug; the first kind that
 * matches counts. Prefers active ones.
 */
export function seriesNamed(
  name: string,
  { assets, markets }: Pick<ReferenceContent, 'assets' | 'markets'>,
): readonly SeriesId[] {
  if (Object.hasOwn(LX_INDICES, name))
    return [{ indexType: 'LX', indexId: LX_INDICES[name as keyof typeof LX_INDICES] }];
  const byId = new Map(assets.map((asset) => [asset.id, asset]));
  const isMarket = ({ baseAssetId, quoteAssetId }: (typeof markets)[number]) =>
    `${byId.get(baseAssetId)?.symbol}_${byId.get(quoteAssetId)?.symbol}` === name;
  const isActive = (id: string) => byId.get(id)?.status === 'ACTIVE';
  const named = preferred(markets.filter(isMarket), (market) =>
    [market.baseAssetId, market.quoteAssetId].every(isActive),
  );
  if (named.length > 0) return named.map(({ id }) => ({ indexType: 'MWA', indexId: id }));
  const bySymbol = preferred(
    assets.filter(({ symbol }) => symbol === name),
    ({ id }) => isActive(id),
  );
  const found = bySymbol.length > 0 ? bySymbol : assets.filter(({ slugName }) => slugName === name);
  return found.map(({ id }) => ({ indexType: 'GWA', indexId: id }));
}

function preferred<T>(all: readonly T[], isPreferred: (each: T) => boolean): readonly T[] {
  const some = all.filter(isPreferred);
  return some.length > 0 ? some : all;
}
