import { exp, ln } from '../../core/numbers/ln-exp.ts';
import { bell, hashTextAfter } from '../hash.ts';
import type { SimulatedAsset } from '../world.ts';

export interface ListedPair {
  readonly marketId: string;
  readonly base: SimulatedAsset;
  readonly quote: SimulatedAsset;
  /** Of the base asset. */
  readonly popularity: number;
}

/** Makes about 10^11 USD a day of the full world. */
const USD_PER_DAY_BY_WEIGHT = 1.56e8;
const MIN_USD_PER_DAY = 250;
const LEADER_BOOST = 1.5;
const STABLECOIN_SHARE = 0.12;
const FIAT_SHARE = 0.03;

/**
 * USD traded on an average day, of each of the given pairs of one exchange. Its total is the exchange's weight; shares
 * fall steeply with the rank of the base asset and with the place of the quote asset.
 */
export function usdPerDayOf(exchangeKey: string, weight: number, pairs: readonly ListedPair[]): Float64Array {
  const places = quotePlaces(pairs);
  const byPlace = Array.from({ length: places.size }, (_, place) => exp(-1.4 * ln(1 + place)));
  const chanceOf = hashTextAfter(`volume ${exchangeKey} `);
  const shares = new Float64Array(pairs.length);
  let total = 0;
  for (let i = 0; i < pairs.length; i++) {
    const pair = pairs[i]!;
    const place = places.get(pair.quote)!;
    shares[i] = shareOf(pair, place, byPlace[place]!, bell(chanceOf(pair.marketId)));
    total += shares[i]!;
  }
  const usd = weight * USD_PER_DAY_BY_WEIGHT;
  return shares.map((share) => Math.max(MIN_USD_PER_DAY, (usd * share) / total));
}

function shareOf(
  { base, quote, popularity }: ListedPair,
  place: number,
  byQuote: number,
  chance: number,
): number {
  const deviation = base.rank < 10 ? 0.35 : 1;
  return popularity * byQuote * exp(deviation * chance) * (quote.sector === 'fiat' || place === 0 ? 1 : 0.7);
}

/** The weight of an asset when volume is shared out. */
export function popularityOf({ rank, sector }: SimulatedAsset): number {
  const byRank = exp(-1.15 * ln(1 + rank));
  if (sector === 'fiat') return FIAT_SHARE;
  if (sector === 'stablecoin') return STABLECOIN_SHARE * byRank;
  return rank === 0 ? LEADER_BOOST : byRank;
}

/** The quote asset of most of an exchange's pairs has place 0. */
function quotePlaces(pairs: readonly ListedPair[]): ReadonlyMap<SimulatedAsset, number> {
  const counts = new Map<SimulatedAsset, number>();
  for (const { quote } of pairs) counts.set(quote, (counts.get(quote) ?? 0) + 1);
  const order = [...counts].sort(([a, m], [b, n]) => n - m || (a.asset.id < b.asset.id ? -1 : 1));
  return new Map(order.map(([quote], place) => [quote, place]));
}
