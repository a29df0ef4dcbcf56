import type { Millis } from '../../../core/time.ts';

/** A trade as its exchange sent it. Numbers are decimals in text; missing values are absent. */
export interface TradeReading {
  /** The market, by its symbol in the exchange's list. */
  readonly symbol: string;
  /** The exchange's own id of the trade, independent of how it was received. */
  readonly id?: string;
  readonly price: string;
  /** In base units. */
  readonly amount: string;
  /** Milliseconds since 1970, as sent. */
  readonly timestamp: Millis;
  readonly side?: 'buy' | 'sell';
}

/** How trades of an exchange are received: over its socket, by polling, or not at all. */
export type TradeWay = 'socket' | 'polled' | 'none';

export interface TradeStreamHandlers {
  /** The connection is open and the markets are subscribed. */
  readonly onOpen: () => void;
  readonly onTrades: (readings: readonly TradeReading[]) => void;
}

/** Reads trades of some markets of one exchange. */
export interface TradesApi {
  /**
   * The last trades of a market, the oldest first: as many as the exchange sends in one reply, which are all of the
   * last `ageMs` if it accepts a time range. One call at a time; it fails with a `PollFailure`.
   */
  recent(symbol: string, ageMs: Millis, signal: AbortSignal): Promise<readonly TradeReading[]>;
  /**
   * Streams all markets over one connection until it fails (a `PollFailure`) or the signal aborts; it never resolves
   * and never reconnects. Everything is closed when the promise settles. Absent: the exchange has no socket.
   */
  readonly stream?: (handlers: TradeStreamHandlers, signal: AbortSignal) => Promise<never>;
  /**
   * Whether `stream` and `recent` use the same trade ids. Otherwise a trade received both ways cannot be recognised as
   * a duplicate.
   */
  readonly hasSharedIds: boolean;
}
