import { compareIds } from '../core/id-order.ts';
import type { Exchange, Listing } from '../core/exchange.ts';
import type { ReferenceData } from '../core/reference-data.ts';
import type { Millis } from '../core/time.ts';
import { LX_INDICES } from '../core/well-known-ids.ts';
import type { Methodology } from './methodology.ts';

export type LxName = keyof typeof LX_INDICES;

/** The asset of each liquid index, by slug. The order is that of the indices everywhere. */
export const LX_ASSETS: readonly (readonly [LxName, string])[] = [
  ['BLX', 'bitcoin'],
  ['ELX', 'ethereum'],
  ['XRPLX', 'xrp'],
];

export interface Constituent {
  readonly exchangeId: string;
  readonly marketId: string;
}

/** Dated reference data: which exchange-markets an index is made from, from an instant on until the next definition. */
export interface LxDefinition {
  readonly name: LxName;
  readonly from: Millis;
  readonly constituents: readonly Constituent[];
}

/** Reported 24 h base volume of a market on an exchange; 0 where there is none. */
export type VolumeOf = (exchangeId: string, marketId: string) => number;

/**
 * What the quarterly review puts into a new definition: of the asset's USD, EUR and GBP markets on exchanges of tier A,
 * the most traded. An exchange takes part once, with its most traded of them, so that none ever has two votes.
 */
export function chooseConstituents(
  data: ReferenceData,
  volumeOf: VolumeOf,
  from: Millis,
  { lx }: Methodology,
): LxDefinition[] {
  return LX_ASSETS.map(([name, slug]) => {
    const marketIds = new Set(fiatMarkets(data, slug, lx.quotes));
    const candidates = data.exchanges.flatMap((exchange) => {
      const best = bestListing(exchange, marketIds, volumeOf);
      return best ? [best] : [];
    });
    const constituents = candidates
      .toSorted((a, b) => b.volume - a.volume || compareIds(a.exchangeId, b.exchangeId))
      .slice(0, lx.constituents)
      .map(({ exchangeId, marketId }) => ({ exchangeId, marketId }));
    return { name, from, constituents };
  });
}

/** Ids of the markets of the asset in those currencies, all by slug. */
export function fiatMarkets(data: ReferenceData, assetSlug: string, quoteSlugs: readonly string[]): string[] {
  const slugs = new Map(data.assets.map(({ id, slugName }) => [id, slugName]));
  return data.markets
    .filter(
      ({ baseAssetId, quoteAssetId }) =>
        slugs.get(baseAssetId) === assetSlug && quoteSlugs.includes(slugs.get(quoteAssetId) ?? ''),
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

/** The newest definition of each index that is in force. */
export function definitionsAt(definitions: readonly LxDefinition[], at: Millis): LxDefinition[] {
  return LX_ASSETS.flatMap(([name]) => {
    const inForce = definitions
      .filter((definition) => definition.name === name && definition.from <= at)
      .toSorted((a, b) => b.from - a.from)[0];
    return inForce ? [inForce] : [];
  });
}
