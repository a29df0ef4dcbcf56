import type { Millis } from '../../../core/time.ts';
import type { ReplyTime, MarketList, TickerReading } from '../ports/exchange-api.ts';
import type { LeftOut } from '../ports/left-out.ts';
import type { FailureKind } from '../ports/poll-failure.ts';
import type { ContractEvent } from './contract-events.ts';
import type { TradeReading, TradeWay } from '../ports/trades-api.ts';

/** The markets of an exchange, sent when they are first known and whenever the list changes. */
export interface MarketsLoaded {
  readonly kind: 'markets';
  readonly exchange: string;
  readonly list: Omit<MarketList, 'raw'>;
}

export interface TickersRead {
  readonly kind: 'tickers';
  readonly exchange: string;
  readonly readings: readonly TickerReading[];
  readonly answerTime?: ReplyTime | undefined;
}

/**
 * How a cycle of an exchange ended. Each cycle has exactly one outcome: it was read, it failed, or it was skipped
 * because the exchange is backing off (`resting`) or because the previous reading had not ended (`overrun`).
 */
export type CycleOutcome =
  /** `leftOut`: invalid entries of its replies; absent if there are none. */
  | { readonly outcome: 'read'; readonly tickers: number; readonly leftOut?: readonly LeftOut[] }
  | { readonly outcome: 'failed'; readonly failure: FailureKind; readonly message: string }
  | { readonly outcome: 'resting' }
  | { readonly outcome: 'overrun' };

export interface CycleEnded {
  readonly kind: 'cycle';
  readonly exchange: string;
  readonly result: CycleOutcome;
  readonly tookMs: Millis;
  /** Failed polls in a row, including this one. */
  readonly failing: number;
  /** Until when the exchange is not read, while it backs off. */
  readonly restsUntil?: Millis;
}

/** Trades as received; the same trade may come several times, by socket and by polling. */
export interface TradesRead {
  readonly kind: 'trades';
  readonly exchange: string;
  readonly readings: readonly TradeReading[];
  /** How many trades before these were dropped because the exchange sent too many. */
  readonly dropped?: number;
}

/**
 * How the trades of an exchange are received from now on; `failure` is the reason, or the failure of a further attempt.
 */
export interface TradeFeedChanged {
  readonly kind: 'trade-feed';
  readonly exchange: string;
  readonly way: TradeWay;
  readonly failure?: FailureKind;
  /** Repeats the current state, for processes that missed it. */
  readonly again?: true;
  /** A socket was opened, or the failure concerns a socket. */
  readonly isOfSocket?: true;
}

/** Events that a collector sends about its exchanges, in order. */
export type CollectorEvent =
  | MarketsLoaded
  | TickersRead
  | CycleEnded
  | ContractEvent
  | TradesRead
  | TradeFeedChanged;
