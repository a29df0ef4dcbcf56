import { chooseConstituents } from '../../../src/engine/lx/lx-constituents.ts';
import { buildReference, type EngineReference } from '../../../src/engine/engine-reference.ts';
import { METHODOLOGIES } from '../../../src/engine/methodology.ts';
import type { Asset } from '../../../src/core/asset.ts';
import type { Exchange } from '../../../src/core/exchange.ts';
import type { Market } from '../../../src/core/market.ts';
import type { CurrencyIds } from '../../../src/core/ids/well-known-ids.ts';
import { READABLE_IDS } from '../readable-ids.ts';
import { Random } from './random.ts';
import { trustedPlaces } from './simulated-market.ts';

/** An asset graph with 400 crypto assets, and 40 exchanges that list parts of it. */
export interface GraphWorld {
  readonly reference: EngineReference;
  readonly assetOf: (slug: string) => number;
  /** -1 if there is no such market. */
  readonly marketOf: (baseSlug: string, quoteSlug: string) => number;
  /** True USD values at the start, in the order of the reference. */
  readonly usd: Float64Array;
  /** Rank by volume: 0 is the most traded; fiat has none. */
  readonly rank: Int32Array;
  /** Size by exchange, from 0 for the largest to 1 for the smallest. */
  readonly smallness: Float64Array;
  /** 24 h volume of each listing, in USD. */
  readonly listingUsd: Float64Array;
}

const FIATS: readonly (readonly [string, number])[] = [
  ['us-dollar', 1],
  ['euro', 1.1],
  ['pound-sterling', 1.3],
  ['yen', 0.0068],
];
const CRYPTOS: readonly (readonly [string, number])[] = [
  ['bitcoin', 60_000],
  ['tether', 1],
  ['ethereum', 3000],
  ['usd-coin', 1],
  ['xrp', 0.6],
];
const CRYPTO_COUNT = 400;
const EXCHANGES = 40;

/** The last rank of the assets that are quoted in it. */
const BREADTH: Readonly<Record<string, number>> = {
  tether: CRYPTO_COUNT,
  'us-dollar': 260,
  'usd-coin': 80,
  bitcoin: 160,
  euro: 70,
  ethereum: 60,
  'pound-sterling': 25,
  yen: 10,
};

export function simulatedWorld(seed: number): GraphWorld {
  const random = new Random(seed);
  const named = [...CRYPTOS];
  while (named.length < CRYPTO_COUNT) named.push([`coin-${named.length}`, Math.exp(random.between(-12, 6))]);
  const priced = [...FIATS, ...named];
  const ids = new Map(
    random.shuffled(priced).map(([slug], i) => [slug, `asset-${String(i).padStart(3, '0')}`]),
  );
  const assets = priced.map(([slug]) => describe(ids.get(slug)!, slug));
  const markets = marketsOf(
    priced.map(([slug]) => slug),
    ids,
  );
  const exchanges = exchangesOf(
    markets,
    ids,
    named.map(([slug]) => slug),
    random,
  );
  const data = { assets, markets, exchanges: exchanges.map(({ exchange }) => exchange), supplies: [] };
  const currencies = currencyIds(ids);
  const bare = buildReference(data, [], currencies.USD);
  const rankBySlug = new Map(named.map(([slug], rank) => [ids.get(slug)!, rank]));
  const smallBy = new Map(exchanges.map(({ exchange, smallness }) => [exchange.id, smallness]));
  const rank = Int32Array.from(bare.assetIds, (id) => rankBySlug.get(id) ?? -1);
  const smallness = Float64Array.from(bare.exchanges, ({ id }) => smallBy.get(id)!);
  const listingUsd = volumesOf(bare, rank, smallness, random);
  const volumeOf = (exchangeId: string, marketId: string) =>
    listingUsd[bare.listingIndex(exchangeId, marketId)!]!;
  const definitions = chooseConstituents(data, volumeOf, 0, METHODOLOGIES[0]!, currencies);
  const usdBy = new Map(priced.map(([slug, value]) => [ids.get(slug)!, value]));
  const assetOf = (slug: string) => bare.assetIndex(ids.get(slug)!)!;
  const marketOf = (base: string, quote: string) =>
    bare.base.findIndex((asset, m) => asset === assetOf(base) && bare.quote[m] === assetOf(quote));
  return {
    assetOf,
    marketOf,
    reference: buildReference(data, definitions, currencies.USD),
    usd: Float64Array.from(bare.assetIds, (id) => usdBy.get(id)!),
    rank,
    smallness,
    listingUsd,
  };
}

/** This world's ids of the methodology's currencies. */
function currencyIds(ids: ReadonlyMap<string, string>): CurrencyIds {
  const { BTC, ETH, XRP, USD, EUR, GBP } = READABLE_IDS;
  const idOf = (slug: string) => ids.get(slug)!;
  return { BTC: idOf(BTC), ETH: idOf(ETH), XRP: idOf(XRP), USD: idOf(USD), EUR: idOf(EUR), GBP: idOf(GBP) };
}

function describe(id: string, slugName: string): Asset {
  const type = FIATS.some(([slug]) => slug === slugName) ? 'FIAT' : 'CRYPTO';
  return { id, name: slugName, symbol: slugName, slugName, status: 'ACTIVE', type, url: '' };
}

function marketsOf(slugs: readonly string[], ids: ReadonlyMap<string, string>): Market[] {
  const pairs = slugs.flatMap((base, position) => {
    const rank = position - FIATS.length;
    if (rank < 0) return base === 'us-dollar' ? [] : [[base, 'us-dollar'] as const];
    const quotes = Object.keys(BREADTH).filter((quote) => rank < BREADTH[quote]!);
    return quotes.filter((quote) => mayBeQuoted(base, quote)).map((quote) => [base, quote] as const);
  });
  return pairs.map(([base, quote], i) => ({
    id: `market-${String((i * 7919) % 9973).padStart(4, '0')}-${base}-${quote}`,
    baseAssetId: ids.get(base)!,
    quoteAssetId: ids.get(quote)!,
  }));
}

/** Fiat may price everything, a stablecoin all but stablecoins, BTC all but stablecoins and itself, and so on. */
function mayBeQuoted(base: string, quote: string): boolean {
  const order = ['us-dollar', 'euro', 'pound-sterling', 'yen', 'tether', 'usd-coin', 'bitcoin', 'ethereum'];
  const basePlace = order.indexOf(base);
  return basePlace < 0 || order.indexOf(quote) < basePlace;
}

function exchangesOf(
  markets: readonly Market[],
  ids: ReadonlyMap<string, string>,
  cryptoSlugs: readonly string[],
  random: Random,
): { readonly exchange: Exchange; readonly smallness: number }[] {
  const rank = new Map(cryptoSlugs.map((slug, i) => [ids.get(slug)!, i]));
  const fiat = new Set(FIATS.map(([slug]) => ids.get(slug)!));
  const names = random.shuffled(
    Array.from({ length: EXCHANGES }, (_, i) => `exchange-${String(i).padStart(2, '0')}`),
  );
  const trustedAt = trustedPlaces(random, EXCHANGES);
  return names.map((id, place) => {
    const smallness = place / EXCHANGES;
    // All trusted exchanges have markets in dollars, euros and pounds, and so do a quarter of the others.
    const trusted = trustedAt.has(place);
    const listed = markets.filter(({ baseAssetId, quoteAssetId }) => {
      if (fiat.has(quoteAssetId) && !trusted && place % 4 !== 1) return false;
      const depth = (rank.get(baseAssetId) ?? 0) / (cryptoSlugs.length * (1.3 - smallness));
      return depth < 0.02 || random.chance(0.8 * (1 - depth));
    });
    const listings = listed.map(({ id: marketId }) => ({
      marketId,
      status: 'ACTIVE' as const,
      qualified: true,
    }));
    const tier = trusted ? ('A' as const) : ('B' as const);
    const exchange = { id, name: id, url: '', status: 'ACTIVE' as const, tier, listings, ownSymbols: [] };
    return { exchange, smallness };
  });
}

function volumesOf(
  { listingMarket, listingExchange, base, quote, assetIds }: EngineReference,
  rank: Int32Array,
  smallness: Float64Array,
  random: Random,
): Float64Array {
  const quoteCount = Int32Array.from(assetIds, () => 0);
  for (const asset of quote) quoteCount[asset]!++;
  return Float64Array.from(listingMarket, (m, i) => {
    const assetUsd = 5e9 * (1 + Math.max(0, rank[base[m]!]!)) ** -1.3;
    const quoteShare = quoteCount[quote[m]!]! / base.length;
    const exchangeShare = Math.exp(-4 * smallness[listingExchange[i]!]!) / 6;
    return assetUsd * quoteShare * exchangeShare * Math.exp(0.5 * random.normal());
  });
}
