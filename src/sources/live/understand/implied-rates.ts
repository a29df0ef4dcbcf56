import type { ComparedListing } from './qualification.ts';
import { widestAgreement } from './witnesses.ts';

type Listing = Pick<ComparedListing, 'exchange' | 'marketId' | 'base' | 'quote' | 'price' | 'qualified'>;

export interface ImpliedRate {
  readonly rate: number;
  /** Number of exchanges that agree on it. */
  readonly exchanges: number;
}

/** Prices of assets in USD by qualified listings, without the exchange in question. */
export class ImpliedRates {
  readonly #byAsset: ReadonlyMap<string, readonly Listing[]>;
  readonly #byMarket: ReadonlyMap<string, readonly Listing[]>;
  readonly #usdId: string;
  readonly #usd: ReadonlyMap<string, number>;
  readonly #values = new Map<string, AssetValues>();

  constructor(listings: readonly Listing[], usdId: string) {
    const believed = listings.filter(({ qualified }) => qualified);
    this.#usdId = usdId;
    this.#byAsset = groupedByAssets(believed);
    this.#byMarket = groupedByMarket(believed);
    this.#usd = usdValues(this.#byAsset, usdId);
  }

  /** Price of an asset in USD; undefined if it is not known. */
  usdOf(asset: string): number | undefined {
    return this.#usd.get(asset);
  }

  /**
   * The price of a market implied by all other exchanges; undefined if they do not trade both of its assets, or do not
   * agree.
   */
  without({
    exchange,
    marketId,
    base,
    quote,
  }: Omit<Listing, 'price' | 'qualified'>): ImpliedRate | undefined {
    const ofMarket = this.#byMarket.get(marketId) ?? [];
    // Most markets compared this way exist on no other exchange: then the result does not depend on the market.
    const others = ofMarket.some((listing) => listing.exchange !== exchange) ? marketId : undefined;
    const ofBase = this.#valueWithout(base, exchange, others);
    const ofQuote = this.#valueWithout(quote, exchange, others);
    if (ofBase === undefined || ofQuote === undefined) return undefined;
    return {
      rate: ofBase.rate / ofQuote.rate,
      exchanges: Math.min(ofBase.exchanges, ofQuote.exchanges),
    };
  }

  #valueWithout(asset: string, exchange: string, marketId: string | undefined): ImpliedRate | undefined {
    if (asset === this.#usdId) return { rate: 1, exchanges: Infinity };
    let values = this.#values.get(asset);
    if (!values) {
      values = new AssetValues(this.#byAsset.get(asset) ?? [], asset, this.#usd);
      this.#values.set(asset, values);
    }
    return values.without(exchange, marketId);
  }
}

/**
 * Values of an asset by each of its listings, sorted. A dollar coin has tens of thousands of them and is queried as
 * often, so they are sorted once, and the result without an exchange is computed once per exchange.
 */
class AssetValues {
  readonly #values: Float64Array;
  /** By index. */
  readonly #exchanges: readonly string[];
  readonly #markets: readonly string[];
  readonly #withoutExchange = new Map<string, ImpliedRate | undefined>();

  constructor(listings: readonly Listing[], asset: string, usd: ReadonlyMap<string, number>) {
    const valued = listings.flatMap((listing) => {
      const value = valueBy(listing, asset, usd);
      return value === undefined ? [] : [{ listing, value }];
    });
    valued.sort((a, b) => a.value - b.value);
    this.#values = Float64Array.from(valued, ({ value }) => value);
    this.#exchanges = valued.map(({ listing }) => listing.exchange);
    this.#markets = valued.map(({ listing }) => listing.marketId);
  }

  without(exchange: string, marketId: string | undefined): ImpliedRate | undefined {
    if (marketId !== undefined) return this.#found(exchange, marketId);
    if (!this.#withoutExchange.has(exchange))
      this.#withoutExchange.set(exchange, this.#found(exchange, undefined));
    return this.#withoutExchange.get(exchange);
  }

  /** The median of the largest agreeing group, if it has more than half of the remaining values. */
  #found(exchange: string, marketId: string | undefined): ImpliedRate | undefined {
    const values = new Float64Array(this.#values.length);
    const exchanges: string[] = [];
    this.#exchanges.forEach((other, place) => {
      if (other === exchange || this.#markets[place] === marketId) return;
      values[exchanges.length] = this.#values[place]!;
      exchanges.push(other);
    });
    const [from, end] = widestAgreement(values.subarray(0, exchanges.length));
    if ((end - from) * 2 <= exchanges.length) return undefined;
    return { rate: median(values.subarray(from, end)), exchanges: new Set(exchanges.slice(from, end)).size };
  }
}

/** Prices of assets in USD by qualified listings. */
export function usdValuesBy(listings: Iterable<Listing>, usdId: string): ReadonlyMap<string, number> {
  const believed = [...listings].filter(({ price, qualified }) => qualified && price > 0);
  return usdValues(groupedByAssets(believed), usdId);
}

/** Starts from USD and values each asset by its listings against already known assets. */
function usdValues(
  byAsset: ReadonlyMap<string, readonly Listing[]>,
  usdId: string,
): ReadonlyMap<string, number> {
  const values = new Map([[usdId, 1]]);
  let edge = [usdId];
  while (edge.length > 0) {
    const found = new Set<string>();
    for (const asset of edge)
      for (const { base, quote } of byAsset.get(asset) ?? []) {
        const other = base === asset ? quote : base;
        if (!values.has(other)) found.add(other);
      }
    edge = [...found];
    const valued = edge.map((asset) => {
      const all = (byAsset.get(asset) ?? []).map((listing) => valueBy(listing, asset, values));
      return median(Float64Array.from(all.filter((value) => value !== undefined)).sort());
    });
    edge.forEach((asset, i) => values.set(asset, valued[i]!));
  }
  return values;
}

function valueBy(
  { base, quote, price }: Listing,
  asset: string,
  usd: ReadonlyMap<string, number>,
): number | undefined {
  const other = usd.get(base === asset ? quote : base);
  if (other === undefined) return undefined;
  return base === asset ? price * other : other / price;
}

function median(sorted: Float64Array): number {
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function groupedByMarket(listings: readonly Listing[]): ReadonlyMap<string, readonly Listing[]> {
  const groups = new Map<string, Listing[]>();
  for (const listing of listings) add(groups, listing.marketId, listing);
  return groups;
}

function groupedByAssets(listings: readonly Listing[]): ReadonlyMap<string, readonly Listing[]> {
  const groups = new Map<string, Listing[]>();
  for (const listing of listings) {
    add(groups, listing.base, listing);
    add(groups, listing.quote, listing);
  }
  return groups;
}

function add<T>(groups: Map<string, T[]>, key: string, value: T): void {
  const group = groups.get(key);
  if (group) group.push(value);
  else groups.set(key, [value]);
}
