import { exchangeIdOf, marketIdOf } from '../../core/entity-id.ts';
import type { Exchange, ExchangeStatus, Listing, TrustTier } from '../../core/exchange.ts';
import type { Market } from '../../core/market.ts';
import { WELL_KNOWN_EXCHANGES, WELL_KNOWN_MARKETS } from '../../core/well-known-ids.ts';
import { hashPair, hashText, unit } from './hash.ts';
import type { SimulatedAsset, WorldSize } from './world.ts';

/** An exchange of the table, before it lists anything. Assets are named by symbol. */
export interface ExchangeRow {
  readonly name: string;
  readonly url: string;
  readonly tier: TrustTier;
  readonly status: ExchangeStatus;
  readonly weight: number;
  /** Most important first. */
  readonly quotes: readonly string[];
  /** Own symbol, common symbol. */
  readonly ownSymbols: readonly (readonly [string, string])[];
}

interface Pair {
  readonly base: SimulatedAsset;
  readonly quote: SimulatedAsset;
  readonly score: number;
}

/** A large exchange lists more, but not in proportion to its volume. */
const LISTINGS = {
  full: { fewest: 26, bySqrtOfWeight: 100, most: 1500 },
  small: { fewest: 14, bySqrtOfWeight: 5, most: 60 },
} as const;
const INACTIVE_LISTING_SHARE = 0.03;
const UNQUALIFIED_SHARE = 0.05;
/** Pairs that clients know by id are there whatever chance says. */
const ALWAYS_LISTED: Readonly<Record<string, readonly string[]>> = {
  Kraken: [
    'LTC/USD',
    'XRP/USD',
    'XRP/BTC',
    'EOS/USD',
    'EOS/BTC',
    'EUR/USD',
    'GBP/USD',
    'USDT/USD',
    'AUD/USD',
  ],
  Bitfinex: ['LTC/USD', 'XRP/USD', 'XRP/BTC', 'EOS/USD', 'EOS/BTC', 'USDT/USD', 'AMPL/USD', 'AMPL/BTC'],
  Bitstamp: ['LTC/USD', 'XRP/USD', 'XRP/BTC', 'EUR/USD', 'GBP/USD', 'USDT/USD'],
  'Coinbase-Pro': ['LTC/USD', 'XRP/USD', 'XRP/BTC', 'EOS/USD', 'EOS/BTC', 'USDT/USD'],
  Bittrex: ['LTC/USD', 'XRP/USD', 'XRP/BTC', 'EOS/USD', 'EOS/BTC'],
  Gemini: ['LTC/USD'],
};

/** In the small world every asset must trade somewhere; in the full one the large exchanges see to it. */
const LISTS_EVERYTHING: Readonly<Partial<Record<WorldSize, string>>> = { small: 'KuCoin' };

/** What is quoted in what: a crypto asset of this list is traded against fiat and against those before it. */
const QUOTE_ORDER = ['USDT', 'USDC', 'FDUSD', 'TUSD', 'DAI', 'BTC', 'ETH', 'BNB'];

/** Down to which rank assets are quoted in it; the others are small currencies. */
const BREADTH_OF_QUOTE: Readonly<Record<string, number>> = {
  USDT: Infinity,
  USD: 1400,
  USDC: 500,
  BTC: 400,
  EUR: 400,
  KRW: 400,
  ETH: 200,
  BNB: 150,
  TRY: 150,
  JPY: 80,
  GBP: 100,
};

export function listEverything(
  assets: readonly SimulatedAsset[],
  rows: readonly ExchangeRow[],
  size: WorldSize,
): { readonly markets: Market[]; readonly exchanges: Exchange[] } {
  const bySymbol = largestBySymbol(assets);
  const bases = assets.filter(({ asset }) => asset.type === 'CRYPTO');
  const markets = new Map<string, Market>();
  const exchanges = rows.map((row): Exchange => {
    const pairs = choosePairs(row, bases, bySymbol, size);
    return {
      id: WELL_KNOWN_EXCHANGES[row.name] ?? exchangeIdOf(row.name),
      name: row.name,
      url: row.url,
      status: row.status,
      tier: row.tier,
      listings: pairs.map((pair) => listingOf(row, pair, marketOf(pair, markets))),
      ownSymbols: row.ownSymbols.flatMap(([symbol, common]) => {
        const known = bySymbol.get(common);
        return known ? [{ assetId: known.asset.id, symbol }] : [];
      }),
    };
  });
  return { markets: [...markets.values()], exchanges };
}

/** Where several assets bear a symbol, tables mean the largest. */
function largestBySymbol(assets: readonly SimulatedAsset[]): ReadonlyMap<string, SimulatedAsset> {
  const bySymbol = new Map<string, SimulatedAsset>();
  for (const asset of assets) {
    if (!bySymbol.has(asset.asset.symbol)) bySymbol.set(asset.asset.symbol, asset);
  }
  return bySymbol;
}

function choosePairs(
  row: ExchangeRow,
  bases: readonly SimulatedAsset[],
  bySymbol: ReadonlyMap<string, SimulatedAsset>,
  size: WorldSize,
): Pair[] {
  const { fewest, bySqrtOfWeight, most } = LISTINGS[size];
  const count = Math.min(most, Math.floor(fewest + bySqrtOfWeight * Math.sqrt(row.weight)));
  const always = (ALWAYS_LISTED[row.name] ?? []).map((pair) => pair.split('/'));
  const known = new Set<string>();
  const chosen: Pair[] = [];
  const take = (pair: Pair) => {
    const key = `${pair.base.asset.id}/${pair.quote.asset.id}`;
    if (!known.has(key)) chosen.push(pair);
    known.add(key);
  };
  for (const [base = '', quote = ''] of always) {
    const [b, q] = [bySymbol.get(base), bySymbol.get(quote)];
    if (b && q) take({ base: b, quote: q, score: 0 });
  }
  candidates(row, bases, bySymbol).forEach((pair, i) => {
    const everything = row.name === LISTS_EVERYTHING[size] && pair.quote.asset.symbol === row.quotes[0];
    if (i < count || everything) take(pair);
  });
  return chosen;
}

/** Every pair the exchange could list, the likeliest first: large assets, its first quotes, and chance. */
function candidates(
  row: ExchangeRow,
  bases: readonly SimulatedAsset[],
  bySymbol: ReadonlyMap<string, SimulatedAsset>,
): Pair[] {
  const rowHash = hashText(`listings ${row.name}`);
  const pairs: Pair[] = [];
  row.quotes.forEach((symbol, position) => {
    const quote = bySymbol.get(symbol);
    if (!quote) return;
    const positionHash = hashPair(rowHash, position);
    const lastRank = lastRankQuotedIn(symbol, position);
    for (const base of bases) {
      if (base.rank > lastRank) break;
      if (!mayBeQuotedIn(base, quote)) continue;
      const chance = unit(hashPair(positionHash, base.rank));
      const popularity = base.rank === 0 ? 1000 : 1 / (12 + base.rank);
      pairs.push({ base, quote, score: popularity / ((1 + position) * (1 + position) * (0.01 + chance)) });
    }
  });
  return pairs.sort((a, b) => b.score - a.score || (a.base.asset.id < b.base.asset.id ? -1 : 1));
}

/** Small assets trade only in the large currencies, and there mostly in an exchange's main one. */
function lastRankQuotedIn(symbol: string, position: number): number {
  const breadth = BREADTH_OF_QUOTE[symbol] ?? 45;
  return position === 0 ? breadth : Math.min(breadth, 900 / (position * position));
}

function mayBeQuotedIn({ asset: base }: SimulatedAsset, { asset: quote }: SimulatedAsset): boolean {
  const baseOrder = QUOTE_ORDER.indexOf(base.symbol);
  if (base.id === quote.id) return false;
  if (baseOrder < 0 || quote.type === 'FIAT') return true;
  const quoteOrder = QUOTE_ORDER.indexOf(quote.symbol);
  return quoteOrder >= 0 && quoteOrder < baseOrder;
}

function marketOf({ base, quote }: Pair, markets: Map<string, Market>): Market {
  const slugs = `${base.asset.slugName}/${quote.asset.slugName}`;
  let market = markets.get(slugs);
  if (!market) {
    const id = WELL_KNOWN_MARKETS[slugs] ?? marketIdOf(base.asset.id, quote.asset.id);
    market = { id, baseAssetId: base.asset.id, quoteAssetId: quote.asset.id };
    markets.set(slugs, market);
  }
  return market;
}

function listingOf(row: ExchangeRow, { base, score }: Pair, market: Market): Listing {
  const chance = unit(hashText(`listing ${row.name} ${market.id}`));
  const alwaysThere = score === 0 || base.rank < 2;
  const traded = base.asset.status === 'ACTIVE' && row.status !== 'INACTIVE';
  return {
    marketId: market.id,
    status: traded && (alwaysThere || chance > INACTIVE_LISTING_SHARE) ? 'ACTIVE' : 'INACTIVE',
    qualified: alwaysThere || chance < 1 - UNQUALIFIED_SHARE,
  };
}
