import { ln } from '../../core/numbers/ln-exp.ts';
import { hashPair, hashText, symmetric, unit } from '../hash.ts';
import type { SimulatedAsset } from '../world.ts';

/** The price never moves: the US dollar. */
export interface FixedPrice {
  readonly kind: 'fixed';
  readonly priceUsd: number;
}

/** Follows its own path alone: fiat. Volatility is for a year, as a fraction. */
export interface OwnPath {
  readonly kind: 'own';
  readonly volatility: number;
  readonly unevenness: number;
}

/** Moves with the whole market, with its sector, and by itself. */
export interface FactorPath {
  readonly kind: 'factors';
  readonly sector: string;
  readonly marketBeta: number;
  readonly sectorBeta: number;
  readonly ownVolatility: number;
}

/** Worth a fixed ratio of another asset, give or take a few basis points. */
export interface Pegged {
  readonly kind: 'pegged';
  /** Slug of the other asset. */
  readonly to: string;
  readonly wobbleBps: number;
  /** Stablecoins lose their peg at times. */
  readonly maySlip: boolean;
}

export type AssetTraits = FixedPrice | OwnPath | FactorPath | Pegged;

export const MARKET_VOLATILITY = 0.42;
export const SECTOR_VOLATILITY = 0.28;
const MIN_OWN_VOLATILITY = 0.12;
const DAYS_PER_YEAR = 365;

/** Claims on another asset, by slug. */
const WRAPPED: Readonly<Record<string, string>> = {
  'wrapped-bitcoin': 'bitcoin',
  'coinbase-wrapped-btc': 'bitcoin',
  tbtc: 'bitcoin',
  'lido-staked-ether': 'ethereum',
  'coinbase-wrapped-staked-eth': 'ethereum',
  'pax-gold': 'tether-gold',
};
const GOLD = 'tether-gold';
const GOLD_VOLATILITY = 0.16;
const WRAPPED_WOBBLE_BPS = 6;

const SECTOR_EXTRA_VOLATILITY: Readonly<Record<string, number>> = {
  meme: 0.28,
  ai: 0.14,
  gaming: 0.1,
  defi: 0.06,
  'exchange-token': -0.16,
  'store-of-value': -0.1,
};

/** How the price of an asset moves. It depends on the asset alone, not on seed or world. */
export function traitsOf({
  asset,
  key,
  rank,
  sector,
  priceUsd,
  dailyVolatilityBps,
}: SimulatedAsset): AssetTraits {
  const wrapped = WRAPPED[asset.slugName];
  if (sector === 'fiat') return fiatTraits(priceUsd, dailyVolatilityBps ?? 0);
  if (sector === 'stablecoin') return stablecoinTraits(asset.symbol, key);
  if (wrapped !== undefined)
    return { kind: 'pegged', to: wrapped, wobbleBps: WRAPPED_WOBBLE_BPS, maySlip: false };
  if (asset.slugName === GOLD) return { kind: 'own', volatility: GOLD_VOLATILITY, unevenness: 0.22 };
  return cryptoTraits(key, rank, sector);
}

function fiatTraits(priceUsd: number, dailyVolatilityBps: number): AssetTraits {
  if (dailyVolatilityBps === 0) return { kind: 'fixed', priceUsd };
  const volatility = (dailyVolatilityBps / 10_000) * Math.sqrt(DAYS_PER_YEAR);
  return { kind: 'own', volatility, unevenness: 0.22 };
}

function stablecoinTraits(symbol: string, key: string): Pegged {
  const currency = symbol.includes('EUR')
    ? 'euro'
    : symbol.includes('SGD')
      ? 'singapore-dollar'
      : 'united-states-dollar';
  const wobbleBps = 1.5 + 3 * unit(hashText(`wobble ${key}`));
  return { kind: 'pegged', to: currency, wobbleBps, maySlip: true };
}

/** The yearly volatility of a crypto asset, as a fraction of its price. */
export function yearlyVolatility(key: string, rank: number, sector: string): number {
  return totalVolatility(rank, sector, symmetric(volatilityChance(key)));
}

function volatilityChance(key: string): number {
  return hashText(`volatility ${key}`);
}

function cryptoTraits(key: string, rank: number, sector: string): FactorPath {
  const chance = volatilityChance(key);
  const total = yearlyVolatility(key, rank, sector);
  const leader = rank === 0;
  const marketBeta = leader
    ? 1
    : Math.min(1.05 + 0.25 * symmetric(hashPair(chance, 1)), total / MARKET_VOLATILITY);
  const sectorBeta = leader ? 0.2 : 0.9 + 0.3 * symmetric(hashPair(chance, 2));
  const market = marketBeta * MARKET_VOLATILITY;
  const shared = market * market + sectorBeta * sectorBeta * SECTOR_VOLATILITY * SECTOR_VOLATILITY;
  const left = total * total - shared;
  const min = MIN_OWN_VOLATILITY;
  return {
    kind: 'factors',
    sector,
    marketBeta,
    sectorBeta,
    ownVolatility: left > min * min ? Math.sqrt(left) : min,
  };
}

/**
 * 45 % a year for the largest, about 75 % at rank 10 and 100 % in the tail, before adjustments for sector and chance.
 */
function totalVolatility(rank: number, sector: string, chance: number): number {
  if (rank === 0) return 0.46;
  const byRank = 0.62 + 0.055 * ln(1 + rank);
  return Math.min(1.35, byRank + (SECTOR_EXTRA_VOLATILITY[sector] ?? 0) + 0.08 * chance);
}
