import { VOTES, type MarketView } from './market-view.ts';
import { PushedMedians } from './pushed-medians.ts';
import type { Quorums } from './quorums.ts';
import { ACCEPTED } from './screen.ts';
import { weightedMedian } from './weighted-median.ts';

/**
 * How far any one exchange could move the reference, as a share of it: each in turn is given full freshness and the
 * highest votes, then the lowest. It may fake its volume too, so the reference may end up anywhere between what the
 * exchanges and the trusted then say. Reads the ballot that `quorumsOf` has filled.
 */
export function reachOfOne(view: MarketView, { t, r, trustSource }: Quorums): number {
  const { ballot, tickers, screened, from, to, methodology } = view;
  const { medianClamp } = methodology.mwa;
  const votes = votesIn(view);
  let [low, high] = trustSource === 'CROSS_RATE' ? [Math.min(r, t), Math.max(r, t)] : [r, r];
  const pushEach = (weights: Float64Array, weightOf: (i: number) => number) => {
    const medians = new PushedMedians(ballot, weights, votes, medianClamp);
    let vote = 0;
    for (let i = from; i < to; i++) {
      if (screened.outcome[i] !== ACCEPTED) continue;
      const weight = weightOf(i);
      high = Math.max(high, medians.up(vote, weight));
      low = Math.min(low, medians.down(vote, weight));
      vote += VOTES;
    }
  };
  pushEach(ballot.byExchange, () => 1);
  if (trustSource === 'TIERS') pushEach(ballot.byTrust, (i) => tickers.trust[i]!);
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
  const { price, order } = ballot;
  const isWithin = (vote: number) => Math.abs(price[vote]! - r) <= leaningOnTwo * r;
  // No median of votes lies beyond the outermost of them.
  if (isWithin(order[0]!) && isWithin(order[votes - 1]!)) return false;
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
