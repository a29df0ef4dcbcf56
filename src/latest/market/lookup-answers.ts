import type { Asset } from '../../core/asset.ts';
import type { Exchange } from '../../core/exchange.ts';
import { Lru } from '../../core/lru.ts';
import type { Market } from '../../core/market.ts';
import type { AssetFilter, Catalogue, ExchangeFilter, MarketFilter } from '../../reference/catalogue.ts';
import type { UntradedAssets } from '../../reference/untraded-assets.ts';
import { listAnswer } from '../answers/list-answer.ts';
import type { MarketNames } from './market-names.ts';
import { PreparedAnswer } from '../answers/prepared-answer.ts';

/** The number of lists that are cached for repeated queries. */
const MAX_KEPT_LISTS = 512;
const MAX_KEPT_BYTES = 64 * 2 ** 20;
const OPENING = Buffer.from('{"content":[');
const CLOSING = Buffer.from(']}');
const COMMA = Buffer.from(',');

/** Serialised entities of all versions. Entities are immutable: a changed one is another object. */
interface Serialised {
  readonly named: WeakMap<Market, NamedMarket>;
  readonly texts: WeakMap<object, Buffer>;
  readonly records: WeakMap<object, PreparedAnswer>;
}

/** A market with the assets in its name: if one of them has changed, this is another object too. */
interface NamedMarket {
  readonly market: Market;
  readonly base: Asset | undefined;
  readonly quote: Asset | undefined;
}

/** Markets are also found by name. */
export interface NamedMarketFilter extends MarketFilter {
  readonly marketName?: string | undefined;
}

/** The filters of each list. */
export interface LookupFilters {
  readonly assets: AssetFilter;
  readonly markets: NamedMarketFilter;
  readonly exchanges: ExchangeFilter;
}

interface ListQuery {
  readonly key: string;
  readonly table: readonly object[];
  /** Found at once, serialised one by one. */
  readonly texts: () => readonly (() => Buffer)[];
}

interface KeptList {
  /** The table that it was selected from: it stays valid in another version with the same table. */
  readonly table: readonly object[];
  readonly prepared: PreparedAnswer;
}

/**
 * The look-ups of one version of the catalogue as answers. An entity is serialised once until it changes, a
 * list once for each repeated query.
 */
export class LookupAnswers {
  readonly #catalogue: Catalogue;
  readonly #names: MarketNames;
  readonly #untraded: UntradedAssets | undefined;
  readonly #serialised: Serialised;
  readonly #lists = new Lru<string, KeptList>({
    maxEntries: MAX_KEPT_LISTS,
    maxWeight: MAX_KEPT_BYTES,
    weightOf: ({ prepared }) => prepared.identity.bytes.length,
  });

  readonly #writing = new Map<string, Promise<PreparedAnswer>>();

  /**
   * Answers of the previous version that are still valid are reused. `untraded`: well-known assets to serve
   * as INACTIVE.
   */
  constructor(catalogue: Catalogue, names: MarketNames, previous?: LookupAnswers, untraded?: UntradedAssets) {
    this.#catalogue = catalogue;
    this.#names = names;
    this.#untraded = untraded;
    this.#serialised = previous
      ? previous.#serialised
      : { named: new WeakMap(), texts: new WeakMap(), records: new WeakMap() };
    if (!previous) return;
    const { assets, markets, exchanges } = catalogue;
    const tables: (readonly object[])[] = [assets, exchanges];
    // Records of markets contain symbols of assets.
    if (previous.#catalogue.assets === assets) tables.push(markets);
    for (const [key, list] of previous.#lists.entries())
      if (tables.includes(list.table)) this.#lists.set(key, list);
  }

  /** A list, written in turns of the event loop if it is long and not cached. */
  listInTurns<K extends keyof LookupFilters>(
    table: K,
    filter: LookupFilters[K],
    nextTurn: () => Promise<void>,
  ): PreparedAnswer | Promise<PreparedAnswer> {
    const query = this.#queries[table](filter);
    const kept = this.#lists.get(query.key);
    if (kept) return kept.prepared;
    const known = this.#writing.get(query.key);
    if (known) return known;
    const texts = query.texts();
    const writing = listAnswer(texts, (text) => text().toString(), CLOSING.toString(), nextTurn)
      .then((prepared) => this.#keep(query, prepared))
      .finally(() => this.#writing.delete(query.key));
    this.#writing.set(query.key, writing);
    return writing;
  }

  asset(id: string): PreparedAnswer | undefined {
    return this.#record(this.#catalogue.asset(id) ?? this.#untraded?.asset(id), assetRecord);
  }

  market(id: string): PreparedAnswer | undefined {
    const market = this.#catalogue.market(id);
    return this.#record(market && this.#named(market), this.#marketRecord);
  }

  exchange(id: string): PreparedAnswer | undefined {
    return this.#record(this.#catalogue.exchange(id), exchangeRecord);
  }

  assets(filter: AssetFilter): PreparedAnswer {
    return this.#list(this.#queries.assets(filter));
  }

  markets(filter: NamedMarketFilter): PreparedAnswer {
    return this.#list(this.#queries.markets(filter));
  }

  exchanges(filter: ExchangeFilter): PreparedAnswer {
    return this.#list(this.#queries.exchanges(filter));
  }

  #findAssets(filter: AssetFilter): readonly Asset[] {
    const untraded = this.#untraded?.find(filter, this.#catalogue) ?? [];
    return [...this.#catalogue.findAssets(filter), ...untraded];
  }

  readonly #queries: { [K in keyof LookupFilters]: (filter: LookupFilters[K]) => ListQuery } = {
    assets: (filter) => ({
      key: JSON.stringify(['asset', filter.type, filter.symbol, filter.status]),
      table: this.#catalogue.assets,
      texts: () => this.#textsOf(this.#findAssets(filter), assetRecord),
    }),
    markets: (filter) => ({
      key: JSON.stringify(['market', filter.baseAssetId, filter.quoteAssetId, filter.marketName]),
      table: this.#catalogue.markets,
      texts: () => this.#textsOf(this.#findMarkets(filter), this.#marketRecord),
    }),
    exchanges: (filter) => ({
      key: JSON.stringify(['exchange', filter.status, filter.name?.toLowerCase()]),
      table: this.#catalogue.exchanges,
      texts: () => this.#textsOf(this.#catalogue.findExchanges(filter), exchangeRecord),
    }),
  };

  #findMarkets({ marketName, ...filter }: NamedMarketFilter): readonly NamedMarket[] {
    const found = this.#catalogue.findMarkets(filter);
    const ids = marketName === undefined ? undefined : this.#names.idsOf(marketName);
    return (ids ? found.filter(({ id }) => ids.includes(id)) : found).map((market) => this.#named(market));
  }

  #named(market: Market): NamedMarket {
    const { named } = this.#serialised;
    const base = this.#catalogue.asset(market.baseAssetId);
    const quote = this.#catalogue.asset(market.quoteAssetId);
    const known = named.get(market);
    if (known?.base === base && known?.quote === quote && known) return known;
    const next = { market, base, quote };
    named.set(market, next);
    return next;
  }

  readonly #marketRecord = ({ market, base, quote }: NamedMarket): object => {
    const { id, baseAssetId, quoteAssetId } = market;
    const [baseSymbol, quoteSymbol] = [base?.symbol ?? '', quote?.symbol ?? ''];
    return { id, baseAssetId, quoteAssetId, name: this.#names.nameOf(id), baseSymbol, quoteSymbol };
  };

  #record<T extends object>(
    entity: T | undefined,
    toRecord: (entity: T) => object,
  ): PreparedAnswer | undefined {
    if (!entity) return undefined;
    const { records } = this.#serialised;
    let record = records.get(entity);
    if (!record) records.set(entity, (record = new PreparedAnswer(this.#text(entity, toRecord))));
    return record;
  }

  #text<T extends object>(entity: T, toRecord: (entity: T) => object): Buffer {
    const { texts } = this.#serialised;
    let text = texts.get(entity);
    if (!text) texts.set(entity, (text = Buffer.from(JSON.stringify(toRecord(entity)))));
    return text;
  }

  #textsOf<T extends object>(entities: readonly T[], toRecord: (entity: T) => object): (() => Buffer)[] {
    return entities.map((entity) => () => this.#text(entity, toRecord));
  }

  #list(query: ListQuery): PreparedAnswer {
    const kept = this.#lists.get(query.key);
    if (kept) return kept.prepared;
    const parts = query.texts().flatMap((text) => [COMMA, text()]);
    const prepared = new PreparedAnswer(Buffer.concat([OPENING, ...parts.slice(1), CLOSING]));
    return this.#keep(query, prepared);
  }

  #keep({ key, table }: ListQuery, prepared: PreparedAnswer): PreparedAnswer {
    this.#lists.set(key, { table, prepared });
    return prepared;
  }
}

function assetRecord({ id, name, symbol, slugName, status, type, url, contractAddress }: Asset): object {
  return { id, name, symbol, slugName, status, type, url, ...(contractAddress ? { contractAddress } : {}) };
}

function exchangeRecord({ id, name, url, status, tier, listings, ownSymbols }: Exchange): object {
  return {
    id,
    name,
    url,
    status,
    markets: listings.map((listing) => ({
      marketId: listing.marketId,
      marketStatus: listing.status,
      qualified: listing.qualified ? 'YES' : 'NO',
    })),
    symbols: ownSymbols.map(({ assetId, symbol }) => ({ assetId, symbol })),
    tier,
  };
}
