import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import type { Asset } from '../../../core/asset.ts';
import { STALE_VALUE_MS, type Flag } from '../../../core/index-value.ts';
import { parseDatetime, type Millis } from '../../../core/time.ts';
import type { IndexNames } from '../../../latest/indices/index-names.ts';
import type { Lookups } from '../../../latest/market/lookups.ts';
import type { Catalogue } from '../../../reference/catalogue.ts';
import { beyondLimit, idsWithinLimit } from '../readable-indices.ts';
import type { AdapterCall, ResourceReader } from '../resource-reader.ts';
import type { TickerRecord } from '../ticker-record.ts';
import { invalidParameter } from './errors.ts';

/** As many as a GWA has. */
const RATE_DIGITS = 8;
const USD = 'usd';
const CRYPTO_IN_MAPS: readonly string[] = ['btc', 'eth'];

/** The reference price (GWA) of an asset in USD. */
export interface AssetPrice {
  readonly asset: Asset;
  readonly usd: number;
  /** Base units traded in 24 hours. */
  readonly volume: number;
  readonly at: Millis;
  readonly flags: readonly Flag[];
}

/** A currency in which prices are expressed. */
export interface Currency {
  readonly code: string;
  /** Undefined for USD, in which all prices are published. */
  readonly price: AssetPrice | undefined;
}

interface TickerList {
  readonly content: readonly TickerRecord[];
}

export const IN_USD: Currency = { code: USD, price: undefined };

export interface PriceSource {
  readonly reader: ResourceReader;
  readonly lookups: Lookups;
  readonly names: IndexNames;
}

/** Reference prices for requests, read from `/v3/index-ticker` with the request's token. */
export class Prices {
  readonly #source: PriceSource;
  readonly #known = new WeakMap<TickerList, { catalogue: Catalogue; prices: readonly AssetPrice[] }>();
  readonly #currencyIds = new WeakMap<Catalogue, ReadonlyMap<string, string>>();

  constructor(source: PriceSource) {
    this.#source = source;
  }

  async read(call: AdapterCall): Promise<CurrentPrices> {
    const { reader, names, lookups } = this.#source;
    const { body } = await reader.read<TickerList>('listIndexTickers', call, { indexType: 'GWA' });
    const notBefore = call.marketTime - STALE_VALUE_MS;
    const fresh = this.#pricesIn(body).filter(({ at }) => at >= notBefore);
    const currencyIds = this.#currencies(lookups.catalogue);
    return new CurrentPrices(fresh, currencyIds, idsWithinLimit(call.grant as Grant, names));
  }

  #currencies(catalogue: Catalogue): ReadonlyMap<string, string> {
    let ids = this.#currencyIds.get(catalogue);
    if (!ids) this.#currencyIds.set(catalogue, (ids = currencyIdsIn(catalogue)));
    return ids;
  }

  #pricesIn(list: TickerList): readonly AssetPrice[] {
    const { catalogue } = this.#source.lookups;
    const known = this.#known.get(list);
    if (known?.catalogue === catalogue) return known.prices;
    const prices = list.content.flatMap((record) => {
      const asset = catalogue.asset(record.indexId);
      return asset?.status === 'ACTIVE' ? [priceIn(record, asset)] : [];
    });
    this.#known.set(list, { catalogue, prices });
    return prices;
  }
}

function priceIn({ price, volume, timestamp, flags = [] }: TickerRecord, asset: Asset): AssetPrice {
  return { asset, usd: Number(price), volume: Number(volume), at: parseDatetime(timestamp) ?? 0, flags };
}

/** The prices of an instant. */
export class CurrentPrices {
  readonly #readable: ReadonlySet<string> | undefined;
  readonly #byId: ReadonlyMap<string, AssetPrice>;
  readonly #currencyIds: ReadonlyMap<string, string>;

  /**
   * `currencyIds`: assets by code. `readable`: the only indices that the token may read; undefined for all.
   */
  constructor(
    prices: readonly AssetPrice[],
    currencyIds: ReadonlyMap<string, string>,
    readable: ReadonlySet<string> | undefined,
  ) {
    this.#readable = readable;
    this.#byId = new Map(prices.map((price) => [price.asset.id, price]));
    this.#currencyIds = currencyIds;
  }

  /** Of the newest price. */
  get newestAt(): Millis {
    return [...this.#byId.values()].reduce((newest, { at }) => Math.max(newest, at), -Infinity);
  }

  /** Undefined without a current price. Throws 403 if the token is limited to other indices. */
  of({ id }: Pick<Asset, 'id'>): AssetPrice | undefined {
    if (this.#readable && !this.#readable.has(id)) throw beyondLimit();
    return this.#byId.get(id);
  }

  /** Throws 400 for a currency without a current price, or whose code several assets have. */
  currency(code: string): Currency {
    const found = this.findCurrency(code);
    if (!found) throw invalidParameter('vs_currency', `${code.slice(0, 20)} has no current price here`);
    return found;
  }

  findCurrency(code: string): Currency | undefined {
    if (code === USD) return IN_USD;
    const id = this.#currencyIds.get(code);
    const price = id === undefined ? undefined : this.of({ id });
    return price && { code, price };
  }

  /** All that the token may read, USD first. */
  currencies(): readonly Currency[] {
    const others = [...this.#currencyIds].flatMap(([code, id]) => {
      const price = (this.#readable?.has(id) ?? true) ? this.#byId.get(id) : undefined;
      return price && code !== USD ? [{ code, price }] : [];
    });
    return [IN_USD, ...others];
  }

  /**
   * Fiat currencies, BTC and ETH, for maps of amounts. A map of numbers has no room for flags, so currencies
   * whose own rate is flagged are left out.
   */
  mapCurrencies(): readonly Currency[] {
    return this.currencies().filter(
      ({ code, price }) =>
        !price ||
        (price.flags.length === 0 && (price.asset.type === 'FIAT' || CRYPTO_IN_MAPS.includes(code))),
    );
  }
}

/**
 * Assets by lower-case symbol. A symbol of several assets means the fiat currency among them, otherwise none:
 * which one has a price may change from tick to tick.
 */
function currencyIdsIn(catalogue: Catalogue): ReadonlyMap<string, string> {
  const byCode = new Map<string, Asset[]>();
  for (const asset of catalogue.findAssets({ status: 'ACTIVE' })) {
    const code = asset.symbol.toLowerCase();
    const others = byCode.get(code);
    if (others) others.push(asset);
    else byCode.set(code, [asset]);
  }
  return new Map(
    [...byCode.keys()].toSorted().flatMap((code) => {
      const assets = byCode.get(code) ?? [];
      const fiat = assets.filter(({ type }) => type === 'FIAT');
      const [only, ...others] = fiat.length > 0 ? fiat : assets;
      return only && others.length === 0 ? [[code, only.id]] : [];
    }),
  );
}

/** An amount of USD in a currency. */
export function inCurrency(usd: number, { price }: Currency): number {
  return price ? Number((usd / price.usd).toPrecision(RATE_DIGITS)) : usd;
}

/** The flags of everything that a number was computed from. */
export function flagsOf(...parts: readonly (Pick<AssetPrice, 'flags'> | undefined)[]): readonly Flag[] {
  return [...new Set(parts.flatMap((part) => part?.flags ?? []))];
}

/** The additional member that shows flags; absent without any. */
export function shownFlags(flags: readonly Flag[]): { readonly tidemark_flags?: readonly Flag[] } {
  return flags.length === 0 ? {} : { tidemark_flags: flags };
}
