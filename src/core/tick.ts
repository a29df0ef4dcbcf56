import type { Millis } from './time.ts';

/**
 * What an exchange said of one of its markets. Numbers are plain decimals exactly as the exchange sent them,
 * exponent and trailing zeros aside; whether they make sense is for the engine's screen to say.
 */
export interface ExchangeTick {
  readonly exchangeId: string;
  readonly marketId: string;
  readonly last: string;
  /** Base units traded in the trailing 24 hours. */
  readonly volume: string;
  readonly bid?: string;
  readonly ask?: string;
  /** When the exchange says its price was last updated. Shown to clients, never trusted. */
  readonly lastMoved: Millis;
}

export interface Trade {
  readonly exchangeId: string;
  readonly marketId: string;
  /** The exchange's own id of the trade, unique for exchange and market. */
  readonly tradeId: string;
  readonly price: string;
  /** In base units. */
  readonly amount: string;
  readonly exchangeTimestamp: Millis;
}
