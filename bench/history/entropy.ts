import { smallestExponent } from '../../src/history/block/columns/decimal-scale.ts';

/** Price and volume of a series, point after point. */
export type SeriesColumns = readonly [prices: Float64Array, volumes: Float64Array];

const plogp = (share: number) => (share > 0 && share < 1 ? -share * Math.log2(share) : 0);
const binaryEntropy = (share: number) => plogp(share) + plogp(1 - share);

/** Bits to code integers with a normal or a Laplace distribution fitted to them, whichever is smaller. */
function stepBits(steps: readonly number[]): number {
  const meanSquare = steps.reduce((sum, step) => sum + step * step, 0) / steps.length;
  const meanSize = steps.reduce((sum, step) => sum + Math.abs(step), 0) / steps.length;
  const normalBits = 0.5 * Math.log2(2 * Math.PI * Math.E * (meanSquare + 1 / 12));
  const laplaceBits = Math.log2(2 * Math.E * (meanSize + 1 / 4));
  return steps.length === 0 ? 0 : steps.length * Math.max(0, Math.min(normalBits, laplaceBits));
}

/** The differences between the values of a column, as integers in units of its last digit. */
function stepsOf(values: Float64Array): number[] {
  const scale = 10 ** smallestExponent(values, values.length);
  return Array.from({ length: values.length - 1 }, (_, i) =>
    Math.round((values[i + 1]! - values[i]!) * scale),
  );
}

/** Approximate minimum size in bits if each series is coded separately: which steps are 0, and the sizes of the others. */
export function entropyBits(columns: SeriesColumns): number {
  const [prices, volumes] = columns.map(stepsOf) as [number[], number[]];
  if (prices.length === 0) return 0;
  const priceMoves = prices.filter((step) => step !== 0);
  const volumeMoves = volumes.filter((step) => step !== 0);
  const volumeOnly = volumes.filter((step, i) => step !== 0 && prices[i] === 0).length;
  const unmovedPrices = prices.length - priceMoves.length;
  const bothMoved = volumeMoves.length - volumeOnly;
  const maskBits =
    prices.length * binaryEntropy(priceMoves.length / prices.length) +
    (unmovedPrices > 0 ? unmovedPrices * binaryEntropy(volumeOnly / unmovedPrices) : 0) +
    (priceMoves.length > 0 ? priceMoves.length * binaryEntropy(bothMoved / priceMoves.length) : 0);
  return maskBits + stepBits(priceMoves) + stepBits(volumeMoves);
}
