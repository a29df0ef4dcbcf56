import type { TrustTier } from '../../core/exchange.ts';
import type { Millis } from '../../core/time.ts';
import type { Methodology } from '../methodology.ts';

/** The tier of an exchange, or `NEW` while it is too new to have one. */
export type TierInForce = TrustTier | 'NEW';

interface Trusted {
  readonly tier: TrustTier;
  readonly listedAt?: Millis | undefined;
}

/**
 * The weight of an exchange in the trust quorum. An exchange listed after installation has weight 0 for its first 30 days,
 * whatever its tier.
 */
export function trustWeight(exchange: Trusted, at: Millis, trust: Methodology['trust']): number {
  const tier = tierInForce(exchange, at, trust);
  return tier === 'NEW' ? 0 : trust[tier];
}

export function tierInForce(exchange: Trusted, at: Millis, trust: Methodology['trust']): TierInForce {
  const isNew = exchange.listedAt !== undefined && at - exchange.listedAt < trust.untrustedForMs;
  return isNew ? 'NEW' : exchange.tier;
}
