import type { ListingKey } from '../core/listing-key.ts';
import { compareIds } from '../core/id-order.ts';
import { entityKey } from '../core/record-id.ts';
import type { ReferenceData } from '../core/reference-data.ts';

/**
 * Every listing of a catalogue in the order in which exchange tickers are served: by exchange, then by market. Two
 * threads that hold the same catalogue number the listings alike.
 */
export class ListingOrder {
  readonly listings: readonly ListingKey[];
  /** Whether exchange and listing are ACTIVE: only then is there a ticker to serve. */
  readonly active: Uint8Array;
  readonly #byExchange = new Map<string, Map<string, number>>();
  readonly #byMarket = new Map<string, number[]>();
  #byEntityKey: Map<string, number> | undefined;

  constructor({ exchanges }: Pick<ReferenceData, 'exchanges'>) {
    const all = exchanges.flatMap(({ id, status, listings }) =>
      listings.map((listing) => ({
        exchangeId: id,
        marketId: listing.marketId,
        active: status === 'ACTIVE' && listing.status === 'ACTIVE',
      })),
    );
    all.sort((a, b) => compareIds(a.exchangeId, b.exchangeId) || compareIds(a.marketId, b.marketId));
    this.listings = all;
    this.active = Uint8Array.from(all, ({ active }) => (active ? 1 : 0));
    all.forEach(({ exchangeId, marketId }, index) => {
      const markets = this.#byExchange.get(exchangeId) ?? new Map<string, number>();
      this.#byExchange.set(exchangeId, markets.set(marketId, index));
      const sameMarket = this.#byMarket.get(marketId);
      if (sameMarket) sameMarket.push(index);
      else this.#byMarket.set(marketId, [index]);
    });
  }

  indexOf(exchangeId: string, marketId: string): number | undefined {
    return this.#byExchange.get(exchangeId)?.get(marketId);
  }

  ofExchange(exchangeId: string): readonly number[] {
    return [...(this.#byExchange.get(exchangeId)?.values() ?? [])];
  }

  ofMarket(marketId: string): readonly number[] {
    return this.#byMarket.get(marketId) ?? [];
  }

  /** The part of its record ids that is the listing's own. */
  entityKeyOf(index: number): string {
    const { exchangeId, marketId } = this.listings[index] as ListingKey;
    return entityKey(exchangeId, marketId);
  }

  indexOfEntityKey(key: string): number | undefined {
    this.#byEntityKey ??= new Map(this.listings.map((_listing, index) => [this.entityKeyOf(index), index]));
    return this.#byEntityKey.get(key);
  }
}
