import type { Exchange } from '../../core/exchange.ts';
import type { SeriesId } from '../../core/index-value.ts';
import type { ListingKey } from '../../core/ids/listing-key.ts';
import { entityKey } from '../../core/ids/record-id.ts';
import type { SeriesOrder } from '../../core/ids/series-order.ts';
import { inBatches, type Slices } from '../../core/async/slices.ts';
import type { ExchangeListings } from '../tickers/exchange-listings.ts';
import type { ListingOrder } from '../tickers/listing-order.ts';
import { seriesKey } from '../indices/series-record-id.ts';

const KEYS_PER_STEP = 100;
/** Number of removed listings to remember: about 6 MB. */
const MAX_REMOVED = 20_000;

/** Series by their part of record ids. Series are never removed. */
export class SeriesKeys {
  readonly #series = new Map<string, SeriesId>();
  readonly #known = new Set<string>();

  *learn({ series }: Pick<SeriesOrder, 'series'>): Slices<void> {
    const unknown = series.filter((one) => !this.has(one));
    yield* inBatches(unknown, KEYS_PER_STEP, (one) => {
      this.#series.set(seriesKey(one), one);
      this.#known.add(`${one.indexType} ${one.indexId}`);
    });
  }

  has({ indexType, indexId }: SeriesId): boolean {
    return this.#known.has(`${indexType} ${indexId}`);
  }

  seriesOf(key: string): SeriesId | undefined {
    return this.#series.get(key);
  }
}

/**
 * Listings by their part of record ids. Removed ones stay known for a long time, so that a client can
 * continue a page walk that began before.
 */
export class ListingKeys {
  readonly #listings = new Map<string, ListingKey>();
  /** In the order of their removal. */
  readonly #removed = new Set<string>();

  /** `before` is the previous order. */
  *learn(after: ListingOrder, before: ListingOrder | undefined): Slices<void> {
    const known = new Map(before?.blocks.map((block) => [block.exchangeId, block]));
    for (const block of after.blocks) {
      const old = known.get(block.exchangeId);
      known.delete(block.exchangeId);
      if (old !== block) yield* this.#change(old, block);
    }
    for (const removedExchange of known.values()) yield* this.#change(removedExchange, undefined);
    for (const key of this.#removed) {
      if (this.#removed.size <= MAX_REMOVED) break;
      this.#removed.delete(key);
      this.#listings.delete(key);
    }
  }

  /** Recalls listings of earlier versions after a restart: those that are not in `now` count as removed. */
  *recall(exchanges: readonly Exchange[], now: ListingOrder): Slices<void> {
    for (const { id: exchangeId, listings } of exchanges)
      yield* inBatches(listings, KEYS_PER_STEP, ({ marketId }) => {
        if (now.indexOf(exchangeId, marketId) !== undefined || this.#removed.size >= MAX_REMOVED) return;
        const key = entityKey(exchangeId, marketId);
        this.#listings.set(key, { exchangeId, marketId });
        this.#removed.add(key);
      });
  }

  listingOf(key: string): ListingKey | undefined {
    return this.#listings.get(key);
  }

  *#change(before: ExchangeListings | undefined, after: ExchangeListings | undefined): Slices<void> {
    const added = listingsBeyond(before, after);
    yield* inBatches(added, KEYS_PER_STEP, (listing) => {
      const key = entityKey(listing.exchangeId, listing.marketId);
      this.#listings.set(key, listing);
      this.#removed.delete(key);
    });
    const removed = listingsBeyond(after, before);
    yield* inBatches(removed, KEYS_PER_STEP, ({ exchangeId, marketId }) => {
      this.#removed.add(entityKey(exchangeId, marketId));
    });
  }
}

/** Listings in the second version of an exchange that the first one lacks. */
function listingsBeyond(
  before: ExchangeListings | undefined,
  after: ExchangeListings | undefined,
): ListingKey[] {
  const listings = after?.listings ?? [];
  return listings.filter(({ marketId }) => before?.placeOf(marketId) === undefined);
}
