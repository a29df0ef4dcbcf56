/** The cells of each row of a `|`-separated table, without its header. */
export function rowsOf(table: string): string[][] {
  const lines = table.trim().split('\n');
  return lines.slice(1).map((line) => line.split('|'));
}

/** Ids in tables have no hyphens. */
export function uuidOf(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
