import type { Methodology } from '../methodology.ts';

/** 2^(-1/4), 2^(-2/4), 2^(-3/4): the weight halves every four ticks, and halving a double is exact. */
const QUARTERS = [1, 0.8408964152537145, 0.7071067811865476, 0.5946035575013605];
const TABLE_LENGTH = 240;
const WEIGHTS = Float64Array.from({ length: TABLE_LENGTH }, (_, step) => {
  let weight = QUARTERS[step % 4]!;
  for (let halvings = Math.floor(step / 4); halvings > 0; halvings--) weight /= 2;
  return weight;
});

/** Being one tick behind the freshest has no cost: feeds of the same age fall into neighbouring slots by chance. */
const FREE_TICKS = 1;

/**
 * The weight of a ticker that last moved `ticksBehind` ticks before the freshest of its market: 2^(-(behind - 1) / 4), but at
 * least the minimum weight, and 0 if it is stale.
 */
export function freshnessWeight(
  ticksBehind: number,
  { staleTicks, minWeight }: Methodology['freshness'],
): number {
  if (ticksBehind > staleTicks) return 0;
  if (ticksBehind <= FREE_TICKS) return 1;
  const weight = WEIGHTS[ticksBehind - FREE_TICKS]!;
  return weight > minWeight ? weight : minWeight;
}
