import type { ReferenceVersion } from '../../core/reference-data.ts';
import { SeriesOrder } from '../../core/ids/series-order.ts';
import type { Slices } from '../../core/async/slices.ts';
import { Catalogue } from '../../reference/catalogue.ts';
import type { UntradedAssets } from '../../reference/untraded-assets.ts';
import { ListingKeys, SeriesKeys } from './entity-keys.ts';
import { ItemNumbers, type VersionItems } from './item-numbers.ts';
import { ListingOrder } from '../tickers/listing-order.ts';
import { LookupAnswers } from './lookup-answers.ts';
import { MarketNames } from './market-names.ts';
import type { MarketOrders } from './market-orders.ts';
import { TradedListings } from '../tickers/traded-listings.ts';

/** Shared by all versions. It only grows, so that numbers and keys of one version stay valid in the next. */
export interface MarketRegister {
  readonly seriesKeys: SeriesKeys;
  readonly listingKeys: ListingKeys;
  readonly numbers: ItemNumbers;
  /** Well-known assets to serve although no exchange trades them. */
  readonly untraded?: UntradedAssets | undefined;
}

/** One immutable version of the market on the serving side. */
export interface ServedMarket extends MarketOrders {
  readonly catalogue: Catalogue;
  readonly answers: LookupAnswers;
  readonly names: MarketNames;
  readonly traded: TradedListings;
  readonly items: VersionItems;
  readonly register: MarketRegister;
}

export function newRegister(untraded?: UntradedAssets): MarketRegister {
  return {
    seriesKeys: new SeriesKeys(),
    listingKeys: new ListingKeys(),
    numbers: new ItemNumbers(),
    untraded,
  };
}

/**
 * Prepares a version for serving. Unchanged parts are taken from `previous`, which must be the version
 * prepared last with this register, so that a few changed listings are cheap.
 */
export function* prepareMarket(
  { hash, data }: Pick<ReferenceVersion, 'hash' | 'data'>,
  register: MarketRegister,
  previous?: ServedMarket,
): Slices<ServedMarket> {
  const catalogue = yield* Catalogue.inSlices(data, previous?.catalogue);
  const series = yield* seriesOf(catalogue, previous);
  const listings = yield* ListingOrder.inSlices(data, previous?.listings);
  const items = yield* register.numbers.of(series, listings);
  yield* register.seriesKeys.learn(series);
  yield* register.listingKeys.learn(listings, previous?.listings);
  const names = yield* MarketNames.inSlices(catalogue, previous?.names);
  return {
    reference: hash,
    data,
    series,
    listings,
    catalogue,
    answers: new LookupAnswers(catalogue, names, previous?.answers, register.untraded),
    names,
    traded: yield* TradedListings.inSlices(data.traded, previous?.traded),
    items,
    register,
  };
}

/** The order depends only on the existing markets and assets. */
function* seriesOf({ markets, assets }: Catalogue, previous: ServedMarket | undefined): Slices<SeriesOrder> {
  const known = previous?.data;
  if (previous && known?.markets === markets && known.assets === assets) return previous.series;
  return yield* SeriesOrder.inSlices({ markets, assets });
}
