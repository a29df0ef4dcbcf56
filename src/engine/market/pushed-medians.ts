import { VOTES, type Ballot } from './market-view.ts';

/** Weights are counted in whole millionths: then sums are exact and independent of the order of adding. */
const UNITS = 1e6;
/** A factor that is large enough that no interpolation reaches this price. */
const FAR = 2;

/**
 * How far the weighted median of a ballot moves if one exchange has the highest votes, or the lowest. Call `push` for each
 * exchange; [low, high] then spans the initial range and all these medians. The medians are the same as those of
 * `weightedMedian`, but computed from cumulative weights that are summed once, so each takes only a few steps. A median that
 * cannot lie outside the range so far is not computed. The other exchanges together must have more weight than the pushed one.
 */
export class PushedMedians {
  readonly #ballot: Ballot;
  readonly #votes: number;
  readonly #clamp: number;
  readonly #total: number;
  #low: number;
  #high: number;
  /** The last rank with a price below `high`, and the first with a price above `low`. */
  #under = -1;
  #over: number;

  /** Uses `spare`, `units` and `cumulative` of the ballot: creating another instance for the same ballot invalidates this one. */
  constructor(
    ballot: Ballot,
    weights: Float64Array,
    votes: number,
    clamp: number,
    [low, high]: readonly [number, number],
  ) {
    this.#ballot = ballot;
    this.#votes = votes;
    this.#clamp = clamp;
    this.#low = low;
    this.#high = high;
    const { price, order, spare: ranks, units, cumulative } = ballot;
    let total = 0;
    let under = -1;
    let over = votes;
    for (let rank = 0; rank < votes; rank++) {
      const vote = order[rank]!;
      ranks[vote] = rank;
      const own = Math.round(weights[vote]! * UNITS);
      units[rank] = own;
      total += own;
      cumulative[rank] = total;
      if (price[vote]! < high) under = rank;
      else if (over === votes && price[vote]! > low) over = rank;
    }
    this.#total = total;
    this.#under = under;
    this.#over = over;
    this.#stepToLow();
  }

  get range(): readonly [number, number] {
    return [this.#low, this.#high];
  }

  /** Pushes the three votes from `vote` on, each with this weight: first above all others, then below them. */
  push(vote: number, weight: number): void {
    const pushed = Math.round(weight * UNITS);
    if (!this.#staysUnder(vote, pushed)) {
      const median = this.up(vote, weight);
      if (median > this.#high) {
        this.#high = median;
        this.#stepToHigh();
      }
    }
    if (!this.#staysOver(vote, pushed)) {
      const median = this.down(vote, weight);
      if (median < this.#low) {
        this.#low = median;
        this.#stepToLow();
      }
    }
  }

  /** The median with the three votes from `vote` on above all others, each with this weight. */
  up(vote: number, weight: number): number {
    const { price, order } = this.#ballot;
    return this.#median(vote, Math.round(weight * UNITS), 0, price[order[this.#votes - 1]!]! * FAR);
  }

  /** The same with the votes below all others. */
  down(vote: number, weight: number): number {
    const { price, order } = this.#ballot;
    const pushed = Math.round(weight * UNITS);
    return this.#median(vote, pushed, VOTES * pushed, price[order[0]!]! / FAR);
  }

  #stepToHigh(): void {
    const { price, order } = this.#ballot;
    while (this.#under + 1 < this.#votes && price[order[this.#under + 1]!]! < this.#high) this.#under++;
  }

  #stepToLow(): void {
    const { price, order } = this.#ballot;
    while (this.#over > 0 && price[order[this.#over - 1]!]! > this.#low) this.#over--;
  }

  /** Whether more than half of the weight is at votes below `high` even if these votes are pushed up: then the median is, too. */
  #staysUnder(vote: number, pushed: number): boolean {
    const { units, cumulative, spare: ranks } = this.#ballot;
    const first = ranks[vote]!;
    const second = ranks[vote + 1]!;
    const third = ranks[vote + 2]!;
    let rank = this.#under;
    while (rank >= 0 && (isOneOf(rank, first, second, third) || units[rank] === 0)) rank--;
    if (rank < 0) return false;
    const own = units[first]!;
    const ownBelow = (first < rank ? own : 0) + (second < rank ? own : 0) + (third < rank ? own : 0);
    const centre = cumulative[rank]! - ownBelow - units[rank]! / 2;
    return centre >= (this.#total - VOTES * own + VOTES * pushed) / 2;
  }

  /** The same for votes above `low` and votes that are pushed down. */
  #staysOver(vote: number, pushed: number): boolean {
    const { units, cumulative, spare: ranks } = this.#ballot;
    const first = ranks[vote]!;
    const second = ranks[vote + 1]!;
    const third = ranks[vote + 2]!;
    let rank = this.#over;
    while (rank < this.#votes && (isOneOf(rank, first, second, third) || units[rank] === 0)) rank++;
    if (rank === this.#votes) return false;
    const own = units[first]!;
    const ownBelow = (first < rank ? own : 0) + (second < rank ? own : 0) + (third < rank ? own : 0);
    const centre = VOTES * pushed + cumulative[rank]! - ownBelow - units[rank]! / 2;
    return centre < (this.#total - VOTES * own + VOTES * pushed) / 2;
  }

  /** `below`: the weight of the pushed votes that lie below the others; `pushedPrice`: the price of the pushed votes. */
  #median(vote: number, pushed: number, below: number, pushedPrice: number): number {
    const { price, order, cumulative, units, spare: ranks } = this.#ballot;
    const first = ranks[vote]!;
    const second = ranks[vote + 1]!;
    const third = ranks[vote + 2]!;
    const own = units[first]!;
    const half = (this.#total - VOTES * own + VOTES * pushed) / 2;
    // Without the exchange's own votes, less weight lies below each of the others: no rank before this one can reach the half.
    const start = this.#firstFrom(half - below);
    let previous = below > 0 ? pushedPrice : 0;
    let previousCentre = below - pushed / 2;
    let a = 0;
    let b = 0;
    let reached = 0;
    let rank = start;
    while (rank > 0 && (isOneOf(--rank, first, second, third) || units[rank] === 0)) continue;
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
    // The first of the votes pushed to the top follows the last of the others.
    const above = this.#total - VOTES * own + pushed / 2;
    if (b === 0) b = interpolated(previous, previousCentre, pushedPrice, above, half);
    if (a === 0) a = reached + (pushedPrice - reached) / 2;
    return Math.min(Math.max(b, a * (1 - this.#clamp)), a * (1 + this.#clamp));
  }

  /** The first rank with at least this cumulative weight. */
  #firstFrom(weight: number): number {
    const { cumulative } = this.#ballot;
    let low = 0;
    let high = this.#votes - 1;
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
