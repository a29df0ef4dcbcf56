import { deviationOf } from '../../engine/gwa/rate-equations.ts';
import type { Methodology } from '../../engine/methodology.ts';
import type { MarketRun } from './modelled-markets.ts';
import type { Phased } from './phased-markets.ts';

interface TrueRate {
  readonly base: Float64Array;
  readonly quote: Float64Array;
}

/** The deviation of an asset's price according to its markets at each slot of a run, weighted as in the engine. */
export class PriceDeviations {
  readonly #deviations: WeightedSum;
  /** The deviation according to markets without a listing: used only if there is no other. */
  #ofAbsent: WeightedSum | undefined;

  constructor(count: number) {
    this.#deviations = new WeightedSum(count);
  }

  /** `sign` is -1 if the asset is the quote of the market. */
  add(run: Phased<MarketRun>, rate: TrueRate, sign: 1 | -1, methodologies: readonly Methodology[]): void {
    addDeviations(this.#deviations, run, run.prices, rate, sign, methodologies);
    if (!run.whole) return;
    this.#ofAbsent ??= new WeightedSum(run.prices.length);
    addDeviations(this.#ofAbsent, run.whole, run.prices, rate, sign, methodologies);
  }

  meanAt(place: number): number {
    const from =
      this.#deviations.weights[place]! > 0 ? this.#deviations : (this.#ofAbsent ?? this.#deviations);
    return from.offs[place]! / from.weights[place]!;
  }
}

class WeightedSum {
  readonly offs: Float64Array;
  readonly weights: Float64Array;

  constructor(count: number) {
    this.offs = new Float64Array(count);
    this.weights = new Float64Array(count);
  }
}

function addDeviations(
  { offs, weights }: WeightedSum,
  { volumes, exchanges, trust }: Pick<MarketRun, 'volumes' | 'exchanges' | 'trust'>,
  prices: Float64Array,
  { base, quote }: TrueRate,
  sign: 1 | -1,
  methodologies: readonly Methodology[],
): void {
  for (let i = 0; i < prices.length; i++) {
    if (exchanges[i] === 0) continue;
    const deviation = deviationOf(volumes[i]! * base[i]!, exchanges[i]!, trust[i]!, methodologies[i]!);
    const weight = 1 / (deviation * deviation);
    offs[i]! += weight * sign * ((prices[i]! * quote[i]!) / base[i]! - 1);
    weights[i]! += weight;
  }
}
