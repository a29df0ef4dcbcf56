import type { Millis } from '../../../core/time.ts';

/** A trade as its exchange gave it. Numbers are decimals in text; what the exchange did not give is absent. */
export interface TradeReading {
  /** The market, by the symbol of the exchange's list. */
  readonly symbol: string;
  /** The exchange's own id of the trade, the same however the trade comes. */
  readonly id?: string;
  readonly price: string;
  /** In base units. */
  readonly amount: string;
  /** Milliseconds since 1970, as the exchange says. */
  readonly timestamp: Millis;
  readonly side?: 'buy' | 'sell';
}

/** How trades of an exchange come: by its socket, by asking again and again, or not at all. */
export const TRADE_WAYS = ['socket', 'polled', 'none'] as const;
export type TradeWay = (typeof TRADE_WAYS)[number];

export interface TradeStreamHandlers {
  /** The connection stands, and the markets are subscribed to. */
  readonly onOpen: () => void;
  readonly onTrades: (readings: readonly TradeReading[]) => void;
}

/** How trades of some markets of one exchange are asked for. */
export interface TradesApi {
  /**
   * The last trades of a market, the oldest first: as many as the exchange gives in one answer, which are all of the last
   * `ageMs` where it can be asked for a time. One call at a time; it fails with a `PollFailure`.
   */
  recent(symbol: string, ageMs: Millis, signal: AbortSignal): Promise<readonly TradeReading[]>;
  /**
   * All markets over one connection, until it fails (a `PollFailure`) or the signal aborts; it never ends well, nor
   * connects again by itself. Nothing of it is left when the promise settles. Absent: the exchange has no socket.
   */
  readonly stream?: (handlers: TradeStreamHandlers, signal: AbortSignal) => Promise<never>;
  /** Whether `stream` and `recent` name a trade by the same id. Otherwise a trade that comes by both cannot be recognised. */
  readonly hasSharedIds: boolean;
}
