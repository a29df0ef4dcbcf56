import type { MarketView } from './market-view.ts';
import { ACCEPTED, OUTLIER } from './screen.ts';

/**
 * Whether the exchanges that were rejected as outliers contradict the remaining ones. Fresh outliers do so if they are many and
 * have more trust, or if too few trusted exchanges remain to be preferred over them. An outlier of any age does so if only a few
 * untrusted exchanges remain.
 */
export function isContested({ tickers, screened, from, to, methodology }: MarketView): boolean {
  const { contestMinFreshness, contestOutlierShare, contestFewLeft, contestFewUntrusted } = methodology.mwa;
  let [left, leftTrust, leftOfTierA] = [0, 0, 0];
  let [outliers, outlierTrust] = [0, 0];
  let [anyLeft, anyLeftOfTierA, anyOutliers] = [0, 0, 0];
  for (let i = from; i < to; i++) {
    const trust = tickers.trust[i]!;
    const isLeft = screened.outcome[i] === ACCEPTED;
    if (!isLeft && screened.outcome[i] !== OUTLIER) continue;
    if (isLeft) {
      anyLeft++;
      if (trust === methodology.trust.A) anyLeftOfTierA++;
    } else anyOutliers++;
    if (screened.freshness[i]! < contestMinFreshness) continue;
    if (isLeft) {
      left++;
      leftTrust += trust;
      if (trust === methodology.trust.A) leftOfTierA++;
    } else {
      outliers++;
      outlierTrust += trust;
    }
  }
  if (anyOutliers > 0 && anyLeftOfTierA === 0 && anyLeft <= contestFewUntrusted) return true;
  if (outliers === 0) return false;
  if (outliers >= contestOutlierShare * (outliers + left) && outlierTrust > leftTrust) return true;
  return left <= contestFewLeft && leftOfTierA < left;
}
