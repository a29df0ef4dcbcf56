/**
 * Tickers in columns, one per field. The tickers of a market are adjacent, in ascending exchange id. An absent or unusable number
 * is 0; `k` is -1 if there is no ticker at all.
 */
export interface TickerColumns {
  readonly last: Float64Array;
  readonly volume: Float64Array;
  readonly bid: Float64Array;
  readonly ask: Float64Array;
  readonly lastMoved: Float64Array;
  /** Whole ticks since our own recorder saw last, bid or ask change. */
  readonly k: Int32Array;
  /**
   * Milliseconds since the ticker was last read, or since the exchange's own time if that is older. -1 if it was not recorded, or
   * there is no ticker.
   */
  readonly age: Int32Array;
}

/** Tickers with the properties of their exchanges and listings from the reference data. */
export interface MarketTickers extends TickerColumns {
  /** The weight in the trust quorum. */
  readonly trust: Float64Array;
  /** `ACCEPTED`, `EXCHANGE_STATUS` or `UNQUALIFIED`. */
  readonly standing: Uint8Array;
}

export const TICKER_COLUMNS = [
  'last',
  'volume',
  'bid',
  'ask',
  'lastMoved',
  'k',
  'age',
] as const satisfies readonly (keyof TickerColumns)[];

export function emptyTickers(count: number): TickerColumns {
  return {
    last: new Float64Array(count),
    volume: new Float64Array(count),
    bid: new Float64Array(count),
    ask: new Float64Array(count),
    lastMoved: new Float64Array(count),
    k: new Int32Array(count).fill(-1),
    age: new Int32Array(count).fill(-1),
  };
}
