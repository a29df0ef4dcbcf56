/** Prices of the same market that differ by more belong to different things. */
const AGREES_WITHIN = 0.3;
/** With fewer comparable listings, an exchange is not judged. */
const MIN_COMPARABLE = 4;

/** Result of comparing one listing with others. */
export type ComparisonResult = 'agrees' | 'disagrees' | 'nothing to compare with';

export function agree(a: number, b: number): boolean {
  return Math.max(a, b) <= (1 + AGREES_WITHIN) * Math.min(a, b);
}

/** The largest set of prices that agree with each other; of several, the lowest. */
export function largestAgreeing(prices: readonly number[]): readonly number[] {
  const sorted = prices.toSorted((a, b) => a - b);
  return sorted.slice(...widestAgreement(sorted));
}

/** Start and end of that set in sorted prices. */
export function widestAgreement(sorted: ArrayLike<number>): readonly [from: number, end: number] {
  let [best, bestEnd, from] = [0, 0, 0];
  for (let end = 1; end <= sorted.length; end++) {
    while (!agree(sorted[from]!, sorted[end - 1]!)) from++;
    if (end - from > bestEnd - best) [best, bestEnd] = [from, end];
  }
  return [best, bestEnd];
}

/** Exchanges with more listings that disagree than agree: all their numbers are doubtful. */
export function unsoundExchanges(
  verdicts: Iterable<readonly [{ readonly exchange: string }, ComparisonResult]>,
): ReadonlySet<string> {
  const balance = new Map<string, { wrong: number; right: number }>();
  for (const [{ exchange }, verdict] of verdicts) {
    if (verdict === 'nothing to compare with') continue;
    const known = balance.get(exchange) ?? { wrong: 0, right: 0 };
    balance.set(exchange, known);
    if (verdict === 'disagrees') known.wrong += 1;
    else known.right += 1;
  }
  const unsound = [...balance].filter(([, { wrong, right }]) => wrong >= MIN_COMPARABLE && wrong > right);
  return new Set(unsound.map(([exchange]) => exchange));
}
