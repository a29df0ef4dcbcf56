import type { Asset } from '../../core/asset.ts';
import { assetIdOf } from '../../core/entity-id.ts';
import type { ReferenceData } from '../../core/reference-data.ts';
import { shippedTier } from '../../reference/exchange-tiers.ts';
import { WellKnown, type WellKnownAsset } from '../../reference/well-known/well-known.ts';
import { CRYPTO_ASSETS } from './data/crypto-assets.ts';
import { EXCHANGES } from './data/exchanges.ts';
import { FIAT_ASSETS } from './data/fiat-assets.ts';
import { hashText, unit } from './hash.ts';
import { listEverything, type ExchangeRow } from './listings.ts';
import { parseTable } from './table.ts';
import type { WorldSize } from './world-identity.ts';

export type { WorldSize } from './world-identity.ts';

/** An asset with what its price and volume are made from. */
export interface SimulatedAsset {
  readonly asset: Asset;
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

/** The world without its prices: who exists and what is listed where. The seed does not change it. */
export function buildWorld(size: WorldSize): SimulatedWorld {
  const known = new WellKnown();
  const fiats = fiatAssets(known).filter(
    ({ asset }) => size === 'full' || SMALL_FIATS.includes(asset.symbol),
  );
  const cryptos = size === 'full' ? cryptoAssets(known) : smallCryptos(cryptoAssets(known));
  const assets = [...fiats, ...cryptos];
  const rows = exchangeRows(size);
  const { markets, exchanges } = listEverything(assets, rows, size, known);
  const weights = new Map(exchanges.map((exchange, i) => [exchange.id, rows[i]?.weight ?? 0]));
  return {
    size,
    assets,
    exchangeWeights: weights,
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
  const rows = parseTable(FIAT_ASSETS, ['slug', 'url', 'usdValue', 'dailyVolatilityBps']);
  return rows.map(({ slug, url, usdValue, dailyVolatilityBps }, rank) => {
    const { id, name, symbol, slugName } = knownAsset(known, slug);
    return {
      asset: { id, name, symbol, slugName, status: 'ACTIVE', type: 'FIAT', url },
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

function cryptoAssets(known: WellKnown): SimulatedAsset[] {
  return parseTable(CRYPTO_ASSETS, CRYPTO_COLUMNS).map((row, rank) => cryptoAsset(row, rank, known));
}

function cryptoAsset(row: CryptoRow, rank: number, known: WellKnown): SimulatedAsset {
  const { slug, sector, launched, priceUsd } = row;
  const delisted = rank >= INACTIVE_FROM_RANK && unit(hashText(`delisted ${slug}`)) < INACTIVE_SHARE;
  const identity = row.symbol === '' ? knownAsset(known, slug) : ownIdentity(row);
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
    rank,
    sector,
    priceUsd: Number(priceUsd),
    launchedYear: Number(launched),
    ...(row.totalSupply === '' ? {} : { totalSupply: row.totalSupply, freeFloatSupply: row.freeFloatSupply }),
  };
}

/** Of an asset that existing clients do not know. */
function ownIdentity({ slug: slugName, symbol, name, url, contractAddress }: CryptoRow) {
  return { id: assetIdOf(slugName), name, symbol, slugName, url, contractAddress };
}

/** The largest ones, the fixed ones, a pair that shares a symbol, and one that is no longer traded. */
function smallCryptos(all: readonly SimulatedAsset[]): SimulatedAsset[] {
  const firstBearer = new Map<string, SimulatedAsset>();
  const namesakes = all.find((asset) => {
    const first = firstBearer.get(asset.asset.symbol);
    firstBearer.set(asset.asset.symbol, first ?? asset);
    return first?.asset.status === 'ACTIVE' && asset.asset.status === 'ACTIVE';
  });
  const chosen = new Set<SimulatedAsset | undefined>([
    ...all.filter(({ asset }) => SMALL_EXTRA_SLUGS.includes(asset.slugName)),
    namesakes,
    namesakes && firstBearer.get(namesakes.asset.symbol),
    all.find(({ asset }) => asset.status === 'INACTIVE'),
  ]);
  for (const asset of all) {
    if (chosen.size >= SMALL_CRYPTO_COUNT) break;
    chosen.add(asset);
  }
  return all.filter((asset) => chosen.has(asset));
}

function exchangeRows(size: WorldSize): ExchangeRow[] {
  const columns = ['name', 'url', 'quotes', 'weight', 'style', 'status'] as const;
  const rows = parseTable(EXCHANGES, columns).map(({ quotes, weight, style, status, name, url }) => ({
    name,
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
  return rows.filter((row) => SMALL_EXCHANGES.has(row.name) || oneOfEach.includes(row));
}
