const POWERS_OF_TEN = Array.from({ length: 64 }, (_, exponent) => 10n ** BigInt(exponent));

export function powerOfTen(exponent: number): bigint {
  return POWERS_OF_TEN[exponent] ?? 10n ** BigInt(exponent);
}

/** The nearest whole quotient, with ties to even. The denominator must be positive. */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n;
  const magnitude = negative ? -numerator : numerator;
  let quotient = magnitude / denominator;
  const twiceRest = (magnitude % denominator) * 2n;
  if (twiceRest > denominator || (twiceRest === denominator && quotient % 2n === 1n)) quotient += 1n;
  return negative ? -quotient : quotient;
}

/** Up to here, the hundredth part of a whole double has the right whole part. */
const DIVIDES_EXACTLY = 2 ** 50;

/** A plain decimal with at most two decimals, without trailing zeros. */
export function formatHundredths(hundredths: bigint): string {
  const rounded = Number(hundredths);
  if (rounded >= 0 && rounded < DIVIDES_EXACTLY) return formatSmall(rounded);
  const negative = hundredths < 0n;
  const digits = (negative ? -hundredths : hundredths).toString().padStart(3, '0');
  const whole = (negative ? '-' : '') + digits.slice(0, -2);
  if (digits.endsWith('00')) return whole;
  return `${whole}.${digits.endsWith('0') ? digits.at(-2) : digits.slice(-2)}`;
}

function formatSmall(hundredths: number): string {
  const whole = Math.floor(hundredths / 100);
  const rest = hundredths - 100 * whole;
  if (rest === 0) return String(whole);
  if (rest % 10 === 0) return `${whole}.${rest / 10}`;
  return rest < 10 ? `${whole}.0${rest}` : `${whole}.${rest}`;
}
