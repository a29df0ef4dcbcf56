import { carryDay } from './day/running-day.ts';
import type { EngineMemory } from './engine-memory.ts';
import type { EngineReference } from './engine-reference.ts';
import { carryState } from './engine-state.ts';
import { carryHours } from './quality/refusal-hours.ts';
import type { RecordedTrade } from './lx/recorded-trade.ts';
import { emptyTickers, TICKER_COLUMNS, type TickerColumns } from './market/market-tickers.ts';

/**
 * From one version of the reference data to the next. What both know goes on exactly as it would have; what is new starts
 * empty; what is gone is dropped.
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

/** For each listing of the old version its number in the new one, -1 where it is gone. */
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

/** Those that are still there, ascending. */
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
