import { exp } from '../../core/numbers/ln-exp.ts';
import { DAY_MS, HOUR_MS, type Millis } from '../../core/time.ts';
import { hashPair } from '../hash.ts';
import type { DerivativeProduct } from './products.ts';
import { waveAt } from './wave.ts';

export const YEAR_MS = 365 * DAY_MS;

/** Annual carry: a part common to all exchanges, and a small part of each exchange's own. */
const USUAL_CARRY = 0.06;
const CARRY_SWING = 0.05;
const OWN_CARRY_SWING = 0.006;
const CARRY_SPAN_MS = 9 * DAY_MS;
/** Upper bound of the annual carry of a future. */
export const MAX_CARRY = USUAL_CARRY + CARRY_SWING + OWN_CARRY_SWING;

/** How far perpetuals deviate from their index. */
const USUAL_PREMIUM = 0.00006;
const PREMIUM_SWING = 0.00035;
const OWN_PREMIUM_SWING = 0.0001;
const PREMIUM_SPAN_MS = 11 * HOUR_MS;
const OWN_PREMIUM_SPAN_MS = 2 * HOUR_MS;

/** The forward price, common to options and futures of one exchange, market and expiry. Equals the index at the expiration. */
export function forwardAt(
  { assetKey, marketKey }: DerivativeProduct,
  index: number,
  at: Millis,
  expiration: Millis,
): number {
  const years = Math.max(0, expiration - at) / YEAR_MS;
  const mood = CARRY_SWING * waveAt(hashPair(assetKey, 1), at, CARRY_SPAN_MS);
  const own = OWN_CARRY_SWING * waveAt(hashPair(marketKey, 1), at, CARRY_SPAN_MS);
  return index * exp((USUAL_CARRY + mood + own) * years);
}

/** The premium of a perpetual, as a fraction of its index. */
export function premiumAt({ assetKey, key }: DerivativeProduct, at: Millis): number {
  const mood = PREMIUM_SWING * waveAt(hashPair(assetKey, 2), at, PREMIUM_SPAN_MS);
  const own = OWN_PREMIUM_SWING * waveAt(hashPair(key, 2), at, OWN_PREMIUM_SPAN_MS);
  return USUAL_PREMIUM + mood + own;
}
