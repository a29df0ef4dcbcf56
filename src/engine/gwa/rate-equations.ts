import { isReal, maskOf } from '../../core/index-value.ts';
import { exp, ln } from '../../core/numbers/ln-exp.ts';
import type { Millis } from '../../core/time.ts';
import type { MarketMemory, MarketOutcome } from '../market/market-outcome.ts';
import type { Methodology } from '../methodology.ts';
import type { RateTopology } from './rate-topology.ts';
import type { RateEquations } from './solve-rates.ts';

const CARRIED = maskOf('CARRIED');

/**
 * sd = 10 bps + 12 bps x (1e6 / U)^0.45 / sqrt(n) + 40 bps / max(S, 0.05): the expected deviation of an MWA from the true price,
 * given its USD volume U, its number of exchanges n and their total trust S.
 */
export function deviationOf(
  volumeUsd: number,
  exchanges: number,
  trust: number,
  { gwa }: Methodology,
): number {
  const volume = volumeUsd > gwa.minVolumeUsd ? volumeUsd : gwa.minVolumeUsd;
  const thinness = exp(gwa.volumeExponent * ln(gwa.referenceVolumeUsd / volume));
  const byVolume = gwa.baseDeviation + (gwa.volumeDeviation * thinness) / Math.sqrt(exchanges);
  if (gwa.trustDeviation === 0) return byVolume;
  return byVolume + gwa.trustDeviation / (trust > gwa.minTrust ? trust : gwa.minTrust);
}

/** Real MWAs take part, and carried ones that are not too old. Held ones do not: they are in doubt. */
export function takesPart(
  outcome: MarketOutcome,
  memory: MarketMemory,
  at: Millis,
  { gwa }: Methodology,
): boolean {
  if (!(outcome.price > 0)) return false;
  if (isReal(outcome.flags)) return true;
  return (outcome.flags & CARRIED) !== 0 && at - memory.realAt <= gwa.carriedInputMs;
}

export function noEquations(markets: number): RateEquations {
  return {
    takesPart: new Uint8Array(markets),
    value: new Float64Array(markets),
    deviation: new Float64Array(markets),
  };
}

/**
 * Adds the equation of one market. U is its volume at the previous tick's GWA of the base asset. If the base had none, U uses its
 * price and the GWA of its quote; if neither had one, the minimum volume.
 */
export function enterEquation(
  equations: RateEquations,
  market: number,
  { price, volume, exchanges, trust }: MarketOutcome,
  { base, quote }: Pick<RateTopology, 'base' | 'quote'>,
  previousUsd: Float64Array,
  methodology: Methodology,
): void {
  const baseUsd = previousUsd[base[market]!]! || price * previousUsd[quote[market]!]!;
  equations.takesPart[market] = 1;
  equations.value[market] = ln(price);
  equations.deviation[market] = deviationOf(volume * baseUsd, exchanges, trust, methodology);
}

/** The same equations without the given markets. */
export function withoutMarkets(equations: RateEquations, markets: readonly number[]): RateEquations {
  const takesPart = equations.takesPart.slice();
  for (const market of markets) takesPart[market] = 0;
  return { ...equations, takesPart };
}
