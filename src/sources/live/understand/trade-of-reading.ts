import { SECOND_MS, type Millis } from '../../../core/time.ts';
import type { TradeReading } from '../ports/trades-api.ts';
import { plainDecimal } from './tick-of-reading.ts';

/** What is understood of a trade; the rest says where it was made. */
export interface UnderstoodTrade {
  readonly tradeId: string;
  readonly price: string;
  readonly amount: string;
  readonly exchangeTimestamp: Millis;
}

/** The clock of an exchange may be so far ahead of ours; what is further ahead was not made now. */
const MOST_AHEAD_MS = 60 * SECOND_MS;
/** No price, amount or id of an exchange is longer. */
const MOST_DIGITS = 64;
const OWN_ID = /^[\x21-\x7e]{1,128}$/;

/**
 * The trades of one answer, each understood or undefined where it cannot be meant: numbers that are none or not above zero, an
 * id that is none, an instant that is far ahead. An exchange whose clock is ahead of ours makes its trades when we hear of
 * them: no trade is later than `at`.
 *
 * A trade without an id is named by what it is (`1760000000000-buy-100.5-0.25`), and of equal ones in an answer the second by
 * `-2` behind it, and so on: an answer lists them all, so that they have the same names in the next one.
 */
export function understoodTrades(
  readings: readonly TradeReading[],
  at: Millis,
): readonly (UnderstoodTrade | undefined)[] {
  const equal = new Map<string, number>();
  return readings.map((reading) => {
    const { timestamp } = reading;
    const [price, amount] = [positive(reading.price), positive(reading.amount)];
    const isInstant = Number.isInteger(timestamp) && timestamp >= 0 && timestamp <= at + MOST_AHEAD_MS;
    if (price === undefined || amount === undefined || !isInstant) return undefined;
    const tradeId = reading.id ?? nameOf({ ...reading, price, amount }, equal);
    if (!OWN_ID.test(tradeId)) return undefined;
    return { tradeId, price, amount, exchangeTimestamp: Math.min(timestamp, at) };
  });
}

function nameOf(
  { symbol, timestamp, side, price, amount }: TradeReading,
  equal: Map<string, number>,
): string {
  const name = [timestamp, ...(side === undefined ? [] : [side]), price, amount].join('-');
  const key = `${symbol} ${name}`;
  const count = (equal.get(key) ?? 0) + 1;
  equal.set(key, count);
  return count === 1 ? name : `${name}-${count}`;
}

function positive(text: string): string | undefined {
  if (text.length > MOST_DIGITS) return undefined;
  const plain = plainDecimal(text);
  return plain !== undefined && plain.length <= MOST_DIGITS && Number(plain) > 0 ? plain : undefined;
}
