import type { Millis } from './time.ts';

/**
 * A ticker of one market as the exchange sent it. Numbers are plain decimals exactly as the exchange sent them, except for
 * exponents and trailing zeros. The engine's screen decides whether they are plausible.
 */
export interface ExchangeTick {
  readonly exchangeId: string;
  readonly marketId: string;
  readonly last: string;
  /** Base units traded in the trailing 24 hours. Absent if the exchange does not report it, which is not the same as 0. */
  readonly volume?: string;
  readonly bid?: string;
  readonly ask?: string;
  /** The exchange's own time of its last price update. Shown to clients, never trusted. */
  readonly lastMoved: Millis;
  /** The exchange's own time of this ticker, converted to our clock, if the exchange sends one. Trusted only if it is old. */
  readonly asOf?: Millis;
}

export interface Trade {
  readonly exchangeId: string;
  readonly marketId: string;
  /** The exchange's own id of the trade, unique per exchange and market. */
  readonly tradeId: string;
  readonly price: string;
  /** In base units. */
  readonly amount: string;
  readonly exchangeTimestamp: Millis;
}

/** The exchange's time of a ticker is trusted if it is earlier than our reading by more than this. */
const OLDER_BY_MS: Millis = 60_000;

/** The instant from which the methodology counts the age of a ticker that was last read at `readAt`. */
export function ageStart({ asOf }: Pick<ExchangeTick, 'asOf'>, readAt: Millis): Millis {
  return asOf !== undefined && readAt - asOf > OLDER_BY_MS ? asOf : readAt;
}

const PLAIN_DECIMAL = /^-?\d+(?:\.\d+)?$/;
/** The last instant that a datetime can express. */
const LAST_INSTANT: Millis = 253_402_300_799_999;

/** Whether a ticker can be shown as received. The engine's screen decides whether its numbers are plausible. */
export function isWellFormedTick({ last, volume, bid, ask, lastMoved }: ExchangeTick): boolean {
  return (
    PLAIN_DECIMAL.test(last) &&
    (volume === undefined || PLAIN_DECIMAL.test(volume)) &&
    (bid === undefined || PLAIN_DECIMAL.test(bid)) &&
    (ask === undefined || PLAIN_DECIMAL.test(ask)) &&
    isInstant(lastMoved)
  );
}

export function isWellFormedTrade({ price, amount, exchangeTimestamp }: Trade): boolean {
  return PLAIN_DECIMAL.test(price) && PLAIN_DECIMAL.test(amount) && isInstant(exchangeTimestamp);
}

function isInstant(at: Millis): boolean {
  return Number.isInteger(at) && at >= 0 && at <= LAST_INSTANT;
}
