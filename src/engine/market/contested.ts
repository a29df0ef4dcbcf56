import type { MarketView } from './market-view.ts';
import { ACCEPTED, OUTLIER } from './screen.ts';

/**
 * Whether the fresh exchanges that were refused as outliers speak against those that are left: they are many and have
 * more trust, or hardly any are left that could be believed against them.
 */
export function isContested({ tickers, screened, from, to, methodology }: MarketView): boolean {
  const { contestMinFreshness, contestOutlierShare, contestFewLeft } = methodology.mwa;
  let [left, leftTrust, leftOfTierA] = [0, 0, 0];
  let [outliers, outlierTrust] = [0, 0];
  for (let i = from; i < to; i++) {
    if (!(screened.freshness[i]! >= contestMinFreshness)) continue;
    const trust = tickers.trust[i]!;
    if (screened.outcome[i] === ACCEPTED) {
      left++;
      leftTrust += trust;
      if (trust === methodology.trust.A) leftOfTierA++;
    } else if (screened.outcome[i] === OUTLIER) {
      outliers++;
      outlierTrust += trust;
    }
  }
  if (outliers === 0) return false;
  if (outliers >= contestOutlierShare * (outliers + left) && outlierTrust > leftTrust) return true;
  return left <= contestFewLeft && leftOfTierA < left;
}
