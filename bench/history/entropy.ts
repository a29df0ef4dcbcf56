import { smallestExponent } from '../../src/history/block/columns/decimal-scale.ts';

/** Price and volume of a series, point after point. */
export type SeriesColumns = readonly [prices: Float64Array, volumes: Float64Array];

const plogp = (share: number) => (share > 0 && share < 1 ? -share * Math.log2(share) : 0);
const coinBits = (share: number) => plogp(share) + plogp(1 - share);

/** Bits of integers with a normal or a double exponential distribution of their own width, whichever takes fewer. */
function spreadBits(steps: readonly number[]): number {
  const squares = steps.reduce((sum, step) => sum + step * step, 0) / steps.length;
  const sizes = steps.reduce((sum, step) => sum + Math.abs(step), 0) / steps.length;
  const bell = 0.5 * Math.log2(2 * Math.PI * Math.E * (squares + 1 / 12));
  const exponential = Math.log2(2 * Math.E * (sizes + 1 / 4));
  return steps.length === 0 ? 0 : steps.length * Math.max(0, Math.min(bell, exponential));
}

/** The steps of a column in units of its last digit: integers. */
function stepsOf(values: Float64Array): number[] {
  const scale = 10 ** smallestExponent(values, values.length);
  return Array.from({ length: values.length - 1 }, (_, i) =>
    Math.round((values[i + 1]! - values[i]!) * scale),
  );
}

/** Roughly the minimum size for a code that models each series separately: which steps are 0, and the sizes of the others. */
export function entropyBits(columns: SeriesColumns): number {
  const [prices, volumes] = columns.map(stepsOf) as [number[], number[]];
  if (prices.length === 0) return 0;
  const moved = prices.filter((step) => step !== 0);
  const volumeMoved = volumes.filter((step) => step !== 0);
  const alone = volumes.filter((step, i) => step !== 0 && prices[i] === 0).length;
  const still = prices.length - moved.length;
  const together = volumeMoved.length - alone;
  const masks =
    prices.length * coinBits(moved.length / prices.length) +
    (still > 0 ? still * coinBits(alone / still) : 0) +
    (moved.length > 0 ? moved.length * coinBits(together / moved.length) : 0);
  return masks + spreadBits(moved) + spreadBits(volumeMoved);
}
