import { SECOND_MS, type Millis } from '../../../core/time.ts';
import type { TradeReading } from '../ports/trades-api.ts';
import { plainDecimal } from './tick-numbers.ts';

/** The parts of a trade apart from its listing. */
export interface ParsedTrade {
  readonly tradeId: string;
  readonly price: string;
  readonly amount: string;
  readonly exchangeTimestamp: Millis;
}

/** Maximum lead of an exchange's clock over ours; a trade further ahead was not made now. */
const MAX_AHEAD_MS = 60 * SECOND_MS;
/** No price, amount or id of an exchange is longer. */
const MAX_DIGITS = 64;
const OWN_ID = /^[\x21-\x7e]{1,128}$/;

/**
 * Interprets the trades of one reply; invalid ones are undefined: numbers that are invalid or not above zero, an
 * invalid id, a time far ahead. If an exchange's clock is ahead, its trades get the time of arrival: no trade is later
 * than `at`.
 *
 * A trade without an id is named by its content (`1760000000000-buy-100.5-0.25`), and of equal ones in a reply the
 * second gets the suffix `-2`, and so on: a reply lists them all, so they get the same names in the next one.
 */
export function parseTrades(
  readings: readonly TradeReading[],
  at: Millis,
): readonly (ParsedTrade | undefined)[] {
  const equal = new Map<string, number>();
  return readings.map((reading) => {
    const { timestamp } = reading;
    const [price, amount] = [positive(reading.price), positive(reading.amount)];
    const isInstant = Number.isInteger(timestamp) && timestamp >= 0 && timestamp <= at + MAX_AHEAD_MS;
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
  if (text.length > MAX_DIGITS) return undefined;
  const plain = plainDecimal(text);
  return plain !== undefined && plain.length <= MAX_DIGITS && Number(plain) > 0 ? plain : undefined;
}
