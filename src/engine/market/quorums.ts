import type { Methodology } from '../methodology.ts';
import { clamp } from '../numbers/clamp.ts';
import { VOTES, type MarketView } from './market-view.ts';
import { orderByPrice } from './price-order.ts';
import { ACCEPTED, hasValidQuote } from './screen.ts';
import { weightedMedian } from './weighted-median.ts';

/** Where the third opinion comes from. */
export type TrustSource = 'TIERS' | 'CROSS_RATE' | Methodology['mwa']['withoutTrusted'];

/** What volume (v), the number of exchanges (e) and the trusted (t) say, and the middle of the three (r). */
export interface Quorums {
  readonly v: number;
  readonly e: number;
  readonly t: number;
  readonly r: number;
  /** What the exchanges say whatever their age, one vote each; by a version that does not ask them, e. */
  readonly c: number;
  readonly trustSource: TrustSource;
}

/**
 * The three weighted medians of the votes of one market, at bid, price and ask of every accepted exchange.
 * `crossRate` is asked where fewer than three exchanges of tier A are accepted: undefined means that it is not known
 * yet, and then so are the quorums; 0 means that there is none.
 */
export function quorumsOf(
  view: MarketView,
  trusted: number,
  crossRate: number | undefined,
): Quorums | undefined {
  const { ballot, methodology } = view;
  const hasTrusted = trusted >= methodology.mwa.trustedQuorum;
  if (!hasTrusted && crossRate === undefined) return undefined;
  const median = medianOfVotes(view);
  const v = median(ballot.byVolume);
  const e = median(ballot.byExchange);
  const { withoutTrusted, quietSplit } = methodology.mwa;
  const c = quietSplit ? median(ballot.alike) : e;
  const quorums = (t: number, trustSource: TrustSource) => ({
    v,
    e,
    t,
    r: medianOfThree(v, e, t),
    c,
    trustSource,
  });
  if (hasTrusted) return quorums(median(ballot.byTrust), 'TIERS');
  if (crossRate) return quorums(crossRate, 'CROSS_RATE');
  return quorums(withoutTrusted === 'MEAN' ? v + (e - v) / 2 : e, withoutTrusted);
}

/** What exchanges without a quorum are held to (r), and what they say by their freshness (e) if there are enough of them. */
export interface QuietQuorum {
  readonly e?: number;
  readonly r: number;
}

/**
 * What a market is held to that has exchanges enough for a quorum of which too few are fresh: the middle of what they say
 * by their freshness, what they say whatever their age, and what its gate is around. One that is fresh has the first, and
 * neither of the others.
 */
export function quietQuorumOf(view: MarketView, gate: number): Required<QuietQuorum> {
  const median = medianOfVotes(view);
  const e = median(view.ballot.byExchange);
  const c = median(view.ballot.alike);
  return { e, r: medianOfThree(e, c, gate || c) };
}

function medianOfVotes(view: MarketView): (weights: Float64Array) => number {
  const { ballot, methodology } = view;
  const votes = collectVotes(view);
  orderByPrice(ballot.price, votes, ballot.order, ballot.spare);
  return (weights) =>
    weightedMedian(ballot.price, weights, ballot.order, votes, methodology.mwa.medianClamp) ?? 0;
}

/** Weights are not divided by three: a common factor changes no median, and whole numbers add up exactly. */
function collectVotes(view: MarketView): number {
  const { tickers, screened, ballot, from, to, methodology } = view;
  const { voteReach } = methodology.mwa;
  const largest = largestVolume(view);
  let votes = 0;
  for (let i = from; i < to; i++) {
    if (screened.outcome[i] !== ACCEPTED) continue;
    const freshness = screened.freshness[i]!;
    const price = screened.price[i]!;
    const bid = tickers.bid[i]!;
    const ask = tickers.ask[i]!;
    const quoted = hasValidQuote(bid, ask, methodology);
    const middle = quoted ? bid + (ask - bid) / 2 : price;
    const lowest = middle * (1 - voteReach);
    const highest = middle * (1 + voteReach);
    ballot.price[votes] = quoted ? clamp(bid, lowest, highest) : price;
    ballot.price[votes + 1] = quoted ? clamp(price, lowest, highest) : price;
    ballot.price[votes + 2] = quoted ? clamp(ask, lowest, highest) : price;
    for (let vote = votes; vote < votes + VOTES; vote++) {
      ballot.byVolume[vote] = (screened.volume[i]! / largest) * freshness;
      ballot.byExchange[vote] = freshness;
      ballot.byTrust[vote] = tickers.trust[i]! * freshness;
    }
    votes += VOTES;
  }
  return votes;
}

/** Believed volumes are taken relative to the largest accepted one, so that no feed can make a sum overflow. */
export function largestVolume({ screened, from, to }: MarketView): number {
  let largest = 0;
  for (let i = from; i < to; i++) {
    if (screened.outcome[i] === ACCEPTED && screened.volume[i]! > largest) largest = screened.volume[i]!;
  }
  return largest;
}

export function medianOfThree(a: number, b: number, c: number): number {
  if (a > b) return medianOfThree(b, a, c);
  if (c <= a) return a;
  return c < b ? c : b;
}

/**
 * Whether the quorums disagree so much, as a share of their middle, that a reader should know. Quiet exchanges hardly
 * weigh in any quorum, but a few fresh ones that leave them behind do not go unnoticed.
 */
export function isSplit({ v, e, t, r, c }: Quorums, share: number): boolean {
  return Math.max(v, e, t, c) - Math.min(v, e, t, c) > share * r;
}
