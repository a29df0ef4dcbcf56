import type { Api, CallOptions } from './api.ts';
import type { Asset, IndexTicker, Market } from './contract.ts';
import { ApiError, BadRequestError, NameError, TidemarkError, type Candidate } from './errors.ts';
import { Shared } from './shared.ts';

/**
 * An index: its id, or the name of an asset (`BTC`, `bitcoin`: its GWA), of a market (`BTC_USD`: its MWA) or
 * of a liquid index (`BLX`). Case is ignored if the name is still unique, and so are the separators of
 * `BTC/USD`, `BTC-USD` and `BTC:USD` if nothing else has that name. An object says which kind of name it is.
 */
export type IndexName =
  | string
  | { readonly indexId: string }
  | { readonly symbol: string }
  | { readonly slugName: string }
  | { readonly marketName: string }
  | { readonly name: string };

/** One index or several. */
export type IndexNames = IndexName | readonly IndexName[];

/** A market on all exchanges, all markets of an exchange, or one market on one exchange; by names or ids. */
export interface ListingSelection {
  readonly market?: string;
  readonly exchange?: string;
}

type IndexType = IndexTicker['indexType'];

/** The result of a look-up. */
export interface FoundIndex {
  readonly indexId: string;
  readonly indexType: IndexType;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LIQUID = /^[A-Z]+LX$/i;
/** Other separators of markets: `BTC/USD`, `BTC-USD`, `BTC:USD`. */
const BETWEEN = /[/:-]/;
/** Cached results are looked up again after this time: a symbol may move to another asset. */
const FRESH_MS = 600_000;
const MAX_KEPT = 10_000;

export function isId(text: string): boolean {
  return UUID.test(text.trim());
}

/** As the service writes it, in lower case. */
function idIn(text: string): string | undefined {
  return isId(text) ? text.trim().toLowerCase() : undefined;
}

type Selector = Exclude<IndexName, string>;

interface Kept {
  readonly found: Shared<unknown>;
  readonly until: number;
}

/** Finds indices and assets by name. Results are cached for some minutes. */
export class Names {
  readonly #api: Api;
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept>();

  constructor(api: Api, now: () => number) {
    this.#api = api;
    this.#now = now;
  }

  /** Throws a NameError if the name is unknown or ambiguous. */
  async index(wanted: IndexName, { signal }: CallOptions): Promise<FoundIndex> {
    nameIn(wanted);
    const key = `index ${JSON.stringify(wanted)}`;
    return this.#remember(key, signal, (options) =>
      typeof wanted === 'string' ? this.#findIndex(wanted.trim(), options) : this.#selected(wanted, options),
    );
  }

  /** Only the id. An id needs no look-up: a delisted or unreadable index still has a history. */
  async indexId(wanted: IndexName, options: CallOptions): Promise<string> {
    return idIn(nameIn(wanted)) ?? (await this.index(wanted, options)).indexId;
  }

  /** Each id once. */
  async indexIds(wanted: IndexNames, options: CallOptions): Promise<string[]> {
    const names = [wanted].flat() as readonly IndexName[];
    return [...new Set(await Promise.all(names.map((name) => this.indexId(name, options))))];
  }

  async marketId(wanted: string, options: CallOptions): Promise<string> {
    nameIn(wanted);
    return idIn(wanted) ?? (await this.market(wanted, options)).id;
  }

  async asset(wanted: string, { signal }: CallOptions): Promise<Asset> {
    nameIn(wanted);
    return this.#remember(`asset ${wanted}`, signal, (options) => this.#findAsset(wanted.trim(), options));
  }

  async market(wanted: string, { signal }: CallOptions): Promise<Market> {
    nameIn(wanted);
    return this.#remember(`market ${wanted}`, signal, async (options) => {
      const text = wanted.trim();
      if (isId(text)) return this.#api.read('getMarket', { id: text }, options);
      const market = (await this.#findMarket(text, options)) ?? (await this.#findPair(text, options));
      if (!market) throw new NameError(text, []);
      return market;
    });
  }

  /** The id of an exchange by its name, ignoring case. */
  async exchangeId(wanted: string, { signal }: CallOptions): Promise<string> {
    nameIn(wanted);
    const name = wanted.trim();
    const search = async (options: CallOptions) => {
      const { content } = await this.#api.read('listExchanges', { name }, options);
      if (!content[0]) throw new NameError(name, []);
      return content[0].id;
    };
    return idIn(name) ?? this.#remember(`exchange ${name}`, signal, search);
  }

  /** Both as ids. */
  async listing({ market, exchange }: ListingSelection, options: CallOptions) {
    if (market === undefined && exchange === undefined)
      throw new TidemarkError('a market or an exchange is needed');
    const [marketId, exchangeId] = await Promise.all([
      market === undefined ? market : this.marketId(market, options),
      exchange === undefined ? exchange : this.exchangeId(exchange, options),
    ]);
    return { marketId, exchangeId };
  }

  async #findIndex(text: string, options: CallOptions): Promise<FoundIndex> {
    if (isId(text)) return this.#selected({ indexId: text }, options);
    if (LIQUID.test(text)) {
      const liquid = await this.#latest({ name: text.toUpperCase() }, options);
      if (liquid) return liquid;
    }
    // An asset's symbol may itself contain an underscore.
    const market = text.includes('_') ? await this.#findMarket(text, options) : undefined;
    if (market) return { indexId: market.id, indexType: 'MWA' };
    try {
      return { indexId: (await this.#findAsset(text, options)).id, indexType: 'GWA' };
    } catch (error) {
      const isUnknown = error instanceof NameError && !error.candidates[0];
      const pair = isUnknown && (await this.#findPair(text, options));
      if (!pair) throw error;
      return { indexId: pair.id, indexType: 'MWA' };
    }
  }

  async #selected(selector: Selector, options: CallOptions): Promise<FoundIndex> {
    const [value = ''] = Object.values(selector) as string[];
    const found = await this.#latest(selector, options).catch(async (error: unknown) => {
      if (!(error instanceof BadRequestError)) throw error;
      // If the name is ambiguous, the look-up reports the candidates. For other errors the service's message
      // is best.
      if ('symbol' in selector) await this.#findAsset(value, options);
      if ('marketName' in selector) await this.#findMarket(value, options);
      throw error;
    });
    if (!found) throw new NameError(value, []);
    return found;
  }

  async #latest(selector: Selector, options: CallOptions): Promise<FoundIndex | undefined> {
    const { content } = await this.#api.read('listIndexTickers', selector, options);
    const [value] = content;
    return value && { indexId: value.indexId, indexType: value.indexType };
  }

  /** The only match; if there are several, the one that the service selects because no other has a price. */
  async #only<T extends Asset | Market>(
    text: string,
    bearers: readonly T[],
    selector: Selector,
    options: CallOptions,
  ): Promise<T> {
    const [first, second] = bearers;
    if (first && !second) return first;
    const priced = second && (await this.#latest(selector, options).catch(noneAfter(BadRequestError)));
    const chosen = bearers.find(({ id }) => id === priced?.indexId);
    if (!chosen) throw new NameError(text, await this.#ranked(bearers, options));
    return chosen;
  }

  async #findAsset(text: string, options: CallOptions): Promise<Asset> {
    if (isId(text)) return this.#api.read('getAsset', { id: text }, options);
    const assets = await this.#assets(options);
    const isCalledSo = ({ symbol, slugName, name }: Asset) =>
      [symbol, slugName, name].some((called) => isSame(called, text));
    const bearers = activeFirst(assets.filter(({ symbol }) => symbol === text));
    // An exact match of the symbol comes first, then matches in any case.
    const meant = bearers[0] ? bearers : activeFirst(assets.filter(isCalledSo));
    return this.#only(text, meant, { symbol: text }, options);
  }

  async #findMarket(text: string, options: CallOptions): Promise<Market | undefined> {
    for (const marketName of new Set([text, text.toUpperCase()])) {
      const { content } = await this.#api.read('listMarkets', { marketName }, options);
      if (content[0]) return this.#only(text, content, { marketName }, options);
    }
    // Some symbols use both cases: these are searched in the full list.
    const all = (await this.#all('listMarkets', options)) as readonly Market[];
    const markets = all.filter(({ name }) => isSame(name, text));
    return markets[0] && this.#only(text, markets, { marketName: text }, options);
  }

  async #findPair(text: string, options: CallOptions): Promise<Market | undefined> {
    return BETWEEN.test(text) ? this.#findMarket(text.replace(BETWEEN, '_'), options) : undefined;
  }

  #assets(options: CallOptions): Promise<readonly Asset[]> {
    return this.#all('listAssets', options) as Promise<readonly Asset[]>;
  }

  #all(operation: 'listAssets' | 'listMarkets', { signal }: CallOptions) {
    return this.#remember(
      operation,
      signal,
      async (options) => (await this.#api.read(operation, {}, options)).content,
    );
  }

  /** Largest first. */
  async #ranked(bearers: readonly (Asset | Market)[], options: CallOptions): Promise<Candidate[]> {
    const assets = new Map((await this.#assets(options)).map((asset) => [asset.id, asset]));
    const candidates = bearers.map(async (bearer) => {
      const asset = 'baseAssetId' in bearer ? assets.get(bearer.baseAssetId) : bearer;
      const quote = 'quoteAssetId' in bearer ? ` in ${assets.get(bearer.quoteAssetId)?.name}` : '';
      return {
        id: bearer.id,
        name: `${asset?.name}${quote}`,
        symbol: 'symbol' in bearer ? bearer.symbol : bearer.name,
        slugName: asset?.slugName ?? '',
        rank: asset && (await this.#rankOf(asset.id, options)),
      };
    });
    return (await Promise.all(candidates)).toSorted((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity));
  }

  /** Undefined if there is none, or if the request fails: candidates are useful without it. */
  async #rankOf(assetId: string, options: CallOptions): Promise<number | undefined> {
    const reply = this.#api.read('listMarketCaps', { assetId }, options).catch(noneAfter(ApiError));
    const rank = (await reply)?.content[0]?.marketCapRank;
    return rank ? Number(rank) : undefined;
  }

  /** Unchanged if no name is similar, or if the names cannot be loaded. */
  async #withSuggestion({ wanted }: NameError, key: string, options: CallOptions): Promise<NameError> {
    const reply = key.startsWith('exchange')
      ? this.#api.read('listExchanges', {}, options).then(({ content }) => content)
      : this.#all('listMarkets', options);
    const known = (await reply.catch(noneAfter(TidemarkError))) ?? [];
    const alike = known.find(({ name }) => lettersOf(name) === lettersOf(wanted));
    return new NameError(wanted, [], alike?.name);
  }

  /** Failures are not cached. */
  #remember<T>(
    key: string,
    signal: AbortSignal | undefined,
    find: (options: CallOptions) => Promise<T>,
  ): Promise<T> {
    const kept = this.#kept.get(key);
    if (kept && this.#now() < kept.until && !kept.found.isAbandoned)
      return (kept.found as Shared<T>).wait(signal);
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    const found: Shared<T> = new Shared((ended) =>
      find({ signal: ended }).catch(async (error: unknown) => {
        if (this.#kept.get(key)?.found === found) this.#kept.delete(key);
        const isUnknown = error instanceof NameError && !error.candidates[0];
        throw isUnknown ? await this.#withSuggestion(error, key, { signal: ended }) : error;
      }),
    );
    this.#kept.set(key, { found, until: this.#now() + FRESH_MS });
    return found.wait(signal);
  }
}

const SELECTORS = ['indexId', 'symbol', 'slugName', 'marketName', 'name'];

/** The text of a name. The service would take an empty filter for a request for everything. */
function nameIn(wanted: unknown): string {
  const [[kind, value] = [], other] = Object.entries(Object(wanted) as object) as [string, unknown][];
  const name = SELECTORS.includes(kind!) && !other ? value : wanted;
  if (typeof name === 'string' && name.trim()) return name;
  throw new TidemarkError(`a name is a text such as "BTC_USD" (got ${JSON.stringify(wanted)})`);
}

/** Returns undefined for an error of this class. */
function noneAfter(kind: typeof ApiError | typeof TidemarkError): (error: unknown) => undefined {
  return (error) => {
    if (!(error instanceof kind)) throw error;
  };
}

/** Letters and digits only: `BTCUSDT` matches `BTC_USDT`, and `coinbase pro` matches `Coinbase-Pro`. */
function lettersOf(name: unknown): string {
  return String(name)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Ignores case. */
function isSame(called: unknown, text: string): boolean {
  return typeof called === 'string' && called.toLowerCase() === text.toLowerCase();
}

/** Inactive assets are only used if there is no active one. */
function activeFirst(assets: readonly Asset[]): readonly Asset[] {
  const active = assets.filter(({ status }) => status === 'ACTIVE');
  return active[0] ? active : assets;
}
