import type { Observed } from '../../../alerts/alert-evaluator.ts';
import type { ObservedValue } from '../../../alerts/rules/rule-state.ts';
import type { SeriesOrder } from '../../../core/ids/series-order.ts';
import type { Millis } from '../../../core/time.ts';
import type { IndexRefresh } from '../../../latest/indices/index-refresh.ts';
import type { ServedMarket } from '../../../latest/market/served-market.ts';
import type { TickerRefresh } from '../../../latest/tickers/ticker-refresh.ts';

type Columns = Pick<IndexRefresh, 'at' | 'series' | 'prices' | 'flags'>;
type Tickers = Pick<TickerRefresh, 'listings' | 'deliveredAt'>;

/** The newest exchange tickers and the values of each slot, as alert rules observe them. */
export class MarketObservations {
  readonly #damagedParts: () => number;
  #tickers: { readonly refresh: Tickers; readonly listings: ServedMarket['listings'] } | undefined;
  /** By exchange; computed when a rule needs it. */
  #seenAt: ReadonlyMap<string, Millis> | undefined;

  constructor(damagedParts: () => number) {
    this.#damagedParts = damagedParts;
  }

  /** `market`: the version whose numbers the refresh uses. */
  showTickers(refresh: Tickers, { listings }: Pick<ServedMarket, 'listings'>): void {
    this.#tickers = { refresh, listings };
    this.#seenAt = undefined;
  }

  ofSlot(columns: Columns, { series }: { readonly series: SeriesOrder }): Observed {
    return {
      at: columns.at,
      isSlot: true,
      valueOfIndex: (indexId) => valueIn(columns, series, indexId),
      ...this.#slotIndependent(),
    };
  }

  /** For rules about absence, if no slot has been published for a while. */
  withoutSlot(at: Millis): Observed {
    return { at, isSlot: false, valueOfIndex: () => undefined, ...this.#slotIndependent() };
  }

  #slotIndependent(): Pick<Observed, 'exchangeSeenAt' | 'damagedParts'> {
    return {
      exchangeSeenAt: (exchangeId) => (this.#seenAt ??= this.#newestByExchange()).get(exchangeId),
      damagedParts: this.#damagedParts(),
    };
  }

  #newestByExchange(): Map<string, Millis> {
    const newest = new Map<string, Millis>();
    if (!this.#tickers) return newest;
    const { refresh, listings } = this.#tickers;
    refresh.listings.forEach((listing, i) => {
      const exchangeId = listings.listings[listing]?.exchangeId ?? '';
      const at = refresh.deliveredAt[i] ?? -Infinity;
      if (at > (newest.get(exchangeId) ?? -Infinity)) newest.set(exchangeId, at);
    });
    return newest;
  }
}

function valueIn(
  { series, prices, flags }: Columns,
  order: SeriesOrder,
  indexId: string,
): ObservedValue | undefined {
  const indexType = order.typeOf(indexId);
  const number = indexType && order.numberOf({ indexType, indexId });
  const row = number === undefined ? -1 : rowOf(series, number);
  return row < 0 ? undefined : { price: prices[row]!, flags: flags[row]! };
}

/** In an ascending list; -1 if it is not there. */
function rowOf(ascending: Uint32Array, number: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = ascending[middle]!;
    if (found === number) return middle;
    if (found < number) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
