import { compareIds } from '../core/id-order.ts';
import { formatDecimal, parseDecimal, type Decimal } from '../core/decimal.ts';
import type { Exchange, Listing } from '../core/exchange.ts';
import type { LxDefinition, LxName } from '../core/lx-definition.ts';
import type { ReferenceData } from '../core/reference-data.ts';
import { LX_INDICES, WELL_KNOWN_ASSETS } from '../core/well-known-ids.ts';
import { rateTopology, type RateTopology } from './gwa/rate-topology.ts';
import { solvePlan, type SolvePlan } from './gwa/weighted-solve.ts';
import { LX_NAMES, marketsOf } from './lx/lx-constituents.ts';
import { ACCEPTED, EXCHANGE_STATUS, UNQUALIFIED } from './market/screen.ts';

export interface AssetSupply {
  readonly totalSupply: Decimal;
  readonly freeFloatSupply: Decimal;
  /** As published. */
  readonly totalSupplyText: string;
  readonly freeFloatSupplyText: string;
}

export interface LxIndex {
  readonly name: LxName;
  readonly indexId: string;
  readonly asset: number;
  /** Listings, ascending by exchange. */
  readonly constituents: readonly number[];
  /** The asset's USD, EUR and GBP markets: the index must not vouch for itself through them. */
  readonly ownMarkets: readonly number[];
}

/**
 * The reference data as the engine computes with it: everything is a dense integer in canonical order, ascending by id,
 * and the listings of a market are neighbours. Built once for each version of the catalogue; it never changes.
 */
export interface EngineReference {
  readonly assetIds: readonly string[];
  readonly marketIds: readonly string[];
  /** Of each asset. No value depends on them. */
  readonly symbols: readonly string[];
  readonly exchanges: readonly Exchange[];
  /** Assets of each market. */
  readonly base: Int32Array;
  readonly quote: Int32Array;
  /** The markets that have the asset as base or quote, ascending. */
  readonly marketsOfAsset: readonly (readonly number[])[];
  /** The listings of market m are [firstListing[m], firstListing[m + 1]). */
  readonly firstListing: Int32Array;
  readonly listingExchange: Int32Array;
  readonly listingMarket: Int32Array;
  /** `ACCEPTED`, `EXCHANGE_STATUS` or `UNQUALIFIED`. */
  readonly standing: Uint8Array;
  readonly mostListings: number;
  /** -1 where the data has no US dollar: then nothing has a USD rate. */
  readonly usd: number;
  /** Where a supply is known, of ACTIVE crypto assets: those that are ranked. */
  readonly supplies: ReadonlyMap<number, AssetSupply>;
  readonly topology: RateTopology;
  readonly solvePlan: SolvePlan;
  readonly lx: readonly LxIndex[];
  assetIndex(assetId: string): number | undefined;
  marketIndex(marketId: string): number | undefined;
  listingIndex(exchangeId: string, marketId: string): number | undefined;
}

/** `definitions` are those in force (`definitionsAt`); a constituent that is not listed any more is left out. */
export function buildReference(
  data: ReferenceData,
  definitions: readonly LxDefinition[] = [],
  usdId: string = WELL_KNOWN_ASSETS.USD,
): EngineReference {
  const assets = data.assets.toSorted((a, b) => compareIds(a.id, b.id));
  const markets = data.markets.toSorted((a, b) => compareIds(a.id, b.id));
  const exchanges = data.exchanges.toSorted((a, b) => compareIds(a.id, b.id));
  const assetIndex = indexOf(assets);
  const marketIndex = indexOf(markets);
  const listings = sortedListings(exchanges, marketIndex);
  const listingIndex = listingsByExchange(exchanges, listings);
  const base = Int32Array.from(markets, ({ baseAssetId }) => known(assetIndex, baseAssetId));
  const quote = Int32Array.from(markets, ({ quoteAssetId }) => known(assetIndex, quoteAssetId));
  const firstListing = firstOfEach(listings, markets.length);
  const usd = assetIndex.get(usdId) ?? -1;
  const topology = rateTopology(assets.length, base, quote, usd);
  const reference = {
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
    standing: Uint8Array.from(listings, ({ exchange, listing }) => standingOf(exchanges[exchange], listing)),
    mostListings: markets.reduce((most, _, m) => Math.max(most, firstListing[m + 1]! - firstListing[m]!), 0),
    usd,
    supplies: suppliesOf(data, assetIndex),
    topology,
    solvePlan: solvePlan(topology),
    assetIndex: (id: string) => assetIndex.get(id),
    marketIndex: (id: string) => marketIndex.get(id),
    listingIndex: (exchangeId: string, marketId: string) => listingIndex.get(exchangeId)?.get(marketId),
  };
  return { ...reference, lx: lxIndices(data, definitions, reference) };
}

function indexOf(items: readonly { readonly id: string }[]): ReadonlyMap<string, number> {
  return new Map(items.map(({ id }, i) => [id, i]));
}

function known(index: ReadonlyMap<string, number>, id: string): number {
  const position = index.get(id);
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

function sortedListings(
  exchanges: readonly Exchange[],
  marketIndex: ReadonlyMap<string, number>,
): PlacedListing[] {
  const placed = exchanges.flatMap(({ listings }, exchange) =>
    listings.map((listing) => ({
      exchange,
      market: known(marketIndex, listing.marketId),
      listing,
    })),
  );
  return placed.sort((a, b) => a.market - b.market || a.exchange - b.exchange);
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

function suppliesOf(
  data: ReferenceData,
  assetIndex: ReadonlyMap<string, number>,
): ReadonlyMap<number, AssetSupply> {
  const ranked = new Set(
    data.assets.filter(({ status, type }) => status === 'ACTIVE' && type === 'CRYPTO').map(({ id }) => id),
  );
  const supplies = data.supplies.flatMap((supply): [number, AssetSupply][] => {
    const totalSupply = parseDecimal(supply.totalSupply);
    const freeFloatSupply = parseDecimal(supply.freeFloatSupply);
    if (!ranked.has(supply.assetId) || !totalSupply || !freeFloatSupply) return [];
    const totalSupplyText = formatDecimal(totalSupply);
    const freeFloatSupplyText = formatDecimal(freeFloatSupply);
    const asset = known(assetIndex, supply.assetId);
    return [[asset, { totalSupply, freeFloatSupply, totalSupplyText, freeFloatSupplyText }]];
  });
  return new Map(supplies.sort(([a], [b]) => a - b));
}

function lxIndices(
  data: ReferenceData,
  definitions: readonly LxDefinition[],
  reference: Omit<EngineReference, 'lx'>,
): LxIndex[] {
  const { listingExchange } = reference;
  return LX_NAMES.flatMap((name) => {
    const definition = definitions.find((candidate) => candidate.name === name);
    const asset = definition && reference.assetIndex(definition.assetId);
    if (!definition || asset === undefined) return [];
    const constituents = definition.constituents.flatMap(
      ({ exchangeId, marketId }) => reference.listingIndex(exchangeId, marketId) ?? [],
    );
    const ownMarkets = marketsOf(data, definition.assetId, definition.quoteAssetIds).flatMap(
      (id) => reference.marketIndex(id) ?? [],
    );
    return {
      name,
      indexId: LX_INDICES[name],
      asset,
      constituents: constituents.sort((a, b) => listingExchange[a]! - listingExchange[b]! || a - b),
      ownMarkets: ownMarkets.sort((a, b) => a - b),
    };
  });
}
