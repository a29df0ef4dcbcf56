import {
  compareDecimals,
  decimalFromNumber,
  formatDecimal,
  multiplyDecimals,
  roundToDecimals,
  type Decimal,
} from '../core/decimal.ts';
import type { EngineReference } from './engine-reference.ts';

const CENTS = 2;

/** Plain decimals, exact but for the rounding to cents. */
export interface MarketCap {
  readonly assetId: string;
  readonly marketCapRank: number;
  /** Among the same assets, by USD volume. */
  readonly volumeRank: number;
  /** The GWA and the volume published for the tick. */
  readonly price: number;
  readonly volume: number;
  readonly totalSupply: string;
  readonly freeFloatSupply: string;
  readonly marketCap: string;
  readonly totalMarketCap: string;
}

/** An asset with a real GWA in the last 24 h. */
export interface RankedAsset {
  readonly asset: number;
  readonly price: number;
  readonly volume: number;
  readonly volumeUsd: number;
}

/** In ascending rank. Assets are given in ascending id, which decides ties. */
export function marketCaps(
  { supplies, assetIds }: EngineReference,
  assets: readonly RankedAsset[],
): MarketCap[] {
  const rows = assets.flatMap((row) => {
    const supply = supplies.get(row.asset);
    if (!supply) return [];
    const price = decimalFromNumber(row.price);
    return [
      {
        ...row,
        supply,
        cap: inCents(supply.freeFloatSupply, price),
        total: inCents(supply.totalSupply, price),
      },
    ];
  });
  const byVolume = rows.toSorted((a, b) => b.volumeUsd - a.volumeUsd || a.asset - b.asset);
  const volumeRanks = new Map(byVolume.map(({ asset }, i) => [asset, i + 1]));
  const byCap = rows.toSorted((a, b) => compareDecimals(b.cap, a.cap) || a.asset - b.asset);
  return byCap.map(({ asset, price, volume, supply, cap, total }, i) => ({
    assetId: assetIds[asset]!,
    marketCapRank: i + 1,
    volumeRank: volumeRanks.get(asset)!,
    price,
    volume,
    totalSupply: formatDecimal(supply.totalSupply),
    freeFloatSupply: formatDecimal(supply.freeFloatSupply),
    marketCap: formatDecimal(cap),
    totalMarketCap: formatDecimal(total),
  }));
}

function inCents(supply: Decimal, price: Decimal): Decimal {
  return roundToDecimals(multiplyDecimals(supply, price), CENTS);
}
