import type { AssetType } from '../../core/asset.ts';
import { runToEnd, inBatches, type Slices } from '../../core/async/slices.ts';
import { shippedTable } from '../../disk/shipped-table.ts';
import { slugOf, urlOf } from './slugs.ts';
import { rowsOf, uuidOf } from './table-rows.ts';

/** An asset with the id that existing clients know. */
export interface WellKnownAsset {
  readonly id: string;
  readonly name: string;
  readonly symbol: string;
  readonly slugName: string;
  readonly type: AssetType;
  readonly url: string;
  readonly contractAddress?: string;
  /** The year of the newest published list that contains it. */
  readonly seen: string;
}

const ROWS_PER_SLICE = 100;

/** Sorted by id. */
export function readAssets(): WellKnownAsset[] {
  return runToEnd(assetsInSlices());
}

/** The same in slices. */
export function* assetsInSlices(): Slices<WellKnownAsset[]> {
  const rows = rowsOf(shippedTable('../data/assets.txt', import.meta.url));
  yield;
  const taken = new Set(rows.map(([, , , slug = '']) => slug));
  const assets: WellKnownAsset[] = [];
  yield* inBatches(rows, ROWS_PER_SLICE, (row) => {
    const [id = '', symbol = '', name = '', slug, type, seen = '', url, contractAddress] = row;
    const slugName = slug || freeSlug(name, symbol, id, taken);
    taken.add(slugName);
    assets.push({
      id: uuidOf(id),
      name,
      symbol,
      slugName,
      type: type === 'FIAT' ? 'FIAT' : 'CRYPTO',
      url: url || urlOf(slugName),
      ...(contractAddress ? { contractAddress } : {}),
      seen,
    });
  });
  return assets;
}

/** The slug of the name; if another asset has it, with the symbol; if that is taken too, with the start of the id. */
function freeSlug(name: string, symbol: string, id: string, taken: ReadonlySet<string>): string {
  const own = slugOf(name);
  const candidates = [own, `${own}-${slugOf(symbol)}`, `${own}-${id.slice(0, 8)}`];
  return candidates.find((slug) => slug !== '' && !taken.has(slug)) ?? id;
}
