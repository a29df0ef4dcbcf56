import type { Millis } from '../../core/time.ts';
import { freshnessWeight } from './freshness.ts';
import type { MarketView } from './market-view.ts';
import { ACCEPTED, NEW, STALE, priceOf, screen } from './screen.ts';

export interface ScreenCounts {
  readonly accepted: number;
  /** The accepted tier A exchanges: their number, and their effective number weighted by freshness. */
  readonly trusted: number;
  readonly effectiveTrusted: number;
  /** sum(f) / max(f): the effective number of accepted exchanges, weighted by freshness. */
  readonly effective: number;
  /** Whether one of them moved in this slot. */
  readonly moved: boolean;
  /** Tickers rejected for their age alone. */
  readonly tooOld: number;
}

/**
 * Screens the tickers of one market. Freshness is relative to the freshest ticker that passes all other checks: a rejected ticker
 * cannot make the others look old.
 */
export function screenMarket(view: MarketView, at: Millis): ScreenCounts {
  const { tickers, screened, from, to, usd, methodology } = view;
  let tooOld = 0;
  let hasNew = false;
  for (let i = from; i < to; i++) {
    const outcome = screen(tickers, i, at, usd, methodology);
    screened.outcome[i] = outcome;
    if (outcome === STALE) tooOld++;
    else if (outcome === ACCEPTED && tickers.trust[i] === 0) hasNew = true;
  }
  if (hasNew && methodology.screen.refusesNew) refuseNew(view);
  const freshest = freshestOf(view);
  const noFreshInput = freshest > methodology.freshness.oldestTicks;
  let accepted = 0;
  let trusted = 0;
  let freshnessSum = 0;
  let freshnessMost = 0;
  let trustedSum = 0;
  let trustedMost = 0;
  for (let i = from; i < to; i++) {
    if (screened.outcome[i] !== ACCEPTED) continue;
    const weight = noFreshInput ? 0 : freshnessWeight(tickers.k[i]! - freshest, methodology.freshness);
    screened.freshness[i] = weight;
    screened.volume[i] = tickers.volume[i]!;
    screened.price[i] = priceOf(tickers.last[i]!, tickers.bid[i]!, tickers.ask[i]!, methodology);
    if (weight === 0) {
      screened.outcome[i] = STALE;
      continue;
    }
    accepted++;
    freshnessSum += weight;
    if (weight > freshnessMost) freshnessMost = weight;
    if (tickers.trust[i] !== methodology.trust.A) continue;
    trusted++;
    trustedSum += weight;
    if (weight > trustedMost) trustedMost = weight;
  }
  if (accepted >= methodology.mwa.quorum) believe(view);
  const effective = accepted > 0 ? freshnessSum / freshnessMost : 0;
  const effectiveTrusted = trusted > 0 ? trustedSum / trustedMost : 0;
  return { accepted, trusted, effectiveTrusted, effective, moved: freshest === 0, tooOld };
}

/** The minimum number of ticks since an accepted ticker changed. */
function freshestOf({ tickers, screened, from, to }: MarketView): number {
  let freshest = Infinity;
  for (let i = from; i < to; i++)
    if (screened.outcome[i] === ACCEPTED && tickers.k[i]! < freshest) freshest = tickers.k[i]!;
  return freshest;
}

/** Rejects the tickers of untrusted exchanges if there is a trusted one that is not stale in comparison. */
function refuseNew(view: MarketView): void {
  const { tickers, screened, from, to, methodology } = view;
  const oldest = freshestOf(view) + methodology.freshness.staleTicks;
  let hasTrusted = false;
  for (let i = from; i < to; i++)
    if (screened.outcome[i] === ACCEPTED && tickers.trust[i]! > 0 && tickers.k[i]! <= oldest)
      hasTrusted = true;
  if (!hasTrusted) return;
  for (let i = from; i < to; i++)
    if (screened.outcome[i] === ACCEPTED && tickers.trust[i] === 0) screened.outcome[i] = NEW;
}

/** Only the largest volume can exceed this multiple of the sum of the others. */
function believe({ tickers, screened, from, to, methodology }: MarketView): void {
  let largest = -1;
  for (let i = from; i < to; i++) {
    if (screened.outcome[i] !== ACCEPTED) continue;
    if (largest < 0 || tickers.volume[i]! > tickers.volume[largest]!) largest = i;
  }
  let others = 0;
  for (let i = from; i < to; i++) {
    if (screened.outcome[i] === ACCEPTED && i !== largest) others += tickers.volume[i]!;
  }
  const { believedTimes, believedTimesUntrusted } = methodology.mwa;
  const isTrusted = tickers.trust[largest] === methodology.trust.A;
  const most = (isTrusted ? believedTimes : believedTimesUntrusted) * others;
  if (screened.volume[largest]! > most) screened.volume[largest] = most;
}
