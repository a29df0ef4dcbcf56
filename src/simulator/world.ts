import type { Asset } from '../core/asset.ts';
import { assetIdOf } from '../core/ids/entity-id.ts';
import type { ReferenceData } from '../core/reference-data.ts';
import { shippedTable } from '../disk/shipped-table.ts';
import { shippedTier } from '../reference/exchange-tiers.ts';
import { currentName } from '../reference/names/current-names.ts';
import { WellKnown, type WellKnownAsset } from '../reference/well-known/well-known.ts';
import { MERGED_ASSETS, MERGED_EXCHANGES } from './data/merged-rows.ts';
import { hashText, unit } from './hash.ts';
import { listEverything, type ExchangeRow } from './listings.ts';
import { parseTable } from './table.ts';
import { WORLD_VERSION, type WorldSize, type WorldVersion } from './world-identity.ts';

export type { WorldSize } from './world-identity.ts';

/** An asset with the parameters of its price and volume. */
export interface SimulatedAsset {
  readonly asset: Asset;
  /** The slug of its row. Its random numbers derive from it, so that an asset keeps its prices under another id. */
  readonly key: string;
  /** 0 for the largest crypto asset; fiat is ranked among itself. */
  readonly rank: number;
  /** `fiat`, `stablecoin`, or one of the crypto sectors of the asset table. */
  readonly sector: string;
  /** USD value around which the simulation starts. */
  readonly priceUsd: number;
  readonly launchedYear: number;
  /** Fiat only: the table states it. */
  readonly dailyVolatilityBps?: number;
  readonly totalSupply?: string;
  readonly freeFloatSupply?: string;
}

export interface SimulatedWorld {
  readonly size: WorldSize;
  readonly assets: readonly SimulatedAsset[];
  /** Relative 24 h volume of each exchange, by exchange id. */
  readonly exchangeWeights: ReadonlyMap<string, number>;
  /** The row name of each exchange, by exchange id. Tables and random numbers use it, independent of the current name. */
  readonly exchangeKeys: ReadonlyMap<string, string>;
  readonly reference: ReferenceData;
}

const SMALL_FIATS = ['USD', 'EUR', 'GBP', 'JPY', 'KRW', 'CHF', 'AUD', 'CAD'];
const SMALL_CRYPTO_COUNT = 60 - SMALL_FIATS.length;
/** Always in the small world: fixed ids, and an asset whose supply is elastic. */
const SMALL_EXTRA_SLUGS = ['ampleforth', 'eos', 'litecoin', 'xrp'];
const SMALL_EXCHANGES = new Set(
  (
    'Binance BitMEX Bybit Deribit Kraken LedgerX OKX Bitfinex Bitstamp Bittrex BTSE Coinbase-Pro Gemini itBit ' +
    'UPbit Bithumb Korbit KuCoin'
  ).split(' '),
);
/** The largest assets never delist. */
const INACTIVE_FROM_RANK = 150;
const INACTIVE_SHARE = 0.025;

/** Builds assets, exchanges and listings, without prices. The seed does not change them. */
export function buildWorld(size: WorldSize, version: WorldVersion = WORLD_VERSION): SimulatedWorld {
  const known = new WellKnown();
  const fiats = fiatAssets(known).filter(
    ({ asset }) => size === 'full' || SMALL_FIATS.includes(asset.symbol),
  );
  const cryptos = version === 2 ? cryptoAssets(known) : mergedCryptos(known);
  const chosen = [...fiats, ...(size === 'full' ? cryptos : smallCryptos(cryptos))];
  const named = version === 2 ? chosen : chosen.map(withCurrentName);
  const rows = exchangeRows(size, version);
  const listed = listEverything(named, rows, size, known);
  const { markets, exchanges } = listed;
  const assets = version === 2 ? named : named.map(inactiveUnless(tradedIn(listed)));
  const byId = exchanges.map(({ id }, i) => [id, rows[i]!] as const);
  return {
    size,
    assets,
    exchangeWeights: new Map(byId.map(([id, { weight }]) => [id, weight])),
    exchangeKeys: new Map(byId.map(([id, { key }]) => [id, key])),
    reference: { assets: assets.map(({ asset }) => asset), markets, exchanges, supplies: suppliesOf(assets) },
  };
}

function suppliesOf(assets: readonly SimulatedAsset[]): ReferenceData['supplies'] {
  return assets.flatMap(({ asset, totalSupply, freeFloatSupply }) =>
    totalSupply === undefined || freeFloatSupply === undefined
      ? []
      : [{ assetId: asset.id, totalSupply, freeFloatSupply }],
  );
}

function fiatAssets(known: WellKnown): SimulatedAsset[] {
  const rows = parseTable(shippedTable('data/fiat-assets.txt', import.meta.url), [
    'slug',
    'url',
    'usdValue',
    'dailyVolatilityBps',
  ]);
  return rows.map(({ slug, url, usdValue, dailyVolatilityBps }, rank) => {
    const { id, name, symbol, slugName } = knownAsset(known, slug);
    return {
      asset: { id, name, symbol, slugName, status: 'ACTIVE', type: 'FIAT', url },
      key: slug,
      rank,
      sector: 'fiat',
      priceUsd: Number(usdValue),
      launchedYear: 1970,
      dailyVolatilityBps: Number(dailyVolatilityBps),
    };
  });
}

function knownAsset(known: WellKnown, slug: string): WellKnownAsset {
  const asset = known.assetBySlug(slug);
  if (!asset) throw new Error(`no asset is known as ${slug}`);
  return asset;
}

const CRYPTO_COLUMNS = [
  'slug',
  'symbol',
  'name',
  'url',
  'contractAddress',
  'sector',
  'launched',
  'priceUsd',
  'totalSupply',
  'freeFloatSupply',
] as const;

type CryptoRow = Readonly<Record<(typeof CRYPTO_COLUMNS)[number], string>>;

/** The largest first. `merged`: slugs of rows, with the known slugs that they have. */
function cryptoAssets(known: WellKnown, merged: ReadonlyMap<string, string> = new Map()): SimulatedAsset[] {
  return parseTable(shippedTable('data/crypto-assets.txt', import.meta.url), CRYPTO_COLUMNS).map(
    (row, rank) => cryptoAsset(row, rank, known, merged),
  );
}

/** One id per asset: merged rows have the known identity, their twins are left out. Ranks stay those of the table. */
function mergedCryptos(known: WellKnown): SimulatedAsset[] {
  const merged = pairsOf(MERGED_ASSETS);
  const twins = new Set(merged.values());
  const assets = cryptoAssets(known, merged).filter(({ key }) => !twins.has(key));
  const seen = new Map(known.assets.map(({ id, seen }) => [id, seen]));
  return withoutRivals(assets, ({ id }) => seen.get(id) ?? LATER);
}

/** Sorts after the years of the original lists. */
const LATER = 'later';

/**
 * Of the assets that share a symbol, only the latest is traded: an asset that started later, or is in the newer list, takes over the
 * symbol. The others are INACTIVE.
 */
function withoutRivals(
  assets: readonly SimulatedAsset[],
  seenIn: (asset: Asset) => string,
): SimulatedAsset[] {
  const newest = new Map<string, string>();
  for (const { asset } of assets) {
    const seen = seenIn(asset);
    if (seen > (newest.get(asset.symbol) ?? '')) newest.set(asset.symbol, seen);
  }
  return assets.map(inactiveUnless((asset) => seenIn(asset) === newest.get(asset.symbol)));
}

function inactiveUnless(isActive: (asset: Asset) => boolean) {
  return (one: SimulatedAsset): SimulatedAsset =>
    one.asset.status === 'INACTIVE' || isActive(one.asset)
      ? one
      : { ...one, asset: { ...one.asset, status: 'INACTIVE' } };
}

/** Whether some exchange trades an asset. */
function tradedIn({ markets, exchanges }: Pick<ReferenceData, 'markets' | 'exchanges'>) {
  const active = new Set(
    exchanges.flatMap(({ listings }) =>
      listings.filter(({ status }) => status === 'ACTIVE').map(({ marketId }) => marketId),
    ),
  );
  const traded = new Set(
    markets.flatMap(({ id, baseAssetId, quoteAssetId }) =>
      active.has(id) ? [baseAssetId, quoteAssetId] : [],
    ),
  );
  return ({ id }: Asset): boolean => traded.has(id);
}

function withCurrentName(one: SimulatedAsset): SimulatedAsset {
  const name = currentName(one.asset);
  return name === one.asset.name ? one : { ...one, asset: { ...one.asset, name } };
}

function pairsOf(table: string): ReadonlyMap<string, string> {
  return new Map(parseTable(table, ['row', 'known']).map(({ row, known }) => [row, known]));
}

function cryptoAsset(
  row: CryptoRow,
  rank: number,
  known: WellKnown,
  merged: ReadonlyMap<string, string>,
): SimulatedAsset {
  const { slug, sector, launched, priceUsd } = row;
  const delisted = rank >= INACTIVE_FROM_RANK && unit(hashText(`delisted ${slug}`)) < INACTIVE_SHARE;
  const knownSlug = merged.get(slug) ?? (row.symbol === '' ? slug : undefined);
  const identity = knownSlug === undefined ? ownIdentity(row) : knownAsset(known, knownSlug);
  const { id, name, symbol, slugName, url, contractAddress } = identity;
  return {
    asset: {
      id,
      name,
      symbol,
      slugName,
      status: delisted ? 'INACTIVE' : 'ACTIVE',
      type: 'CRYPTO',
      url,
      ...(contractAddress ? { contractAddress } : {}),
    },
    key: slug,
    rank,
    sector,
    priceUsd: Number(priceUsd),
    launchedYear: Number(launched),
    ...(row.totalSupply === '' ? {} : { totalSupply: row.totalSupply, freeFloatSupply: row.freeFloatSupply }),
  };
}

/** The identity of an asset that existing clients do not know. */
function ownIdentity({ slug: slugName, symbol, name, url, contractAddress }: CryptoRow) {
  return { id: assetIdOf(slugName), name, symbol, slugName, url, contractAddress };
}

/** The largest ones, the fixed ones, a pair that shares a symbol, and one that is no longer traded. */
function smallCryptos(all: readonly SimulatedAsset[]): SimulatedAsset[] {
  const firstWithSymbol = new Map<string, SimulatedAsset>();
  const namesakes = all.find((asset) => {
    const first = firstWithSymbol.get(asset.asset.symbol);
    firstWithSymbol.set(asset.asset.symbol, first ?? asset);
    return first?.asset.status === 'ACTIVE' && asset.asset.status === 'ACTIVE';
  });
  const chosen = new Set<SimulatedAsset | undefined>([
    ...all.filter(({ asset }) => SMALL_EXTRA_SLUGS.includes(asset.slugName)),
    namesakes,
    namesakes && firstWithSymbol.get(namesakes.asset.symbol),
    all.find(({ asset }) => asset.status === 'INACTIVE'),
  ]);
  for (const asset of all) {
    if (chosen.size >= SMALL_CRYPTO_COUNT) break;
    chosen.add(asset);
  }
  return all.filter((asset) => chosen.has(asset));
}

function exchangeRows(size: WorldSize, version: WorldVersion): ExchangeRow[] {
  const columns = ['name', 'url', 'quotes', 'weight', 'style', 'status'] as const;
  const merged = version === 2 ? new Map<string, string>() : pairsOf(MERGED_EXCHANGES);
  const twins = new Set(merged.values());
  const table = parseTable(shippedTable('data/exchanges.txt', import.meta.url), columns).filter(
    ({ name }) => !twins.has(name),
  );
  const rows = table.map(({ quotes, weight, style, status, name, url }) => ({
    key: name,
    knownAs: merged.get(name) ?? name,
    hasCurrentName: version !== 2,
    url,
    tier: shippedTier(name).tier,
    status: status as ExchangeRow['status'],
    weight: Number(weight),
    quotes: quotes.split(','),
    ownSymbols: style === '' ? [] : style.split(',').map((entry) => entry.split('=') as [string, string]),
  }));
  if (size === 'full') return rows;
  const oneOfEach = (['INACTIVE', 'MAINTENANCE'] as const).map((status) =>
    rows.find((row) => row.status === status),
  );
  return rows.filter((row) => SMALL_EXCHANGES.has(row.key) || oneOfEach.includes(row));
}
