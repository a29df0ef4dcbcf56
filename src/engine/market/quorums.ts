import type { Methodology } from '../methodology.ts';
import { clamp } from '../numbers/clamp.ts';
import { VOTES, type MarketView } from './market-view.ts';
import { orderByPrice } from './price-order.ts';
import { ACCEPTED, hasValidQuote } from './screen.ts';
import { weightedMedian } from './weighted-median.ts';

/** The source of the third median. */
export type TrustSource = 'TIERS' | 'CROSS_RATE' | Methodology['mwa']['withoutTrusted'];

/** The medians by volume (v), by number of exchanges (e) and by trust (t), and the middle of the three (r). */
export interface Quorums {
  readonly v: number;
  readonly e: number;
  readonly t: number;
  readonly r: number;
  /** The median of the exchanges regardless of their age, one vote each; e if the version does not use it. */
  readonly c: number;
  readonly trustSource: TrustSource;
}

/**
 * The three weighted medians of the votes of one market, at bid, price and ask of every accepted exchange. `crossRate` is used if
 * fewer than three tier A exchanges are accepted: undefined means that it is not known yet, and then the result is undefined as
 * well; 0 means that there is none.
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

/** The reference of exchanges without a quorum (r), and their median by freshness (e) if there are enough of them. */
export interface QuietQuorum {
  readonly e?: number;
  readonly r: number;
}

/**
 * The reference of a market that has enough exchanges for a quorum, but too few fresh ones: the middle of their median by
 * freshness, their median regardless of age, and the centre of the gate. A single fresh exchange can set the first, but neither
 * of the others.
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

/** Weights are not divided by three: a common factor does not change a median, and whole numbers add up exactly. */
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

/** Believed volumes are divided by the largest accepted one, so that no feed can make a sum overflow. */
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
 * Whether the medians differ so much, as a share of their middle, that readers should be warned. Quiet exchanges have little
 * weight in any median, but c detects a few fresh exchanges that move away from them.
 */
export function isSplit({ v, e, t, r, c }: Quorums, share: number): boolean {
  return Math.max(v, e, t, c) - Math.min(v, e, t, c) > share * r;
}
