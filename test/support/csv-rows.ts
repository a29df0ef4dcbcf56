/** Parses CSV strictly by RFC 4180: CRLF after every row, doubled quotes within quotes. */
export function csvRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  while (field.lastIndex < text.length) {
    const at = field.lastIndex;
    const [, quoted, plain = '', end] = field.exec(text) ?? [];
    if (end === undefined) throw new Error(`no field at ${at}: ${text.slice(at, at + 40)}`);
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** The expected cell of a column, by the documentation of columns. */
export function cellOf(record: object, column: string): string {
  const keys = column.split('.');
  const value = keys.reduce<unknown>((member, key) => (member as Record<string, unknown>)?.[key], record);
  return Array.isArray(value) ? value.join('|') : String(value ?? '');
}
