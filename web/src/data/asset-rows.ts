import { toNumber, type MarketCap, type PercentChange } from '@tidemark/sdk';
import type { Flag } from '../format/flags.ts';
import { numberIn } from '../format/ticker.ts';

/** A row of the list of assets with a market cap. Prices are in the live store. */
export interface AssetRow {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  readonly rank: number;
  readonly price: number;
  /** Volume of 24 hours in base units. */
  readonly volume: number;
  readonly supply: number;
  readonly at: number;
  readonly flags: readonly Flag[];
  /** In percent; undefined if the history is too short, or not loaded yet. */
  readonly change24h: number | undefined;
  readonly change7d: number | undefined;
  readonly change30d: number | undefined;
}

export function assetRow(cap: MarketCap, before?: AssetRow): AssetRow {
  const change: PercentChange | undefined = cap.pricePercentChange;
  return {
    id: cap.assetId,
    symbol: cap.symbol,
    name: cap.name,
    rank: toNumber(cap.marketCapRank),
    price: toNumber(cap.price),
    volume: toNumber(cap.volume),
    supply: toNumber(cap.freeFloatSupply),
    at: Date.parse(cap.timestamp),
    flags: cap.flags ?? [],
    change24h: change ? numberIn(change.change24h) : before?.change24h,
    change7d: change ? numberIn(change.change7d) : before?.change7d,
    change30d: change ? numberIn(change.change30d) : before?.change30d,
  };
}
