import type { RateTopology } from './rate-topology.ts';

/**
 * The weighted mean of the values of x that the markets of one asset imply: with all other assets fixed, this is the asset's x in
 * the solution. 0 if no market has a weight. The markets are markets[from .. to).
 */
export function nodeMean(
  asset: number,
  markets: ArrayLike<number>,
  from: number,
  to: number,
  { base, quote }: Pick<RateTopology, 'base' | 'quote'>,
  values: Float64Array,
  weights: Float64Array,
  x: Float64Array,
): number {
  let total = 0;
  let weighted = 0;
  for (let n = from; n < to; n++) {
    const m = markets[n]!;
    const says = base[m] === asset ? values[m]! + x[quote[m]!]! : x[base[m]!]! - values[m]!;
    total += weights[m]!;
    weighted += weights[m]! * says;
  }
  return total === 0 ? 0 : weighted / total;
}
