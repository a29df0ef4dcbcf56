import type { SeriesId } from '../../core/index-value.ts';
import type { ListingKey } from '../../core/ids/listing-key.ts';
import type { SeriesOrder } from '../../core/ids/series-order.ts';
import type { Slices } from '../../core/async/slices.ts';
import type { ExchangeListings } from '../tickers/exchange-listings.ts';
import type { ListingOrder } from '../tickers/listing-order.ts';

const SERIES_PER_STEP = 1000;
const LISTINGS_PER_STEP = 1000;

/** The items of one version: by the number of each series and each listing in the version's order. */
export interface VersionItems {
  readonly series: Uint32Array;
  readonly listings: Uint32Array;
}

/**
 * Stable numbers: a series, listing or exchange keeps its number as long as the process lives, in all
 * versions. Those of the first version are in its order, new ones follow.
 */
export class ItemNumbers {
  readonly #series = new Map<string, number>();
  readonly #seriesIds: SeriesId[] = [];
  readonly #exchanges = new Map<string, number>();
  readonly #exchangeIds: string[] = [];
  readonly #listings: Map<string, number>[] = [];
  readonly #exchangeOfListing: number[] = [];
  readonly #ofSeries = new WeakMap<SeriesOrder, Uint32Array>();
  readonly #ofBlocks = new WeakMap<ExchangeListings, Uint32Array>();

  /** Assigns numbers to new items. */
  *of(series: SeriesOrder, listings: ListingOrder): Slices<VersionItems> {
    const ofListings = new Uint32Array(listings.listings.length);
    let [filled, stepAt] = [0, LISTINGS_PER_STEP];
    for (const block of listings.blocks) {
      const items = this.#ofBlock(block);
      ofListings.set(items, filled);
      filled += items.length;
      if (filled < stepAt) continue;
      stepAt = filled + LISTINGS_PER_STEP;
      yield;
    }
    return { series: yield* this.#ofOrder(series), listings: ofListings };
  }

  /** Number of numbered series: all their items are below it. */
  get seriesCount(): number {
    return this.#seriesIds.length;
  }

  get listingCount(): number {
    return this.#exchangeOfListing.length;
  }

  seriesItem({ indexId }: SeriesId): number | undefined {
    return this.#series.get(indexId);
  }

  seriesOf(item: number): SeriesId {
    return this.#seriesIds[item] as SeriesId;
  }

  listingItem({ exchangeId, marketId }: ListingKey): number | undefined {
    const exchange = this.#exchanges.get(exchangeId);
    return exchange === undefined ? undefined : this.#listings[exchange]?.get(marketId);
  }

  exchangeOf(listing: number): number {
    return this.#exchangeOfListing[listing] ?? 0;
  }

  exchangeNumber(exchangeId: string): number | undefined {
    return this.#exchanges.get(exchangeId);
  }

  exchangeId(exchange: number): string {
    return this.#exchangeIds[exchange] ?? '';
  }

  *#ofOrder(order: SeriesOrder): Slices<Uint32Array> {
    const known = this.#ofSeries.get(order);
    if (known) return known;
    const items = new Uint32Array(order.series.length);
    for (const [number, series] of order.series.entries()) {
      items[number] = this.#series.get(series.indexId) ?? this.#addSeries(series);
      if (number % SERIES_PER_STEP === 0) yield;
    }
    this.#ofSeries.set(order, items);
    return items;
  }

  #addSeries(series: SeriesId): number {
    const item = this.#seriesIds.push(series) - 1;
    this.#series.set(series.indexId, item);
    return item;
  }

  #ofBlock(block: ExchangeListings): Uint32Array {
    const known = this.#ofBlocks.get(block);
    if (known) return known;
    const exchange = this.#exchanges.get(block.exchangeId) ?? this.#addExchange(block.exchangeId);
    const listings = this.#listings[exchange]!;
    const items = Uint32Array.from(block.listings, ({ marketId }) => {
      let item = listings.get(marketId);
      if (item === undefined) {
        item = this.#exchangeOfListing.push(exchange) - 1;
        listings.set(marketId, item);
      }
      return item;
    });
    this.#ofBlocks.set(block, items);
    return items;
  }

  #addExchange(exchangeId: string): number {
    const exchange = this.#exchangeIds.push(exchangeId) - 1;
    this.#exchanges.set(exchangeId, exchange);
    this.#listings.push(new Map());
    return exchange;
  }
}
