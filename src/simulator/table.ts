/** Reads a `|`-separated text table whose first row names its columns. */
export function parseTable<C extends string>(
  text: string,
  columns: readonly C[],
): Readonly<Record<C, string>>[] {
  const [header = '', ...rows] = text.trim().split('\n');
  const names = header.split('|');
  const positions = columns.map((column) => {
    const position = names.indexOf(column);
    if (position < 0) throw new Error(`the table has no column ${column}`);
    return position;
  });
  return rows.map((row) => {
    const cells = row.split('|');
    if (cells.length !== names.length)
      throw new Error(`row "${row}" has ${cells.length} cells of ${names.length}`);
    const entries = columns.map((column, i) => [column, cells[positions[i] ?? 0] ?? '']);
    return Object.fromEntries(entries) as Record<C, string>;
  });
}
