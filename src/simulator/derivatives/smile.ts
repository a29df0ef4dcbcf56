import { ln } from '../../core/numbers/ln-exp.ts';

/** Out of the money puts cost a little more than calls, and both more than the middle. */
const SKEW = -0.03;
const CURVE = 0.02;
/** In deviations; farther out the volatility stays as it is. */
const FARTHEST = 4;

/** The volatility at which options of a strike are priced, given the one at the forward. */
export function smileAt(atTheMoney: number, forward: number, strike: number, years: number): number {
  const deviations = ln(strike / forward) / (atTheMoney * Math.sqrt(years));
  const z = Math.max(-FARTHEST, Math.min(FARTHEST, deviations));
  return atTheMoney * (1 + SKEW * z + CURVE * z * z);
}
