import { SECOND_MS, type Millis } from '../../../core/time.ts';
import type { TradeReading } from '../ports/trades-api.ts';
import { plainDecimal } from './tick-numbers.ts';

/** A trade without its listing. */
export interface ParsedTrade {
  readonly tradeId: string;
  readonly price: string;
  readonly amount: string;
  readonly exchangeTimestamp: Millis;
}

/** Maximum lead of an exchange's clock over ours; a trade further ahead cannot be current. */
const MAX_AHEAD_MS = 60 * SECOND_MS;
/** No exchange sends longer prices or amounts. */
const MAX_DIGITS = 64;
const OWN_ID = /^[\x21-\x7e]{1,128}$/;

/**
 * Interprets the trades of one reply; invalid ones are undefined: numbers that are invalid or not above zero, an
 * invalid id, or a time far ahead. If an exchange's clock is ahead, its trades get the time of arrival: no trade is later
 * than `at`.
 *
 * A trade without an id gets one from its content (`1760000000000-buy-100.5-0.25`); among equal ones in a reply the
 * second gets the suffix `-2`, and so on. Each reply lists all of them, so they get the same ids in the next one.
 */
export function parseTrades(
  readings: readonly TradeReading[],
  at: Millis,
): readonly (ParsedTrade | undefined)[] {
  const equal = new Map<string, number>();
  return readings.map((reading) => {
    const { timestamp } = reading;
    const [price, amount] = [positive(reading.price), positive(reading.amount)];
    const isValidTime = Number.isInteger(timestamp) && timestamp >= 0 && timestamp <= at + MAX_AHEAD_MS;
    if (price === undefined || amount === undefined || !isValidTime) return undefined;
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
