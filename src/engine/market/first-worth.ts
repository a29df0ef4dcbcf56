import type { EngineReference } from '../engine-reference.ts';
import type { Methodology } from '../methodology.ts';
import type { TickInput } from '../tick-input.ts';
import type { MarketsRun } from './run-markets.ts';
import { ACCEPTED, OUTLIER } from './screen.ts';

/**
 * The USD values of quotes from the tick itself. Needed if a quote had no USD value before the tick, and an accepted volume is
 * too large by the new value. Undefined if there is no such volume, which is almost always the case. At a first tick only USD has
 * a previous value, so without this the volume limit would apply only to markets against USD.
 */
export function firstWorth(
  { firstListing, base, quote }: EngineReference,
  { tickers }: TickInput,
  { previousUsd, screened }: MarketsRun,
  priceOf: (asset: number) => number,
  { screen }: Methodology,
): Float64Array | undefined {
  if (screen.maxVolumeUsd === Infinity) return undefined;
  const isTooLarge = (m: number) => {
    if (previousUsd[base[m]!]! > 0 || previousUsd[quote[m]!]! > 0) return false;
    const usd = priceOf(quote[m]!);
    for (let i = firstListing[m]!; i < firstListing[m + 1]!; i++) {
      const outcome = screened.outcome[i];
      if (outcome !== ACCEPTED && outcome !== OUTLIER) continue;
      if (tickers.volume[i]! * (tickers.last[i]! * usd) > screen.maxVolumeUsd) return true;
    }
    return false;
  };
  for (let m = 0; m < base.length; m++)
    if (isTooLarge(m)) return previousUsd.map((before, asset) => before || priceOf(asset));
  return undefined;
}
