import { createHash } from 'node:crypto';
import { compareIds } from '../../core/ids/id-order.ts';
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
  const names = sortedNames(rows);
  return keyed.map(([, row]) => `${JSON.stringify(row, names)}\n`);
}

/** Members in the order of their names, those without a value left out. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, sortedNames(value));
}

/** The names of all members at any depth. `JSON.stringify` writes members in the order of such a list. */
function sortedNames(value: unknown): string[] {
  const names = new Set<string>();
  const collect = (inner: unknown) => {
    if (Array.isArray(inner)) for (const item of inner) collect(item);
    else if (typeof inner === 'object' && inner !== null)
      for (const name in inner) {
        names.add(name);
        const member = (inner as Record<string, unknown>)[name];
        if (typeof member === 'object') collect(member);
      }
  };
  collect(value);
  return [...names].sort(compareIds);
}
