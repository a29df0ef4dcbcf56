import { decimalFromNumber, type Decimal } from '../../core/numbers/decimal.ts';
import { maskOf, type FlagMask } from '../../core/index-value.ts';
import type { EngineReference } from '../engine-reference.ts';
import type { Methodology } from '../methodology.ts';
import { divideHalfEven, formatHundredths, powerOfTen } from '../numbers/half-even.ts';

const NOT_ESTABLISHED = maskOf('THIN', 'SUSPECT');

/** Plain decimals, exact except for the rounding to cents. */
export interface MarketCap {
  readonly assetId: string;
  readonly marketCapRank: number;
  /** The rank among the same assets by USD volume. */
  readonly volumeRank: number;
  /** The GWA and the volume published for the tick. */
  readonly price: number;
  readonly volume: number;
  readonly totalSupply: string;
  readonly freeFloatSupply: string;
  readonly marketCap: string;
  readonly totalMarketCap: string;
  /** The flags of the GWA. */
  readonly flags: FlagMask;
  /** The volume in USD at the price of the tick. */
  readonly volumeUsd: number;
  readonly isEstablished: boolean;
}

/** An asset with a real GWA in the last 24 h. */
export interface RankedAsset {
  readonly asset: number;
  readonly price: number;
  readonly volume: number;
  readonly volumeUsd: number;
  readonly flags: FlagMask;
}

/**
 * Returns market caps in ascending rank. Assets are given in ascending id, which breaks ties. An asset that is not established
 * ranks behind all that are: a price set by a single listing must not gain rank.
 */
export function marketCaps(
  { supplies, assetIds }: EngineReference,
  assets: readonly RankedAsset[],
  { ranks }: Methodology,
): MarketCap[] {
  const rows = assets.flatMap((row) => {
    const supply = supplies.get(row.asset);
    if (!supply) return [];
    const price = publishedDecimal(row.price);
    const cap = inCents(supply.freeFloatSupply, price);
    const total = inCents(supply.totalSupply, price);
    const established = isEstablished(row, cap, ranks);
    return [{ ...row, supply, cap, total, established, behind: established ? 0 : 1 }];
  });
  const byVolume = rows.toSorted(
    (a, b) => a.behind - b.behind || b.volumeUsd - a.volumeUsd || a.asset - b.asset,
  );
  const volumeRanks = new Map(byVolume.map(({ asset }, i) => [asset, i + 1]));
  const byCap = rows.toSorted(
    (a, b) => a.behind - b.behind || Number(b.cap > a.cap) - Number(b.cap < a.cap) || a.asset - b.asset,
  );
  return byCap.map(({ asset, price, volume, volumeUsd, supply, cap, total, flags, established }, i) => ({
    assetId: assetIds[asset]!,
    marketCapRank: i + 1,
    volumeRank: volumeRanks.get(asset)!,
    price,
    volume,
    totalSupply: supply.totalSupplyText,
    freeFloatSupply: supply.freeFloatSupplyText,
    marketCap: formatHundredths(cap),
    totalMarketCap: formatHundredths(total),
    flags,
    volumeUsd,
    isEstablished: established,
  }));
}

function isEstablished(
  { volumeUsd, flags }: RankedAsset,
  capInCents: bigint,
  { leastVolumeUsd, leastTurnover }: Methodology['ranks'],
): boolean {
  if (leastVolumeUsd === 0) return true;
  if ((flags & NOT_ESTABLISHED) !== 0) return false;
  return volumeUsd >= leastVolumeUsd && volumeUsd >= (leastTurnover * Number(capInCents)) / 100;
}

/** The shortest decimal of the double, as published. Most prices do not need the general parser. */
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
