import type { Asset } from '../core/asset.ts';
import type { Exchange } from '../core/exchange.ts';
import type { Market } from '../core/market.ts';
import type { AssetFilter, Catalogue, ExchangeFilter, MarketFilter } from '../reference/catalogue.ts';
import { PreparedAnswer } from './prepared-answer.ts';

/** Answers are kept for repeated questions; the rarest asked go first. */
const MAX_KEPT_LISTS = 512;
const MAX_KEPT_BYTES = 64 * 2 ** 20;

/**
 * The look-ups of one catalogue version, ready to send. A record is serialised once for each version, a list
 * once for each question that is asked again.
 */
export class LookupAnswers {
  readonly #catalogue: Catalogue;
  readonly #records = new Map<string, PreparedAnswer>();
  readonly #lists = new Map<string, PreparedAnswer>();
  #keptBytes = 0;

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  asset(id: string): PreparedAnswer | undefined {
    return this.#record('asset', this.#catalogue.asset(id), assetRecord);
  }

  market(id: string): PreparedAnswer | undefined {
    return this.#record('market', this.#catalogue.market(id), marketRecord);
  }

  exchange(id: string): PreparedAnswer | undefined {
    return this.#record('exchange', this.#catalogue.exchange(id), exchangeRecord);
  }

  assets(filter: AssetFilter): PreparedAnswer {
    const key = JSON.stringify(['asset', filter.type, filter.symbol, filter.status]);
    return this.#list(key, () => this.#catalogue.findAssets(filter), assetRecord);
  }

  markets(filter: MarketFilter): PreparedAnswer {
    const key = JSON.stringify(['market', filter.baseAssetId, filter.quoteAssetId]);
    return this.#list(key, () => this.#catalogue.findMarkets(filter), marketRecord);
  }

  exchanges(filter: ExchangeFilter): PreparedAnswer {
    const key = JSON.stringify(['exchange', filter.status, filter.name?.toLowerCase()]);
    return this.#list(key, () => this.#catalogue.findExchanges(filter), exchangeRecord);
  }

  #record<T extends { readonly id: string }>(
    kind: string,
    entity: T | undefined,
    toRecord: (entity: T) => object,
  ): PreparedAnswer | undefined {
    if (!entity) return undefined;
    const key = `${kind} ${entity.id}`;
    let record = this.#records.get(key);
    if (!record) {
      record = PreparedAnswer.ofJson(JSON.stringify(toRecord(entity)));
      this.#records.set(key, record);
    }
    return record;
  }

  #list<T extends { readonly id: string }>(
    key: string,
    find: () => readonly T[],
    toRecord: (entity: T) => object,
  ): PreparedAnswer {
    const kept = this.#lists.get(key);
    if (kept) {
      this.#lists.delete(key);
      this.#lists.set(key, kept);
      return kept;
    }
    const fragments = find().map((entity) => JSON.stringify(toRecord(entity)));
    const list = PreparedAnswer.ofJson(`{"content":[${fragments.join(',')}]}`);
    this.#keep(key, list);
    return list;
  }

  #keep(key: string, list: PreparedAnswer): void {
    this.#lists.set(key, list);
    this.#keptBytes += list.identity.bytes.length;
    for (const [oldestKey, oldest] of this.#lists) {
      if (this.#lists.size <= MAX_KEPT_LISTS && this.#keptBytes <= MAX_KEPT_BYTES) return;
      if (oldestKey === key) return;
      this.#lists.delete(oldestKey);
      this.#keptBytes -= oldest.identity.bytes.length;
    }
  }
}

function assetRecord({ id, name, symbol, slugName, status, type, url, contractAddress }: Asset): object {
  return { id, name, symbol, slugName, status, type, url, ...(contractAddress ? { contractAddress } : {}) };
}

function marketRecord({ id, baseAssetId, quoteAssetId }: Market): object {
  return { id, baseAssetId, quoteAssetId };
}

function exchangeRecord({ id, name, url, status, listings, ownSymbols }: Exchange): object {
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
  };
}
