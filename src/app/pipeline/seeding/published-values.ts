import type { HistoryReader } from '../../../history/history-store.ts';
import type { SeedRequest } from '../../../sources/seeding.ts';

/** Values published at the last tick; empty if there is none. */
export async function publishedValues(
  history: Pick<HistoryReader, 'lastTick' | 'readAcross'>,
): Promise<Pick<SeedRequest, 'markets' | 'assets'>> {
  const last = await history.lastTick();
  if (!last) return { markets: [], assets: [] };
  const at = { atOrBefore: last.at, notBefore: last.at, limit: Number.MAX_SAFE_INTEGER };
  const values = await history.readAcross({ types: ['MWA', 'GWA'], ...at });
  return {
    markets: values
      .filter(({ indexType }) => indexType === 'MWA')
      .map(({ indexId: marketId, price, volume }) => ({ marketId, price, volume })),
    assets: values
      .filter(({ indexType }) => indexType === 'GWA')
      .map(({ indexId: assetId, price }) => ({ assetId, price })),
  };
}
