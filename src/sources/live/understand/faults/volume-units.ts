import { agree } from '../witnesses.ts';

interface VolumeListing {
  readonly exchange: string;
  readonly marketId: string;
  readonly price: number;
  /** Reported as base units; 0 if there is none. */
  readonly volume: number;
}

/** One market of an exchange, compared with the other exchanges of the market. Natural logarithms. */
interface Comparison {
  /** Its volume over the median of the others. */
  readonly ratio: number;
  /** Its volume over the sum of the others; -Infinity if there is only one other. */
  readonly share: number;
  readonly price: number;
}

/** A volume in quote units is larger than one in base units by the price. Below these numbers of markets it may be chance. */
const MIN_MARKETS = 3;
const MANY_MARKETS = 10;
/** More do not add to the evidence. */
const MAX_MARKETS_COMPARED = 60;
/** How much better quote units must fit than base units: in sums of logarithms, and as a ratio. */
const MIN_GAIN = 9;
const MIN_GAIN_MANY = 12;
const MAX_MISFIT = 0.45;
const MAX_MISFIT_MANY = 0.7;
/** The size of an exchange is not known: a factor of 20 costs as much as one market that is off by a factor of e. */
const SIZE_WEIGHT = 1 / 3;
/** No exchange trades this many times the volume of all others together in most of its markets. */
const IMPOSSIBLE_SHARE = Math.log(1000);
const MIN_MARKETS_OF_IMPOSSIBLE = 2;

/** Other exchanges of a market, if none of them is trusted more. */
const MIN_EQUALS = 2;

/** How far an exchange is trusted, by its key: more is higher. */
export type RankOf = (exchange: string) => number;
const EQUAL: RankOf = () => 0;

/** What a comparison of volumes has shown. */
export interface VolumeUnits {
  /** Exchanges whose volumes are in quote units. */
  readonly inQuote: ReadonlySet<string>;
  /** Exchanges that have something to compare with. */
  readonly compared: ReadonlySet<string>;
}

/**
 * Finds exchanges that report volumes in quote units where base units are expected. The unit is a property of an exchange's
 * interface, so all of its markets are judged together: over markets whose prices differ by orders of magnitude, the
 * ratio of its volume to the other exchanges' follows the price. The size of the exchange is unknown and does not matter.
 * Markets with a price near 1 say nothing, and there the unit makes no difference.
 *
 * An exchange is compared with exchanges of its own rank or above, at least two of them or one above it: invented volumes of
 * less trusted exchanges refuse nobody.
 */
export function volumeUnits(
  listings: readonly VolumeListing[],
  distrusted: ReadonlySet<string> = new Set(),
  rankOf: RankOf = EQUAL,
): VolumeUnits {
  const found = new Set<string>();
  const markets = sharedMarkets(listings);
  // Exchanges that are found spoil the comparison of the others: compare again without them.
  for (;;) {
    const before = found.size;
    const comparisons = comparisonsOf(markets, new Set([...distrusted, ...found]), rankOf);
    for (const [exchange, compared] of comparisons)
      if (!found.has(exchange) && isQuoteVolume(compared)) found.add(exchange);
    if (found.size === before) return { inQuote: found, compared: new Set(comparisons.keys()) };
  }
}

/** A market whose volume was reported before, too. */
export interface VolumeChange {
  readonly price: number;
  readonly before: number;
  readonly after: number;
}

/**
 * Whether an exchange has gone over from base to quote units between two answers: its volumes differ from those before by the
 * prices. Nobody else is needed for that, so it shows before any of the new volumes counts.
 */
export function hasChangedToQuote(changes: readonly VolumeChange[]): boolean {
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

/** How far ratios are from one common factor. */
function misfit(ratios: readonly number[]): number {
  const size = median(ratios);
  return ratios.reduce((sum, ratio) => sum + Math.abs(ratio - size), Math.abs(size) * SIZE_WEIGHT);
}

/** Of each exchange, its markets with the most exchanges. */
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

/** In order, and their sum. */
function volumesOf(listings: readonly VolumeListing[]): readonly [volumes: Float64Array, total: number] {
  const volumes = Float64Array.from(listings, ({ volume }) => volume).sort();
  return [volumes, volumes.reduce((sum, volume) => sum + volume, 0)];
}

/** Markets that several exchanges report a volume of, those of the most exchanges first. */
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

/** Of values in order, the one at `left` left out; -1 leaves out none. The geometric middle of an even number. */
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
