import type { TrustTier } from '../../core/exchange.ts';
import type { Millis } from '../../core/time.ts';
import type { Methodology } from '../methodology.ts';

/**
 * Weight of an exchange in the quorum of the trusted. One that was listed after installation weighs nothing for its
 * first 30 days, whatever its tier.
 */
export function trustWeight(
  exchange: { readonly tier: TrustTier; readonly listedAt?: Millis | undefined },
  at: Millis,
  trust: Methodology['trust'],
): number {
  if (exchange.listedAt !== undefined && at - exchange.listedAt < trust.untrustedForMs) return 0;
  return trust[exchange.tier];
}
