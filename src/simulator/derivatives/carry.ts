import { exp } from '../../core/numbers/ln-exp.ts';
import { DAY_MS, HOUR_MS, type Millis } from '../../core/time.ts';
import { hashPair } from '../hash.ts';
import type { DerivativeProduct } from './products.ts';
import { waveAt } from './wave.ts';

export const YEAR_MS = 365 * DAY_MS;

/** What holding an asset forward earns in a year: the mood of all exchanges, and a little of each exchange's own. */
const USUAL_CARRY = 0.06;
const CARRY_SWING = 0.05;
const OWN_CARRY_SWING = 0.006;
const CARRY_SPAN_MS = 9 * DAY_MS;
/** No future is farther from its index than this rate makes it. */
export const MOST_CARRY = USUAL_CARRY + CARRY_SWING + OWN_CARRY_SWING;

/** How far perpetuals stray from their index. */
const USUAL_PREMIUM = 0.00006;
const PREMIUM_SWING = 0.00035;
const OWN_PREMIUM_SWING = 0.0001;
const PREMIUM_SPAN_MS = 11 * HOUR_MS;
const OWN_PREMIUM_SPAN_MS = 2 * HOUR_MS;

/** Options and futures of one exchange, market and expiry share it. It is the index itself at the expiration. */
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

/** Of a perpetual, as a fraction of its index. */
export function premiumAt({ assetKey, key }: DerivativeProduct, at: Millis): number {
  const mood = PREMIUM_SWING * waveAt(hashPair(assetKey, 2), at, PREMIUM_SPAN_MS);
  const own = OWN_PREMIUM_SWING * waveAt(hashPair(key, 2), at, OWN_PREMIUM_SPAN_MS);
  return USUAL_PREMIUM + mood + own;
}
