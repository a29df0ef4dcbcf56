/** Sorts rows by a key, equal ones in the given order; rows without a key come last in both directions. */
export function sortedRows<Row>(
  rows: readonly Row[],
  sortKey: (row: Row) => number | string | undefined,
  isDescending: boolean,
): Row[] {
  const sign = isDescending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [one, other] = [sortKey(a), sortKey(b)];
    if (one === other) return 0;
    if (one === undefined) return 1;
    if (other === undefined) return -1;
    return one < other ? -sign : sign;
  });
}

/** The rows of a table: sorted first, then cut, so that the first are the first of all. */
export function shownRows<Row>(
  rows: readonly Row[],
  sortKey: ((row: Row) => number | string | undefined) | undefined,
  isDescending: boolean,
  most = Infinity,
): readonly Row[] {
  const sorted = sortKey ? sortedRows(rows, sortKey, isDescending) : rows;
  return sorted.length > most ? sorted.slice(0, most) : sorted;
}
