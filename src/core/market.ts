/** What is traded (base) and what it is priced in (quote), on whichever exchange. */
export interface Market {
  readonly id: string;
  readonly baseAssetId: string;
  readonly quoteAssetId: string;
}

/** `BTC_USD`: how people write a market. Not unique, because symbols are not. */
export function marketName(baseSymbol: string, quoteSymbol: string): string {
  return `${baseSymbol}_${quoteSymbol}`;
}
