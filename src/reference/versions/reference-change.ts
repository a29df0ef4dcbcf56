import type { ReferenceContent } from '../../core/reference-data.ts';
import { canonicalJson } from './reference-hash.ts';
import {
  dataOf,
  keyOf,
  TABLE_NAMES,
  tablesOf,
  type ReferenceTables,
  type Row,
  type TableName,
} from './reference-tables.ts';

export interface TableChange<Name extends TableName = TableName> {
  /** Rows that are new or different. */
  readonly set?: readonly Row<Name>[];
  /** Keys of rows that are gone. */
  readonly removed?: readonly string[];
}

/** What makes one version of reference data into the next; tables that stay as they are have no member. */
export type ReferenceChange = { readonly [Name in TableName]?: TableChange<Name> };

export function changeBetween(before: ReferenceContent, after: ReferenceContent): ReferenceChange {
  const [old, next] = [tablesOf(before), tablesOf(after)];
  const changes = TABLE_NAMES.flatMap((table) => {
    const change = tableChange(table, old[table], next[table]);
    return change ? [[table, change] as const] : [];
  });
  return Object.fromEntries(changes);
}

/** Applies changes one after the other. Rows keep their places, changed ones too; new ones follow. */
export function applyChanges(
  before: ReferenceContent,
  changes: readonly ReferenceChange[],
): ReferenceContent {
  const old = tablesOf(before);
  const changed = TABLE_NAMES.map((table) => [table, changedRows(table, old[table], changes)] as const);
  return dataOf(Object.fromEntries(changed) as unknown as ReferenceTables);
}

export function isEmpty(change: ReferenceChange): boolean {
  return Object.keys(change).length === 0;
}

function tableChange<Name extends TableName>(
  table: Name,
  before: readonly Row<Name>[],
  after: readonly Row<Name>[],
): TableChange<Name> | undefined {
  const old = new Map(before.map((row) => [keyOf(table, row), row]));
  const set = after.filter((row) => {
    const key = keyOf(table, row);
    const same = old.get(key);
    old.delete(key);
    return same === undefined || (same !== row && canonicalJson(same) !== canonicalJson(row));
  });
  const removed = [...old.keys()];
  if (set.length === 0 && removed.length === 0) return undefined;
  return { ...(set.length > 0 && { set }), ...(removed.length > 0 && { removed }) };
}

function changedRows<Name extends TableName>(
  table: Name,
  before: readonly Row<Name>[],
  changes: readonly ReferenceChange[],
): readonly Row<Name>[] {
  const own = changes.flatMap((change) => (change[table] as TableChange<Name> | undefined) ?? []);
  if (own.length === 0) return before;
  const rows = new Map(before.map((row) => [keyOf(table, row), row]));
  for (const { set = [], removed = [] } of own) {
    for (const key of removed) rows.delete(key);
    for (const row of set) rows.set(keyOf(table, row), row);
  }
  return [...rows.values()];
}
