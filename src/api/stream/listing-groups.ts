import type { ListingKey } from '../../core/listing-key.ts';
import type { ListingOrder } from '../../latest/listing-order.ts';

/** Listings by exchange: those of one exchange are numbered one after the other. */
export class ListingGroups {
  readonly order: ListingOrder;
  readonly #groups: ReadonlyMap<string, number>;
  /** Where each exchange's listings begin; one more entry ends the last. */
  readonly #bounds: readonly number[];
  readonly #groupOf: Uint32Array;

  constructor(order: ListingOrder) {
    this.order = order;
    const groups = new Map<string, number>();
    const bounds: number[] = [];
    this.#groupOf = new Uint32Array(order.listings.length);
    order.listings.forEach(({ exchangeId }, listing) => {
      if (!groups.has(exchangeId)) {
        groups.set(exchangeId, bounds.length);
        bounds.push(listing);
      }
      this.#groupOf[listing] = bounds.length - 1;
    });
    this.#groups = groups;
    this.#bounds = [...bounds, order.listings.length];
  }

  /** Undefined for an exchange that lists nothing. */
  numberOf(exchangeId: string): number | undefined {
    return this.#groups.get(exchangeId);
  }

  groupOf(listing: number): number {
    return this.#groupOf[listing] ?? 0;
  }

  rangeOf(group: number): readonly [number, number] {
    return [this.#bounds[group] ?? 0, this.#bounds[group + 1] ?? 0];
  }

  listing(number: number): ListingKey {
    return this.order.listings[number] as ListingKey;
  }
}
