/** Options on a forward, not discounted: the value at a volatility, and the volatility implied by a value. */

const ROOT_OF_TAU = Math.sqrt(2 * Math.PI);
const density = (x: number) => Math.exp((-x * x) / 2) / ROOT_OF_TAU;
/** From here on the tail is computed as a continued fraction, to keep the relative precision. */
const TAIL = 2.5;
const TERMS = 60;
const NEGLIGIBLE = 1e-17;

/** Cumulative normal distribution. */
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

/** Change of the value if the volatility rises by 1. */
function vega({ forward, strike, years }: OptionTerms, volatility: number): number {
  const deviation = volatility * Math.sqrt(years);
  return forward * density(Math.log(forward / strike) / deviation + deviation / 2) * Math.sqrt(years);
}

const [LOWEST, HIGHEST] = [0.005, 10];
/** A precision of about 1e-8, finer than any price. */
const HALVINGS = 30;
/** With a coarser last digit, a price does not determine the volatility. */
const COARSE = 0.05;

/**
 * The volatility at which the option is worth `value`. Undefined if there is none, or if the value is too
 * coarse: `digit` is the weight of its last digit.
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
