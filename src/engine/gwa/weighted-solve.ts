import { Conductances } from './conductances.ts';
import { nodeMean } from './node-mean.ts';
import { OUTER, type RateTopology } from './rate-topology.ts';

/** The cell of the network for each market. Prepared once per topology. */
export interface SolvePlan {
  readonly topology: RateTopology;
  readonly innerCells: Int32Array;
  /** One cell per pair of markets of an outer asset, in the order in which the elimination visits them. */
  readonly pairCells: Int32Array;
  readonly baseFlow: Int32Array;
  readonly quoteFlow: Int32Array;
}

export function solvePlan(topology: RateTopology): SolvePlan {
  const { quoteAssets, basePosition, quotePosition, innerMarkets } = topology;
  const network = new Conductances(quoteAssets.length);
  return {
    topology,
    innerCells: innerMarkets.map((m) => network.cell(basePosition[m]!, quotePosition[m]!)),
    pairCells: pairCells(topology, network),
    baseFlow: basePosition.map((position) =>
      network.flowCell(position === OUTER ? quoteAssets.length : position),
    ),
    quoteFlow: quotePosition.map((position) => network.flowCell(position)),
  };
}

/**
 * Exact solutions of the weighted least squares: the x that minimises sum(weight x (value - x_base + x_quote)^2) with x of USD =
 * 0. Outer assets are eliminated one by one, then the quote assets as a dense block; then all are substituted back. The normal
 * equations are those of a network of conductors, one per market, and are stored as such.
 */
export class WeightedSolve {
  readonly x: Float64Array;
  readonly #plan: SolvePlan;
  readonly #network: Conductances;
  readonly #potentials: Float64Array;

  constructor(plan: SolvePlan) {
    const { assets, quoteAssets } = plan.topology;
    this.#plan = plan;
    this.#network = new Conductances(quoteAssets.length);
    this.#potentials = new Float64Array(quoteAssets.length);
    this.x = new Float64Array(assets);
  }

  /** `weights` are 0 for markets that do not take part. The x of assets that they do not reach stays 0. */
  run(values: Float64Array, weights: Float64Array): void {
    this.#network.cells.fill(0);
    this.#enterInnerMarkets(values, weights);
    this.#eliminateOuterAssets(values, weights);
    this.#network.solve(this.#potentials);
    const { quoteAssets } = this.#plan.topology;
    for (let i = 0; i < quoteAssets.length; i++) this.x[quoteAssets[i]!] = this.#potentials[i]!;
    this.#substituteOuterAssets(values, weights);
  }

  #enterInnerMarkets(values: Float64Array, weights: Float64Array): void {
    const { innerCells, baseFlow, quoteFlow } = this.#plan;
    const { innerMarkets } = this.#plan.topology;
    const { cells } = this.#network;
    for (let i = 0; i < innerMarkets.length; i++) {
      const m = innerMarkets[i]!;
      const weight = weights[m]!;
      cells[innerCells[i]!]! += weight;
      cells[baseFlow[m]!]! += weight * values[m]!;
      cells[quoteFlow[m]!]! -= weight * values[m]!;
    }
  }

  #eliminateOuterAssets(values: Float64Array, weights: Float64Array): void {
    const { pairCells, quoteFlow } = this.#plan;
    const { outerAssets, firstOuterMarket, outerMarkets } = this.#plan.topology;
    const { cells } = this.#network;
    let pair = 0;
    for (let i = 0; i < outerAssets.length; i++) {
      const first = firstOuterMarket[i]!;
      const end = firstOuterMarket[i + 1]!;
      // An asset with a single market contributes nothing to any other asset.
      if (end - first < 2) continue;
      let total = 0;
      let weighted = 0;
      for (let n = first; n < end; n++) {
        const m = outerMarkets[n]!;
        total += weights[m]!;
        weighted += weights[m]! * values[m]!;
      }
      const mean = total === 0 ? 0 : weighted / total;
      for (let n = first; n < end; n++) {
        const m = outerMarkets[n]!;
        const weight = weights[m]!;
        const share = total === 0 ? 0 : weight / total;
        cells[quoteFlow[m]!]! += weight * (mean - values[m]!);
        for (let other = first; other < n; other++)
          cells[pairCells[pair++]!]! += share * weights[outerMarkets[other]!]!;
      }
    }
  }

  #substituteOuterAssets(values: Float64Array, weights: Float64Array): void {
    const { topology } = this.#plan;
    const { outerAssets, firstOuterMarket, outerMarkets } = topology;
    for (let i = 0; i < outerAssets.length; i++) {
      const asset = outerAssets[i]!;
      const [from, to] = [firstOuterMarket[i]!, firstOuterMarket[i + 1]!];
      this.x[asset] = nodeMean(asset, outerMarkets, from, to, topology, values, weights, this.x);
    }
  }
}

function pairCells(topology: RateTopology, network: Conductances): Int32Array {
  const { outerAssets, firstOuterMarket, outerMarkets, quotePosition } = topology;
  const cells: number[] = [];
  for (let i = 0; i < outerAssets.length; i++) {
    for (let n = firstOuterMarket[i]!; n < firstOuterMarket[i + 1]!; n++) {
      for (let other = firstOuterMarket[i]!; other < n; other++) {
        cells.push(network.cell(quotePosition[outerMarkets[n]!]!, quotePosition[outerMarkets[other]!]!));
      }
    }
  }
  return Int32Array.from(cells);
}
