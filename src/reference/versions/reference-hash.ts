import { createHash } from 'node:crypto';
import { compareIds } from '../../core/id-order.ts';
import type { ReferenceContent } from '../../core/reference-data.ts';
import { keyOf, TABLE_NAMES, tablesOf, type Row, type TableName } from './reference-tables.ts';

const PREFIX = 'tidemark reference 1\n';

/**
 * The name of reference data: SHA-256 of its canonical text. The text has a line for each row, tables in their order and
 * rows by key, members by name, so that neither the order in which data came nor that of members counts.
 */
export function hashOf(data: ReferenceContent): string {
  const hash = createHash('sha256').update(PREFIX);
  const tables = tablesOf(data);
  for (const table of TABLE_NAMES) {
    hash.update(`${table} ${tables[table].length}\n`);
    for (const line of canonicalLines(table, tables[table])) hash.update(line);
  }
  return hash.digest('hex');
}

function canonicalLines<Name extends TableName>(table: Name, rows: readonly Row<Name>[]): string[] {
  const keyed = rows.map((row) => [keyOf(table, row), row] as const);
  keyed.sort(([a], [b]) => compareIds(a, b));
  return keyed.map(([, row]) => `${canonicalJson(row)}\n`);
}

/** Members in the order of their names, those without a value left out. Written by hand: a large exchange has thousands of listings. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const row = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const name of sortedNames(row)) {
    const member = row[name];
    if (member === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(member)}`;
  }
  return `{${text}}`;
}

/** Rows of a table have the same few names, mostly in order already. */
function sortedNames(row: object): readonly string[] {
  const names = Object.keys(row);
  const isSorted = names.every((name, i) => i === 0 || compareIds(names[i - 1]!, name) <= 0);
  return isSorted ? names : names.sort(compareIds);
}
