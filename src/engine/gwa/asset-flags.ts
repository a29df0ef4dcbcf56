import { isReal, maskOf, type FlagMask } from '../../core/index-value.ts';
import type { ReferenceLayout } from '../reference-layout.ts';
import type { MarketOutcome } from '../market/market-outcome.ts';
import type { MarketsRun } from '../market/run-markets.ts';
import { ACCEPTED } from '../market/screen.ts';
import type { Methodology } from '../methodology.ts';
import type { Rates } from './solve-rates.ts';
import { isThin, type Opinion } from './thin.ts';

const THIN = maskOf('THIN');
const SINGLE_SOURCE = maskOf('SINGLE_SOURCE');
const SPLIT = maskOf('SPLIT');
const CONTESTED = maskOf('SPLIT', 'SUSPECT');

const squared = (value: number) => value * value;

const NONE = -1;
const SEVERAL = -2;

/** ln(MWA) - (x_base - x_quote): the distance of a market from the solution. */
export function residualOf(value: number, x: Float64Array, base: number, quote: number): number {
  return value - x[base]! + x[quote]!;
}

/**
 * The flags of an asset's value, by the final weights of its markets. A carried market value adds no exchange, but how it was
 * computed when it was real still determines how much its weight can be trusted.
 */
export function restsOn(
  reference: ReferenceLayout,
  asset: number,
  { outcomes, equations, screened, trustOf }: MarketsRun,
  { x, weight }: Rates,
  methodology: Methodology,
): FlagMask {
  const { gwa } = methodology;
  const { base, quote } = reference;
  const offsetOf = (m: number) => {
    const residual = residualOf(equations.value[m]!, x, base[m]!, quote[m]!);
    return base[m] === asset ? residual : -residual;
  };
  const opinions: Opinion[] = [];
  let total = 0;
  let split = 0;
  let sole = NONE;
  let [heaviest, second] = [NONE, NONE];
  for (const m of reference.marketsOfAsset[asset]!) {
    const own = weight[m]!;
    if (!(own > 0)) continue;
    total += own;
    opinions.push({
      offset: offsetOf(m),
      deviation: equations.deviation[m]!,
      settableBy: isSettable(outcomes[m]!, methodology)
        ? settersOf(reference, screened.outcome, m, trustOf, methodology)
        : [],
    });
    if ((outcomes[m]!.flags & SPLIT) !== 0) split += own;
    if (isReal(outcomes[m]!.flags)) sole = joined(sole, soleExchange(reference, screened.outcome, m));
    if (heaviest === NONE || own > weight[heaviest]!) [heaviest, second] = [m, heaviest];
    else if (second === NONE || own > weight[second]!) second = m;
  }
  let flags = 0;
  if (isThin(opinions, gwa)) flags |= THIN;
  if (sole >= 0) flags |= SINGLE_SOURCE;
  if (split > total * gwa.splitShare) flags |= SPLIT;
  if (gwa.splitByHeld && isContested(reference, asset, outcomes, gwa.splitShare)) flags |= SPLIT;
  if (second !== NONE) {
    const apart = Math.abs(offsetOf(heaviest) - offsetOf(second));
    const expected = Math.sqrt(
      squared(equations.deviation[heaviest]!) + squared(equations.deviation[second]!),
    );
    if (apart > gwa.split && apart > gwa.splitDeviations * expected) flags |= SPLIT;
  }
  return flags;
}

/** Whether more than this share of its volume is in markets whose last value is held because their quorum is contested. */
function isContested(
  { base, marketsOfAsset }: ReferenceLayout,
  asset: number,
  outcomes: readonly MarketOutcome[],
  share: number,
): boolean {
  let total = 0;
  let contested = 0;
  for (const m of marketsOfAsset[asset]!) {
    const { price, volume, flags } = outcomes[m]!;
    if (!(price > 0)) continue;
    const own = base[m] === asset ? volume : volume * price;
    total += own;
    if ((flags & CONTESTED) === CONTESTED) contested += own;
  }
  return contested > total * share;
}

/** The longest hold that has just ended in one of the markets that show the new value. */
export function heldTicks(
  { base, quote, marketsOfAsset }: ReferenceLayout,
  asset: number,
  { outcomes, equations }: MarketsRun,
  { x }: Rates,
  { gwa }: Methodology,
): number {
  let longest = 0;
  for (const m of marketsOfAsset[asset]!) {
    const { flags, heldTicks: held } = outcomes[m]!;
    if (equations.takesPart[m] !== 1 || !isReal(flags) || held <= longest) continue;
    const residual = residualOf(equations.value[m]!, x, base[m]!, quote[m]!);
    if (residual <= gwa.confirmsWithin && residual >= -gwa.confirmsWithin) longest = held;
  }
  return longest;
}

/**
 * Whether one exchange could set the value of a market: that of a thin one. Unless flags are strict, tier A exchanges do not
 * count.
 */
function isSettable({ weak, flags }: MarketOutcome, { gwa }: Methodology): boolean {
  return weak || (gwa.strictThin && (flags & (THIN | SINGLE_SOURCE)) !== 0);
}

/** The exchanges that could set the value. A carried value has one unknown exchange. */
function settersOf(
  { firstListing, listingExchange }: ReferenceLayout,
  outcomes: Uint8Array,
  m: number,
  trustOf: readonly number[],
  { gwa, trust }: Methodology,
): number[] {
  const setters: number[] = [];
  for (let i = firstListing[m]!; i < firstListing[m + 1]!; i++) {
    const exchange = listingExchange[i]!;
    if (outcomes[i] === ACCEPTED && (gwa.strictThin || trustOf[exchange] !== trust.A)) setters.push(exchange);
  }
  return setters.length > 0 ? setters : [NONE];
}

/** The only exchange of a market's value, or SEVERAL. */
function soleExchange(
  { firstListing, listingExchange }: ReferenceLayout,
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
