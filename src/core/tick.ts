import type { Millis } from './time.ts';

/**
 * What an exchange said of one of its markets. Numbers are plain decimals exactly as the exchange sent them,
 * exponent and trailing zeros aside; whether they make sense is for the engine's screen to say.
 */
export interface ExchangeTick {
  readonly exchangeId: string;
  readonly marketId: string;
  readonly last: string;
  /** Base units traded in the trailing 24 hours; absent where the exchange does not say, which is not the same as 0. */
  readonly volume?: string;
  readonly bid?: string;
  readonly ask?: string;
  /** When the exchange says its price was last updated. Shown to clients, never trusted. */
  readonly lastMoved: Millis;
  /** The exchange's own time of this ticker, on our clock, if it gives one. An old one is believed, a recent one is not. */
  readonly asOf?: Millis;
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

/** An exchange is believed when it says that its ticker is older than our reading by more than this. */
const OLDER_BY_MS: Millis = 60_000;

/** The instant from which the methodology counts the age of a ticker that was last read at `readAt`. */
export function ageStart({ asOf }: Pick<ExchangeTick, 'asOf'>, readAt: Millis): Millis {
  return asOf !== undefined && readAt - asOf > OLDER_BY_MS ? asOf : readAt;
}

const PLAIN_DECIMAL = /^-?\d+(?:\.\d+)?$/;
/** The last instant that a record id and a datetime can say. */
const LAST_INSTANT: Millis = 253_402_300_799_999;

/** Whether a ticker can be shown as it came. What it says may still make no sense: that is for the screen. */
export function isShowableTick({ last, volume, bid, ask, lastMoved }: ExchangeTick): boolean {
  return (
    PLAIN_DECIMAL.test(last) &&
    (volume === undefined || PLAIN_DECIMAL.test(volume)) &&
    (bid === undefined || PLAIN_DECIMAL.test(bid)) &&
    (ask === undefined || PLAIN_DECIMAL.test(ask)) &&
    isInstant(lastMoved)
  );
}

export function isShowableTrade({ price, amount, exchangeTimestamp }: Trade): boolean {
  return PLAIN_DECIMAL.test(price) && PLAIN_DECIMAL.test(amount) && isInstant(exchangeTimestamp);
}

function isInstant(at: Millis): boolean {
  return Number.isInteger(at) && at >= 0 && at <= LAST_INSTANT;
}
