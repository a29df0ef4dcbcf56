import type { Asset, Supply } from '../../core/asset.ts';
import type { Exchange, Listing } from '../../core/exchange.ts';
import type { ListingKey } from '../../core/ids/listing-key.ts';
import type { LxDefinition } from '../../core/lx-definition.ts';
import type { Market } from '../../core/market.ts';
import type { ReferenceContent } from '../../core/reference-data.ts';

/** A listing with its exchange. */
export type ListingRow = ListingKey & Listing;

/** Reference data as flat tables: each row has a key that is unique in its table. */
export interface ReferenceTables {
  readonly assets: readonly Asset[];
  readonly markets: readonly Market[];
  readonly exchanges: readonly Omit<Exchange, 'listings'>[];
  readonly listings: readonly ListingRow[];
  readonly supplies: readonly Supply[];
  readonly lx: readonly LxDefinition[];
  readonly traded: readonly ListingKey[];
}

export type TableName = keyof ReferenceTables;
export type ReferenceRow<Name extends TableName = TableName> = ReferenceTables[Name][number];

export const TABLE_NAMES = [
  'assets',
  'markets',
  'exchanges',
  'listings',
  'supplies',
  'lx',
  'traded',
] as const satisfies readonly TableName[];

const KEYS: { readonly [Name in TableName]: (row: ReferenceRow<Name>) => string } = {
  assets: ({ id }) => id,
  markets: ({ id }) => id,
  exchanges: ({ id }) => id,
  listings: listingKey,
  supplies: ({ assetId }) => assetId,
  lx: ({ name }) => name,
  traded: listingKey,
};

export function rowKeyOf<Name extends TableName>(table: Name, row: ReferenceRow<Name>): string {
  return KEYS[table](row);
}

export function tablesOf({
  assets,
  markets,
  exchanges,
  supplies,
  lx,
  traded,
}: ReferenceContent): ReferenceTables {
  return {
    assets,
    markets,
    exchanges: exchanges.map(({ listings: _listings, ...exchange }) => exchange),
    listings: exchanges.flatMap(({ id, listings }) =>
      listings.map(({ marketId, status, qualified }) => ({ exchangeId: id, marketId, status, qualified })),
    ),
    supplies,
    lx,
    traded,
  };
}

function listingKey({ exchangeId, marketId }: ListingKey): string {
  return `${exchangeId} ${marketId}`;
}

/** The listing with that key. */
export function listingOf(key: string): ListingKey {
  const [exchangeId = '', marketId = ''] = key.split(' ');
  return { exchangeId, marketId };
}
