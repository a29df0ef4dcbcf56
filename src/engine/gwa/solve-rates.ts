import type { Methodology } from '../methodology.ts';
import { reachableAssets } from './reachable.ts';
import type { RateTopology } from './rate-topology.ts';
import { WeightedSolve, type SolvePlan } from './weighted-solve.ts';

/** One equation per market: value = x_base - x_quote, with the expected deviation. */
export interface RateEquations {
  /** 1 for markets that take part. */
  readonly takesPart: Uint8Array;
  /** ln(MWA). */
  readonly value: Float64Array;
  readonly deviation: Float64Array;
}

export interface Rates {
  /** ln(USD value) of each asset that was reached. */
  readonly x: Float64Array;
  /** 1 for assets with a path to USD. */
  readonly reached: Uint8Array;
  /** The weight of each market in the last step; 0 for markets that do not take part or have no path to USD. */
  readonly weight: Float64Array;
}

/**
 * The robust solution over the whole graph, with fixed numbers of steps: the plain weighted solution, then Huber steps that bound
 * the influence of a wrong market, then Geman-McClure steps that remove it.
 */
export function solveRates(plan: SolvePlan, equations: RateEquations, { gwa }: Methodology): Rates {
  const { topology } = plan;
  const reached = reachableAssets(topology, equations.takesPart);
  const plain = plainWeights(topology, equations, reached);
  const weight = plain.slice();
  const solve = new WeightedSolve(plan);
  solve.run(equations.value, weight);
  for (let step = 0; step < gwa.huberSteps; step++) {
    reweigh(topology, equations, solve.x, plain, weight, (z) => huber(z, gwa.huberWidth));
    solve.run(equations.value, weight);
  }
  for (let step = 0; step < gwa.gemanMcClureSteps; step++) {
    reweigh(topology, equations, solve.x, plain, weight, (z) => gemanMcClure(z, gwa.gemanMcClureWidth));
    solve.run(equations.value, weight);
  }
  return { x: solve.x, reached, weight };
}

export function huber(z: number, width: number): number {
  return z <= width ? 1 : width / z;
}

export function gemanMcClure(z: number, width: number): number {
  const ratio = z / width;
  const denominator = 1 + ratio * ratio;
  return 1 / (denominator * denominator);
}

/** The weight before the robust steps, which only reduce it. */
export function plainWeight(deviation: number): number {
  return 1 / (deviation * deviation);
}

function plainWeights(
  { markets, base }: RateTopology,
  { takesPart, deviation }: RateEquations,
  reached: Uint8Array,
): Float64Array {
  const weights = new Float64Array(markets);
  for (let m = 0; m < markets; m++) {
    if (takesPart[m] === 1 && reached[base[m]!] === 1) weights[m] = plainWeight(deviation[m]!);
  }
  return weights;
}

function reweigh(
  { markets, base, quote }: RateTopology,
  { value, deviation }: RateEquations,
  x: Float64Array,
  plain: Float64Array,
  weight: Float64Array,
  factor: (z: number) => number,
): void {
  for (let m = 0; m < markets; m++) {
    if (plain[m] === 0) continue;
    const residual = value[m]! - x[base[m]!]! + x[quote[m]!]!;
    weight[m] = plain[m]! * factor((residual < 0 ? -residual : residual) / deviation[m]!);
  }
}
