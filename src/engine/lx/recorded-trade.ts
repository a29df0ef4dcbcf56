import { parseDecimal, roundToDecimals } from '../../core/numbers/decimal.ts';
import type { Trade } from '../../core/tick.ts';
import type { Millis } from '../../core/time.ts';
import { compareIds } from '../../core/ids/id-order.ts';
import { readPositive } from '../numbers/read-number.ts';

/** Amounts are counted in hundred-millionths of the base asset, so that sums are exact. */
export const AMOUNT_DECIMALS = 8;

/** A trade of an LX constituent, as recorded. */
export interface RecordedTrade {
  readonly listing: number;
  /** The tick that it belongs to, by its time of arrival. */
  readonly slot: Millis;
  readonly tradeId: string;
  readonly price: number;
  /** Rounded half-even; at least 1. */
  readonly units: bigint;
}

/** Undefined if the price or amount is not a positive number, or the amount rounds to 0. */
export function recordTrade(trade: Trade, listing: number, slot: Millis): RecordedTrade | undefined {
  const price = readPositive(trade.price);
  const amount = readPositive(trade.amount) > 0 ? parseDecimal(trade.amount) : undefined;
  if (price === 0 || !amount) return undefined;
  const rounded = roundToDecimals(amount, AMOUNT_DECIMALS);
  const units = rounded.units * 10n ** BigInt(AMOUNT_DECIMALS - rounded.scale);
  return units > 0n ? { listing, slot, tradeId: trade.tradeId, price, units } : undefined;
}

/** The canonical order: by listing, slot, price, amount and id, independent of the order of arrival. */
export function compareTrades(a: RecordedTrade, b: RecordedTrade): number {
  return (
    a.listing - b.listing ||
    a.slot - b.slot ||
    a.price - b.price ||
    Number(a.units > b.units) - Number(a.units < b.units) ||
    compareIds(a.tradeId, b.tradeId)
  );
}
