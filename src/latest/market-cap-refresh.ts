import type { FlagMask } from '../core/index-value.ts';
import type { Millis } from '../core/time.ts';
import type { Fragments } from './fragment-sheet.ts';

/** A market cap as it is published; decimals as text, so that they stay exact. */
export interface MarketCapRow {
  readonly assetId: string;
  readonly marketCapRank: number;
  readonly volumeRank: number;
  readonly price: number;
  readonly volume: number;
  readonly totalSupply: string;
  readonly freeFloatSupply: string;
  readonly marketCap: string;
  readonly totalMarketCap: string;
  /** Of the GWA. */
  readonly flags: FlagMask;
}

/** All market caps of one slot, written as JSON in ascending rank. Plain data, handed over between threads. */
export interface MarketCapRefresh extends Fragments {
  readonly at: Millis;
  /** Names the content. */
  readonly tag: string;
  readonly rows: readonly MarketCapRow[];
}
