/**
 * The weighted median of prices[order[0]] <= prices[order[1]] <= ..., the first `count` of them; undefined if no weight is above
 * 0.
 *
 * `a` is the median proper: the mean of the first price at which the cumulative weight reaches half of the total and the first at
 * which it exceeds it. `b` interpolates between the centres of mass of the two neighbours of the half, which averages out noise
 * that `a` keeps. The result is `b`, limited to a distance of `clamp` from `a`: so a distant price moves it no more than a near
 * one.
 *
 * Votes without weight are skipped; they must not even be points of the interpolation.
 */
export function weightedMedian(
  prices: Float64Array,
  weights: Float64Array,
  order: Uint32Array,
  count: number,
  clamp: number,
): number | undefined {
  let total = 0;
  for (let i = 0; i < count; i++) total += weights[order[i]!]!;
  if (!(total > 0)) return undefined;
  const half = total / 2;
  let a: number | undefined;
  let b: number | undefined;
  let reached: number | undefined;
  let cumulative = 0;
  let previousCentre = 0;
  let previousPrice: number | undefined;
  for (let i = 0; i < count && (a === undefined || b === undefined); i++) {
    const vote = order[i]!;
    const weight = weights[vote]!;
    if (weight === 0) continue;
    const price = prices[vote]!;
    const centre = cumulative + weight / 2;
    cumulative += weight;
    if (b === undefined && centre >= half)
      b = interpolated(previousPrice, previousCentre, price, centre, half);
    if (reached === undefined && cumulative >= half) reached = price;
    if (a === undefined && cumulative > half) a = between(reached ?? price, price);
    previousCentre = centre;
    previousPrice = price;
  }
  a ??= reached ?? 0;
  b ??= previousPrice ?? 0;
  const lowest = a * (1 - clamp);
  const highest = a * (1 + clamp);
  if (b < lowest) return lowest;
  return b > highest ? highest : b;
}

/** The mean of two positive numbers, low <= high, which neither overflows nor leaves their range. */
function between(low: number, high: number): number {
  return low + (high - low) / 2;
}

/** The price at the half, between two centres of mass; the higher one if there is no lower one. */
function interpolated(
  lowPrice: number | undefined,
  lowCentre: number,
  highPrice: number,
  highCentre: number,
  half: number,
): number {
  if (lowPrice === undefined || highCentre === lowCentre) return highPrice;
  return lowPrice + (highPrice - lowPrice) * ((half - lowCentre) / (highCentre - lowCentre));
}
