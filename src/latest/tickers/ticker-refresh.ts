import type { Millis } from '../../core/time.ts';

/** A ticker is published for this long after it was delivered. */
export const TICKER_LIFE_MS = 5 * 60_000;

/**
 * All exchange tickers of one refresh as JSON: newest refresh first, then by exchange and market. Plain data
 * that can be transferred between threads without copying.
 */
export interface TickerRefresh {
  readonly at: Millis;
  /** The version of the reference data whose listing numbers it uses. */
  readonly reference: string;
  /** Identifies the content. */
  readonly tag: string;
  /** `{"content":[...]}` with every ticker. */
  readonly body: Uint8Array<ArrayBuffer>;
  /** Start of each ticker in the body; one more entry ends the last. A comma or bracket separates them. */
  readonly starts: Uint32Array<ArrayBuffer>;
  /** Number of each ticker's listing. */
  readonly listings: Uint32Array<ArrayBuffer>;
  /** The refresh in which each ticker was delivered. */
  readonly deliveredAt: Float64Array<ArrayBuffer>;
}
