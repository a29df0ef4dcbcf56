import type { Trade } from '../core/tick.ts';
import type { Millis } from '../core/time.ts';
import type { IndexRefresh } from './index-refresh.ts';
import type { MarketCapRefresh } from './market-cap-refresh.ts';
import type { TickerRefresh } from './ticker-refresh.ts';

/** Trades that arrived together, those of one market in the order in which they happened. */
export interface ArrivedTrades {
  /** Market time of arrival. */
  readonly receivedAt: Millis;
  readonly trades: readonly Trade[];
}

/** What the bus carries from the pipeline to those who serve. */
export interface MarketTopics {
  /** Every exchange ticker, once each refresh. */
  readonly tickers: TickerRefresh;
  /** The index values of a slot: durable, and never before the slot. */
  readonly indices: IndexRefresh;
  readonly marketCaps: MarketCapRefresh;
  /** On arrival. */
  readonly trades: ArrivedTrades;
}
