/** The maximum integer of a scaled column: each is then the shortest text of its double, and differences are exact. */
export const MAX_UNITS = 1e15;
export const MAX_EXPONENT = 22;
/** The exponent of a column that no power of ten converts to integers. */
export const RAW_EXPONENT = 127;

/** 10^0 .. 10^22, the powers of ten that are exact as doubles. */
const POWERS = Float64Array.from({ length: MAX_EXPONENT + 1 }, (_, exponent) => Number(`1e${exponent}`));

/**
 * The smallest exponent, -22 to 22, for which each value is exactly an integer divided by 10^exponent and the integers are at
 * most MAX_UNITS; RAW if there is none. If all values are zero, the exponent is 0. Dividing an integer by such a power, or
 * multiplying it, rounds once, so it gives the double nearest to the decimal.
 */
export function smallestExponent(values: Float64Array, count: number): number {
  let exponent = 0;
  let power = 1;
  let largest = 0;
  for (let i = 0; i < count; i++) {
    const value = values[i]!;
    if (Object.is(value, -0)) return RAW_EXPONENT;
    largest = Math.max(largest, Math.abs(value));
    while (Math.round(value * power) / power !== value) {
      if (exponent === MAX_EXPONENT || !(largest * power < MAX_UNITS)) return RAW_EXPONENT;
      power = POWERS[++exponent]!;
    }
  }
  if (!Number.isFinite(largest)) return RAW_EXPONENT;
  if (exponent > 0) return largest * power <= MAX_UNITS ? exponent : RAW_EXPONENT;
  return largest === 0 ? 0 : wholeExponent(values, count, largest);
}

/** The same for whole numbers: the number of zeros that all of them end with. */
function wholeExponent(values: Float64Array, count: number, largest: number): number {
  let zeros = 0;
  while (largest / POWERS[zeros]! > MAX_UNITS) if (++zeros > MAX_EXPONENT) return RAW_EXPONENT;
  if (zeros > 0 && !endWithZeros(values, count, zeros)) return RAW_EXPONENT;
  while (zeros < MAX_EXPONENT && endWithZeros(values, count, zeros + 1)) zeros++;
  return zeros === 0 ? 0 : -zeros;
}

function endWithZeros(values: Float64Array, count: number, zeros: number): boolean {
  const power = POWERS[zeros]!;
  for (let i = 0; i < count; i++) if (Math.round(values[i]! / power) * power !== values[i]) return false;
  return true;
}

/** Whether the values, which are integers with a smaller exponent, are still at most MAX_UNITS with this one. */
export function canRaiseTo(exponent: number, values: Float64Array, count: number): boolean {
  let largest = 0;
  for (let i = 0; i < count; i++) largest = Math.max(largest, Math.abs(values[i]!));
  const power = powerOf(Math.abs(exponent));
  return (exponent >= 0 ? largest * power : largest / power) <= MAX_UNITS;
}

/** Converts values to integers; the exponent must fit them. */
export function toUnits(values: Float64Array, count: number, exponent: number, into: Float64Array): void {
  const power = powerOf(Math.abs(exponent));
  if (exponent >= 0) for (let i = 0; i < count; i++) into[i] = Math.round(values[i]! * power);
  else for (let i = 0; i < count; i++) into[i] = Math.round(values[i]! / power);
}

/** The value of an integer: the double whose shortest text is the decimal. With RAW, the value itself. */
export function fromUnits(units: number, exponent: number): number {
  if (exponent === RAW_EXPONENT) return units;
  return exponent >= 0 ? units / powerOf(exponent) : units * powerOf(-exponent);
}

export function powerOf(exponent: number): number {
  return POWERS[exponent]!;
}
