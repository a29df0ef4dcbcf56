import { WELL_KNOWN_ASSETS } from '../../core/ids/well-known-ids.ts';
import { derivativeProducts } from '../derivatives/products.ts';
import { isAlwaysListed } from '../listings.ts';
import type { SimulatedExchange, SimulatedListing } from '../simulated-listing.ts';
import type { SimulatedWorld } from '../world.ts';

/** The listings and exchanges that a calendar may change. */
export interface CalendarCandidates {
  /** In the order of the world. */
  readonly listings: readonly SimulatedListing[];
  readonly exchanges: readonly SimulatedExchange[];
}

/** The largest exchanges never close. */
const ALWAYS_OPEN = 10;
/** The largest assets are never delisted. */
const LARGEST_ASSETS = 2;

const { BTC, ETH, XRP, USD, EUR, GBP } = WELL_KNOWN_ASSETS;
const INDEX_BASES: readonly string[] = [BTC, ETH, XRP];
const INDEX_QUOTES: readonly string[] = [USD, EUR, GBP];

/**
 * Listings that no client, liquid index, derivative or other listing depends on, and all exchanges except the largest.
 * Each asset keeps its largest listing, and each LX definition keeps its constituents.
 */
export function calendarCandidates(
  world: SimulatedWorld,
  exchanges: readonly SimulatedExchange[],
  seed: string,
): CalendarCandidates {
  const anchors = largestListings(exchanges);
  const underlying = new Set(derivativeProducts(world, seed).map(({ marketId }) => marketId));
  const isOrdinary = ({ key }: SimulatedExchange, listing: SimulatedListing) =>
    !anchors.has(listing) && !underlying.has(listing.marketId) && !isKept(world, key, listing);
  return {
    listings: exchanges.flatMap((exchange) =>
      exchange.listings.filter((listing) => isOrdinary(exchange, listing)),
    ),
    exchanges: smallerExchanges(world, exchanges),
  };
}

function isKept({ assets }: SimulatedWorld, exchangeKey: string, listing: SimulatedListing): boolean {
  const { asset: base, rank } = assets[listing.base]!;
  if (rank < LARGEST_ASSETS) return true;
  const { asset: quote } = assets[listing.quote]!;
  const mayBeInAnIndex = INDEX_BASES.includes(base.id) && INDEX_QUOTES.includes(quote.id);
  return mayBeInAnIndex || isAlwaysListed(exchangeKey, base.symbol, quote.symbol);
}

/** The most traded listing of each asset, as base or quote; if it has qualified listings, the most traded of those. */
function largestListings(exchanges: readonly SimulatedExchange[]): ReadonlySet<SimulatedListing> {
  const largest: SimulatedListing[] = [];
  const enter = (asset: number, listing: SimulatedListing) => {
    const known = largest[asset];
    if (!known || isLarger(listing, known)) largest[asset] = listing;
  };
  for (const { listings } of exchanges) {
    for (const listing of listings) {
      enter(listing.base, listing);
      enter(listing.quote, listing);
    }
  }
  return new Set(Object.values(largest));
}

function isLarger(a: SimulatedListing, b: SimulatedListing): boolean {
  return a.qualified === b.qualified ? a.usdPerDay > b.usdPerDay : a.qualified;
}

function smallerExchanges(
  { exchangeWeights }: SimulatedWorld,
  exchanges: readonly SimulatedExchange[],
): SimulatedExchange[] {
  const weight = ({ exchangeId }: SimulatedExchange) => exchangeWeights.get(exchangeId) ?? 0;
  const bySize = exchanges.toSorted(
    (a, b) => weight(b) - weight(a) || (a.exchangeId < b.exchangeId ? -1 : 1),
  );
  const largest = new Set(bySize.slice(0, ALWAYS_OPEN));
  return exchanges.filter((exchange) => !largest.has(exchange));
}
