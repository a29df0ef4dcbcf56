import { compareIds } from '../core/ids/id-order.ts';
import type { ListingKey } from '../core/ids/listing-key.ts';
import type { Market } from '../core/market.ts';
import type { ReferenceContent } from '../core/reference-data.ts';
import { LX_INDICES } from '../core/ids/well-known-ids.ts';
import { problemsOf } from './validation.ts';
import { succeeding } from './versions/succession.ts';
import { keyOf, TABLE_NAMES, tablesOf, type TableName } from './versions/reference-tables.ts';

const MAX_PROBLEMS = 100;

const ROW_NAMES: Readonly<Record<TableName, string>> = {
  assets: 'asset id',
  markets: 'market id',
  exchanges: 'exchange id',
  listings: 'listing (exchange and market)',
  supplies: 'supply of asset',
  lx: 'definition of index',
  traded: 'traded listing (exchange and market)',
};

/** What a source announced, as the version that it makes, or everything that is wrong with it. */
export type Announced =
  | { readonly data: ReferenceContent; readonly problems?: undefined }
  | { readonly problems: readonly string[] };

/**
 * Checks what a source announces after other data, where there are any. Nothing is mended: of two rows with one id
 * neither is the right one, and a market whose assets change is another market under an id that clients know.
 */
export function readAnnouncement(
  announced: ReferenceContent,
  before: ReferenceContent | undefined,
): Announced {
  try {
    const own = [...repeatedRows(announced), ...changedPairs(announced.markets, before?.markets ?? [])];
    if (own.length > 0) return { problems: own.slice(0, MAX_PROBLEMS) };
    const data = before ? succeeding(before, announced) : announced;
    const problems = [...problemsOf(data), ...unknownNames(data)];
    return problems.length > 0 ? { problems: problems.slice(0, MAX_PROBLEMS) } : { data };
  } catch (error) {
    // What lacks a table or a row is no reference data, and no reason to stop computing.
    return { problems: [`it is malformed: ${String(error)}`] };
  }
}

function repeatedRows(announced: ReferenceContent): string[] {
  const tables = tablesOf(announced);
  return TABLE_NAMES.flatMap((table) => {
    const seen = new Set<string>();
    const repeated = new Set<string>();
    for (const row of tables[table]) {
      const key = keyOf(table, row);
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

/** Definitions of liquid indices and traded listings that name what the data do not have. */
function unknownNames({ assets, markets, exchanges, lx, traded }: ReferenceContent): string[] {
  const [assetIds, marketIds, exchangeIds] = [assets, markets, exchanges].map(
    (rows) => new Set(rows.map(({ id }) => id)),
  );
  const unknownIn = (what: string, { exchangeId, marketId }: ListingKey) => [
    ...(exchangeIds!.has(exchangeId) ? [] : [`${what} names an unknown exchange ${exchangeId}`]),
    ...(marketIds!.has(marketId) ? [] : [`${what} names an unknown market ${marketId}`]),
  ];
  const ofIndices = lx.flatMap(({ name, assetId, quoteAssetIds, constituents }) => [
    ...(Object.hasOwn(LX_INDICES, name) ? [] : [`there is no index ${name} to define`]),
    ...[assetId, ...quoteAssetIds]
      .filter((id) => !assetIds!.has(id))
      .map((id) => `the definition of ${name} names an unknown asset ${id}`),
    ...constituents.flatMap((listing) => unknownIn(`the definition of ${name}`, listing)),
  ]);
  return [...ofIndices, ...traded.flatMap((listing) => unknownIn('a traded listing', listing))];
}
