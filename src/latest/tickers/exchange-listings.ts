import type { Exchange } from '../../core/exchange.ts';
import { compareIds } from '../../core/ids/id-order.ts';
import type { ListingKey } from '../../core/ids/listing-key.ts';

/** The listings of one exchange, by market. Immutable, so versions with the same listings share it. */
export class ExchangeListings {
  readonly exchangeId: string;
  readonly listings: readonly ListingKey[];
  /** Whether exchange and listing are ACTIVE. */
  readonly active: Uint8Array;
  readonly #source: Pick<Exchange, 'status' | 'listings'>;
  readonly #places = new Map<string, number>();

  constructor(exchange: Exchange) {
    const { id: exchangeId, status, listings } = exchange;
    const sorted = listings.toSorted((a, b) => compareIds(a.marketId, b.marketId));
    this.exchangeId = exchangeId;
    this.#source = { status, listings };
    this.listings = sorted.map(({ marketId }) => ({ exchangeId, marketId }));
    this.active = Uint8Array.from(sorted, (listing) =>
      status === 'ACTIVE' && listing.status === 'ACTIVE' ? 1 : 0,
    );
    this.listings.forEach(({ marketId }, place) => this.#places.set(marketId, place));
  }

  isOf({ status, listings }: Exchange): boolean {
    return this.#source.status === status && this.#source.listings === listings;
  }

  placeOf(marketId: string): number | undefined {
    return this.#places.get(marketId);
  }

  /** Position of the first listing at or after this market. */
  placeAtOrAfter(marketId: string): number {
    let low = 0;
    let high = this.listings.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.listings[middle]!.marketId < marketId) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
