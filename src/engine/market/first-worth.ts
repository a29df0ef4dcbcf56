import type { EngineReference } from '../engine-reference.ts';
import type { Methodology } from '../methodology.ts';
import type { TickInput } from '../tick-input.ts';
import type { MarketsRun } from './run-markets.ts';
import { ACCEPTED, OUTLIER } from './screen.ts';

/**
 * What quotes are worth by the tick itself, where they were worth nothing before it and a volume that took part is too large by it;
 * undefined where there is no such volume, which is nearly always. At a first tick nothing but USD has a value of before, and the
 * limit of volumes would hold for no market but those against USD.
 */
export function firstWorth(
  { firstListing, base, quote }: EngineReference,
  { tickers }: TickInput,
  { previousUsd, screened }: MarketsRun,
  priceOf: (asset: number) => number,
  { screen }: Methodology,
): Float64Array | undefined {
  if (screen.mostVolumeUsd === Infinity) return undefined;
  const isTooLarge = (m: number) => {
    if (previousUsd[base[m]!]! > 0 || previousUsd[quote[m]!]! > 0) return false;
    const usd = priceOf(quote[m]!);
    for (let i = firstListing[m]!; i < firstListing[m + 1]!; i++) {
      const outcome = screened.outcome[i];
      if (outcome !== ACCEPTED && outcome !== OUTLIER) continue;
      if (tickers.volume[i]! * (tickers.last[i]! * usd) > screen.mostVolumeUsd) return true;
    }
    return false;
  };
  for (let m = 0; m < base.length; m++)
    if (isTooLarge(m)) return previousUsd.map((before, asset) => before || priceOf(asset));
  return undefined;
}
