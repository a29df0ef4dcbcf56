import type { SeriesId } from '../../core/index-value.ts';
import type { SeriesOrder } from '../../core/series-order.ts';
import type { Bus } from '../../bus/bus.ts';
import type { StoredValue, TickSlice } from '../../history/history-store.ts';
import { ExchangeTickers } from '../../latest/exchange-tickers.ts';
import { IndexTickerText } from '../../latest/index-ticker-text.ts';
import { IndexTickers, type PastRecord } from '../../latest/index-tickers.ts';
import type { ListingOrder } from '../../latest/listing-order.ts';
import { MarketCaps } from '../../latest/market-caps.ts';
import type { MarketTopics } from '../../latest/market-topics.ts';
import type { PreparedTick, ShownTick } from './tick-loop.ts';

/** The latest of everything, and how a tick gets there. */
export interface MarketBoard {
  readonly tickers: ExchangeTickers;
  readonly indexTickers: IndexTickers;
  readonly marketCaps: MarketCaps;
}

/** A board is never empty: it begins with a tick, and with what history holds of series that the tick lacks. */
export function createBoard(
  first: ShownTick,
  orders: { readonly listings: ListingOrder; readonly series: SeriesOrder },
  newest: readonly StoredValue[],
): MarketBoard {
  return {
    tickers: new ExchangeTickers(orders.listings, first.tickers),
    indexTickers: new IndexTickers(
      orders.series,
      pastRecords(newest, orders.series, new Set(first.index.series)),
      first.index,
    ),
    marketCaps: new MarketCaps(first.marketCaps),
  };
}

/** Keeps the board up to date for as long as the bus is open. */
export function boardOn(bus: Bus<MarketTopics>, { tickers, indexTickers, marketCaps }: MarketBoard): void {
  bus.subscribe('tickers', (refresh) => tickers.replace(refresh));
  bus.subscribe('marketCaps', (refresh) => marketCaps.replace(refresh));
  bus.subscribe('indices', (refresh) => indexTickers.replace(refresh));
}

/** What history stores of a tick. */
export function sliceOf({ at, index, state, record }: PreparedTick, order: SeriesOrder): TickSlice {
  const { series, prices, volumes, tickVolumes, flags } = index;
  return { at, order, series, prices, volumes, tickVolumes, flags, state, record };
}

function* pastRecords(
  newest: readonly StoredValue[],
  order: SeriesOrder,
  present: ReadonlySet<number>,
): Generator<PastRecord> {
  const text = new IndexTickerText();
  for (const value of newest) {
    const series = order.numberOf(value satisfies SeriesId);
    if (series === undefined || present.has(series)) continue;
    const record = text.record(value, value.at, { ...value, tickVolume: value.tickVolume ?? Number.NaN });
    yield { series, at: value.at, price: value.price, fragment: Buffer.from(record, 'latin1') };
  }
}
