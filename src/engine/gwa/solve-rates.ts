import type { Methodology } from '../methodology.ts';
import { reachableAssets } from './reachable.ts';
import type { RateTopology } from './rate-topology.ts';
import { plainWeight, robustSteps } from './robust-step.ts';
import type { SolvePlan } from './solve-plan.ts';

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
 *
 * Each step is the exact solution of the weighted least squares: the x that minimises sum(weight x (value - x_base + x_quote)^2)
 * with x of USD = 0. Outer assets are eliminated one by one, then the quote assets as a dense block; then all are substituted
 * back. The normal equations are those of a network of conductors, one per market, and are stored as such.
 */
export function solveRates(plan: SolvePlan, equations: RateEquations, methodology: Methodology): Rates {
  const { topology, network, inner, outer, potentials } = plan;
  const { quoteAssets } = topology;
  const reached = reachableAssets(topology, equations.takesPart);
  const plain = plainWeights(topology, equations, reached);
  inner.begin(equations, plain);
  outer.begin(equations, plain);
  network.clear();
  inner.enter();
  outer.enterPlain();
  network.solve(potentials);
  for (const step of robustSteps(methodology)) {
    network.clear();
    inner.reweigh(potentials, step);
    outer.reweigh(potentials, step);
    inner.enter();
    outer.enter();
    network.solve(potentials);
  }
  const x = new Float64Array(topology.assets);
  for (let i = 0; i < quoteAssets.length; i++) x[quoteAssets[i]!] = potentials[i]!;
  const weight = new Float64Array(topology.markets);
  inner.writeWeights(weight);
  outer.finish(potentials, x, weight);
  return { x, reached, weight };
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
