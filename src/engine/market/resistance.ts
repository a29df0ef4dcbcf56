import { VOTES, type MarketView } from './market-view.ts';
import { PushedMedians } from './pushed-medians.ts';
import type { Quorums } from './quorums.ts';
import { ACCEPTED } from './screen.ts';
import { weightedMedian } from './weighted-median.ts';

/**
 * How far any single exchange could move the reference, as a share of it: each in turn gets full freshness and the highest votes,
 * then the lowest. It may also fake its volume, so the reference may be anywhere between the resulting medians by number and by
 * trust. Reads the ballot filled by `quorumsOf`.
 */
export function reachOfOne(view: MarketView, { t, r, trustSource }: Quorums): number {
  const { ballot, tickers, screened, from, to, methodology } = view;
  const { medianClamp } = methodology.mwa;
  const votes = votesIn(view);
  let range: readonly [number, number] =
    trustSource === 'CROSS_RATE' ? [Math.min(r, t), Math.max(r, t)] : [r, r];
  const pushEach = (weights: Float64Array, isByTrust: boolean) => {
    const medians = new PushedMedians(ballot, weights, votes, medianClamp, range);
    let vote = 0;
    for (let i = from; i < to; i++) {
      if (screened.outcome[i] !== ACCEPTED) continue;
      medians.push(vote, isByTrust ? tickers.trust[i]! : 1);
      vote += VOTES;
    }
    range = medians.range;
  };
  pushEach(ballot.byExchange, false);
  if (trustSource === 'TIERS') pushEach(ballot.byTrust, true);
  const [low, high] = range;
  return Math.max(high - r, r - low) / r;
}

/**
 * Whether the reference depends on few exchanges that are not of tier A: the others have a different median without the freshest
 * of those at or above the reference, or without the freshest of those at or below it. Reads the ballot filled by `quorumsOf`.
 */
export function leansOnFew(view: MarketView, r: number): boolean {
  const { leaning, clamp } = view.methodology.mwa;
  if (leaning === Infinity) return false;
  const { price, order } = view.ballot;
  const isWithin = (vote: number) => Math.abs(price[vote]! - r) <= leaning * r;
  // No median of votes lies beyond the outermost votes.
  if (isWithin(order[0]!) && isWithin(order[votesIn(view) - 1]!)) return false;
  const leans = (isOnSide: (price: number) => boolean) => {
    const rest = withoutFreshest(view, isOnSide);
    return rest !== undefined && Math.abs(rest - r) > leaning * r;
  };
  return leans((p) => p >= r * (1 - clamp)) || leans((p) => p <= r * (1 + clamp));
}

/**
 * The median e without the freshest exchanges on one side that are not of tier A; undefined if there are none, or if no others
 * remain.
 */
function withoutFreshest(view: MarketView, isOnSide: (price: number) => boolean): number | undefined {
  const { ballot, tickers, screened, from, to, methodology } = view;
  const { leaningOn, medianClamp } = methodology.mwa;
  const candidates: { readonly k: number; readonly vote: number; readonly freshness: number }[] = [];
  let vote = 0;
  for (let i = from; i < to; i++) {
    if (screened.outcome[i] !== ACCEPTED) continue;
    if (tickers.trust[i] !== methodology.trust.A && isOnSide(screened.price[i]!))
      candidates.push({ k: tickers.k[i]!, vote, freshness: screened.freshness[i]! });
    vote += VOTES;
  }
  const chosen = candidates.sort((a, b) => a.k - b.k).slice(0, leaningOn);
  if (chosen.length === 0) return undefined;
  for (const { vote: own } of chosen) ballot.byExchange.fill(0, own, own + VOTES);
  const rest = weightedMedian(ballot.price, ballot.byExchange, ballot.order, vote, medianClamp);
  for (const { vote: own, freshness } of chosen) ballot.byExchange.fill(freshness, own, own + VOTES);
  return rest;
}

function votesIn({ screened, from, to }: MarketView): number {
  let votes = 0;
  for (let i = from; i < to; i++) if (screened.outcome[i] === ACCEPTED) votes += VOTES;
  return votes;
}
