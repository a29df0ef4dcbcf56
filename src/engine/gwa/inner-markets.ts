import type { Conductances } from './conductances.ts';
import type { RateTopology } from './rate-topology.ts';
import { robustFactor, type RobustStep } from './robust-step.ts';
import type { RateEquations } from './solve-rates.ts';

/** The markets between two positions of the network that take part in a solution, in ascending order. */
export class InnerMarkets {
  readonly #topology: RateTopology;
  readonly #network: Conductances;
  #count = 0;
  readonly #market: Int32Array;
  readonly #base: Int32Array;
  readonly #quote: Int32Array;
  readonly #value: Float64Array;
  readonly #deviation: Float64Array;
  readonly #plain: Float64Array;
  readonly #weight: Float64Array;
  readonly #cell: Int32Array;
  readonly #baseFlow: Int32Array;
  readonly #quoteFlow: Int32Array;

  constructor(topology: RateTopology, network: Conductances) {
    const count = topology.innerMarkets.length;
    this.#topology = topology;
    this.#network = network;
    this.#market = new Int32Array(count);
    this.#base = new Int32Array(count);
    this.#quote = new Int32Array(count);
    this.#value = new Float64Array(count);
    this.#deviation = new Float64Array(count);
    this.#plain = new Float64Array(count);
    this.#weight = new Float64Array(count);
    this.#cell = new Int32Array(count);
    this.#baseFlow = new Int32Array(count);
    this.#quoteFlow = new Int32Array(count);
  }

  /** Begins a solution: keeps the markets that have a plain weight. */
  begin({ value, deviation }: RateEquations, plain: Float64Array): void {
    const { innerMarkets, basePosition, quotePosition } = this.#topology;
    const network = this.#network;
    let n = 0;
    for (const m of innerMarkets) {
      if (plain[m] === 0) continue;
      const [base, quote] = [basePosition[m]!, quotePosition[m]!];
      this.#market[n] = m;
      this.#base[n] = base;
      this.#quote[n] = quote;
      this.#value[n] = value[m]!;
      this.#deviation[n] = deviation[m]!;
      this.#plain[n] = plain[m]!;
      this.#weight[n] = plain[m]!;
      this.#cell[n] = network.cell(base, quote);
      // A market of an asset against itself has a weight, but no place in the network.
      this.#baseFlow[n] = base === quote ? network.nowhere : network.flowCell(base);
      this.#quoteFlow[n] = base === quote ? network.nowhere : network.flowCell(quote);
      n++;
    }
    this.#count = n;
  }

  /** Sets the weights by the distance from the solution so far. */
  reweigh(potentials: Float64Array, step: RobustStep): void {
    const [base, quote, value, deviation] = [this.#base, this.#quote, this.#value, this.#deviation];
    const [plain, weight] = [this.#plain, this.#weight];
    for (let n = 0; n < this.#count; n++) {
      const residual = value[n]! - potentials[base[n]!]! + potentials[quote[n]!]!;
      const distance = residual < 0 ? -residual : residual;
      weight[n] = plain[n]! * robustFactor(distance, deviation[n]!, step);
    }
  }

  /** Adds the markets to the network. */
  enter(): void {
    const { cells } = this.#network;
    const [value, weight, cell] = [this.#value, this.#weight, this.#cell];
    const [baseFlow, quoteFlow] = [this.#baseFlow, this.#quoteFlow];
    for (let n = 0; n < this.#count; n++) {
      const own = weight[n]!;
      const flow = own * value[n]!;
      cells[cell[n]!]! += own;
      cells[baseFlow[n]!]! += flow;
      cells[quoteFlow[n]!]! -= flow;
    }
  }

  writeWeights(weights: Float64Array): void {
    for (let n = 0; n < this.#count; n++) weights[this.#market[n]!] = this.#weight[n]!;
  }
}
