import { isReal, maskOf, type FlagMask } from '../../core/index-value.ts';
import type { EngineReference } from '../engine-reference.ts';
import type { MarketsRun } from '../market/run-markets.ts';
import { ACCEPTED } from '../market/screen.ts';
import type { Methodology } from '../methodology.ts';
import type { Rates } from './solve-rates.ts';

const THIN = maskOf('THIN');
const SINGLE_SOURCE = maskOf('SINGLE_SOURCE');
const SPLIT = maskOf('SPLIT');

const NONE = -1;
const SEVERAL = -2;

/** ln(MWA) - (x_base - x_quote): how far a market lies from the solution. */
export function residualOf(value: number, x: Float64Array, base: number, quote: number): number {
  return value - x[base]! + x[quote]!;
}

/**
 * What the value of an asset rests on, by the final weights of its markets. A carried value attests no exchange; what it
 * was when it was real still says how far to trust its weight.
 */
export function restsOn(
  reference: EngineReference,
  asset: number,
  { outcomes, equations, screened }: MarketsRun,
  { x, weight }: Rates,
  { gwa }: Methodology,
): FlagMask {
  const { base, quote } = reference;
  let total = 0;
  let weak = 0;
  let sole = NONE;
  let [heaviest, second] = [NONE, NONE];
  for (const m of reference.marketsOfAsset[asset]!) {
    const own = weight[m]!;
    if (!(own > 0)) continue;
    total += own;
    if (outcomes[m]!.weak) weak += own;
    if (isReal(outcomes[m]!.flags)) sole = joined(sole, soleExchange(reference, screened.outcome, m));
    if (heaviest === NONE || own > weight[heaviest]!) [heaviest, second] = [m, heaviest];
    else if (second === NONE || own > weight[second]!) second = m;
  }
  let flags = 0;
  if (weak > total * gwa.thinShare) flags |= THIN;
  if (sole >= 0) flags |= SINGLE_SOURCE;
  if (second !== NONE) {
    const implied = (m: number) => {
      const residual = residualOf(equations.value[m]!, x, base[m]!, quote[m]!);
      return base[m] === asset ? residual : -residual;
    };
    const apart = implied(heaviest) - implied(second);
    if (apart > gwa.split || apart < -gwa.split) flags |= SPLIT;
  }
  return flags;
}

/** The longest hold that a market has just come out of, of those that show the new value. */
export function heldTicks(
  { base, quote, marketsOfAsset }: EngineReference,
  asset: number,
  { outcomes, equations }: MarketsRun,
  { x }: Rates,
  { gwa }: Methodology,
): number {
  let longest = 0;
  for (const m of marketsOfAsset[asset]!) {
    const { flags, hold } = outcomes[m]!;
    if (equations.takesPart[m] !== 1 || !isReal(flags) || hold.ticks <= longest) continue;
    const residual = residualOf(equations.value[m]!, x, base[m]!, quote[m]!);
    if (residual <= gwa.confirmsWithin && residual >= -gwa.confirmsWithin) longest = hold.ticks;
  }
  return longest;
}

/** The exchange that a market's value comes from; SEVERAL where there are more. */
function soleExchange(
  { firstListing, listingExchange }: EngineReference,
  outcomes: Uint8Array,
  m: number,
): number {
  let sole = NONE;
  for (let i = firstListing[m]!; i < firstListing[m + 1]!; i++) {
    if (outcomes[i] !== ACCEPTED) continue;
    if (sole !== NONE) return SEVERAL;
    sole = listingExchange[i]!;
  }
  return sole;
}

function joined(a: number, b: number): number {
  if (a === NONE || a === b) return b;
  return b === NONE ? a : SEVERAL;
}
