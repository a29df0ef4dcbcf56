/** Rows by a key, equal ones in the order given; those without a key come last, whichever way. */
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

/** What a table shows: sorted where there is a key, and only then cut, so that the first are the first of all. */
export function shownRows<Row>(
  rows: readonly Row[],
  sortKey: ((row: Row) => number | string | undefined) | undefined,
  isDescending: boolean,
  most = Infinity,
): readonly Row[] {
  const sorted = sortKey ? sortedRows(rows, sortKey, isDescending) : rows;
  return sorted.length > most ? sorted.slice(0, most) : sorted;
}
