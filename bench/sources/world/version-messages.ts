import type { IndexRefresh } from '../../../src/latest/indices/index-refresh.ts';
import type { MarketCapRefresh } from '../../../src/latest/market-caps/market-cap-refresh.ts';
import type { TickerRefresh } from '../../../src/latest/tickers/ticker-refresh.ts';
import type { ReferenceNews } from '../../../src/reference/versions/reference-news.ts';

export interface WorldInput {
  readonly tickMs: number;
  /** Ticks between two versions; 0 for none. */
  readonly changeEvery: number;
}

export type FromWorld =
  | { readonly kind: 'reference'; readonly news: ReferenceNews }
  | {
      readonly kind: 'tick';
      readonly tickers: TickerRefresh;
      readonly index: IndexRefresh;
      readonly marketCaps: MarketCapRefresh;
    };

export interface VersionInput extends WorldInput {
  readonly seconds: number;
}

export interface VersionDelays {
  readonly ticks: number;
  readonly versions: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}
