import type { Millis } from '../../core/time.ts';
import { freshnessWeight } from './freshness.ts';
import type { MarketView } from './market-view.ts';
import { ACCEPTED, STALE, priceOf, screen } from './screen.ts';

export interface ScreenCounts {
  readonly accepted: number;
  /** Those of tier A among them. */
  readonly trusted: number;
  /** Whether one of them moved in this very slot. */
  readonly moved: boolean;
}

/**
 * Screens the tickers of one market. Freshness is relative to the freshest ticker that nothing else speaks against:
 * one that is refused anyway cannot make its neighbours look old.
 */
export function screenMarket(view: MarketView, at: Millis): ScreenCounts {
  const { tickers, screened, from, to, methodology } = view;
  let freshest = Infinity;
  for (let i = from; i < to; i++) {
    const outcome = screen(tickers, i, at, methodology);
    screened.outcome[i] = outcome;
    if (outcome === ACCEPTED && tickers.k[i]! < freshest) freshest = tickers.k[i]!;
  }
  const noFreshInput = freshest > methodology.freshness.oldestTicks;
  let accepted = 0;
  let trusted = 0;
  for (let i = from; i < to; i++) {
    if (screened.outcome[i] !== ACCEPTED) continue;
    const weight = noFreshInput ? 0 : freshnessWeight(tickers.k[i]! - freshest, methodology.freshness);
    screened.freshness[i] = weight;
    screened.price[i] = priceOf(tickers.last[i]!, tickers.bid[i]!, tickers.ask[i]!, methodology);
    if (weight === 0) {
      screened.outcome[i] = STALE;
      continue;
    }
    accepted++;
    if (tickers.trust[i] === methodology.trust.A) trusted++;
  }
  return { accepted, trusted, moved: freshest === 0 };
}
