export type Cell = string | number | undefined;

/** Columns are as wide as their widest cell; numbers are right-aligned, and an absent value is a dash. */
export function formatTable(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const text = rows.map((row) => columns.map((_, i) => (row[i] === undefined ? '-' : String(row[i]))));
  const widths = columns.map((column, i) =>
    Math.max(column.length, ...text.map((row) => (row[i] ?? '').length)),
  );
  const isNumeric = columns.map((_, i) => rows.some((row) => typeof row[i] === 'number'));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => (isNumeric[i] ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd();
  return [line(columns), widths.map((width) => '-'.repeat(width)).join('  '), ...text.map(line)].join('\n');
}

/** Rounds to this many digits after the point, as a number, so that tables and JSON show the same. */
export function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
