import type { Exchange, Listing } from '../../core/exchange.ts';
import type { ReferenceContent } from '../../core/reference-data.ts';
import { canonicalJson } from './reference-hash.ts';
import {
  rowKeyOf,
  listingOf,
  TABLE_NAMES,
  tablesOf,
  type ReferenceRow,
  type TableName,
} from './reference-tables.ts';

export interface TableChange<Name extends TableName = TableName> {
  /** New or changed rows. */
  readonly set?: readonly ReferenceRow<Name>[];
  /** Keys of removed rows. */
  readonly removed?: readonly string[];
}

/** The difference between two successive versions of reference data; unchanged tables have no member. */
export type ReferenceChange = { readonly [Name in TableName]?: TableChange<Name> };

export function changeBetween(before: ReferenceContent, after: ReferenceContent): ReferenceChange {
  const [old, next] = [tablesOf(before), tablesOf(after)];
  const changes = TABLE_NAMES.flatMap((table) => {
    const change = tableChange(table, old[table], next[table]);
    return change ? [[table, change] as const] : [];
  });
  return Object.fromEntries(changes);
}

/**
 * Applies changes one after the other. Rows keep their places, changed ones too; new ones follow. Unchanged tables,
 * exchanges and rows stay the same objects.
 */
export function applyChanges(
  before: ReferenceContent,
  changes: readonly ReferenceChange[],
): ReferenceContent {
  return {
    assets: changedRows('assets', before.assets, changes),
    markets: changedRows('markets', before.markets, changes),
    exchanges: changedExchanges(before.exchanges, changes),
    supplies: changedRows('supplies', before.supplies, changes),
    lx: changedRows('lx', before.lx, changes),
    traded: changedRows('traded', before.traded, changes),
  };
}

function tableChange<Name extends TableName>(
  table: Name,
  before: readonly ReferenceRow<Name>[],
  after: readonly ReferenceRow<Name>[],
): TableChange<Name> | undefined {
  const old = new Map(before.map((row) => [rowKeyOf(table, row), row]));
  const set = after.filter((row) => {
    const key = rowKeyOf(table, row);
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
  before: readonly ReferenceRow<Name>[],
  changes: readonly ReferenceChange[],
): readonly ReferenceRow<Name>[] {
  const own = changesOf(table, changes);
  if (own.length === 0) return before;
  const rows = new Map(before.map((row) => [rowKeyOf(table, row), row]));
  for (const { set = [], removed = [] } of own) {
    for (const key of removed) rows.delete(key);
    for (const row of set) rows.set(rowKeyOf(table, row), row);
  }
  return [...rows.values()];
}

/** Exchanges with their listings, which are rows of a separate table. */
function changedExchanges(
  before: readonly Exchange[],
  changes: readonly ReferenceChange[],
): readonly Exchange[] {
  const listings = changedListings(before, changes);
  const own = changesOf('exchanges', changes);
  if (own.length === 0 && listings.size === 0) return before;
  const known = new Map(before.map((exchange) => [exchange.id, exchange]));
  return changedRows('exchanges', before, changes).map((row) => {
    const exchange = known.get(row.id);
    const changed = listings.get(row.id);
    if (row === exchange && !changed) return exchange;
    return { ...row, listings: changed ? [...changed.values()] : (exchange?.listings ?? []) };
  });
}

/** The listings, by market, of exchanges whose listings change. */
function changedListings(
  before: readonly Exchange[],
  changes: readonly ReferenceChange[],
): ReadonlyMap<string, ReadonlyMap<string, Listing>> {
  const changed = new Map<string, Map<string, Listing>>();
  const of = (exchangeId: string) => {
    let listings = changed.get(exchangeId);
    if (!listings) {
      const exchange = before.find(({ id }) => id === exchangeId);
      listings = new Map(exchange?.listings.map((listing) => [listing.marketId, listing]));
      changed.set(exchangeId, listings);
    }
    return listings;
  };
  for (const { set = [], removed = [] } of changesOf('listings', changes)) {
    for (const key of removed) {
      const { exchangeId, marketId } = listingOf(key);
      of(exchangeId).delete(marketId);
    }
    for (const { exchangeId, ...listing } of set) of(exchangeId).set(listing.marketId, listing);
  }
  return changed;
}

function changesOf<Name extends TableName>(
  table: Name,
  changes: readonly ReferenceChange[],
): readonly TableChange<Name>[] {
  return changes.flatMap((change) => (change[table] as TableChange<Name> | undefined) ?? []);
}
