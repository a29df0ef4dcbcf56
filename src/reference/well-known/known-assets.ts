import type { AssetType } from '../../core/asset.ts';
import { ASSET_TABLE } from './asset-table.ts';
import { slugOf, urlOf } from './slugs.ts';
import { rowsOf, uuidOf } from './table-rows.ts';

/** An asset as existing clients know it. */
export interface WellKnownAsset {
  readonly id: string;
  readonly name: string;
  readonly symbol: string;
  readonly slugName: string;
  readonly type: AssetType;
  readonly url: string;
  readonly contractAddress?: string;
  /** The year of the newest published list that has it. */
  readonly seen: string;
}

/** Ascending by id. */
export function readAssets(): WellKnownAsset[] {
  const rows = rowsOf(ASSET_TABLE);
  const taken = new Set(rows.map(([, , , slug = '']) => slug));
  return rows.map(([id = '', symbol = '', name = '', slug, type, seen = '', url, contractAddress]) => {
    const slugName = slug || freeSlug(name, symbol, id, taken);
    taken.add(slugName);
    return {
      id: uuidOf(id),
      name,
      symbol,
      slugName,
      type: type === 'FIAT' ? 'FIAT' : 'CRYPTO',
      url: url || urlOf(slugName),
      ...(contractAddress ? { contractAddress } : {}),
      seen,
    };
  });
}

/** The name's slug; where another asset has it, with the symbol; where that is taken too, with the start of the id. */
function freeSlug(name: string, symbol: string, id: string, taken: ReadonlySet<string>): string {
  const own = slugOf(name);
  const candidates = [own, `${own}-${slugOf(symbol)}`, `${own}-${id.slice(0, 8)}`];
  return candidates.find((slug) => slug !== '' && !taken.has(slug)) ?? id;
}
