/** Two prices of the same market that lie further apart are not of the same thing. */
const AGREES_WITHIN = 0.3;
/** Of fewer listings that can be compared, nothing is said of an exchange. */
const FEWEST_OF_EXCHANGE = 4;

/** What the comparison of one listing with others came to. */
export type Verdict = 'agrees' | 'disagrees' | 'nothing to compare with';

export function agree(a: number, b: number): boolean {
  return Math.max(a, b) <= (1 + AGREES_WITHIN) * Math.min(a, b);
}

/** As many as agree with each other, the lowest of them where there are several such sets. */
export function largestAgreeing(prices: readonly number[]): readonly number[] {
  const sorted = prices.toSorted((a, b) => a - b);
  return sorted.slice(...widestAgreement(sorted));
}

/** Where such a set begins and ends among prices in order. */
export function widestAgreement(sorted: ArrayLike<number>): readonly [from: number, end: number] {
  let [best, bestEnd, from] = [0, 0, 0];
  for (let end = 1; end <= sorted.length; end++) {
    while (!agree(sorted[from]!, sorted[end - 1]!)) from++;
    if (end - from > bestEnd - best) [best, bestEnd] = [from, end];
  }
  return [best, bestEnd];
}

/** Exchanges of which more disagrees than agrees: their numbers are not what they seem, whichever listing it is. */
export function unsoundExchanges(
  verdicts: Iterable<readonly [{ readonly exchange: string }, Verdict]>,
): ReadonlySet<string> {
  const balance = new Map<string, { wrong: number; right: number }>();
  for (const [{ exchange }, verdict] of verdicts) {
    if (verdict === 'nothing to compare with') continue;
    const known = balance.get(exchange) ?? { wrong: 0, right: 0 };
    balance.set(exchange, known);
    if (verdict === 'disagrees') known.wrong += 1;
    else known.right += 1;
  }
  const unsound = [...balance].filter(([, { wrong, right }]) => wrong >= FEWEST_OF_EXCHANGE && wrong > right);
  return new Set(unsound.map(([exchange]) => exchange));
}
