import { compareIds } from '../../core/ids/id-order.ts';
import type { Exchange, Listing } from '../../core/exchange.ts';
import type { LxDefinition, LxName } from '../../core/lx-definition.ts';
import type { ReferenceData } from '../../core/reference-data.ts';
import type { Millis } from '../../core/time.ts';
import { WELL_KNOWN_ASSETS, type CurrencyIds } from '../../core/ids/well-known-ids.ts';
import type { Methodology } from '../methodology.ts';

/** The asset of each liquid index. Indices are in this order everywhere. */
const LX_ASSETS: Readonly<Record<LxName, keyof CurrencyIds>> = { BLX: 'BTC', ELX: 'ETH', XRPLX: 'XRP' };
export const LX_NAMES = Object.keys(LX_ASSETS) as readonly LxName[];

/** The reported 24 h base volume of a market on an exchange; 0 if there is none. */
export type VolumeOf = (exchangeId: string, marketId: string) => number;

/**
 * The constituents that the quarterly review puts into a new definition: the most traded of the asset's USD, EUR and GBP markets
 * on tier A exchanges. Each exchange contributes only its most traded market, so that no exchange has two votes.
 */
export function chooseConstituents(
  data: Pick<ReferenceData, 'markets' | 'exchanges'>,
  volumeOf: VolumeOf,
  from: Millis,
  { lx }: Methodology,
  ids: CurrencyIds = WELL_KNOWN_ASSETS,
): LxDefinition[] {
  const quoteAssetIds = lx.quotes.map((symbol) => ids[symbol]);
  return LX_NAMES.map((name) => {
    const assetId = ids[LX_ASSETS[name]];
    const marketIds = new Set(marketsOf(data, assetId, quoteAssetIds));
    const candidates = data.exchanges.flatMap((exchange) => {
      const best = bestListing(exchange, marketIds, volumeOf);
      return best ? [best] : [];
    });
    const constituents = candidates
      .toSorted((a, b) => b.volume - a.volume || compareIds(a.exchangeId, b.exchangeId))
      .slice(0, lx.constituents)
      .map(({ exchangeId, marketId }) => ({ exchangeId, marketId }));
    return { name, from, assetId, quoteAssetIds, constituents };
  });
}

/** The ids of the asset's markets in these currencies. */
export function marketsOf(
  { markets }: Pick<ReferenceData, 'markets'>,
  assetId: string,
  quoteAssetIds: readonly string[],
): string[] {
  return markets
    .filter(
      ({ baseAssetId, quoteAssetId }) => baseAssetId === assetId && quoteAssetIds.includes(quoteAssetId),
    )
    .map(({ id }) => id);
}

function bestListing(exchange: Exchange, marketIds: ReadonlySet<string>, volumeOf: VolumeOf) {
  if (exchange.tier !== 'A' || exchange.status !== 'ACTIVE') return undefined;
  const eligible = ({ marketId, status, qualified }: Listing) =>
    marketIds.has(marketId) && status === 'ACTIVE' && qualified;
  return exchange.listings
    .filter(eligible)
    .map(({ marketId }) => ({ exchangeId: exchange.id, marketId, volume: volumeOf(exchange.id, marketId) }))
    .filter(({ volume }) => volume > 0)
    .toSorted((a, b) => b.volume - a.volume || compareIds(a.marketId, b.marketId))[0];
}

/** The newest definition in force of each index. */
export function definitionsAt(definitions: readonly LxDefinition[], at: Millis): LxDefinition[] {
  return LX_NAMES.flatMap((name) => {
    const inForce = definitions
      .filter((definition) => definition.name === name && definition.from <= at)
      .toSorted((a, b) => b.from - a.from)[0];
    return inForce ? [inForce] : [];
  });
}
