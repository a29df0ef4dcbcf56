/** A quantile of the sample; NaN if it is empty. */
export function quantile(sample: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(sample).sort();
  if (sorted.length === 0) return Number.NaN;
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export function median(sample: readonly number[]): number {
  const sorted = sample.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
