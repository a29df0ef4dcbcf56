import { exp, ln } from '../../core/numbers/ln-exp.ts';
import { traitsOf, type FactorPath, type OwnPath, type Pegged } from './asset-traits.ts';
import { depegAt } from './depeg.ts';
import { factorAt, factorRun, FactorPaths, yearShape } from './factor-paths.ts';
import { FractalPath } from './fractal-path.ts';
import { hashPair, hashText } from '../hash.ts';
import type { SimulatedAsset } from '../world.ts';

/** The USD price of one asset. `fill` writes the same values as `at`, for slots that are `step` apart. */
export interface AssetPrice {
  at(slotIndex: number): number;
  fill(firstSlotIndex: number, count: number, out: Float64Array, step?: number): void;
}

/** 2026-07-01T00:00Z: at this slot every asset has the price of its table row. */
export const ANCHOR_SLOT_INDEX = 59_428_800;

/** A peg wobbles over about four hours (2^9 slots). */
const WOBBLE_LEVELS = 9;

export interface PriceContext {
  readonly seedHash: number;
  readonly factors: FactorPaths;
  /** Price of another asset by slug; undefined if it is not in this world. */
  readonly priceOf: (
    slugName: string,
  ) => { readonly asset: SimulatedAsset; readonly price: AssetPrice } | undefined;
}

export function assetPrice(asset: SimulatedAsset, context: PriceContext): AssetPrice {
  const traits = traitsOf(asset);
  const key = hashPair(context.seedHash, hashText(`price ${asset.key}`));
  switch (traits.kind) {
    case 'fixed':
      return fixedPrice(traits.priceUsd);
    case 'own':
      return ownPrice(asset.priceUsd, key, traits);
    case 'factors':
      return factorPrice(asset.priceUsd, key, traits, context.factors);
    case 'pegged':
      return peggedPrice(asset, key, traits, context);
  }
}

function fixedPrice(priceUsd: number): AssetPrice {
  return { at: () => priceUsd, fill: (_first, count, out) => void out.fill(priceUsd, 0, count) };
}

function ownPrice(priceUsd: number, key: number, { volatility, unevenness }: OwnPath): AssetPrice {
  const path = new FractalPath(key, yearShape(volatility, unevenness));
  const base = ln(priceUsd) - path.at(ANCHOR_SLOT_INDEX);
  return {
    at: (slotIndex) => exp(base + path.at(slotIndex)),
    fill(first, count, out, step = 1) {
      path.fill(first, count, out, step);
      for (let i = 0; i < count; i++) out[i] = exp(base + (out[i] ?? 0));
    },
  };
}

function factorPrice(priceUsd: number, key: number, traits: FactorPath, factors: FactorPaths): AssetPrice {
  const { marketBeta, sectorBeta } = traits;
  const own = new FractalPath(key, yearShape(traits.ownVolatility, 0.3));
  const market = factors.market();
  const sector = factors.sector(traits.sector);
  const moved = (m: number, s: number, o: number) => marketBeta * m + sectorBeta * s + o;
  const at = ANCHOR_SLOT_INDEX;
  const base = ln(priceUsd) - moved(factorAt(market, at), factorAt(sector, at), own.at(at));
  return {
    at: (n) => exp(base + moved(factorAt(market, n), factorAt(sector, n), own.at(n))),
    fill(first, count, out, step = 1) {
      const markets = factorRun(market, first, count, step);
      const sectors = factorRun(sector, first, count, step);
      own.fill(first, count, out, step);
      for (let i = 0; i < count; i++)
        out[i] = exp(base + moved(markets[i] ?? 0, sectors[i] ?? 0, out[i] ?? 0));
    },
  };
}

function peggedPrice(asset: SimulatedAsset, key: number, traits: Pegged, context: PriceContext): AssetPrice {
  const target = context.priceOf(traits.to);
  const peg = target?.price ?? fixedPrice(1);
  const base = ln(asset.priceUsd / (target?.asset.priceUsd ?? 1));
  const blockDeviation = (traits.wobbleBps / 10_000) * Math.SQRT2;
  const wobble = new FractalPath(key, { levels: WOBBLE_LEVELS, blockDeviation, unevenness: 0.25, memory: 0 });
  const slipKey = hashPair(key, hashText('depeg'));
  const slip = traits.maySlip ? (n: number) => depegAt(slipKey, n) : () => 0;
  return {
    at: (n) => peg.at(n) * exp(base + wobble.at(n) + slip(n)),
    fill(first, count, out, step = 1) {
      const off = new Float64Array(count);
      wobble.fill(first, count, off, step);
      peg.fill(first, count, out, step);
      for (let i = 0; i < count; i++)
        out[i] = (out[i] ?? 0) * exp(base + (off[i] ?? 0) + slip(first + i * step));
    },
  };
}
