import { VOTES, type Ballot, type MarketView } from './market-view.ts';
import type { Quorums } from './quorums.ts';
import { ACCEPTED } from './screen.ts';
import { weightedMedian } from './weighted-median.ts';

/** Far enough beyond the other votes that no interpolation reaches it. */
const FAR = 2;

/**
 * How far any one exchange could move the reference, as a share of it: each in turn is given full freshness and the
 * highest votes, then the lowest. It may fake its volume too, so the reference may end up anywhere between what the
 * exchanges and the trusted then say. Reads the ballot that `quorumsOf` has filled.
 */
export function reachOfOne(view: MarketView, { t, r, trustSource }: Quorums): number {
  const { ballot, tickers, screened, from, to, methodology } = view;
  const votes = votesIn(view);
  const { price, order } = ballot;
  const highest = price[order[votes - 1]!]! * FAR;
  const lowest = price[order[0]!]! / FAR;
  let [low, high] = trustSource === 'CROSS_RATE' ? [Math.min(r, t), Math.max(r, t)] : [r, r];
  const include = (median: number | undefined) => {
    if (median === undefined) return;
    if (median < low) low = median;
    if (median > high) high = median;
  };
  let vote = 0;
  for (let i = from; i < to; i++) {
    if (screened.outcome[i] !== ACCEPTED) continue;
    const freshness = screened.freshness[i]!;
    const trust = tickers.trust[i]!;
    const prices = price.slice(vote, vote + VOTES);
    setWeights(ballot, vote, 1, trust);
    for (const isUp of [true, false]) {
      price.fill(isUp ? highest : lowest, vote, vote + VOTES);
      moveToEnd(ballot, votes, vote, isUp);
      const median = (weights: Float64Array) =>
        weightedMedian(price, weights, ballot.spare, votes, methodology.mwa.medianClamp);
      include(median(ballot.byExchange));
      if (trustSource === 'TIERS') include(median(ballot.byTrust));
    }
    price.set(prices, vote);
    setWeights(ballot, vote, freshness, trust * freshness);
    vote += VOTES;
  }
  return Math.max(high - r, r - low) / r;
}

/**
 * Whether the reference leans on two exchanges that are not of tier A: without the two freshest of those at or above it,
 * or of those at or below it, the others say something else. Reads the ballot that `quorumsOf` has filled.
 */
export function leansOnTwo(view: MarketView, r: number): boolean {
  const { leaningOnTwo, clamp, medianClamp } = view.methodology.mwa;
  if (leaningOnTwo === Infinity) return false;
  const { ballot, tickers, screened, from, to, methodology } = view;
  const votes = votesIn(view);
  const leans = (isOnSide: (price: number) => boolean) => {
    /** The two freshest: their place among the tickers and their first vote. */
    let [first, second] = [NONE, NONE];
    let vote = 0;
    for (let i = from; i < to; i++) {
      if (screened.outcome[i] !== ACCEPTED) continue;
      const candidate = { k: tickers.k[i]!, vote, freshness: screened.freshness[i]! };
      vote += VOTES;
      if (tickers.trust[i] === methodology.trust.A || !isOnSide(screened.price[i]!)) continue;
      if (candidate.k < first.k) [first, second] = [candidate, first];
      else if (candidate.k < second.k) second = candidate;
    }
    const chosen = [first, second].filter((candidate) => candidate !== NONE);
    if (chosen.length === 0) return false;
    for (const { vote: own } of chosen) ballot.byExchange.fill(0, own, own + VOTES);
    const rest = weightedMedian(ballot.price, ballot.byExchange, ballot.order, votes, medianClamp);
    for (const { vote: own, freshness } of chosen) ballot.byExchange.fill(freshness, own, own + VOTES);
    return rest !== undefined && Math.abs(rest - r) > leaningOnTwo * r;
  };
  return leans((price) => price >= r * (1 - clamp)) || leans((price) => price <= r * (1 + clamp));
}

const NONE = { k: Infinity, vote: -1, freshness: 0 };

function votesIn({ screened, from, to }: MarketView): number {
  let votes = 0;
  for (let i = from; i < to; i++) if (screened.outcome[i] === ACCEPTED) votes += VOTES;
  return votes;
}

function setWeights({ byExchange, byTrust }: Ballot, vote: number, exchange: number, trust: number): void {
  byExchange.fill(exchange, vote, vote + VOTES);
  byTrust.fill(trust, vote, vote + VOTES);
}

/** Writes the order of the votes into `spare`, with three of them last or first. */
function moveToEnd({ order, spare }: Ballot, votes: number, vote: number, isLast: boolean): void {
  let next = isLast ? 0 : VOTES;
  for (let i = 0; i < votes; i++) {
    const other = order[i]!;
    if (other < vote || other >= vote + VOTES) spare[next++] = other;
  }
  const start = isLast ? next : 0;
  for (let i = 0; i < VOTES; i++) spare[start + i] = vote + i;
}
