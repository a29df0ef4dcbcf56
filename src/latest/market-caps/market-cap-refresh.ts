import type { FlagMask } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
import type { JsonRecords } from '../bytes/json-record-writer.ts';

/** A published market cap; decimals are text, to keep them exact. */
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
  /** Flags of the GWA. */
  readonly flags: FlagMask;
}

/** Sums over established assets with an unflagged GWA; quantities are plain decimals. */
export interface MarketCapTotal {
  readonly marketCap: string;
  readonly volumeUsd: string;
  /** Share of Bitcoin in percent; absent if Bitcoin is not counted. */
  readonly btcShare?: string;
  readonly assets: number;
  readonly excluded: number;
}

/** All market caps of one slot as JSON in ascending rank. Plain data that can be sent between threads. */
export interface MarketCapRefresh extends JsonRecords {
  readonly at: Millis;
  /** Identifies the content. */
  readonly tag: string;
  readonly rows: readonly MarketCapRow[];
  /** Absent in a refresh of a compute node of version 1.0.0. */
  readonly total?: MarketCapTotal;
}
