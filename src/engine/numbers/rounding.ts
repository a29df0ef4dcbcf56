import {
  decimalToNumber,
  exactDecimal,
  roundToDecimals,
  roundToSignificant,
} from '../../core/numbers/decimal.ts';

const SIGNIFICANT_DIGITS = 8;
const LX_DECIMALS = 8;

/** Exactly representable, so a single multiplication or division by them is correctly rounded. */
const POWERS_OF_TEN = Float64Array.from([
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
  1e20, 1e21, 1e22,
]);
const LOW = 1e7;
const HIGH = 1e8;
/** Closer to a tie than this, the scaled value, which has one rounding error, is not precise enough to decide. */
const NEAR_TIE = 1e-6;

/**
 * The published precision of MWA and GWA prices and of 24 h volumes: 8 significant digits, half-even on the exact value of the
 * double. The result is the double whose shortest decimal is the published text.
 */
export function roundSignificant(value: number): number {
  if (value >= LOW && value < HIGH) return nearest(value, 0) ?? exactly(value);
  if (value < LOW && value >= 1e-14) {
    let exponent = 1;
    while (value * POWERS_OF_TEN[exponent]! < LOW) exponent++;
    return nearest(value, exponent) ?? exactly(value);
  }
  if (value >= HIGH && value < 1e29) {
    let exponent = 1;
    while (value / POWERS_OF_TEN[exponent]! >= HIGH) exponent++;
    return nearest(value, -exponent) ?? exactly(value);
  }
  return exactly(value);
}

/** Undefined if the value is too close to a tie, or to a change of magnitude, to be decided in doubles. */
function nearest(value: number, exponent: number): number | undefined {
  const power = POWERS_OF_TEN[exponent < 0 ? -exponent : exponent]!;
  const scaled = exponent < 0 ? value / power : value * power;
  const below = Math.floor(scaled);
  const fraction = scaled - below;
  if (fraction > 0.5 - NEAR_TIE && fraction < 0.5 + NEAR_TIE) return undefined;
  if (scaled < LOW + 1 || scaled > HIGH - 1) return undefined;
  const units = fraction < 0.5 ? below : below + 1;
  return exponent < 0 ? units * power : units / power;
}

function exactly(value: number): number {
  return decimalToNumber(roundToSignificant(exactDecimal(value), SIGNIFICANT_DIGITS));
}

/** Scaled by 10^8, values below this carry a rounding error of less than a hundredth. */
const LX_SCALED_BELOW = 9e13;
const LX_NEAR_TIE = 0.02;

/** The published precision of LX prices: 8 decimals, half-even on the exact value of the double. */
export function roundLxPrice(value: number): number {
  const scaled = value * 1e8;
  if (scaled >= 1 && scaled < LX_SCALED_BELOW) {
    const below = Math.floor(scaled);
    const fraction = scaled - below;
    if (Math.abs(fraction - 0.5) > LX_NEAR_TIE) return (fraction < 0.5 ? below : below + 1) / 1e8;
  }
  return decimalToNumber(roundToDecimals(exactDecimal(value), LX_DECIMALS));
}

/** Limits a sum or product of finite, positive numbers that a feed may have made absurdly large. */
export function capped(value: number): number {
  return value < Number.MAX_VALUE ? value : Number.MAX_VALUE;
}
