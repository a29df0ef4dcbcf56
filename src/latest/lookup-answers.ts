import type { Asset } from '../core/asset.ts';
import type { Exchange } from '../core/exchange.ts';
import { Lru } from '../core/lru.ts';
import type { Market } from '../core/market.ts';
import type { AssetFilter, Catalogue, ExchangeFilter, MarketFilter } from '../reference/catalogue.ts';
import { PreparedAnswer } from './prepared-answer.ts';

/** Answers are kept for repeated questions. */
const MAX_KEPT_LISTS = 512;
const MAX_KEPT_BYTES = 64 * 2 ** 20;
const OPENING = Buffer.from('{"content":[');
const CLOSING = Buffer.from(']}');
const COMMA = Buffer.from(',');

/** What was serialised, of whatever version. Entities never change: a changed one is another object. */
interface Serialised {
  readonly texts: WeakMap<object, Buffer>;
  readonly records: WeakMap<object, PreparedAnswer>;
}

interface KeptList {
  /** The table that it was chosen from: in another version it stays true where the table is the same. */
  readonly table: readonly object[];
  readonly prepared: PreparedAnswer;
}

/**
 * The look-ups of one version of the catalogue, ready to send. An entity is serialised once for as long as it stays as it
 * is, a list once for each question that is asked again.
 */
export class LookupAnswers {
  readonly #catalogue: Catalogue;
  readonly #serialised: Serialised;
  readonly #lists = new Lru<string, KeptList>({
    mostEntries: MAX_KEPT_LISTS,
    mostWeight: MAX_KEPT_BYTES,
    weightOf: ({ prepared }) => prepared.identity.bytes.length,
  });

  /** What still holds of the answers of the version before is taken over. */
  constructor(catalogue: Catalogue, previous?: LookupAnswers) {
    this.#catalogue = catalogue;
    this.#serialised = previous ? previous.#serialised : { texts: new WeakMap(), records: new WeakMap() };
    if (!previous) return;
    const tables: readonly (readonly object[])[] = [catalogue.assets, catalogue.markets, catalogue.exchanges];
    for (const [key, list] of previous.#lists.entries())
      if (tables.includes(list.table)) this.#lists.set(key, list);
  }

  asset(id: string): PreparedAnswer | undefined {
    return this.#record(this.#catalogue.asset(id), assetRecord);
  }

  market(id: string): PreparedAnswer | undefined {
    return this.#record(this.#catalogue.market(id), marketRecord);
  }

  exchange(id: string): PreparedAnswer | undefined {
    return this.#record(this.#catalogue.exchange(id), exchangeRecord);
  }

  assets(filter: AssetFilter): PreparedAnswer {
    const key = JSON.stringify(['asset', filter.type, filter.symbol, filter.status]);
    const { assets } = this.#catalogue;
    return this.#list(key, assets, () => this.#catalogue.findAssets(filter), assetRecord);
  }

  markets(filter: MarketFilter): PreparedAnswer {
    const key = JSON.stringify(['market', filter.baseAssetId, filter.quoteAssetId]);
    const { markets } = this.#catalogue;
    return this.#list(key, markets, () => this.#catalogue.findMarkets(filter), marketRecord);
  }

  exchanges(filter: ExchangeFilter): PreparedAnswer {
    const key = JSON.stringify(['exchange', filter.status, filter.name?.toLowerCase()]);
    const { exchanges } = this.#catalogue;
    return this.#list(key, exchanges, () => this.#catalogue.findExchanges(filter), exchangeRecord);
  }

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

  #list<T extends object>(
    key: string,
    table: readonly T[],
    find: () => readonly T[],
    toRecord: (entity: T) => object,
  ): PreparedAnswer {
    const kept = this.#lists.get(key);
    if (kept) return kept.prepared;
    const parts = find().flatMap((entity) => [COMMA, this.#text(entity, toRecord)]);
    const prepared = new PreparedAnswer(Buffer.concat([OPENING, ...parts.slice(1), CLOSING]));
    this.#lists.set(key, { table, prepared });
    return prepared;
  }
}

function assetRecord({ id, name, symbol, slugName, status, type, url, contractAddress }: Asset): object {
  return { id, name, symbol, slugName, status, type, url, ...(contractAddress ? { contractAddress } : {}) };
}

function marketRecord({ id, baseAssetId, quoteAssetId }: Market): object {
  return { id, baseAssetId, quoteAssetId };
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
