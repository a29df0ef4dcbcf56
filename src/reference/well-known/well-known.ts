import { shippedTable } from '../../disk/shipped-table.ts';
import { rowsOf, uuidOf } from './table-rows.ts';
import { readAssets, type WellKnownAsset } from './known-assets.ts';

export type { WellKnownAsset } from './known-assets.ts';

export interface WellKnownExchange {
  readonly id: string;
  readonly name: string;
  readonly url: string;
}

/**
 * The assets, markets and exchanges whose ids existing clients have stored: they keep their id, name and slug with
 * every source. Parsed on first use; create one and share it.
 */
export class WellKnown {
  #assets: readonly WellKnownAsset[] | undefined;
  #assetsBySlug: ReadonlyMap<string, WellKnownAsset> | undefined;
  #markets: ReadonlyMap<string, ReadonlyMap<string, string>> | undefined;
  #exchanges: ReadonlyMap<string, WellKnownExchange> | undefined;

  /** Sorted by id. */
  get assets(): readonly WellKnownAsset[] {
    return (this.#assets ??= readAssets());
  }

  assetBySlug(slugName: string): WellKnownAsset | undefined {
    this.#assetsBySlug ??= new Map(this.assets.map((asset) => [asset.slugName, asset]));
    return this.#assetsBySlug.get(slugName);
  }

  marketId(baseAssetId: string, quoteAssetId: string): string | undefined {
    return this.basesIn(quoteAssetId).get(baseAssetId);
  }

  /** The markets quoted in an asset: their ids by base. */
  basesIn(quoteAssetId: string): ReadonlyMap<string, string> {
    this.#markets ??= readMarkets(this.assets);
    return this.#markets.get(quoteAssetId) ?? NO_MARKETS;
  }

  /** By name, ignoring case. */
  exchange(name: string): WellKnownExchange | undefined {
    this.#exchanges ??= new Map(readExchanges().map((exchange) => [exchange.name.toLowerCase(), exchange]));
    return this.#exchanges.get(name.toLowerCase());
  }
}

const NO_MARKETS: ReadonlyMap<string, string> = new Map();

/** By quote, then by base. */
function readMarkets(assets: readonly WellKnownAsset[]): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const markets = new Map<string, Map<string, string>>();
  for (const [id = '', base, quote] of rowsOf(shippedTable('../data/markets.txt', import.meta.url))) {
    const [baseAsset, quoteAsset] = [assets[Number(base)], assets[Number(quote)]];
    if (!baseAsset || !quoteAsset) throw new Error(`the market ${id} names no asset of the table`);
    const inQuote = markets.get(quoteAsset.id) ?? new Map<string, string>();
    markets.set(quoteAsset.id, inQuote.set(baseAsset.id, uuidOf(id)));
  }
  return markets;
}

function readExchanges(): WellKnownExchange[] {
  const rows = rowsOf(shippedTable('../data/exchanges.txt', import.meta.url));
  return rows.map(([id = '', name = '', url = '']) => ({ id: uuidOf(id), name, url }));
}
