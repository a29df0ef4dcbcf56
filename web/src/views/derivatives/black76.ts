/** Options on a forward, not discounted: what a volatility is worth, and which volatility a price stands for. */

const ROOT_OF_TAU = Math.sqrt(2 * Math.PI);
const density = (x: number) => Math.exp((-x * x) / 2) / ROOT_OF_TAU;
/** From here on the tail is computed as a continued fraction, which keeps its relative precision. */
const TAIL = 2.5;
const TERMS = 60;
const NEGLIGIBLE = 1e-17;

/** The part of the normal distribution below `x`. */
export function normalCdf(x: number): number {
  if (x > TAIL) return 1 - normalCdf(-x);
  if (x < -TAIL) {
    let rest = 0;
    for (let k = TERMS; k >= 1; k--) rest = k / (-x + rest);
    return density(x) / (-x + rest);
  }
  let [term, sum] = [x, x];
  for (let k = 1; k < TERMS && Math.abs(term) > NEGLIGIBLE; k++) {
    term *= (x * x) / (2 * k + 1);
    sum += term;
  }
  return 0.5 + density(x) * sum;
}

export interface OptionTerms {
  readonly isCall: boolean;
  readonly forward: number;
  readonly strike: number;
  readonly years: number;
}

export function optionValue({ isCall, forward, strike, years }: OptionTerms, volatility: number): number {
  const deviation = volatility * Math.sqrt(years);
  const d1 = Math.log(forward / strike) / deviation + deviation / 2;
  const d2 = d1 - deviation;
  return isCall
    ? forward * normalCdf(d1) - strike * normalCdf(d2)
    : strike * normalCdf(-d2) - forward * normalCdf(-d1);
}

/** What the value moves for a volatility that is higher by 1. */
function vega({ forward, strike, years }: OptionTerms, volatility: number): number {
  const deviation = volatility * Math.sqrt(years);
  return forward * density(Math.log(forward / strike) / deviation + deviation / 2) * Math.sqrt(years);
}

const [LOWEST, HIGHEST] = [0.005, 10];
/** To some 1e-8 of volatility, beyond what any price tells. */
const HALVINGS = 30;
/** A price whose last digit stands for more than this does not tell the volatility. */
const COARSE = 0.05;

/**
 * The volatility at which the option is worth `value`. Undefined where none is, and where the value is too coarse to tell:
 * `digit` is what its last digit stands for.
 */
export function impliedVolatility(terms: OptionTerms, value: number, digit: number): number | undefined {
  if (!(terms.years > 0) || !(value > 0)) return undefined;
  if (value <= optionValue(terms, LOWEST) || value >= optionValue(terms, HIGHEST)) return undefined;
  let [low, high] = [LOWEST, HIGHEST];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (optionValue(terms, middle) < value) low = middle;
    else high = middle;
  }
  const found = (low + high) / 2;
  return vega(terms, found) * COARSE < digit / 2 ? undefined : found;
}
