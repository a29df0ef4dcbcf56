import type { Asset, AssetStatus, AssetType, Supply } from '../core/asset.ts';
import type { Exchange, ExchangeStatus } from '../core/exchange.ts';
import type { Market } from '../core/market.ts';
import type { ReferenceData } from '../core/reference-data.ts';
import { problemsOf } from './validation.ts';

export interface AssetFilter {
  readonly type?: AssetType | undefined;
  readonly symbol?: string | undefined;
  readonly status?: AssetStatus | undefined;
}

export interface MarketFilter {
  readonly baseAssetId?: string | undefined;
  readonly quoteAssetId?: string | undefined;
}

export interface ExchangeFilter {
  readonly status?: ExchangeStatus | undefined;
  readonly name?: string | undefined;
}

/**
 * One version of the reference data, validated and indexed. It never changes: a change of listings or
 * statuses is a new catalogue with a higher version. Lists keep the order in which the data came.
 */
export class Catalogue {
  readonly version: number;
  readonly assets: readonly Asset[];
  readonly markets: readonly Market[];
  readonly exchanges: readonly Exchange[];
  readonly #assetsById: ReadonlyMap<string, Asset>;
  readonly #marketsById: ReadonlyMap<string, Market>;
  readonly #exchangesById: ReadonlyMap<string, Exchange>;
  readonly #suppliesByAsset: ReadonlyMap<string, Supply>;
  readonly #assetsBySymbol: ReadonlyMap<string, readonly Asset[]>;
  readonly #marketsByBase: ReadonlyMap<string, readonly Market[]>;
  readonly #marketsByQuote: ReadonlyMap<string, readonly Market[]>;
  readonly #exchangesByName: ReadonlyMap<string, readonly Exchange[]>;

  /** Throws with every problem at once: a catalogue that contradicts itself is never served. */
  constructor(data: ReferenceData, version = 1) {
    const problems = problemsOf(data);
    if (problems.length > 0) throw new Error(`reference data is not consistent:\n${problems.join('\n')}`);
    this.version = version;
    this.assets = data.assets;
    this.markets = data.markets;
    this.exchanges = data.exchanges;
    this.#assetsById = byId(data.assets);
    this.#marketsById = byId(data.markets);
    this.#exchangesById = byId(data.exchanges);
    this.#suppliesByAsset = new Map(data.supplies.map((supply) => [supply.assetId, supply]));
    this.#assetsBySymbol = groupBy(data.assets, (asset) => asset.symbol);
    this.#marketsByBase = groupBy(data.markets, (market) => market.baseAssetId);
    this.#marketsByQuote = groupBy(data.markets, (market) => market.quoteAssetId);
    this.#exchangesByName = groupBy(data.exchanges, (exchange) => exchange.name.toLowerCase());
  }

  asset(id: string): Asset | undefined {
    return this.#assetsById.get(id);
  }

  market(id: string): Market | undefined {
    return this.#marketsById.get(id);
  }

  exchange(id: string): Exchange | undefined {
    return this.#exchangesById.get(id);
  }

  supply(assetId: string): Supply | undefined {
    return this.#suppliesByAsset.get(assetId);
  }

  findAssets({ type, symbol, status }: AssetFilter): readonly Asset[] {
    const candidates = symbol === undefined ? this.assets : (this.#assetsBySymbol.get(symbol) ?? []);
    return candidates.filter(
      (asset) =>
        (type === undefined || asset.type === type) && (status === undefined || asset.status === status),
    );
  }

  findMarkets({ baseAssetId, quoteAssetId }: MarketFilter): readonly Market[] {
    if (baseAssetId !== undefined) {
      const candidates = this.#marketsByBase.get(baseAssetId) ?? [];
      return quoteAssetId === undefined
        ? candidates
        : candidates.filter((market) => market.quoteAssetId === quoteAssetId);
    }
    return quoteAssetId === undefined ? this.markets : (this.#marketsByQuote.get(quoteAssetId) ?? []);
  }

  /** The name is matched whole, case aside. */
  findExchanges({ status, name }: ExchangeFilter): readonly Exchange[] {
    const candidates =
      name === undefined ? this.exchanges : (this.#exchangesByName.get(name.toLowerCase()) ?? []);
    return status === undefined ? candidates : candidates.filter((exchange) => exchange.status === status);
  }
}

function byId<T extends { readonly id: string }>(items: readonly T[]): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
