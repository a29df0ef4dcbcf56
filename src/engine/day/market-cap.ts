import { decimalFromNumber, type Decimal } from '../../core/numbers/decimal.ts';
import { maskOf, type FlagMask } from '../../core/index-value.ts';
import type { AssetSupply, EngineReference } from '../engine-reference.ts';
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

interface Row {
  readonly ranked: RankedAsset;
  readonly supply: AssetSupply;
  /** In cents. */
  readonly cap: bigint;
  readonly total: bigint;
  /** The same as `cap`, to the precision of a double. */
  readonly roundedCap: number;
  readonly isEstablished: boolean;
  volumeRank: number;
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
  const rows: Row[] = [];
  for (const ranked of assets) {
    const supply = supplies.get(ranked.asset);
    if (supply) rows.push(rowOf(ranked, supply, ranks));
  }
  rows.sort(byVolume).forEach((row, i) => (row.volumeRank = i + 1));
  return rows.sort(byCap).map(({ ranked, supply, cap, total, isEstablished, volumeRank }, i) => ({
    assetId: assetIds[ranked.asset]!,
    marketCapRank: i + 1,
    volumeRank,
    price: ranked.price,
    volume: ranked.volume,
    totalSupply: supply.totalSupplyText,
    freeFloatSupply: supply.freeFloatSupplyText,
    marketCap: formatHundredths(cap),
    totalMarketCap: formatHundredths(total),
    flags: ranked.flags,
    volumeUsd: ranked.volumeUsd,
    isEstablished,
  }));
}

function rowOf(ranked: RankedAsset, supply: AssetSupply, ranks: Methodology['ranks']): Row {
  const price = publishedDecimal(ranked.price);
  const cap = inCents(supply.freeFloatSupply, price);
  return {
    ranked,
    supply,
    cap,
    total: inCents(supply.totalSupply, price),
    roundedCap: Number(cap),
    isEstablished: isEstablished(ranked, cap, ranks),
    volumeRank: 0,
  };
}

function establishedFirst(a: Row, b: Row): number {
  return Number(b.isEstablished) - Number(a.isEstablished);
}

function byVolume(a: Row, b: Row): number {
  return establishedFirst(a, b) || b.ranked.volumeUsd - a.ranked.volumeUsd || a.ranked.asset - b.ranked.asset;
}

/** Rounding keeps the order of different caps, so only those that round to the same double are compared exactly. */
function byCap(a: Row, b: Row): number {
  return (
    establishedFirst(a, b) ||
    b.roundedCap - a.roundedCap ||
    Number(b.cap > a.cap) - Number(b.cap < a.cap) ||
    a.ranked.asset - b.ranked.asset
  );
}

function isEstablished(
  { volumeUsd, flags }: RankedAsset,
  capInCents: bigint,
  { minVolumeUsd, minTurnover }: Methodology['ranks'],
): boolean {
  if (minVolumeUsd === 0) return true;
  if ((flags & NOT_ESTABLISHED) !== 0) return false;
  return volumeUsd >= minVolumeUsd && volumeUsd >= (minTurnover * Number(capInCents)) / 100;
}

/** The shortest decimal of the double, as published. Most prices do not need the general parser. */
function publishedDecimal(price: number): Decimal {
  const text = String(price);
  if (text.includes('e')) return decimalFromNumber(price);
  const point = text.indexOf('.');
  if (point < 0) return { units: BigInt(price), scale: 0 };
  const digits = text.slice(0, point) + text.slice(point + 1);
  const units = digits.length <= 15 ? BigInt(Number(digits)) : BigInt(digits);
  return { units, scale: text.length - point - 1 };
}

/** The exact product, rounded half-even. */
function inCents(supply: Decimal, price: Decimal): bigint {
  const excess = supply.scale + price.scale - 2;
  const product = supply.units * price.units;
  return excess <= 0 ? product * powerOfTen(-excess) : divideHalfEven(product, powerOfTen(excess));
}
