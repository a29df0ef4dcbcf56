import type { Millis } from '../../core/time.ts';

/** A ticker is served for so long after it was delivered. */
export const TICKER_LIFE_MS = 5 * 60_000;

/**
 * All exchange tickers of one refresh, ready to send: the newest refresh first, then by exchange and market. Plain data,
 * so that a worker can hand it over without copying.
 */
export interface TickerRefresh {
  readonly at: Millis;
  /** The version of the reference data whose listing numbers it uses. */
  readonly reference: string;
  /** Names the content. */
  readonly tag: string;
  /** `{"content":[...]}` with every ticker. */
  readonly body: Uint8Array<ArrayBuffer>;
  /** Where each ticker starts in the body; one more entry ends the last. A comma or bracket lies between. */
  readonly starts: Uint32Array<ArrayBuffer>;
  /** Number of each ticker's listing. */
  readonly listings: Uint32Array<ArrayBuffer>;
  /** The refresh in which each ticker was delivered. */
  readonly deliveredAt: Float64Array<ArrayBuffer>;
}
