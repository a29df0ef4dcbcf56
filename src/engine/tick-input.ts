import type { Millis } from '../core/time.ts';
import type { EngineState } from './engine-state.ts';
import type { TickerColumns } from './market/market-tickers.ts';
import type { RecordedTrade } from './lx/recorded-trade.ts';

/** The observations of one slot. They do not depend on the order of arrival. */
export interface SlotObservation {
  /** The slot, a multiple of 30 s. */
  readonly at: Millis;
  /** The last ticker of every listing received by `at` - 2 s, in the order of the reference. */
  readonly tickers: TickerColumns;
  /** Trades of LX constituents that no tick has counted yet: those of this slot, and of skipped slots before it. */
  readonly trades: readonly RecordedTrade[];
  /** Listings of LX constituents with possibly missing trades, ascending; absent if all were received. */
  readonly incomplete?: readonly number[];
}

/** Everything that a tick is computed from, besides the reference data and the methodology. */
export interface TickInput extends SlotObservation {
  readonly state: EngineState;
}
