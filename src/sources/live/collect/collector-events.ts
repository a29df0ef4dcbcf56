import type { Millis } from '../../../core/time.ts';
import type { MarketList, TickerReading } from '../exchange-api.ts';
import type { FailureKind } from '../poll-failure.ts';

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
}

/**
 * How a cycle of an exchange went. Each has exactly one outcome, so that none is unaccounted for: it was read, it failed,
 * it was left out because the exchange is given a rest, or because the reading before it had not ended.
 */
export type CycleOutcome =
  | { readonly outcome: 'read'; readonly tickers: number }
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

/** What a collector tells of its exchanges, in the order in which it happened. */
export type CollectorEvent = MarketsLoaded | TickersRead | CycleEnded;
