/**
 * Exact decimal numbers, in the form in which exchanges send them and clients read them.
 *
 * A Decimal is `units x 10^-scale`, always in lowest form: no trailing zeros in `units` while `scale` is
 * above 0, and zero is `0 x 10^0`. Two equal values are therefore equal field by field.
 */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

export const ZERO: Decimal = { units: 0n, scale: 0 };

/** Longer input is rejected: no price needs it, and a huge exponent would cost memory. */
const MAX_TEXT_LENGTH = 400;
const MAX_EXPONENT = 400;
const NUMERAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;
const PLAIN = /^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/;

/** `units x 10^-scale`, without trailing zeros. */
export function lowest(units: bigint, scale: number): Decimal {
  if (units === 0n) return ZERO;
  let u = units;
  let s = scale;
  while (s > 0 && u % 10n === 0n) {
    u /= 10n;
    s--;
  }
  return { units: u, scale: s };
}

const powerOfTen = (exponent: number): bigint => 10n ** BigInt(exponent);

/**
 * Reads a numeral exactly: sign, digits, point, exponent (`-1.50`, `.5`, `7.`, `1e-8`).
 * Anything else (blank, spaces, thousands separators, hex, NaN, Infinity) gives undefined.
 */
export function parseDecimal(text: string): Decimal | undefined {
  if (text.length > MAX_TEXT_LENGTH) return undefined;
  const match = NUMERAL.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '', fraction = '', exponentText = '0'] = match;
  if (whole === '' && fraction === '') return undefined;
  const exponent = Number(exponentText);
  if (Math.abs(exponent) > MAX_EXPONENT) return undefined;
  const digits = BigInt(whole + fraction);
  const scale = fraction.length - exponent;
  const units = scale < 0 ? digits * powerOfTen(-scale) : digits;
  return lowest(sign === '-' ? -units : units, Math.max(0, scale));
}

/** Whether this is the canonical form in which non-negative values are published. */
export function isPlainDecimal(text: string): boolean {
  return PLAIN.test(text);
}

/** The shortest decimal that reads back as this double. Non-finite numbers are a programming error. */
export function decimalFromNumber(value: number): Decimal {
  const parsed = parseDecimal(String(value));
  if (!parsed) throw new RangeError('not a finite number');
  return parsed;
}

/** The exact value of the double, with all its binary digits (0.1 is 0.1000000000000000055...). */
export function exactDecimal(value: number): Decimal {
  if (!Number.isFinite(value)) throw new RangeError('not a finite number');
  let mantissa = Math.abs(value);
  let halvings = 0;
  while (!Number.isInteger(mantissa)) {
    mantissa *= 2;
    halvings++;
  }
  const units = BigInt(mantissa) * 5n ** BigInt(halvings);
  return lowest(value < 0 ? -units : units, halvings);
}

export function compareDecimals(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const scale = Math.max(a.scale, b.scale);
  const left = a.units * powerOfTen(scale - a.scale);
  const right = b.units * powerOfTen(scale - b.scale);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return lowest(a.units * powerOfTen(scale - a.scale) + b.units * powerOfTen(scale - b.scale), scale);
}

export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  return lowest(a.units * b.units, a.scale + b.scale);
}

/** Rounds half-even to this many digits after the point; a negative count rounds to tens, hundreds, ... */
export function roundToDecimals(value: Decimal, decimals: number): Decimal {
  const drop = value.scale - decimals;
  if (drop <= 0) return value;
  const divisor = powerOfTen(drop);
  const negative = value.units < 0n;
  const magnitude = negative ? -value.units : value.units;
  let quotient = magnitude / divisor;
  const twiceRest = (magnitude % divisor) * 2n;
  if (twiceRest > divisor || (twiceRest === divisor && quotient % 2n === 1n)) quotient += 1n;
  const rounded = negative ? -quotient : quotient;
  return decimals < 0 ? lowest(rounded * powerOfTen(-decimals), 0) : lowest(rounded, decimals);
}

export function roundToSignificant(value: Decimal, digits: number): Decimal {
  if (value.units === 0n) return ZERO;
  const magnitude = value.units < 0n ? -value.units : value.units;
  return roundToDecimals(value, value.scale - (magnitude.toString().length - digits));
}

/** Plain notation: no exponent, no plus sign, no trailing zeros, never `-0`. */
export function formatDecimal(value: Decimal): string {
  if (value.scale === 0) return value.units.toString();
  const negative = value.units < 0n;
  const digits = (negative ? -value.units : value.units).toString().padStart(value.scale + 1, '0');
  const point = digits.length - value.scale;
  return `${negative ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** Plain notation of a double's shortest decimal. Most numbers need no exact arithmetic for it. */
export function formatNumber(value: number): string {
  const text = String(value);
  if (text.includes('e') || !Number.isFinite(value)) return formatDecimal(decimalFromNumber(value));
  return text;
}

/** The nearest double, for computing; published values are always formatted from their decimal. */
export function decimalToNumber(value: Decimal): number {
  return Number(formatDecimal(value));
}
