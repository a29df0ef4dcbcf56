import { decimalFromNumber, type Decimal } from '../../core/decimal.ts';
import type { EngineReference } from '../engine-reference.ts';
import { divideHalfEven, formatHundredths, powerOfTen } from '../numbers/half-even.ts';

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
    const price = publishedDecimal(row.price);
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
  const byCap = rows.toSorted((a, b) => Number(b.cap > a.cap) - Number(b.cap < a.cap) || a.asset - b.asset);
  return byCap.map(({ asset, price, volume, supply, cap, total }, i) => ({
    assetId: assetIds[asset]!,
    marketCapRank: i + 1,
    volumeRank: volumeRanks.get(asset)!,
    price,
    volume,
    totalSupply: supply.totalSupplyText,
    freeFloatSupply: supply.freeFloatSupplyText,
    marketCap: formatHundredths(cap),
    totalMarketCap: formatHundredths(total),
  }));
}

/** The shortest decimal of the double, as it is published. Most need no general parser. */
function publishedDecimal(price: number): Decimal {
  const text = String(price);
  if (text.includes('e')) return decimalFromNumber(price);
  const point = text.indexOf('.');
  if (point < 0) return { units: BigInt(price), scale: 0 };
  return { units: BigInt(text.slice(0, point) + text.slice(point + 1)), scale: text.length - point - 1 };
}

/** The exact product, rounded half-even. */
function inCents(supply: Decimal, price: Decimal): bigint {
  const excess = supply.scale + price.scale - 2;
  const product = supply.units * price.units;
  return excess <= 0 ? product * powerOfTen(-excess) : divideHalfEven(product, powerOfTen(excess));
}
