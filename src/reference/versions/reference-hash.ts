import { createHash } from 'node:crypto';
import { compareIds } from '../../core/ids/id-order.ts';
import type { ReferenceContent } from '../../core/reference-data.ts';
import { rowKeyOf, TABLE_NAMES, tablesOf, type ReferenceRow, type TableName } from './reference-tables.ts';

const PREFIX = 'tidemark reference 1\n';

/**
 * The name of reference data: SHA-256 of their canonical text. The text has one line per row, with tables in fixed
 * order, rows sorted by key and members by name, so that the order of the input does not matter.
 */
export function referenceHashOf(data: ReferenceContent): string {
  const hash = createHash('sha256').update(PREFIX);
  const tables = tablesOf(data);
  for (const table of TABLE_NAMES) {
    hash.update(`${table} ${tables[table].length}\n`);
    for (const line of canonicalLines(table, tables[table])) hash.update(line);
  }
  return hash.digest('hex');
}

function canonicalLines<Name extends TableName>(table: Name, rows: readonly ReferenceRow<Name>[]): string[] {
  const keyed = rows.map((row) => [rowKeyOf(table, row), row] as const);
  keyed.sort(([a], [b]) => compareIds(a, b));
  const names = sortedNames(rows);
  return keyed.map(([, row]) => `${JSON.stringify(row, names)}\n`);
}

/** JSON with members sorted by name and without undefined values. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, sortedNames(value));
}

/** The sorted names of all members at any depth. `JSON.stringify` writes members in the order of such a list. */
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
