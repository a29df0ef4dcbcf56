import type { MarketView } from './market-view.ts';
import { largestVolume } from './quorums.ts';
import { clamp } from '../numbers/clamp.ts';
import { capped, roundSignificant } from '../numbers/rounding.ts';
import { ACCEPTED, OUTLIER } from './screen.ts';

export interface WeightedAverage {
  readonly price: number;
  /** The believed 24 h base volume, the number and the total trust of the contributing exchanges. */
  readonly volume: number;
  readonly exchanges: number;
  readonly trust: number;
  /** Whether one of them is not of tier A. */
  readonly untrusted: boolean;
}

/** Rejects all accepted prices further than `share` from the reference. Returns how many remain. */
export function refuseOutliers({ screened, from, to }: MarketView, reference: number, share: number): number {
  let left = 0;
  for (let i = from; i < to; i++) {
    if (screened.outcome[i] !== ACCEPTED) continue;
    if (isNear(screened.price[i]!, reference, share)) left++;
    else screened.outcome[i] = OUTLIER;
  }
  return left;
}

/** Reverses `refuseOutliers`. */
export function readmitOutliers({ screened, from, to }: MarketView): void {
  for (let i = from; i < to; i++) {
    if (screened.outcome[i] === OUTLIER) screened.outcome[i] = ACCEPTED;
  }
}

/** Accepts the outliers and rejects the accepted tickers. */
export function swapOutliers({ screened, from, to }: MarketView): void {
  for (let i = from; i < to; i++) {
    const outcome = screened.outcome[i];
    if (outcome === OUTLIER) screened.outcome[i] = ACCEPTED;
    else if (outcome === ACCEPTED) screened.outcome[i] = OUTLIER;
  }
}

/** Whether an accepted exchange moved in this slot. */
export function movedAmong({ tickers, screened, from, to }: MarketView): boolean {
  for (let i = from; i < to; i++) if (screened.outcome[i] === ACCEPTED && tickers.k[i] === 0) return true;
  return false;
}

export function isNear(price: number, reference: number, share: number): boolean {
  const distance = price > reference ? price - reference : reference - price;
  return distance <= share * reference;
}

/** The distance between the lowest and the highest accepted price. */
export function spreadOf({ screened, from, to }: MarketView): number {
  let [least, most] = [Infinity, 0];
  for (let i = from; i < to; i++) {
    if (screened.outcome[i] !== ACCEPTED) continue;
    least = Math.min(least, screened.price[i]!);
    most = Math.max(most, screened.price[i]!);
  }
  return most - least;
}

/** The average of the accepted prices, each clamped to the methodology's distance from the reference. */
export function clampedAverage(view: MarketView, reference: number): WeightedAverage {
  const { clamp: share } = view.methodology.mwa;
  return weightedAverage(view, reference * (1 - share), reference * (1 + share));
}

/**
 * sum(volume x f x clamped p) / sum(volume x f) over the accepted exchanges, with p clamped into [lowest, highest]. At least one
 * exchange must be accepted. Rounded as published.
 */
export function weightedAverage(view: MarketView, lowest: number, highest: number): WeightedAverage {
  const { tickers, screened, from, to, methodology } = view;
  const largest = largestVolume(view);
  let weightedSum = 0;
  let weightSum = 0;
  let volume = 0;
  let exchanges = 0;
  let trust = 0;
  let untrusted = false;
  let least = Infinity;
  let most = 0;
  for (let i = from; i < to; i++) {
    if (screened.outcome[i] !== ACCEPTED) continue;
    const price = clamp(screened.price[i]!, lowest, highest);
    const weight = (screened.volume[i]! / largest) * screened.freshness[i]!;
    weightedSum += weight * price;
    weightSum += weight;
    volume += screened.volume[i]!;
    exchanges++;
    trust += tickers.trust[i]!;
    if (tickers.trust[i] !== methodology.trust.A) untrusted = true;
    if (price < least) least = price;
    if (price > most) most = price;
  }
  // An average lies between its inputs, in spite of rounding errors and subnormal prices.
  const price = clamp(weightedSum / weightSum, least, most);
  return {
    price: roundSignificant(price),
    volume: roundSignificant(capped(volume)),
    exchanges,
    trust,
    untrusted,
  };
}
