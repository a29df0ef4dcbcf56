import type { Api, CallOptions } from './api.ts';
import type { Asset, IndexTicker, Market } from './contract.ts';
import { ApiError, BadRequestError, NameError, TidemarkError, type Candidate } from './errors.ts';
import { Shared } from './shared.ts';

/**
 * An index: its id, or a name: of an asset (`BTC`, `bitcoin`: its GWA), of a market (`BTC_USD`: its MWA) or of a liquid index
 * (`BLX`). Upper and lower case are the same where only one thing is meant. An object says which kind of name it is.
 */
export type IndexName =
  | string
  | { readonly indexId: string }
  | { readonly symbol: string }
  | { readonly slugName: string }
  | { readonly marketName: string }
  | { readonly name: string };

type IndexType = IndexTicker['indexType'];

/** An index that was found. */
export interface FoundIndex {
  readonly indexId: string;
  readonly indexType: IndexType;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LIQUID = /^[A-Z]+LX$/i;
/** What was found by a name is looked for again after this time: a symbol may pass to another asset. */
const FRESH_MS = 600_000;
const MOST_KEPT = 10_000;

export function isId(text: string): boolean {
  return UUID.test(text.trim());
}

/** As the service writes it: in lower case. */
function idIn(text: string): string | undefined {
  return isId(text) ? text.trim().toLowerCase() : undefined;
}

type Selector = Exclude<IndexName, string>;

interface Kept {
  readonly found: Shared<unknown>;
  readonly until: number;
}

/** Finds indices and assets by what people call them. What it has found it remembers for some minutes. */
export class Names {
  readonly #api: Api;
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept>();

  constructor(api: Api, now: () => number) {
    this.#api = api;
    this.#now = now;
  }

  /** Throws a NameError where nothing, or more than one thing, is meant. */
  async index(wanted: IndexName, { signal }: CallOptions = {}): Promise<FoundIndex> {
    checkName(wanted);
    const key = `index ${JSON.stringify(wanted)}`;
    return this.#remember(key, signal, (options) =>
      typeof wanted === 'string' ? this.#findIndex(wanted.trim(), options) : this.#selected(wanted, options),
    );
  }

  /** Its id alone: an id passes unasked, and what has no value any more, or may not be read, still has a history. */
  async indexId(wanted: IndexName, options: CallOptions = {}): Promise<string> {
    checkName(wanted);
    const said = typeof wanted === 'object' && 'indexId' in wanted ? wanted.indexId : wanted;
    return (typeof said === 'string' && idIn(said)) || (await this.index(wanted, options)).indexId;
  }

  async marketId(wanted: string, options: CallOptions = {}): Promise<string> {
    return idIn(wanted) ?? (await this.market(wanted, options)).id;
  }

  asset(wanted: string, { signal }: CallOptions = {}): Promise<Asset> {
    return this.#remember(`asset ${wanted}`, signal, (options) => this.#findAsset(wanted.trim(), options));
  }

  market(wanted: string, { signal }: CallOptions = {}): Promise<Market> {
    return this.#remember(`market ${wanted}`, signal, async (options) => {
      const text = wanted.trim();
      if (isId(text)) return this.#api.read('getMarket', { id: text }, options);
      const market = await this.#findMarket(text, options);
      if (!market) throw new NameError(text, []);
      return market;
    });
  }

  /** An exchange's id by its name; the service ignores case there. */
  exchangeId(wanted: string, { signal }: CallOptions = {}): Promise<string> {
    const name = wanted.trim();
    const id = idIn(name);
    if (id !== undefined) return Promise.resolve(id);
    return this.#remember(`exchange ${name}`, signal, async (options) => {
      const { content } = await this.#api.read('listExchanges', { name }, options);
      const [only] = content;
      if (!only) throw new NameError(name, []);
      return only.id;
    });
  }

  async #findIndex(text: string, options: CallOptions): Promise<FoundIndex> {
    if (isId(text)) return this.#selected({ indexId: text }, options);
    if (LIQUID.test(text)) {
      const liquid = await this.#latest({ name: text.toUpperCase() }, options);
      if (liquid) return liquid;
    }
    // An asset's symbol may itself have an underscore.
    const market = text.includes('_') ? await this.#findMarket(text, options) : undefined;
    if (market) return { indexId: market.id, indexType: 'MWA' };
    return { indexId: (await this.#findAsset(text, options)).id, indexType: 'GWA' };
  }

  async #selected(selector: Selector, options: CallOptions): Promise<FoundIndex> {
    const [said = ''] = Object.values(selector) as string[];
    const found = await this.#latest(selector, options).catch(async (error: unknown) => {
      if (!(error instanceof BadRequestError)) throw error;
      // Several bear the name. Where it is something else that is wrong, the service has said it best.
      const candidates = await this.#bearers(selector, options);
      throw candidates.length > 1 ? new NameError(said, candidates) : error;
    });
    if (!found) throw new NameError(said, []);
    return found;
  }

  async #bearers(selector: Selector, options: CallOptions): Promise<Candidate[]> {
    if ('marketName' in selector)
      return this.#rankedMarkets(await this.#markets(selector.marketName, options), options);
    if (!('symbol' in selector)) return [];
    const assets = await this.#assets(options);
    return this.#rankedAssets(
      assets.filter(({ symbol }) => symbol === selector.symbol),
      options,
    );
  }

  async #latest(selector: Selector, options: CallOptions): Promise<FoundIndex | undefined> {
    const { content } = await this.#api.read('listIndexTickers', selector, options);
    const [value] = content;
    return value && { indexId: value.indexId, indexType: value.indexType };
  }

  /** Of several that bear a name, the one that the service takes for it: the only one that has a price. */
  async #priced(selector: Selector, options: CallOptions): Promise<string | undefined> {
    try {
      return (await this.#latest(selector, options))?.indexId;
    } catch (error) {
      if (error instanceof BadRequestError) return undefined;
      throw error;
    }
  }

  async #findAsset(text: string, options: CallOptions): Promise<Asset> {
    if (isId(text)) return this.#api.read('getAsset', { id: text }, options);
    const assets = await this.#assets(options);
    const lower = text.toLowerCase();
    const isCalledSo = ({ symbol, slugName, name }: Asset) =>
      [symbol, slugName, name].some((called) => called.toLowerCase() === lower);
    const bearers = activeFirst(assets.filter(({ symbol }) => symbol === text));
    if (bearers.length > 1) {
      const priced = await this.#priced({ symbol: text }, options);
      const chosen = bearers.find(({ id }) => id === priced);
      if (chosen) return chosen;
    }
    // A symbol as it is written comes first; then whatever is called so in any case.
    const meant = bearers.length > 0 ? bearers : activeFirst(assets.filter(isCalledSo));
    if (meant.length === 1) return meant[0]!;
    throw new NameError(text, await this.#rankedAssets(meant, options));
  }

  async #findMarket(text: string, options: CallOptions): Promise<Market | undefined> {
    for (const marketName of new Set([text, text.toUpperCase()])) {
      const markets = await this.#markets(marketName, options);
      if (markets.length < 2 && markets[0]) return markets[0];
      if (markets.length < 2) continue;
      const priced = await this.#priced({ marketName }, options);
      const chosen = markets.find(({ id }) => id === priced);
      if (chosen) return chosen;
      throw new NameError(text, await this.#rankedMarkets(markets, options));
    }
    return undefined;
  }

  async #markets(marketName: string, options: CallOptions): Promise<readonly Market[]> {
    return (await this.#api.read('listMarkets', { marketName }, options)).content;
  }

  #assets({ signal }: CallOptions): Promise<readonly Asset[]> {
    return this.#remember(
      'assets',
      signal,
      async (options) => (await this.#api.read('listAssets', {}, options)).content,
    );
  }

  async #rankedAssets(assets: readonly Asset[], options: CallOptions): Promise<Candidate[]> {
    const candidates = assets.map(async ({ id, name, symbol, slugName }) => ({
      id,
      name,
      symbol,
      slugName,
      rank: await this.#rankOf(id, options),
    }));
    return largestFirst(await Promise.all(candidates));
  }

  async #rankedMarkets(markets: readonly Market[], options: CallOptions): Promise<Candidate[]> {
    const assets = new Map((await this.#assets(options)).map((asset) => [asset.id, asset]));
    const candidates = markets.map(async ({ id, name: symbol, baseAssetId, quoteAssetId }) => ({
      id,
      name: `${assets.get(baseAssetId)?.name} in ${assets.get(quoteAssetId)?.name}`,
      symbol,
      slugName: assets.get(baseAssetId)?.slugName ?? '',
      rank: await this.#rankOf(baseAssetId, options),
    }));
    return largestFirst(await Promise.all(candidates));
  }

  /** Undefined where it has none, or where the service does not say: candidates are of use without it. */
  async #rankOf(assetId: string, options: CallOptions): Promise<number | undefined> {
    try {
      const { content } = await this.#api.read('listMarketCaps', { assetId }, options);
      return content[0] && Number(content[0].marketCapRank);
    } catch (error) {
      if (error instanceof ApiError) return undefined;
      throw error;
    }
  }

  /** What failed is not remembered. */
  #remember<T>(
    key: string,
    signal: AbortSignal | undefined,
    find: (options: CallOptions) => Promise<T>,
  ): Promise<T> {
    const kept = this.#kept.get(key);
    if (kept && this.#now() < kept.until && !kept.found.isAbandoned)
      return (kept.found as Shared<T>).wait(signal);
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    const found: Shared<T> = new Shared((ended) =>
      find({ signal: ended }).catch((error: unknown) => {
        if (this.#kept.get(key)?.found === found) this.#kept.delete(key);
        throw error;
      }),
    );
    this.#kept.set(key, { found, until: this.#now() + FRESH_MS });
    return found.wait(signal);
  }
}

const SELECTORS = ['indexId', 'symbol', 'slugName', 'marketName', 'name'];

/** The service would take what names nothing for a question about all. */
function checkName(wanted: unknown): void {
  const members = typeof wanted === 'object' && wanted !== null ? Object.entries(wanted) : [];
  const isSelector = members.length === 1 && SELECTORS.includes(members[0]![0]);
  const name: unknown = isSelector ? members[0]![1] : wanted;
  if (typeof name === 'string' && name.trim() !== '') return;
  throw new TidemarkError(`an index is named by a text such as "BTC_USD" (got ${JSON.stringify(wanted)})`);
}

function largestFirst(candidates: readonly Candidate[]): Candidate[] {
  return candidates.toSorted((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity));
}

/** Inactive ones count only where no active one is meant. */
function activeFirst(assets: readonly Asset[]): readonly Asset[] {
  const active = assets.filter(({ status }) => status === 'ACTIVE');
  return active.length > 0 ? active : assets;
}
