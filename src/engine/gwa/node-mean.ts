import type { RateTopology } from './rate-topology.ts';

/**
 * What the markets of one asset say of its x, weighed: where all others stand, that is where it stands in the solution.
 * 0 where none of them weighs anything. The markets are markets[from .. to).
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
