import type { Millis } from '../../../core/time.ts';
import type { AnswerTime, MarketList, TickerReading } from '../ports/exchange-api.ts';
import type { LeftOut } from '../ports/left-out.ts';
import type { FailureKind } from '../ports/poll-failure.ts';
import type { ContractEvent } from './contract-events.ts';
import type { TradeReading, TradeWay } from '../ports/trades-api.ts';

/** The markets of an exchange, when they are first known and whenever they are another list. */
export interface MarketsLoaded {
  readonly kind: 'markets';
  readonly exchange: string;
  readonly list: Omit<MarketList, 'raw'>;
}

export interface TickersRead {
  readonly kind: 'tickers';
  readonly exchange: string;
  readonly readings: readonly TickerReading[];
  readonly answerTime?: AnswerTime | undefined;
}

/**
 * How a cycle of an exchange went. Each has exactly one outcome, so that none is unaccounted for: it was read, it failed,
 * it was left out because the exchange is given a rest, or because the reading before it had not ended.
 */
export type CycleOutcome =
  /** `leftOut`: entries of its answers that cannot be meant; absent where there are none. */
  | { readonly outcome: 'read'; readonly tickers: number; readonly leftOut?: readonly LeftOut[] }
  | { readonly outcome: 'failed'; readonly failure: FailureKind; readonly message: string }
  | { readonly outcome: 'resting' }
  | { readonly outcome: 'overrun' };

export interface CycleEnded {
  readonly kind: 'cycle';
  readonly exchange: string;
  readonly result: CycleOutcome;
  readonly tookMs: Millis;
  /** Bad polls in a row, with this one. */
  readonly failing: number;
  /** Until when the exchange is not asked, where it is given a rest. */
  readonly restsUntil?: Millis;
}

/** Trades as they came; the same one may come several times, by either way. */
export interface TradesRead {
  readonly kind: 'trades';
  readonly exchange: string;
  readonly readings: readonly TradeReading[];
  /** How many were left out before these, because an exchange sent too many. */
  readonly dropped?: number;
}

/** How the trades of an exchange come from now on, and what failed, where that is the reason or the next try failed too. */
export interface TradeFeedTold {
  readonly kind: 'trade-feed';
  readonly exchange: string;
  readonly way: TradeWay;
  readonly failure?: FailureKind;
  /** It is as it was told before: this is for processes that were not there. */
  readonly again?: true;
  /** A socket was opened, or the failure is that of a socket. */
  readonly isOfSocket?: true;
}

/** What a collector tells of its exchanges, in the order in which it happened. */
export type CollectorEvent =
  | MarketsLoaded
  | TickersRead
  | CycleEnded
  | ContractEvent
  | TradesRead
  | TradeFeedTold;
