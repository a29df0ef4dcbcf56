import { compareIds } from '../../core/ids/id-order.ts';
import type { SimulatedListing } from '../simulated-listing.ts';
import type { SimulatedMarket } from '../simulated-market.ts';
import { hasTrustedQuorum, modelledMarket, type ModelledMarket } from './modelled-market.ts';

/** The markets with a qualified listing, in the order of the world; listings ascend by exchange. */
export function publishedMarkets(market: SimulatedMarket): ModelledMarket[] {
  const exchanges = market.exchanges.toSorted((a, b) => compareIds(a.exchangeId, b.exchangeId));
  const listings = exchanges.flatMap(({ listings }) => listings.filter(({ qualified }) => qualified));
  const byMarket = new Map<number, SimulatedListing[]>();
  for (const listing of listings) addToGroup(byMarket, listing.marketIndex, listing);
  return [...byMarket].toSorted(([a], [b]) => a - b).map(([, ofMarket]) => modelledMarket(ofMarket));
}

/**
 * Sets `implied`: the engine can compare a market with others if markets with a trusted quorum connect both of its
 * assets with USD.
 */
export function withImpliedMarkets(markets: readonly ModelledMarket[], usd: number): ModelledMarket[] {
  const reached = reachableAssets(markets.filter(hasTrustedQuorum), usd);
  return markets.map((market) => ({
    ...market,
    implied: reached.has(market.base) && reached.has(market.quote),
  }));
}

/** The markets that have an asset as base or quote. */
export function marketsByAsset(markets: readonly ModelledMarket[]): Map<number, ModelledMarket[]> {
  const byAsset = new Map<number, ModelledMarket[]>();
  for (const market of markets) {
    for (const asset of [market.base, market.quote]) {
      addToGroup(byAsset, asset, market);
    }
  }
  return byAsset;
}

/** The assets that markets connect with one of them, ascending. */
export function reachableAssets(markets: readonly ModelledMarket[], from: number): Set<number> {
  const reached = new Set([from]);
  for (let size = 0; size < reached.size;) {
    size = reached.size;
    for (const { base, quote } of markets) {
      if (reached.has(base)) reached.add(quote);
      else if (reached.has(quote)) reached.add(base);
    }
  }
  return new Set([...reached].toSorted((a, b) => a - b));
}

export function addToGroup<Item>(byKey: Map<number, Item[]>, key: number, item: Item): void {
  const known = byKey.get(key);
  if (known) known.push(item);
  else byKey.set(key, [item]);
}
