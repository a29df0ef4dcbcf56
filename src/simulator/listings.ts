import { exchangeIdOf, marketIdOf } from '../core/ids/entity-id.ts';
import type { Exchange, ExchangeStatus, Listing, TrustTier } from '../core/exchange.ts';
import type { Market } from '../core/market.ts';
import { currentName } from '../reference/names/current-names.ts';
import type { WellKnown } from '../reference/well-known/well-known.ts';
import { hashPair, hashText, hashTextAfter, unit } from './hash.ts';
import type { SimulatedAsset, WorldSize } from './world.ts';

/** A row of the exchange table. Assets are given by symbol. */
export interface ExchangeRow {
  /** The name of the row. */
  readonly key: string;
  /** The name that existing clients know it by. */
  readonly knownAs: string;
  /** Whether it is shown with its current name. */
  readonly hasCurrentName: boolean;
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

/** A large exchange has more listings, but not in proportion to its volume. */
const LISTINGS = {
  full: { minimum: 26, bySqrtOfWeight: 100, maximum: 1500 },
  small: { minimum: 14, bySqrtOfWeight: 5, maximum: 60 },
} as const;
const INACTIVE_LISTING_SHARE = 0.03;
const UNQUALIFIED_SHARE = 0.05;
/** Pairs that clients know by id are always listed. */
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

export function isAlwaysListed(exchangeKey: string, base: string, quote: string): boolean {
  return ALWAYS_LISTED[exchangeKey]?.includes(`${base}/${quote}`) ?? false;
}

/** In the small world one exchange lists every asset, so that each is traded; in the full world the large exchanges do. */
const LISTS_EVERYTHING: Readonly<Partial<Record<WorldSize, string>>> = { small: 'KuCoin' };

/** A crypto asset of this list is quoted only in fiat and in the assets before it. */
const QUOTE_ORDER = new Map(
  ['USDT', 'USDC', 'FDUSD', 'TUSD', 'DAI', 'BTC', 'ETH', 'BNB'].map((symbol, place) => [symbol, place]),
);

/** The last rank of assets quoted in each currency; other currencies are small. */
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

/** Factor by which markets that existing clients know are more likely to be listed. */
const FAMILIAR = 4;

/** An asset that may be quoted in another one, with the properties common to all exchanges. */
interface QuotedBase {
  readonly base: SimulatedAsset;
  readonly rank: number;
  /** Whether existing clients know the market. */
  readonly isFamiliar: boolean;
  readonly popularity: number;
}

/** What exchanges choose from. */
interface Choice {
  readonly bySymbol: ReadonlyMap<string, SimulatedAsset>;
  /** The assets that may be quoted in one on any exchange, the largest first. */
  readonly quotedIn: (quote: SimulatedAsset) => readonly QuotedBase[];
}

export function listEverything(
  assets: readonly SimulatedAsset[],
  rows: readonly ExchangeRow[],
  size: WorldSize,
  known: WellKnown,
): { readonly markets: Market[]; readonly exchanges: Exchange[] } {
  const choice = choiceOf(assets, known);
  const markets = new Markets(known);
  const exchanges = rows.map((row): Exchange => {
    const pairs = choosePairs(row, choice, size);
    const chanceOf = hashTextAfter(`listing ${row.key} `);
    const id = known.exchange(row.knownAs)?.id ?? exchangeIdOf(row.knownAs);
    return {
      id,
      name: row.hasCurrentName ? currentName({ id, name: row.knownAs }) : row.knownAs,
      url: row.url,
      status: row.status,
      tier: row.tier,
      listings: pairs.map((pair) => {
        const market = markets.of(pair);
        return listingOf(row, pair, market, unit(chanceOf(market.id)));
      }),
      ownSymbols: row.ownSymbols.flatMap(([symbol, common]) => {
        const listed = choice.bySymbol.get(common);
        return listed ? [{ assetId: listed.asset.id, symbol }] : [];
      }),
    };
  });
  return { markets: markets.all, exchanges };
}

function choiceOf(assets: readonly SimulatedAsset[], known: WellKnown): Choice {
  const bases = assets.filter(({ asset }) => asset.type === 'CRYPTO');
  const found = new Map<SimulatedAsset, readonly QuotedBase[]>();
  const quotedIn = (quote: SimulatedAsset) => {
    let quoted = found.get(quote);
    if (!quoted) found.set(quote, (quoted = quotedBases(bases, quote, known)));
    return quoted;
  };
  return { bySymbol: largestBySymbol(assets), quotedIn };
}

function quotedBases(
  bases: readonly SimulatedAsset[],
  quote: SimulatedAsset,
  known: WellKnown,
): QuotedBase[] {
  const familiar = known.basesIn(quote.asset.id);
  const breadth = breadthOf(quote.asset.symbol);
  const quoted: QuotedBase[] = [];
  for (const base of bases) {
    const { rank } = base;
    const isFamiliar = familiar.has(base.asset.id);
    if ((rank > breadth && !isFamiliar) || !mayBeQuotedIn(base, quote)) continue;
    const popularity = (rank === 0 ? 1000 : 1 / (12 + rank)) * (isFamiliar ? FAMILIAR : 1);
    quoted.push({ base, rank, isFamiliar, popularity });
  }
  return quoted;
}

/** If several assets share a symbol, tables mean the largest. */
function largestBySymbol(assets: readonly SimulatedAsset[]): ReadonlyMap<string, SimulatedAsset> {
  const bySymbol = new Map<string, SimulatedAsset>();
  for (const asset of assets) {
    if (!bySymbol.has(asset.asset.symbol)) bySymbol.set(asset.asset.symbol, asset);
  }
  return bySymbol;
}

function choosePairs(row: ExchangeRow, choice: Choice, size: WorldSize): Pair[] {
  const { minimum, bySqrtOfWeight, maximum } = LISTINGS[size];
  const count = Math.min(maximum, Math.floor(minimum + bySqrtOfWeight * Math.sqrt(row.weight)));
  const chosen: Pair[] = [];
  const quotesOf = new Map<SimulatedAsset, Set<SimulatedAsset>>();
  const take = (pair: Pair) => {
    const quotes = quotesOf.get(pair.base) ?? new Set();
    if (!quotes.has(pair.quote)) chosen.push(pair);
    quotesOf.set(pair.base, quotes.add(pair.quote));
  };
  for (const [base = '', quote = ''] of (ALWAYS_LISTED[row.key] ?? []).map((pair) => pair.split('/'))) {
    const [b, q] = [choice.bySymbol.get(base), choice.bySymbol.get(quote)];
    if (b && q) take({ base: b, quote: q, score: 0 });
  }
  const listsEverything = row.key === LISTS_EVERYTHING[size];
  likeliestPairs(row, choice, listsEverything ? Infinity : count).forEach((pair, i) => {
    if (i < count || pair.quote.asset.symbol === row.quotes[0]) take(pair);
  });
  return chosen;
}

/** The `count` most likely pairs of an exchange, most likely first: by size of the asset, order of its quotes, and chance. */
function likeliestPairs(row: ExchangeRow, choice: Choice, count: number): Pair[] {
  const { scores, bases, quotes } = candidates(row, choice);
  const min = minOfLargest(scores, count);
  const pairs: Pair[] = [];
  for (let i = 0; i < scores.length; i++) {
    if (scores[i]! >= min) pairs.push({ base: bases[i]!, quote: quotes[i]!, score: scores[i]! });
  }
  pairs.sort((a, b) => b.score - a.score || (a.base.asset.id < b.base.asset.id ? -1 : 1));
  return pairs.slice(0, count);
}

interface Candidates {
  readonly scores: number[];
  readonly bases: SimulatedAsset[];
  readonly quotes: SimulatedAsset[];
}

/** Every pair the exchange could list, in columns: there are half a million in the world, and few are listed. */
function candidates(row: ExchangeRow, { bySymbol, quotedIn }: Choice): Candidates {
  const all: Candidates = { scores: [], bases: [], quotes: [] };
  const rowHash = hashText(`listings ${row.key}`);
  row.quotes.forEach((symbol, position) => {
    const quote = bySymbol.get(symbol);
    if (!quote) return;
    const positionHash = hashPair(rowHash, position);
    const lastRank = lastRankQuotedIn(symbol, position);
    for (const { base, rank, isFamiliar, popularity } of quotedIn(quote)) {
      if (rank > lastRank && !isFamiliar) continue;
      const chance = unit(hashPair(positionHash, rank));
      all.scores.push(popularity / ((1 + position) * (1 + position) * (0.01 + chance)));
      all.bases.push(base);
      all.quotes.push(quote);
    }
  });
  return all;
}

/** The smallest of the `count` largest numbers; -Infinity if there are at most `count` numbers. */
function minOfLargest(numbers: readonly number[], count: number): number {
  if (numbers.length <= count) return -Infinity;
  return new Float64Array(numbers).sort()[numbers.length - count]!;
}

/** Small assets trade only in the large currencies, and there mostly in an exchange's main one. */
function lastRankQuotedIn(symbol: string, position: number): number {
  const breadth = breadthOf(symbol);
  return position === 0 ? breadth : Math.min(breadth, 900 / (position * position));
}

function breadthOf(quoteSymbol: string): number {
  return BREADTH_OF_QUOTE[quoteSymbol] ?? 45;
}

function mayBeQuotedIn({ asset: base }: SimulatedAsset, { asset: quote }: SimulatedAsset): boolean {
  if (base === quote) return false;
  const baseOrder = QUOTE_ORDER.get(base.symbol);
  if (baseOrder === undefined || quote.type === 'FIAT') return true;
  const quoteOrder = QUOTE_ORDER.get(quote.symbol);
  return quoteOrder !== undefined && quoteOrder < baseOrder;
}

/** Creates each market when it is first listed. */
class Markets {
  readonly all: Market[] = [];
  readonly #byBase = new Map<SimulatedAsset, Map<SimulatedAsset, Market>>();
  readonly #known: WellKnown;

  constructor(known: WellKnown) {
    this.#known = known;
  }

  of({ base, quote }: Pair): Market {
    const byQuote = this.#byBase.get(base) ?? new Map<SimulatedAsset, Market>();
    this.#byBase.set(base, byQuote);
    let market = byQuote.get(quote);
    if (!market) {
      const [baseAssetId, quoteAssetId] = [base.asset.id, quote.asset.id];
      const id = this.#known.marketId(baseAssetId, quoteAssetId) ?? marketIdOf(baseAssetId, quoteAssetId);
      market = { id, baseAssetId, quoteAssetId };
      byQuote.set(quote, market);
      this.all.push(market);
    }
    return market;
  }
}

function listingOf(row: ExchangeRow, { base, score }: Pair, market: Market, chance: number): Listing {
  const alwaysThere = score === 0 || base.rank < 2;
  const traded = base.asset.status === 'ACTIVE' && row.status !== 'INACTIVE';
  return {
    marketId: market.id,
    status: traded && (alwaysThere || chance > INACTIVE_LISTING_SHARE) ? 'ACTIVE' : 'INACTIVE',
    qualified: alwaysThere || chance < 1 - UNQUALIFIED_SHARE,
  };
}
