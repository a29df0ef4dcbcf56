import type { Asset } from '../core/asset.ts';
import type { Exchange, Listing } from '../core/exchange.ts';
import { compareIds } from '../core/ids/id-order.ts';
import type { Market } from '../core/market.ts';
import { ACCEPTED, EXCHANGE_STATUS, UNQUALIFIED } from './market/screen.ts';

/** The entities and listings that the engine uses. */
export interface ListedData {
  readonly assets: readonly Pick<Asset, 'id' | 'symbol'>[];
  readonly markets: readonly Pick<Market, 'id' | 'baseAssetId' | 'quoteAssetId'>[];
  readonly exchanges: readonly Exchange[];
}

/** Assets, markets and listings as dense integers in canonical order: ascending by id, with the listings of a market adjacent. */
export interface ReferenceLayout {
  readonly assetIds: readonly string[];
  readonly marketIds: readonly string[];
  /** The symbol of each asset. No value depends on it. */
  readonly symbols: readonly string[];
  readonly exchanges: readonly Exchange[];
  /** The base and quote asset of each market. */
  readonly base: Int32Array;
  readonly quote: Int32Array;
  /** The markets that have the asset as base or quote, ascending. */
  readonly marketsOfAsset: readonly (readonly number[])[];
  /** The listings of market m are [firstListing[m], firstListing[m + 1]). */
  readonly firstListing: Int32Array;
  readonly listingExchange: Int32Array;
  readonly listingMarket: Int32Array;
  readonly listings: readonly Listing[];
  /** `ACCEPTED`, `EXCHANGE_STATUS` or `UNQUALIFIED`. */
  readonly standing: Uint8Array;
  readonly maxListings: number;
  /** -1 if the data has no US dollar: then no asset has a USD rate. */
  readonly usd: number;
  assetIndex(assetId: string): number | undefined;
  marketIndex(marketId: string): number | undefined;
  listingIndex(exchangeId: string, marketId: string): number | undefined;
}

export function layoutOf(data: ListedData, usdId: string): ReferenceLayout {
  const assets = data.assets.toSorted((a, b) => compareIds(a.id, b.id));
  const markets = data.markets.toSorted((a, b) => compareIds(a.id, b.id));
  const exchanges = data.exchanges.toSorted((a, b) => compareIds(a.id, b.id));
  const assetIndex = indexOf(assets);
  const marketIndex = indexOf(markets);
  const listings = sortedListings(exchanges, marketIndex);
  const listingIndex = listingsByExchange(exchanges, listings);
  const assetOf = (id: string) => known(assetIndex.get(id), id);
  const base = Int32Array.from(markets, ({ baseAssetId }) => assetOf(baseAssetId));
  const quote = Int32Array.from(markets, ({ quoteAssetId }) => assetOf(quoteAssetId));
  const firstListing = firstOfEach(listings, markets.length);
  return {
    assetIds: assets.map(({ id }) => id),
    marketIds: markets.map(({ id }) => id),
    symbols: assets.map(({ symbol }) => symbol),
    exchanges,
    base,
    quote,
    marketsOfAsset: assetMarkets(assets.length, base, quote),
    firstListing,
    listingExchange: Int32Array.from(listings, ({ exchange }) => exchange),
    listingMarket: Int32Array.from(listings, ({ market }) => market),
    listings: listings.map(({ listing }) => listing),
    standing: Uint8Array.from(listings, ({ exchange, listing }) => standingOf(exchanges[exchange], listing)),
    maxListings: markets.reduce((max, _, m) => Math.max(max, firstListing[m + 1]! - firstListing[m]!), 0),
    usd: assetIndex.get(usdId) ?? -1,
    assetIndex: (id: string) => assetIndex.get(id),
    marketIndex: (id: string) => marketIndex.get(id),
    listingIndex: (exchangeId: string, marketId: string) => listingIndex.get(exchangeId)?.get(marketId),
  };
}

function indexOf(items: readonly { readonly id: string }[]): ReadonlyMap<string, number> {
  return new Map(items.map(({ id }, i) => [id, i]));
}

/** Every entity that the data refers to must be in the data. */
export function known(position: number | undefined, id: string): number {
  if (position === undefined) throw new Error(`reference data names ${id} without describing it`);
  return position;
}

function assetMarkets(assets: number, base: Int32Array, quote: Int32Array): number[][] {
  const markets: number[][] = Array.from({ length: assets }, () => []);
  base.forEach((asset, m) => {
    markets[asset]!.push(m);
    if (quote[m] !== asset) markets[quote[m]!]!.push(m);
  });
  return markets;
}

interface PlacedListing {
  readonly exchange: number;
  readonly market: number;
  readonly listing: Listing;
}

/** Sorted by market, then by exchange. */
function sortedListings(
  exchanges: readonly Exchange[],
  marketIndex: ReadonlyMap<string, number>,
): PlacedListing[] {
  const byMarket: PlacedListing[][] = Array.from({ length: marketIndex.size }, () => []);
  exchanges.forEach(({ listings }, exchange) => {
    for (const listing of listings) {
      const market = known(marketIndex.get(listing.marketId), listing.marketId);
      byMarket[market]!.push({ exchange, market, listing });
    }
  });
  return byMarket.flat();
}

function listingsByExchange(
  exchanges: readonly Exchange[],
  listings: readonly PlacedListing[],
): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const positions = exchanges.map(() => new Map<string, number>());
  listings.forEach(({ exchange, listing }, i) => positions[exchange]!.set(listing.marketId, i));
  return new Map(exchanges.map(({ id }, exchange) => [id, positions[exchange]!]));
}

function firstOfEach(listings: readonly PlacedListing[], markets: number): Int32Array {
  const first = new Int32Array(markets + 1);
  for (const { market } of listings) first[market + 1]!++;
  for (let m = 0; m < markets; m++) first[m + 1]! += first[m]!;
  return first;
}

function standingOf(exchange: Exchange | undefined, { status, qualified }: Listing): number {
  if (exchange?.status !== 'ACTIVE' || status !== 'ACTIVE') return EXCHANGE_STATUS;
  return qualified ? ACCEPTED : UNQUALIFIED;
}
