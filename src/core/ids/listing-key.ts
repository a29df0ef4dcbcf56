/** A market on an exchange. */
export interface ListingKey {
  readonly exchangeId: string;
  readonly marketId: string;
}
