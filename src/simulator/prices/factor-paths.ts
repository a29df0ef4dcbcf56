import { MARKET_VOLATILITY, SECTOR_VOLATILITY } from './asset-traits.ts';
import { FractalPath, type PathShape } from './fractal-path.ts';
import { hashPair, hashText } from '../hash.ts';

/** 2^20 slots are 364 days. */
const YEAR_LEVELS = 20;
const BLOCK_YEARS = 2 ** YEAR_LEVELS / (365 * 2880);

/** The shape of a price path over years: each knot, a year after the last one, is half-way back to 0. */
export function yearShape(annualVolatility: number, unevenness: number): PathShape {
  const blockDeviation = annualVolatility * Math.sqrt(BLOCK_YEARS);
  return { levels: YEAR_LEVELS, blockDeviation, unevenness, memory: 0.5 };
}

interface Factor {
  readonly path: FractalPath;
  /** The last two queried values, one for even and one for odd slots: a refresh needs this slot and the one before. */
  readonly slots: [number, number];
  readonly values: [number, number];
  /** The last queried runs, newest first: at the slots of a run, at the slots before them, between them. */
  runs: readonly FactorRun[];
}

interface FactorRun {
  readonly first: number;
  readonly step: number;
  readonly values: Float64Array;
}

const KEPT_RUNS = 3;

/** The paths that assets share: that of the whole market, and one per sector. */
export class FactorPaths {
  readonly #seedHash: number;
  readonly #factors = new Map<string, Factor>();

  constructor(seedHash: number) {
    this.#seedHash = seedHash;
  }

  market(): Factor {
    return this.#factor('market', MARKET_VOLATILITY, 0.32);
  }

  sector(name: string): Factor {
    return this.#factor(`sector ${name}`, SECTOR_VOLATILITY, 0.3);
  }

  #factor(name: string, volatility: number, unevenness: number): Factor {
    const known = this.#factors.get(name);
    if (known) return known;
    const path = new FractalPath(hashPair(this.#seedHash, hashText(name)), yearShape(volatility, unevenness));
    const factor: Factor = {
      path,
      slots: [NaN, NaN],
      values: [0, 0],
      runs: [],
    };
    this.#factors.set(name, factor);
    return factor;
  }
}

export function factorAt(factor: Factor, slotIndex: number): number {
  const parity = (slotIndex & 1) as 0 | 1;
  if (factor.slots[parity] !== slotIndex) {
    factor.values[parity] = factor.path.at(slotIndex);
    factor.slots[parity] = slotIndex;
  }
  return factor.values[parity];
}

/** A run is cached until others are queried, so that all assets can read it in turn. */
export function factorRun(factor: Factor, first: number, count: number, step: number): Float64Array {
  const known = factor.runs.find(
    (run) => run.first === first && run.step === step && run.values.length === count,
  );
  if (known) return known.values;
  const values = new Float64Array(count);
  factor.path.fill(first, count, values, step);
  factor.runs = [{ first, step, values }, ...factor.runs].slice(0, KEPT_RUNS);
  return values;
}
