import { agree } from '../witnesses.ts';

interface VolumeListing {
  readonly exchange: string;
  readonly marketId: string;
  readonly price: number;
  /** In base units according to the exchange; 0 if there is none. */
  readonly volume: number;
}

/** A market of an exchange, compared with the same market on other exchanges. Natural logarithms. */
interface Comparison {
  /** Its volume over the median of the others. */
  readonly ratio: number;
  /** Its volume over the sum of the others; -Infinity if there is only one other. */
  readonly share: number;
  readonly price: number;
}

/**
 * A volume in quote units is larger than one in base units by the price. With fewer markets than this, the match may be
 * chance.
 */
const MIN_MARKETS = 3;
const MANY_MARKETS = 10;
/** More markets do not add evidence. */
const MAX_MARKETS_COMPARED = 60;
/** How much better quote units must fit than base units: as a difference of summed logarithms, and as a ratio. */
const MIN_GAIN = 9;
const MIN_GAIN_MANY = 12;
const MAX_MISFIT = 0.45;
const MAX_MISFIT_MANY = 0.7;
/** The size of an exchange is unknown: a factor of 20 costs as much as one market that is off by a factor of e. */
const SIZE_WEIGHT = 1 / 3;
/** No exchange trades this many times the volume of all others together in most of its markets. */
const IMPOSSIBLE_SHARE = Math.log(1000);
const MIN_MARKETS_OF_IMPOSSIBLE = 2;

/** Minimum number of other exchanges in a market, if none of them is trusted more. */
const MIN_EQUALS = 2;

/** Trust in an exchange, by its key: higher is more. */
export type RankOf = (exchange: string) => number;
const EQUAL: RankOf = () => 0;

/** Result of comparing volumes. */
export interface VolumeUnits {
  /** Exchanges whose volumes are in quote units. */
  readonly inQuote: ReadonlySet<string>;
  /** Exchanges that could be compared. */
  readonly compared: ReadonlySet<string>;
}

/**
 * Finds exchanges that report volumes in quote units instead of base units. The unit is a property of an exchange's
 * interface, so all of its markets are judged together: over markets whose prices differ by orders of magnitude, the
 * ratio of its volume to that of the other exchanges follows the price. The size of the exchange is unknown and does
 * not matter. Markets with a price near 1 prove nothing, and there the unit makes no difference.
 *
 * An exchange is compared with exchanges of its own rank or above, at least two of them or one above it: invented
 * volumes on less trusted exchanges cannot get a trusted one refused.
 */
export function volumeUnits(
  listings: readonly VolumeListing[],
  distrusted: ReadonlySet<string> = new Set(),
  rankOf: RankOf = EQUAL,
): VolumeUnits {
  const found = new Set<string>();
  const markets = sharedMarkets(listings);
  // The exchanges found distort the comparison of the others: compare again without them.
  for (;;) {
    const before = found.size;
    const comparisons = comparisonsOf(markets, new Set([...distrusted, ...found]), rankOf);
    for (const [exchange, compared] of comparisons)
      if (!found.has(exchange) && isQuoteVolume(compared)) found.add(exchange);
    if (found.size === before) return { inQuote: found, compared: new Set(comparisons.keys()) };
  }
}

/** A market with its previous and its new volume. */
export interface ReportedVolumeChange {
  readonly price: number;
  readonly before: number;
  readonly after: number;
}

/**
 * Whether an exchange has switched from base to quote units between two replies: its volumes have changed by the factor
 * of their prices. This needs no other exchange, so it is detected before any of the new volumes is used.
 */
export function hasChangedToQuote(changes: readonly ReportedVolumeChange[]): boolean {
  const known = changes.filter(({ price, before, after }) => price > 0 && before > 0 && after > 0);
  return isQuoteVolume(
    known.map(({ price, before, after }) => ({
      ratio: Math.log(after / before),
      share: -Infinity,
      price: Math.log(price),
    })),
  );
}

function isQuoteVolume(markets: readonly Comparison[]): boolean {
  if (markets.length >= MIN_MARKETS_OF_IMPOSSIBLE) {
    const [share, inQuote] = [
      median(markets.map((market) => market.share)),
      median(markets.map((market) => market.share - market.price)),
    ];
    if (share > IMPOSSIBLE_SHARE && inQuote < IMPOSSIBLE_SHARE) return true;
  }
  if (markets.length < MIN_MARKETS) return false;
  const base = misfit(markets.map(({ ratio }) => ratio));
  const quote = misfit(markets.map(({ ratio, price }) => ratio - price));
  return markets.length < MANY_MARKETS
    ? base - quote > MIN_GAIN && quote < MAX_MISFIT * base
    : base - quote > MIN_GAIN_MANY && quote < MAX_MISFIT_MANY * base;
}

/** Total deviation of ratios from one common factor. */
function misfit(ratios: readonly number[]): number {
  const size = median(ratios);
  return ratios.reduce((sum, ratio) => sum + Math.abs(ratio - size), Math.abs(size) * SIZE_WEIGHT);
}

/** For each exchange, its markets with the most exchanges. */
function comparisonsOf(
  markets: readonly (readonly VolumeListing[])[],
  excluded: ReadonlySet<string>,
  rankOf: RankOf,
): ReadonlyMap<string, readonly Comparison[]> {
  const byExchange = new Map<string, Comparison[]>();
  const isEnough = ({ exchange }: VolumeListing) =>
    (byExchange.get(exchange)?.length ?? 0) >= MAX_MARKETS_COMPARED;
  for (const ofMarket of markets) {
    if (ofMarket.every(isEnough)) continue;
    const price = median(ofMarket.map((listing) => listing.price));
    const priced = ofMarket.filter((listing) => agree(listing.price, price));
    const others = priced.filter(({ exchange }) => !excluded.has(exchange));
    const byRank = new Map<number, readonly [volumes: Float64Array, total: number]>();
    for (const listing of priced) {
      if (isEnough(listing)) continue;
      const rank = rankOf(listing.exchange);
      const known = byRank.get(rank) ?? volumesOf(others.filter(({ exchange }) => rankOf(exchange) >= rank));
      byRank.set(rank, known);
      const [volumes, total] = known;
      const own = excluded.has(listing.exchange) ? -1 : volumes.indexOf(listing.volume);
      const count = own === -1 ? volumes.length : volumes.length - 1;
      const isOutranked = others.some(({ exchange }) => rankOf(exchange) > rank);
      if (count < (isOutranked ? 1 : MIN_EQUALS)) continue;
      const rest = own === -1 ? total : total - listing.volume;
      const comparison = {
        ratio: Math.log(listing.volume / medianWithout(volumes, own)),
        share: count > 1 && rest > 0 ? Math.log(listing.volume / rest) : -Infinity,
        price: Math.log(listing.price),
      };
      const ofExchange = byExchange.get(listing.exchange);
      if (ofExchange) ofExchange.push(comparison);
      else byExchange.set(listing.exchange, [comparison]);
    }
  }
  return byExchange;
}

/** Sorted, with their sum. */
function volumesOf(listings: readonly VolumeListing[]): readonly [volumes: Float64Array, total: number] {
  const volumes = Float64Array.from(listings, ({ volume }) => volume).sort();
  return [volumes, volumes.reduce((sum, volume) => sum + volume, 0)];
}

/** Markets with volumes from several exchanges, those with the most exchanges first. */
function sharedMarkets(listings: readonly VolumeListing[]): readonly (readonly VolumeListing[])[] {
  const byMarket = new Map<string, VolumeListing[]>();
  for (const listing of listings) {
    if (!(listing.volume > 0)) continue;
    const ofMarket = byMarket.get(listing.marketId);
    if (ofMarket) ofMarket.push(listing);
    else byMarket.set(listing.marketId, [listing]);
  }
  const shared = [...byMarket.values()].filter((ofMarket) => ofMarket.length > 1);
  return shared.toSorted((a, b) => b.length - a.length);
}

/**
 * Median of sorted values without the one at index `left` (-1: of all); the geometric mean of the middle two if their
 * number is even.
 */
function medianWithout(sorted: Float64Array, left: number): number {
  const count = left === -1 ? sorted.length : sorted.length - 1;
  const at = (place: number) => sorted[left !== -1 && place >= left ? place + 1 : place]!;
  const middle = count >> 1;
  return count % 2 === 1 ? at(middle) : Math.sqrt(at(middle - 1) * at(middle));
}

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
