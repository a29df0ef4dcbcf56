import type { ListingKey } from '../../core/ids/listing-key.ts';
import { inBatches, type Slices } from '../../core/async/slices.ts';

const LISTINGS_PER_STEP = 1000;
const NONE: readonly ListingKey[] = [];

/** The listings that deliver trades. */
export class TradedListings {
  readonly #rows: readonly ListingKey[];
  readonly #byMarket = new Map<string, ListingKey[]>();
  readonly #exchanges = new Set<string>();

  private constructor(rows: readonly ListingKey[]) {
    this.#rows = rows;
  }

  /** Returns `previous` if its rows are the same. */
  static *inSlices(rows: readonly ListingKey[], previous?: TradedListings): Slices<TradedListings> {
    if (previous && previous.#rows === rows) return previous;
    const traded = new TradedListings(rows);
    yield* inBatches(rows, LISTINGS_PER_STEP, (listing) => {
      const sameMarket = traded.#byMarket.get(listing.marketId);
      if (sameMarket) sameMarket.push(listing);
      else traded.#byMarket.set(listing.marketId, [listing]);
      traded.#exchanges.add(listing.exchangeId);
    });
    return traded;
  }

  /** Optionally for one exchange only. */
  ofMarket(marketId: string, exchangeId?: string): readonly ListingKey[] {
    const listings = this.#byMarket.get(marketId) ?? NONE;
    return exchangeId === undefined
      ? listings
      : listings.filter((listing) => listing.exchangeId === exchangeId);
  }

  hasExchange(exchangeId: string): boolean {
    return this.#exchanges.has(exchangeId);
  }

  /** Markets whose trading exchanges differ from those in `before`. */
  movedSince(before: TradedListings): ReadonlySet<string> {
    if (before === this) return new Set();
    const namesOf = ({ exchangeId, marketId }: ListingKey) => `${exchangeId} ${marketId}`;
    const [old, now] = [new Set(before.#rows.map(namesOf)), new Set(this.#rows.map(namesOf))];
    const moved = [
      ...this.#rows.filter((row) => !old.has(namesOf(row))),
      ...before.#rows.filter((row) => !now.has(namesOf(row))),
    ];
    return new Set(moved.map(({ marketId }) => marketId));
  }
}
