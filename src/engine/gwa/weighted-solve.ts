import { GROUND, type RateTopology } from './rate-topology.ts';

/**
 * One exact solution of the weighted least squares: the x that minimises sum(weight x (value - x_base + x_quote)^2)
 * with x of USD = 0.
 *
 * The normal equations are those of a network of conductors, so they are kept as conductances between assets, never as
 * matrix entries: eliminating an asset joins its neighbours by further conductors (w_i w_j / sum w), and a diagonal is
 * the sum of what leads away from an asset. It is Cholesky's elimination (outer assets first, then the dense rest in
 * ascending id order), but only positive numbers are ever added. Nothing cancels, so no weights, however far apart,
 * can break it.
 */
export class WeightedSolve {
  readonly x: Float64Array;
  readonly #topology: RateTopology;
  /** Row-major, above the diagonal only. */
  readonly #between: Float64Array;
  readonly #toGround: Float64Array;
  readonly #away: Float64Array;
  readonly #flow: Float64Array;
  readonly #solved: Float64Array;

  constructor(topology: RateTopology) {
    const size = topology.quoteAssets.length;
    this.#topology = topology;
    this.#between = new Float64Array(size * size);
    this.#toGround = new Float64Array(size);
    this.#away = new Float64Array(size);
    this.#flow = new Float64Array(size);
    this.#solved = new Float64Array(size);
    this.x = new Float64Array(topology.assets);
  }

  /** `weights` are 0 for markets that do not take part. Leaves x of assets that they do not reach at 0. */
  run(values: Float64Array, weights: Float64Array): void {
    this.#between.fill(0);
    this.#toGround.fill(0);
    this.#flow.fill(0);
    this.#joinQuoteAssets(values, weights);
    this.#eliminateOuterAssets(values, weights);
    this.#eliminateQuoteAssets();
    this.#substituteQuoteAssets();
    this.#substituteOuterAssets(values, weights);
  }

  #joinQuoteAssets(values: Float64Array, weights: Float64Array): void {
    const { innerMarkets, basePosition, quotePosition } = this.#topology;
    const flow = this.#flow;
    for (const m of innerMarkets) {
      const weight = weights[m]!;
      if (weight === 0) continue;
      const i = basePosition[m]!;
      const j = quotePosition[m]!;
      this.#conduct(i, j, weight);
      if (i !== GROUND) flow[i]! += weight * values[m]!;
      if (j !== GROUND) flow[j]! -= weight * values[m]!;
    }
  }

  #conduct(i: number, j: number, weight: number): void {
    const size = this.#flow.length;
    if (i === j) return;
    if (i === GROUND) this.#toGround[j]! += weight;
    else if (j === GROUND) this.#toGround[i]! += weight;
    else this.#between[i < j ? i * size + j : j * size + i]! += weight;
  }

  #eliminateOuterAssets(values: Float64Array, weights: Float64Array): void {
    const { outerAssets, firstOuterMarket, outerMarkets, quotePosition } = this.#topology;
    const flow = this.#flow;
    for (let i = 0; i < outerAssets.length; i++) {
      const first = firstOuterMarket[i]!;
      const end = firstOuterMarket[i + 1]!;
      // With a single market an asset says nothing about any other.
      if (end - first < 2) continue;
      let total = 0;
      let weighted = 0;
      for (let n = first; n < end; n++) {
        const m = outerMarkets[n]!;
        total += weights[m]!;
        weighted += weights[m]! * values[m]!;
      }
      if (total === 0) continue;
      const mean = weighted / total;
      for (let n = first; n < end; n++) {
        const m = outerMarkets[n]!;
        const weight = weights[m]!;
        if (weight === 0) continue;
        const position = quotePosition[m]!;
        if (position !== GROUND) flow[position]! += weight * (mean - values[m]!);
        const share = weight / total;
        for (let other = first; other < n; other++) {
          const otherMarket = outerMarkets[other]!;
          this.#conduct(position, quotePosition[otherMarket]!, share * weights[otherMarket]!);
        }
      }
    }
  }

  #eliminateQuoteAssets(): void {
    const between = this.#between;
    const toGround = this.#toGround;
    const flow = this.#flow;
    const size = flow.length;
    for (let k = 0; k < size; k++) {
      const row = k * size;
      let away = toGround[k]!;
      for (let j = k + 1; j < size; j++) away += between[row + j]!;
      this.#away[k] = away;
      if (away === 0) continue;
      for (let i = k + 1; i < size; i++) {
        if (between[row + i] === 0) continue;
        const share = between[row + i]! / away;
        toGround[i]! += share * toGround[k]!;
        flow[i]! += share * flow[k]!;
        const target = i * size;
        for (let j = i + 1; j < size; j++) between[target + j]! += share * between[row + j]!;
      }
    }
  }

  #substituteQuoteAssets(): void {
    const between = this.#between;
    const solved = this.#solved;
    const size = solved.length;
    for (let k = size - 1; k >= 0; k--) {
      let sum = this.#flow[k]!;
      for (let j = k + 1; j < size; j++) sum += between[k * size + j]! * solved[j]!;
      solved[k] = this.#away[k] === 0 ? 0 : sum / this.#away[k]!;
      this.x[this.#topology.quoteAssets[k]!] = solved[k]!;
    }
  }

  #substituteOuterAssets(values: Float64Array, weights: Float64Array): void {
    const { outerAssets, firstOuterMarket, outerMarkets, quote } = this.#topology;
    for (let i = 0; i < outerAssets.length; i++) {
      let total = 0;
      let weighted = 0;
      for (let n = firstOuterMarket[i]!; n < firstOuterMarket[i + 1]!; n++) {
        const m = outerMarkets[n]!;
        total += weights[m]!;
        weighted += weights[m]! * (values[m]! + this.x[quote[m]!]!);
      }
      this.x[outerAssets[i]!] = total === 0 ? 0 : weighted / total;
    }
  }
}
