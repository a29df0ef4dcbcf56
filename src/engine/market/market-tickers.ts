/**
 * Tickers side by side, one column a field. The tickers of a market are neighbours in ascending exchange id. A number
 * that is absent or unusable is 0; `k` is -1 where there is no ticker at all.
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
   * Milliseconds since the ticker was last read, or since the instant that the exchange itself gives if that is older.
   * -1 if that was not recorded, or there is no ticker.
   */
  readonly age: Int32Array;
}

/** With what the reference data says of each. */
export interface MarketTickers extends TickerColumns {
  /** Weight in the quorum of the trusted. */
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
