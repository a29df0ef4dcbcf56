import { isWithin, middleOf, weightedMedian } from './numbers.ts';
import { isVersion3, numberOf } from './screening.ts';
import {
  averageAround,
  CLAMP,
  hasMoved,
  holdOn,
  medianOf,
  sum,
  trustOf,
  votesOf,
  type Medians,
  type Memory,
  type Ticker,
  type Value,
} from './tickers.ts';

interface Quorum {
  readonly methodology: string;
  readonly crossRate?: string;
}

const effectiveNumber = (tickers: readonly Ticker[]) => {
  const weights = tickers.map(({ f }) => f);
  return sum(weights) / Math.max(...weights);
};

export const isQuorum = (accepted: readonly Ticker[]): boolean =>
  accepted.length >= 3 && effectiveNumber(accepted) > 2.01;

export function byQuorum(accepted: readonly Ticker[], receipt: Quorum, memory: Memory): Value {
  const largest = Math.max(...accepted.map(({ volume }) => volume));
  const median = (weightOf: (ticker: Ticker) => number) => medianOf(accepted, weightOf);
  const v = median(({ volume, f }) => (volume / largest) * f);
  const e = median(({ f }) => f);
  const byTiers = isQuorum(accepted.filter(({ line }) => line.tier === 'A'));
  const crossRate = numberOf(receipt.crossRate);
  const t = byTiers ? median((ticker) => trustOf(ticker) * ticker.f) : crossRate || e;
  const r = middleOf(v, e, t);
  const medians: Medians = [v, e, t, r];
  for (const ticker of accepted) if (!isWithin(ticker.price, r, 0.05)) ticker.reason = 'OUTLIER';
  const left = accepted.filter(({ reason }) => reason === undefined);
  const last = { price: memory.lastValue, volume: memory.lastVolume, medians };
  if (left.length === 0) return { ...last, flags: ['SPLIT', 'SUSPECT'] };
  const value = averageAround(left, r);
  const c = median(() => 1);
  const isSplit = Math.max(v, e, t, c) - Math.min(v, e, t, c) > 0.01 * r;
  if (!isVersion3(receipt.methodology))
    return { ...value, flags: flagsOf(isSplit, isTorn(accepted, left, r)), medians };
  const isContested = isContestedBy(accepted);
  const isDoubted =
    isContested &&
    memory.anchor > 0 &&
    !isWithin(value.price, memory.anchor, 0.1) &&
    !(crossRate > 0 && isWithin(value.price, crossRate, 0.05));
  if (isDoubted) {
    const step = holdOn(memory, value.price, hasMoved(left));
    if (step !== 'RELEASED') return { ...last, flags: step === 'HELD' ? ['SPLIT', 'SUSPECT'] : ['CARRIED'] };
  }
  const stands = byTiers || crossRate === 0 ? [] : [crossRate];
  const isThin =
    reachOf(accepted, r, byTiers, stands) > 0.0045 || left.every((ticker) => trustOf(ticker) === 0);
  return { ...value, flags: flagsOf(isSplit || isContested || leansOnFew(accepted, r), isThin), medians };
}

function flagsOf(isSplit: boolean, isThin: boolean): string[] {
  return [...(isSplit ? ['SPLIT'] : []), ...(isThin ? ['THIN'] : [])];
}

/** What made a quorum THIN in version 2. */
function isTorn(accepted: readonly Ticker[], left: readonly Ticker[], r: number): boolean {
  const prices = left.map(({ price }) => price);
  return effectiveNumber(accepted) <= 3 && Math.max(...prices) - Math.min(...prices) > 0.01 * r;
}

/** How far one exchange can move R; `stands` contains the cross rate if that is T. */
function reachOf(
  accepted: readonly Ticker[],
  r: number,
  byTiers: boolean,
  stands: readonly number[],
): number {
  const votes = accepted.map(({ price, quote }) => votesOf(price, quote));
  const top = 2 * Math.max(...votes.flat());
  const bottom = Math.min(...votes.flat()) / 2;
  const millionths = (weight: number) => Math.round(weight * 1e6);
  const moved = (mover: Ticker, to: number, weightOf: (ticker: Ticker) => number) =>
    weightedMedian(
      accepted.flatMap((ticker, i) => {
        const f = ticker === mover ? 1 : ticker.f;
        const weight = millionths(weightOf(ticker) * f);
        return votes[i]!.map((price) => ({ price: ticker === mover ? to : price, weight }));
      }),
    );
  const reached = accepted.flatMap((mover) =>
    [top, bottom].flatMap((to) => [
      moved(mover, to, () => 1),
      ...(byTiers ? [moved(mover, to, trustOf)] : []),
    ]),
  );
  const high = Math.max(r, ...stands, ...reached);
  const low = Math.min(r, ...stands, ...reached);
  return Math.max(high - r, r - low) / r;
}

/** Whether E lies elsewhere without the (at most three) exchanges that changed last on one side of R. */
function leansOnFew(accepted: readonly Ticker[], r: number): boolean {
  const leansOn = (isOnSide: (price: number) => boolean) => {
    const few = accepted
      .filter(({ line, price }) => line.tier !== 'A' && isOnSide(price))
      .toSorted((a, b) => Number(a.line.ticksSinceChange) - Number(b.line.ticksSinceChange))
      .slice(0, 3);
    const rest = accepted.filter((ticker) => !few.includes(ticker));
    return (
      few.length > 0 &&
      rest.length > 0 &&
      !isWithin(
        medianOf(rest, ({ f }) => f),
        r,
        0.0075,
      )
    );
  };
  return leansOn((price) => price >= r * (1 - CLAMP)) || leansOn((price) => price <= r * (1 + CLAMP));
}

function isContestedBy(accepted: readonly Ticker[]): boolean {
  const kept = accepted.filter(({ reason }) => reason === undefined);
  const hasOutlier = kept.length < accepted.length;
  if (hasOutlier && kept.length <= 3 && kept.every(({ line }) => line.tier !== 'A')) return true;
  const fresh = accepted.filter(({ f }) => f >= 0.5);
  const outliers = fresh.filter(({ reason }) => reason !== undefined);
  const left = fresh.filter(({ reason }) => reason === undefined);
  const outweighed = sum(outliers.map(trustOf)) > sum(left.map(trustOf));
  if (outliers.length >= 0.25 * fresh.length && outweighed) return true;
  return outliers.length > 0 && left.length <= 2 && left.some(({ line }) => line.tier !== 'A');
}
