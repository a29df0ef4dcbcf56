import type { AssetType } from '../../core/asset.ts';
import { ASSET_TABLE } from './asset-table.ts';
import { EXCHANGE_TABLE } from './exchange-table.ts';
import { MARKET_TABLE } from './market-table.ts';
import { slugOf, urlOf } from './slugs.ts';

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

export interface WellKnownExchange {
  readonly id: string;
  readonly name: string;
  readonly url: string;
}

/**
 * The assets, markets and exchanges whose ids existing clients have written down: what is in here keeps its id, name and
 * slug, whatever the source. Parsed when first asked for; a caller makes one and passes it on.
 */
export class WellKnown {
  #assets: readonly WellKnownAsset[] | undefined;
  #assetsBySlug: ReadonlyMap<string, WellKnownAsset> | undefined;
  #markets: ReadonlyMap<string, ReadonlyMap<string, string>> | undefined;
  #exchanges: ReadonlyMap<string, WellKnownExchange> | undefined;

  /** Ascending by id. */
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

  /** The markets that are quoted in an asset: their ids by base. */
  basesIn(quoteAssetId: string): ReadonlyMap<string, string> {
    this.#markets ??= readMarkets(this.assets);
    return this.#markets.get(quoteAssetId) ?? NO_MARKETS;
  }

  /** By name, whatever its case. */
  exchange(name: string): WellKnownExchange | undefined {
    this.#exchanges ??= new Map(readExchanges().map((exchange) => [exchange.name.toLowerCase(), exchange]));
    return this.#exchanges.get(name.toLowerCase());
  }
}

function readAssets(): WellKnownAsset[] {
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

const NO_MARKETS: ReadonlyMap<string, string> = new Map();

/** By quote, then by base. */
function readMarkets(assets: readonly WellKnownAsset[]): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const markets = new Map<string, Map<string, string>>();
  for (const [id = '', base, quote] of rowsOf(MARKET_TABLE)) {
    const [baseAsset, quoteAsset] = [assets[Number(base)], assets[Number(quote)]];
    if (!baseAsset || !quoteAsset) throw new Error(`the market ${id} names no asset of the table`);
    const inQuote = markets.get(quoteAsset.id) ?? new Map<string, string>();
    markets.set(quoteAsset.id, inQuote.set(baseAsset.id, uuidOf(id)));
  }
  return markets;
}

function readExchanges(): WellKnownExchange[] {
  return rowsOf(EXCHANGE_TABLE).map(([id = '', name = '', url = '']) => ({ id: uuidOf(id), name, url }));
}

function rowsOf(table: string): string[][] {
  const lines = table.trim().split('\n');
  return lines.slice(1).map((line) => line.split('|'));
}

function uuidOf(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
