import type { FlagMask } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';

/** A price at an instant. */
export interface PricePoint {
  readonly at: Millis;
  readonly price: number;
  readonly flags: FlagMask;
}

/**
 * The prices of a trailing window that can still become its lowest or highest: usually few. Both lists are in chronological order;
 * `lows` rises and `highs` falls.
 */
export interface PriceWindow {
  readonly lows: readonly PricePoint[];
  readonly highs: readonly PricePoint[];
}

export const EMPTY_WINDOW: PriceWindow = { lows: [], highs: [] };

/** The window after a price, without points before `notBefore`. */
export function withPrice(window: PriceWindow, point: PricePoint, notBefore: Millis): PriceWindow {
  return {
    lows: appended(window.lows, point, notBefore, (older) => older.price < point.price),
    highs: appended(window.highs, point, notBefore, (older) => older.price > point.price),
  };
}

/** Points that the new one outdoes can never be an extreme again. */
function appended(
  points: readonly PricePoint[],
  point: PricePoint,
  notBefore: Millis,
  isKept: (older: PricePoint) => boolean,
): readonly PricePoint[] {
  return [...points.filter((older) => older.at >= notBefore && isKept(older)), point];
}

/** A move from an earlier price, in percent; negative for a fall. */
export interface Move {
  readonly percent: number;
  readonly from: PricePoint;
}

/** The largest move within the window that ends with its newest price. Undefined for an empty window. */
export function largestMove({ lows, highs }: PriceWindow): Move | undefined {
  const newest = lows.at(-1);
  const [low] = lows;
  const [high] = highs;
  if (!newest || !low || !high) return undefined;
  const rise = percentChange(low.price, newest.price);
  const fall = percentChange(high.price, newest.price);
  return rise >= -fall ? { percent: rise, from: low } : { percent: fall, from: high };
}

/** From one price to another, in percent, free of the last digits' noise of doubles. */
export function percentChange(from: number, to: number): number {
  const percent = ((to - from) / from) * 100;
  return Number(percent.toPrecision(12)) + 0;
}
