/** What is traded (base) and the currency of its price (quote), independent of the exchange. */
export interface Market {
  readonly id: string;
  readonly baseAssetId: string;
  readonly quoteAssetId: string;
}

/** `BTC_USD`, the usual spelling of a market. Not unique, because symbols are not. */
export function marketName(baseSymbol: string, quoteSymbol: string): string {
  return `${baseSymbol}_${quoteSymbol}`;
}
