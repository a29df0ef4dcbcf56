import type { Decimal } from '../../core/numbers/decimal.ts';
import { DAY_MS, MINUTE_MS, type Millis } from '../../core/time.ts';
import { divideHalfEven, formatHundredths, powerOfTen } from '../numbers/half-even.ts';

export const CHANGE_SPANS = ['change24h', 'change7d', 'change30d'] as const;
export type ChangeSpan = (typeof CHANGE_SPANS)[number];

/** The value that a change is measured from. If there is neither a real value nor a close, the change is omitted. */
export interface ChangeWindow {
  readonly backMs: Millis;
  /** How much older than the target instant the last real value may be. */
  readonly toleranceMs: Millis;
  /** If there is no such value, the nearest daily close is used, at most this far from the instant. */
  readonly closeWithinMs: Millis;
}

export const CHANGE_WINDOWS: Readonly<Record<ChangeSpan, ChangeWindow>> = {
  change24h: { backMs: DAY_MS, toleranceMs: 5 * MINUTE_MS, closeWithinMs: 5 * MINUTE_MS },
  change7d: { backMs: 7 * DAY_MS, toleranceMs: 60 * MINUTE_MS, closeWithinMs: DAY_MS / 2 },
  change30d: { backMs: 30 * DAY_MS, toleranceMs: 60 * MINUTE_MS, closeWithinMs: DAY_MS / 2 },
};

/** 100 x (now / before - 1) as a plain decimal, rounded half-even to two decimals; undefined if `before` is not positive. */
export function percentChange(now: Decimal, before: Decimal): string | undefined {
  if (before.units <= 0n) return undefined;
  const scale = Math.max(now.scale, before.scale);
  const denominator = before.units * powerOfTen(scale - before.scale);
  const difference = now.units * powerOfTen(scale - now.scale) - denominator;
  return formatHundredths(divideHalfEven(difference * 10_000n, denominator));
}
