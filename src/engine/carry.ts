import { carryDay } from './day/running-day.ts';
import type { EngineMemory } from './engine-memory.ts';
import type { EngineReference } from './engine-reference.ts';
import { carryState } from './engine-state.ts';
import { carryHours } from './quality/refusal-hours.ts';
import type { RecordedTrade } from './lx/recorded-trade.ts';
import { emptyTickers, TICKER_COLUMNS, type TickerColumns } from './market/market-tickers.ts';

/**
 * Converts the memory from one version of the reference data to the next. Entities in both versions continue unchanged; new ones
 * start empty; removed ones are dropped.
 */
export function carryMemory(
  { state, day, observation, hours }: EngineMemory,
  from: EngineReference,
  to: EngineReference,
): EngineMemory {
  const listings = carriedListings(from, to);
  const { at, tickers, trades } = observation;
  return {
    state: carryState(state, from, to),
    day: carryDay(day, from, to),
    observation: {
      at,
      tickers: carryTickers(tickers, listings, to),
      trades: carryTrades(trades, listings),
    },
    hours: carryHours(hours, from, to),
  };
}

/** For each listing of the old version, its index in the new one, or -1 if it was removed. */
export function carriedListings(from: EngineReference, to: EngineReference): Int32Array {
  const { exchanges, listingExchange, listingMarket, marketIds } = from;
  return Int32Array.from(listingExchange, (exchange, listing) => {
    const marketId = marketIds[listingMarket[listing]!]!;
    return to.listingIndex(exchanges[exchange]!.id, marketId) ?? -1;
  });
}

export function carryTickers(
  tickers: TickerColumns,
  listings: Int32Array,
  to: EngineReference,
): TickerColumns {
  const next = emptyTickers(to.listingMarket.length);
  for (const column of TICKER_COLUMNS) {
    carryColumn(tickers[column], next[column], listings);
  }
  return next;
}

export function carryColumn(
  from: Float64Array | Int32Array,
  to: Float64Array | Int32Array,
  listings: Int32Array,
): void {
  listings.forEach((next, old) => {
    if (next >= 0) to[next] = from[old]!;
  });
}

/** The listings that still exist, ascending. */
export function carryList(from: readonly number[], listings: Int32Array): number[] {
  return from
    .map((listing) => listings[listing]!)
    .filter((listing) => listing >= 0)
    .sort((a, b) => a - b);
}

export function carryTrades(trades: readonly RecordedTrade[], listings: Int32Array): RecordedTrade[] {
  return trades.flatMap((trade) => {
    const listing = listings[trade.listing]!;
    return listing < 0 ? [] : { ...trade, listing };
  });
}
