import type { Exchange } from '../../core/exchange.ts';
import type { ListingKey } from '../../core/ids/listing-key.ts';
import type { LxDefinition } from '../../core/lx-definition.ts';
import type { Market } from '../../core/market.ts';
import type { ReferenceContent } from '../../core/reference-data.ts';
import type { Millis } from '../../core/time.ts';
import type { ReferenceSince } from '../../sources/feeds.ts';
import { simulatedLxDefinitions } from '../lx-definitions.ts';
import type { SimulatedListing } from '../simulated-listing.ts';
import type { SimulatedMarket } from '../simulated-market.ts';
import type { CalendarState } from './listing-calendar.ts';

/** An exchange with changes of the calendar applied. */
interface ChangedExchange {
  readonly changes: string;
  readonly exchange: Exchange;
}

/**
 * The reference data of a world at a slot. Parts that did not change between two calls (exchanges, markets, lists of
 * them) are the same objects.
 */
export class ListedReference {
  readonly #market: SimulatedMarket;
  readonly #lx: readonly LxDefinition[];
  readonly #traded: ReadonlyMap<SimulatedListing, ListingKey>;
  /** How many exchanges list each market in the built world. */
  readonly #listingCounts: ReadonlyMap<string, number>;
  readonly #changed = new Map<string, ChangedExchange>();
  #markets: { readonly left: string; readonly markets: readonly Market[] } | undefined;
  #known: ReferenceSince | undefined;

  constructor(market: SimulatedMarket) {
    const { world } = market;
    this.#market = market;
    this.#lx = simulatedLxDefinitions(world.reference, market);
    const traded = market.exchanges.flatMap((exchange) => market.listingsWithTrades(exchange));
    this.#traded = new Map(traded.map((listing) => [listing, keyOf(listing)]));
    const counts = new Map<string, number>();
    for (const { listings } of world.reference.exchanges)
      for (const { marketId } of listings) counts.set(marketId, (counts.get(marketId) ?? 0) + 1);
    this.#listingCounts = counts;
  }

  at(slot: Millis): ReferenceSince {
    const state = this.#market.calendar.at(slot);
    if (this.#known?.since !== state.since)
      this.#known = { since: state.since, data: this.#contentOf(state) };
    return this.#known;
  }

  #contentOf(state: CalendarState): ReferenceContent {
    const { assets, supplies } = this.#market.world.reference;
    return {
      assets,
      markets: this.#marketsOf(state),
      exchanges: this.#exchangesOf(state),
      supplies,
      lx: this.#lx,
      traded: [...this.#traded].flatMap(([listing, key]) => (state.delisted.has(listing) ? [] : [key])),
    };
  }

  /** A market that no exchange lists does not exist. */
  #marketsOf({ delisted }: CalendarState): readonly Market[] {
    const gone = new Map<string, number>();
    for (const { marketId } of delisted) gone.set(marketId, (gone.get(marketId) ?? 0) + 1);
    const left = new Set(
      [...gone].filter(([id, count]) => count === this.#listingCounts.get(id)).map(([id]) => id),
    );
    const name = [...left].toSorted().join(' ');
    if (this.#markets?.left !== name) {
      const { markets } = this.#market.world.reference;
      this.#markets = {
        left: name,
        markets: left.size === 0 ? markets : markets.filter(({ id }) => !left.has(id)),
      };
    }
    return this.#markets.markets;
  }

  #exchangesOf({ delisted, unqualified, closed }: CalendarState): readonly Exchange[] {
    const changes = new Map<string, string[]>([...closed].map((id) => [id, ['closed']]));
    const add = (what: string) => (listing: SimulatedListing) => {
      const { exchangeId, marketId } = listing;
      changes.set(exchangeId, [...(changes.get(exchangeId) ?? []), `${what} ${marketId}`]);
    };
    delisted.forEach(add('delisted'));
    unqualified.forEach(add('unqualified'));
    return this.#market.world.reference.exchanges.map((exchange) => {
      const own = changes.get(exchange.id);
      return own ? this.#changedExchange(exchange, own) : exchange;
    });
  }

  #changedExchange(exchange: Exchange, own: readonly string[]): Exchange {
    const changes = own.toSorted().join(', ');
    const known = this.#changed.get(exchange.id);
    if (known?.changes === changes) return known.exchange;
    const changed = withChanges(exchange, new Set(own));
    this.#changed.set(exchange.id, { changes, exchange: changed });
    return changed;
  }
}

function keyOf({ exchangeId, marketId }: SimulatedListing): ListingKey {
  return { exchangeId, marketId };
}

function withChanges(exchange: Exchange, changes: ReadonlySet<string>): Exchange {
  const listings = exchange.listings
    .filter(({ marketId }) => !changes.has(`delisted ${marketId}`))
    .map((listing) =>
      changes.has(`unqualified ${listing.marketId}`) ? { ...listing, qualified: false } : listing,
    );
  return { ...exchange, listings, ...(changes.has('closed') && { status: 'MAINTENANCE' as const }) };
}
