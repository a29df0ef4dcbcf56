import { VOTES, type Ballot } from './market-view.ts';

/** Weights are counted in whole millionths: then sums are exact, and do not depend on the order of adding. */
const UNITS = 1e6;
/** Far enough beyond the other votes that no interpolation reaches it. */
const FAR = 2;

/**
 * Weighted medians of a ballot if one exchange had the highest votes, or the lowest: the same as `weightedMedian` gives,
 * by cumulative weights that are added up once, so that each of them takes a few steps only. The other exchanges must have
 * more weight than the one.
 */
export class PushedMedians {
  readonly #ballot: Ballot;
  readonly #votes: number;
  readonly #clamp: number;
  readonly #total: number;

  /** Uses `spare`, `units` and `cumulative` of the ballot; another one for the same ballot ends this one. */
  constructor(ballot: Ballot, weights: Float64Array, votes: number, clamp: number) {
    this.#ballot = ballot;
    this.#votes = votes;
    this.#clamp = clamp;
    const { order, spare: ranks, units, cumulative } = ballot;
    let total = 0;
    for (let rank = 0; rank < votes; rank++) {
      const vote = order[rank]!;
      ranks[vote] = rank;
      units[rank] = Math.round(weights[vote]! * UNITS);
      total += units[rank]!;
      cumulative[rank] = total;
    }
    this.#total = total;
  }

  /** With the three votes from `vote` on above all others, each with that weight. */
  up(vote: number, weight: number): number {
    const { price, order } = this.#ballot;
    return this.#median(vote, Math.round(weight * UNITS), 0, price[order[this.#votes - 1]!]! * FAR);
  }

  /** The same below all others. */
  down(vote: number, weight: number): number {
    const { price, order } = this.#ballot;
    const pushed = Math.round(weight * UNITS);
    return this.#median(vote, pushed, VOTES * pushed, price[order[0]!]! / FAR);
  }

  /** `below`: the weight of the pushed votes that lie below the others; `pushedPrice`: where they lie. */
  #median(vote: number, pushed: number, below: number, pushedPrice: number): number {
    const { price, order, cumulative, units, spare: ranks } = this.#ballot;
    const [first, second, third] = [ranks[vote]!, ranks[vote + 1]!, ranks[vote + 2]!];
    const own = units[first]!;
    const half = (this.#total - VOTES * own + VOTES * pushed) / 2;
    // Without its own votes less weight lies below each of the others: none before this one can reach the half.
    const start = this.#firstFrom(half - below);
    let previous = below > 0 ? pushedPrice : 0;
    let previousCentre = below - pushed / 2;
    let a = 0;
    let b = 0;
    let reached = 0;
    let rank = start;
    while (rank > 0 && isOneOf(--rank, first, second, third)) continue;
    for (; rank < this.#votes; rank++) {
      if (isOneOf(rank, first, second, third) || units[rank] === 0) continue;
      const p = price[order[rank]!]!;
      const ownBelow = (first < rank ? own : 0) + (second < rank ? own : 0) + (third < rank ? own : 0);
      const sum = below + cumulative[rank]! - ownBelow;
      const centre = sum - units[rank]! / 2;
      if (reached === 0 && sum >= half) reached = p;
      if (b === 0 && centre >= half) b = interpolated(previous, previousCentre, p, centre, half);
      if (sum > half && a === 0) a = reached + (p - reached) / 2;
      if (a > 0 && b > 0) break;
      previous = p;
      previousCentre = centre;
    }
    // Above the last of the others lies the first of those that were pushed there.
    const above = this.#total - VOTES * own + pushed / 2;
    if (b === 0) b = interpolated(previous, previousCentre, pushedPrice, above, half);
    if (a === 0) a = reached + (pushedPrice - reached) / 2;
    return Math.min(Math.max(b, a * (1 - this.#clamp)), a * (1 + this.#clamp));
  }

  /** The first rank with at least that weight up to it. */
  #firstFrom(weight: number): number {
    const { cumulative } = this.#ballot;
    let [low, high] = [0, this.#votes - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cumulative[middle]! >= weight) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function isOneOf(rank: number, first: number, second: number, third: number): boolean {
  return rank === first || rank === second || rank === third;
}

/** `lowPrice` is 0 if there is none. */
function interpolated(
  lowPrice: number,
  lowCentre: number,
  highPrice: number,
  highCentre: number,
  half: number,
): number {
  if (lowPrice === 0 || highCentre === lowCentre) return highPrice;
  return lowPrice + (highPrice - lowPrice) * ((half - lowCentre) / (highCentre - lowCentre));
}
