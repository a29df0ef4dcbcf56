import type { Conductances } from './conductances.ts';
import type { RateTopology } from './rate-topology.ts';
import { robustFactor, type RobustStep } from './robust-step.ts';
import type { RateEquations } from './solve-rates.ts';

/**
 * The markets of outer assets that take part in a solution, by asset. An outer asset is eliminated by connecting the quotes of
 * each pair of its markets. As long as its weights are the plain ones, what it adds to the network is taken from the first step.
 */
export class OuterMarkets {
  readonly #topology: RateTopology;
  readonly #network: Conductances;
  /** The number of assets, and of each its number, its first market and whether it connects quotes. */
  #assets = 0;
  readonly #asset: Int32Array;
  readonly #first: Int32Array;
  readonly #connects: Uint8Array;
  /** The sum of its weights, and of its plain weights. */
  readonly #total: Float64Array;
  readonly #plainTotal: Float64Array;
  /** 1 while all its weights are the plain ones. */
  readonly #isPlain: Uint8Array;
  /** By market. */
  readonly #market: Int32Array;
  readonly #quote: Int32Array;
  readonly #value: Float64Array;
  readonly #deviation: Float64Array;
  readonly #plain: Float64Array;
  readonly #weight: Float64Array;
  readonly #flowCell: Int32Array;
  readonly #plainFlow: Float64Array;
  /** By pair of markets of an asset: (1, 0), (2, 0), (2, 1), (3, 0) and so on. */
  readonly #pairCell: Int32Array;
  readonly #plainPair: Float64Array;

  constructor(topology: RateTopology, network: Conductances) {
    const { outerAssets, outerMarkets, firstOuterMarket } = topology;
    const [assets, markets] = [outerAssets.length, outerMarkets.length];
    const pairs = outerAssets.reduce((sum, _, i) => {
      const own = firstOuterMarket[i + 1]! - firstOuterMarket[i]!;
      return sum + (own * (own - 1)) / 2;
    }, 0);
    this.#topology = topology;
    this.#network = network;
    this.#asset = new Int32Array(assets);
    this.#first = new Int32Array(assets + 1);
    this.#connects = new Uint8Array(assets);
    this.#total = new Float64Array(assets);
    this.#plainTotal = new Float64Array(assets);
    this.#isPlain = new Uint8Array(assets);
    this.#market = new Int32Array(markets);
    this.#quote = new Int32Array(markets);
    this.#value = new Float64Array(markets);
    this.#deviation = new Float64Array(markets);
    this.#plain = new Float64Array(markets);
    this.#weight = new Float64Array(markets);
    this.#flowCell = new Int32Array(markets);
    this.#plainFlow = new Float64Array(markets);
    this.#pairCell = new Int32Array(pairs);
    this.#plainPair = new Float64Array(pairs);
  }

  /** Begins a solution: keeps the markets that have a plain weight. */
  begin({ value, deviation }: RateEquations, plain: Float64Array): void {
    const { outerAssets, outerMarkets, firstOuterMarket, quotePosition } = this.#topology;
    const network = this.#network;
    let [assets, n, pair] = [0, 0, 0];
    for (let i = 0; i < outerAssets.length; i++) {
      const from = n;
      const [start, end] = [firstOuterMarket[i]!, firstOuterMarket[i + 1]!];
      for (let listed = start; listed < end; listed++) {
        const m = outerMarkets[listed]!;
        if (plain[m] === 0) continue;
        const quote = quotePosition[m]!;
        for (let other = from; other < n; other++)
          this.#pairCell[pair++] = network.cell(quote, this.#quote[other]!);
        this.#market[n] = m;
        this.#quote[n] = quote;
        this.#value[n] = value[m]!;
        this.#deviation[n] = deviation[m]!;
        this.#plain[n] = plain[m]!;
        this.#weight[n] = plain[m]!;
        this.#flowCell[n] = network.flowCell(quote);
        n++;
      }
      if (n === from) continue;
      this.#asset[assets] = outerAssets[i]!;
      this.#first[assets++] = from;
      this.#first[assets] = n;
      // An asset with a single market contributes nothing to other assets. If only one of several takes part, it contributes its rounding
      // error, which is kept: leaving it out would change bits.
      this.#connects[assets - 1] = end - start < 2 ? 0 : 1;
    }
    this.#assets = assets;
  }

  /** Adds the assets to the network with their plain weights. */
  enterPlain(): void {
    const { cells } = this.#network;
    const [value, plain, total] = [this.#value, this.#plain, this.#total];
    const [flowCell, flow, pairCell, conductance] = [
      this.#flowCell,
      this.#plainFlow,
      this.#pairCell,
      this.#plainPair,
    ];
    let pair = 0;
    for (let i = 0; i < this.#assets; i++) {
      const [from, to] = [this.#first[i]!, this.#first[i + 1]!];
      let sum = 0;
      let weighted = 0;
      for (let n = from; n < to; n++) {
        sum += plain[n]!;
        weighted += plain[n]! * value[n]!;
      }
      total[i] = sum;
      if (this.#connects[i] === 0) continue;
      const mean = sum === 0 ? 0 : weighted / sum;
      for (let n = from; n < to; n++) {
        const own = plain[n]!;
        const share = sum === 0 ? 0 : own / sum;
        flow[n] = own * (mean - value[n]!);
        cells[flowCell[n]!]! += flow[n]!;
        for (let other = from; other < n; other++) {
          conductance[pair] = share * plain[other]!;
          cells[pairCell[pair]!]! += conductance[pair]!;
          pair++;
        }
      }
    }
    this.#plainTotal.set(total);
  }

  /** Sets the weights by the distance from the solution so far. */
  reweigh(potentials: Float64Array, step: RobustStep): void {
    const [first, total] = [this.#first, this.#total];
    const [value, quote, deviation] = [this.#value, this.#quote, this.#deviation];
    const [plain, weight, isPlain] = [this.#plain, this.#weight, this.#isPlain];
    for (let i = 0; i < this.#assets; i++) {
      const from = first[i]!;
      const to = first[i + 1]!;
      let weighted = 0;
      for (let n = from; n < to; n++) weighted += weight[n]! * (value[n]! + potentials[quote[n]!]!);
      const x = total[i] === 0 ? 0 : weighted / total[i]!;
      let unchanged = 1;
      for (let n = from; n < to; n++) {
        const residual = value[n]! - x + potentials[quote[n]!]!;
        const distance = residual < 0 ? -residual : residual;
        const own = plain[n]! * robustFactor(distance, deviation[n]!, step);
        weight[n] = own;
        if (own !== plain[n]!) unchanged = 0;
      }
      isPlain[i] = unchanged;
    }
  }

  /** Adds the assets to the network. */
  enter(): void {
    const { cells } = this.#network;
    const [first, total, connects, isPlain] = [this.#first, this.#total, this.#connects, this.#isPlain];
    const [value, weight, flowCell, pairCell] = [this.#value, this.#weight, this.#flowCell, this.#pairCell];
    const [plainTotal, plainFlow, plainPair] = [this.#plainTotal, this.#plainFlow, this.#plainPair];
    let pair = 0;
    for (let i = 0; i < this.#assets; i++) {
      const from = first[i]!;
      const to = first[i + 1]!;
      if (isPlain[i] === 1) {
        total[i] = plainTotal[i]!;
        if (connects[i] === 0) continue;
        for (let n = from; n < to; n++) cells[flowCell[n]!]! += plainFlow[n]!;
        const end = pair + ((to - from) * (to - from - 1)) / 2;
        for (; pair < end; pair++) cells[pairCell[pair]!]! += plainPair[pair]!;
        continue;
      }
      let sum = 0;
      let weighted = 0;
      for (let n = from; n < to; n++) {
        sum += weight[n]!;
        weighted += weight[n]! * value[n]!;
      }
      total[i] = sum;
      if (connects[i] === 0) continue;
      const mean = sum === 0 ? 0 : weighted / sum;
      for (let n = from; n < to; n++) {
        const share = sum === 0 ? 0 : weight[n]! / sum;
        cells[flowCell[n]!]! += weight[n]! * (mean - value[n]!);
        for (let other = from; other < n; other++) cells[pairCell[pair++]!]! += share * weight[other]!;
      }
    }
  }

  /** Substitutes the assets into a solution, and writes the weights of their markets. */
  finish(potentials: Float64Array, x: Float64Array, weights: Float64Array): void {
    for (let i = 0; i < this.#assets; i++) {
      const total = this.#total[i]!;
      let weighted = 0;
      for (let n = this.#first[i]!; n < this.#first[i + 1]!; n++) {
        weighted += this.#weight[n]! * (this.#value[n]! + potentials[this.#quote[n]!]!);
        weights[this.#market[n]!] = this.#weight[n]!;
      }
      x[this.#asset[i]!] = total === 0 ? 0 : weighted / total;
    }
  }
}
