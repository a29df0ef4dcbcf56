import type { Millis } from './time.ts';

export const EXCHANGE_STATUSES = ['ACTIVE', 'INACTIVE', 'MAINTENANCE'] as const;
export type ExchangeStatus = (typeof EXCHANGE_STATUSES)[number];

export const LISTING_STATUSES = ['ACTIVE', 'INACTIVE'] as const;
export type ListingStatus = (typeof LISTING_STATUSES)[number];

/** How far the methodology trusts an exchange: A weighs 1, B weighs 0.1. */
export const TRUST_TIERS = ['A', 'B'] as const;
export type TrustTier = (typeof TRUST_TIERS)[number];

/** A market on an exchange. */
export interface Listing {
  readonly marketId: string;
  readonly status: ListingStatus;
  /** Whether this market on this exchange may contribute to the indices. */
  readonly qualified: boolean;
}

/** The exchange's own symbol for an asset, if it differs from common usage (`XBT`). */
export interface OwnSymbol {
  readonly assetId: string;
  readonly symbol: string;
}

export interface Exchange {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly status: ExchangeStatus;
  readonly tier: TrustTier;
  /** Set if the exchange was listed after installation: it is untrusted for its first 30 days. */
  readonly listedAt?: Millis;
  readonly listings: readonly Listing[];
  readonly ownSymbols: readonly OwnSymbol[];
}
