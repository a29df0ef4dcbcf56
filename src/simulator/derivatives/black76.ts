import { ln } from '../../core/numbers/ln-exp.ts';
import { normalCdf } from './normal.ts';

/** Call and put on the same forward and strike, in units of the forward's currency, not discounted. */
export interface OptionPair {
  readonly call: number;
  readonly put: number;
}

/**
 * Black 76. Computes the option that is out of the money, and the other one by put-call parity, so that call - put is
 * forward - strike up to one rounding.
 */
export function black76(forward: number, strike: number, volatility: number, years: number): OptionPair {
  const deviation = volatility * Math.sqrt(years);
  if (!(deviation > 0)) return { call: Math.max(0, forward - strike), put: Math.max(0, strike - forward) };
  const d1 = ln(forward / strike) / deviation + deviation / 2;
  const d2 = d1 - deviation;
  if (strike >= forward) {
    const call = Math.max(0, forward * normalCdf(d1) - strike * normalCdf(d2));
    return { call, put: call + strike - forward };
  }
  const put = Math.max(0, strike * normalCdf(-d2) - forward * normalCdf(-d1));
  return { call: put + forward - strike, put };
}
