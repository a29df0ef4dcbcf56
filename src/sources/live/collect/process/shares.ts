/** What decides in which process an exchange is read. */
export interface SharedExchange {
  readonly key: string;
  /**
   * Arbitrary labels of its hosts. Exchanges with a label in common are read in one process, which paces the requests
   * to the host.
   */
  readonly hosts: readonly string[];
  /** Amount of work, such as its number of tickers. */
  readonly weight: number;
}

interface Group {
  readonly keys: string[];
  weight: number;
}

/**
 * Distributes exchanges over processes with about equal work; the same exchanges always give the same shares. No share
 * is empty, so there may be fewer than `count`.
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
    const lightest = shares.reduce((min, share) => (share.weight < min.weight ? share : min));
    lightest.keys.push(...keys);
    // Count every exchange, so that shares without known work also grow.
    lightest.weight += weight + 1;
  }
  return shares.map(({ keys }) => keys);
}

/** Keys that must be read in one place, because they share hosts directly or through others. */
export function readingUnits(exchanges: readonly SharedExchange[]): readonly (readonly string[])[] {
  return groupsOf(exchanges).map(({ keys }) => keys);
}

/** Groups exchanges that share hosts directly or through others. */
function groupsOf(exchanges: readonly SharedExchange[]): readonly Group[] {
  const groups = new Set<Group>();
  const groupByHost = new Map<string, Group>();
  for (const { key, hosts, weight } of exchanges) {
    const group: Group = { keys: [key], weight };
    for (const other of new Set(hosts.flatMap((host) => groupByHost.get(host) ?? []))) {
      group.keys.unshift(...other.keys);
      group.weight += other.weight;
      groups.delete(other);
      for (const [host, owner] of groupByHost) if (owner === other) groupByHost.set(host, group);
    }
    for (const host of hosts) groupByHost.set(host, group);
    groups.add(group);
  }
  return [...groups].map(({ keys, weight }) => ({ keys: keys.toSorted(), weight }));
}
