import type { ReferenceContent } from '../../core/reference-data.ts';
import { SeriesOrder } from '../../core/ids/series-order.ts';
import { ListingOrder } from '../tickers/listing-order.ts';

/**
 * All numbered items of one version of the reference data. Refreshes name the version whose numbers they use;
 * two threads or processes with the same version use the same numbers.
 */
export interface MarketOrders {
  /** The name of the version. */
  readonly reference: string;
  readonly data: ReferenceContent;
  readonly series: SeriesOrder;
  readonly listings: ListingOrder;
}

export function ordersOf(reference: string, data: ReferenceContent): MarketOrders {
  return { reference, data, series: new SeriesOrder(data), listings: new ListingOrder(data) };
}
