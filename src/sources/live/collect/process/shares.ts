/** An exchange as far as it matters in which process it is read. */
export interface SharedExchange {
  readonly key: string;
  /** What it asks, in any words: exchanges with a word in common are read in one process, because the pace of a host is kept there. */
  readonly asks: readonly string[];
  /** How much work it is, such as the number of its tickers. */
  readonly weight: number;
}

interface Group {
  readonly keys: string[];
  weight: number;
}

/**
 * Exchanges for so many processes, about as much work for each: the same exchanges always come to the same shares. A share is
 * never empty; there are fewer where there is not enough to share.
 */
export function sharesOf(
  exchanges: readonly SharedExchange[],
  count: number,
): readonly (readonly string[])[] {
  const groups = groupsOf(exchanges).toSorted(
    (a, b) => b.weight - a.weight || (a.keys[0]! < b.keys[0]! ? -1 : 1),
  );
  const shares = Array.from({ length: Math.min(count, groups.length) }, (): Group => ({
    keys: [],
    weight: 0,
  }));
  for (const { keys, weight } of groups) {
    const lightest = shares.reduce((least, share) => (share.weight < least.weight ? share : least));
    lightest.keys.push(...keys);
    // Even a share without any known work is one exchange more.
    lightest.weight += weight + 1;
  }
  return shares.map(({ keys }) => keys);
}

/** Keys that are read in one place, because they belong together directly or through others. */
export function unitsOf(exchanges: readonly SharedExchange[]): readonly (readonly string[])[] {
  return groupsOf(exchanges).map(({ keys }) => keys);
}

/** Those that belong together, directly or through others. */
function groupsOf(exchanges: readonly SharedExchange[]): readonly Group[] {
  const groups = new Set<Group>();
  const byAsked = new Map<string, Group>();
  for (const { key, asks, weight } of exchanges) {
    const group: Group = { keys: [key], weight };
    for (const other of new Set(asks.flatMap((asked) => byAsked.get(asked) ?? []))) {
      group.keys.unshift(...other.keys);
      group.weight += other.weight;
      groups.delete(other);
      for (const [asked, owner] of byAsked) if (owner === other) byAsked.set(asked, group);
    }
    for (const asked of asks) byAsked.set(asked, group);
    groups.add(group);
  }
  return [...groups].map(({ keys, weight }) => ({ keys: keys.toSorted(), weight }));
}
