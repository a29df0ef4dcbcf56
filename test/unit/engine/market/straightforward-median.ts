/** The weighted median as the methodology words it, one pass for each of its two parts. `weightedMedian` has the same bits. */
export function straightforwardMedian(
  votes: readonly (readonly [price: number, weight: number])[],
  clamp: number,
): number | undefined {
  const counted = votes.filter(([, weight]) => weight !== 0);
  const total = counted.reduce((sum, [, weight]) => sum + weight, 0);
  if (!(total > 0)) return undefined;
  const half = total / 2;
  const a = middle(counted, half);
  const b = interpolated(counted, half);
  return Math.min(Math.max(b, a * (1 - clamp)), a * (1 + clamp));
}

function middle(votes: readonly (readonly [number, number])[], half: number): number {
  let reached: number | undefined;
  let cumulative = 0;
  for (const [price, weight] of votes) {
    cumulative += weight;
    if (cumulative >= half) reached ??= price;
    if (cumulative > half) return reached! + (price - reached!) / 2;
  }
  return reached ?? 0;
}

function interpolated(votes: readonly (readonly [number, number])[], half: number): number {
  let cumulative = 0;
  let before: { readonly centre: number; readonly price: number } | undefined;
  for (const [price, weight] of votes) {
    const centre = cumulative + weight / 2;
    if (centre >= half) {
      if (!before || centre === before.centre) return price;
      return before.price + (price - before.price) * ((half - before.centre) / (centre - before.centre));
    }
    cumulative += weight;
    before = { centre, price };
  }
  return before?.price ?? 0;
}
