import type { Exchange } from '../../core/exchange.ts';
import type { ReferenceContent } from '../../core/reference-data.ts';
import { applyChanges, changeBetween } from './reference-change.ts';

/**
 * The version that an announcement creates after another. Assets, markets and exchanges that are no longer announced
 * stay, because clients know their ids and history has their values: without listings, and INACTIVE. Rows in both keep
 * their places; new ones follow.
 */
export function nextVersion(before: ReferenceContent, announced: ReferenceContent): ReferenceContent {
  const next: ReferenceContent = {
    ...announced,
    assets: withLost(announced.assets, before.assets, (asset) => ({ ...asset, status: 'INACTIVE' })),
    markets: withLost(announced.markets, before.markets, (market) => market),
    exchanges: withLost(announced.exchanges, before.exchanges, withoutListings),
  };
  return applyChanges(before, [changeBetween(before, next)]);
}

function withoutListings(exchange: Exchange): Exchange {
  return { ...exchange, status: 'INACTIVE', listings: [] };
}

function withLost<T extends { readonly id: string }>(
  announced: readonly T[],
  before: readonly T[],
  lost: (row: T) => T,
): readonly T[] {
  const ids = new Set(announced.map(({ id }) => id));
  return [...announced, ...before.filter(({ id }) => !ids.has(id)).map(lost)];
}
