import { compareIds } from '../core/ids/id-order.ts';
import type { ListingKey } from '../core/ids/listing-key.ts';
import type { LxDefinition } from '../core/lx-definition.ts';
import type { Market } from '../core/market.ts';
import type { ReferenceContent } from '../core/reference-data.ts';
import { LX_INDICES } from '../core/ids/well-known-ids.ts';
import { referenceProblems } from './validation.ts';
import { nextVersion } from './versions/succession.ts';
import { rowKeyOf, TABLE_NAMES, tablesOf, type TableName } from './versions/reference-tables.ts';

const MAX_PROBLEMS = 100;
const NO_ROWS = { assets: [], markets: [], exchanges: [], supplies: [] };

const ROW_NAMES: Readonly<Record<TableName, string>> = {
  assets: 'asset id',
  markets: 'market id',
  exchanges: 'exchange id',
  listings: 'listing (exchange and market)',
  supplies: 'supply of asset',
  lx: 'definition of index',
  traded: 'traded listing (exchange and market)',
};

/** The version that an announcement creates, or all problems with it. */
export type AnnouncementResult =
  /** `leftOut`: why definitions of liquid indices or traded listings were omitted from the data. */
  | { readonly data: ReferenceContent; readonly leftOut: readonly string[]; readonly problems?: undefined }
  | { readonly problems: readonly string[] };

/**
 * Checks an announcement, against the previous data if there are any. Nothing is repaired: if two rows have the same id, neither
 * is trusted, and a market whose assets change is a different market under an id that clients know. Only definitions of
 * liquid indices and traded listings are independent: only the invalid ones are omitted.
 */
export function checkAnnouncement(
  source: ReferenceContent,
  before: ReferenceContent | undefined,
): AnnouncementResult {
  try {
    const { announced, repeated } = withoutRepeated(source);
    const own = [...repeatedRows(announced), ...changedPairs(announced.markets, before?.markets ?? [])];
    if (own.length > 0) return { problems: own.slice(0, MAX_PROBLEMS) };
    const known = before ? nextVersion(before, announced) : announced;
    const problems = referenceProblems(known);
    if (problems.length > 0) return { problems: problems.slice(0, MAX_PROBLEMS) };
    const { data, unknown } = withoutUnknown(known);
    return { data, leftOut: [...repeated, ...unknown].slice(0, MAX_PROBLEMS) };
  } catch (error) {
    // A missing table or row makes reference data invalid, but must not stop computing.
    return { problems: [`it is malformed: ${String(error)}`] };
  }
}

function repeatedRows(announced: ReferenceContent): string[] {
  const tables = tablesOf(announced);
  return TABLE_NAMES.flatMap((table) => {
    const seen = new Set<string>();
    const repeated = new Set<string>();
    for (const row of tables[table]) {
      const key = rowKeyOf(table, row);
      if (seen.has(key)) repeated.add(key);
      seen.add(key);
    }
    return [...repeated].toSorted(compareIds).map((key) => `${ROW_NAMES[table]} ${key} appears twice`);
  });
}

function changedPairs(announced: readonly Market[], before: readonly Market[]): string[] {
  if (announced === before) return [];
  const known = new Map(before.map((market) => [market.id, market]));
  return announced.flatMap((market) => {
    const old = known.get(market.id);
    if (!old || pairOf(old) === pairOf(market)) return [];
    return [`market ${market.id} was ${pairOf(old)} and is announced as ${pairOf(market)}`];
  });
}

function pairOf({ baseAssetId, quoteAssetId }: Market): string {
  return `${baseAssetId}/${quoteAssetId}`;
}

/** Removes definitions of liquid indices and traded listings that appear twice. */
function withoutRepeated(source: ReferenceContent) {
  const { lx, traded } = source;
  const repeated = repeatedRows({ ...NO_ROWS, lx, traded });
  if (repeated.length === 0) return { announced: source, repeated };
  const once = <Row>(rows: readonly Row[], keyOfRow: (row: Row) => string) =>
    rows.filter((row) => rows.filter((other) => keyOfRow(other) === keyOfRow(row)).length === 1);
  const valid = {
    lx: once(lx, (row) => rowKeyOf('lx', row)),
    traded: once(traded, (row) => rowKeyOf('traded', row)),
  };
  return { announced: { ...source, ...valid }, repeated };
}

/** Removes definitions of liquid indices and traded listings that refer to unknown assets, markets or exchanges. */
function withoutUnknown(data: ReferenceContent): {
  readonly data: ReferenceContent;
  readonly unknown: readonly string[];
} {
  const { assets, markets, exchanges, lx, traded } = data;
  const [assetIds, marketIds, exchangeIds] = [assets, markets, exchanges].map(
    (rows) => new Set(rows.map(({ id }) => id)),
  );
  const unknownReferences = (what: string, { exchangeId, marketId }: ListingKey) => [
    ...(exchangeIds!.has(exchangeId) ? [] : [`${what} names an unknown exchange ${exchangeId}`]),
    ...(marketIds!.has(marketId) ? [] : [`${what} names an unknown market ${marketId}`]),
  ];
  const ofDefinition = ({ name, assetId, quoteAssetIds, constituents }: LxDefinition) => [
    ...(Object.hasOwn(LX_INDICES, name) ? [] : [`there is no index ${name} to define`]),
    ...[assetId, ...quoteAssetIds]
      .filter((id) => !assetIds!.has(id))
      .map((id) => `the definition of ${name} names an unknown asset ${id}`),
    ...constituents.flatMap((listing) => unknownReferences(`the definition of ${name}`, listing)),
  ];
  const ofTraded = (listing: ListingKey) => unknownReferences('a traded listing', listing);
  const unknown = [...lx.flatMap(ofDefinition), ...traded.flatMap(ofTraded)];
  if (unknown.length === 0) return { data, unknown };
  const valid = {
    lx: lx.filter((definition) => ofDefinition(definition).length === 0),
    traded: traded.filter((listing) => ofTraded(listing).length === 0),
  };
  return { data: { ...data, ...valid }, unknown };
}
