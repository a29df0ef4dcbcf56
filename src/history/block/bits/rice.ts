import type { BitWriter } from './bit-writer.ts';
import { ESCAPE_ONES, FAST_PARAMETER, LENGTH_BITS, MAX_PARAMETER } from './rice-limits.ts';

const FAST_LIMIT = 2 ** 31;

/** The number of bits of a whole number below 2^53; 0 has none. */
export function bitLength(value: number): number {
  if (value < 2 ** 32) return 32 - Math.clz32(value);
  return 64 - Math.clz32(Math.floor(value / 2 ** 32));
}

export function writeRice(writer: BitWriter, value: number, parameter: number): void {
  if (value < FAST_LIMIT && parameter <= FAST_PARAMETER) {
    const ones = value >>> parameter;
    const bits = ones + 1 + parameter;
    if (ones < ESCAPE_ONES && bits <= 32) {
      const remainder = value & ((1 << parameter) - 1);
      writer.write((((1 << ones) - 1) << (parameter + 1)) | remainder, bits);
      return;
    }
  }
  writeLongRice(writer, value, parameter);
}

function writeLongRice(writer: BitWriter, value: number, parameter: number): void {
  const ones = Math.floor(value / 2 ** parameter);
  if (ones >= ESCAPE_ONES) {
    const length = bitLength(value);
    writer.write(2 ** ESCAPE_ONES - 1, ESCAPE_ONES);
    writer.write(length, LENGTH_BITS);
    writer.writeWide(value, length);
    return;
  }
  writer.write(2 ** (ones + 1) - 2, ones + 1);
  writer.writeWide(value - ones * 2 ** parameter, parameter);
}

/** Writes the first `count` values in order. */
export function writeRiceAll(
  writer: BitWriter,
  values: Float64Array,
  count: number,
  parameter: number,
): void {
  for (let i = 0; i < count; i++) writeRice(writer, values[i]!, parameter);
}

/** The number of bits that `writeRice` would write. */
export function riceBitsOf(value: number, parameter: number): number {
  const quotient = value * 2 ** -parameter;
  return quotient < ESCAPE_ONES ? Math.floor(quotient) + 1 + parameter : escapeBits(value);
}

/** The number of bits that `writeRiceAll` would write. */
export function riceBits(values: Float64Array, count: number, parameter: number): number {
  const share = 2 ** -parameter;
  let bits = count * (1 + parameter);
  for (let i = 0; i < count; i++) {
    const quotient = values[i]! * share;
    bits += quotient < ESCAPE_ONES ? Math.floor(quotient) : escapeBits(values[i]!) - 1 - parameter;
  }
  return bits;
}

function escapeBits(value: number): number {
  return ESCAPE_ONES + LENGTH_BITS + bitLength(value);
}

/** Approximately the sum of the bit lengths. Not computed from the sum of the numbers, which a single outlier would dominate. */
export function roughBits(values: Float64Array, count: number): number {
  let bits = 0;
  for (let i = 0; i < count; i++) bits += bitLength(values[i]!);
  return bits;
}

const LARGEST_INTEGER = 2 ** 31 - 1;

/** Finds the parameter that needs the fewest bits. It has its own buffer, so each encoder needs an instance of its own. */
export class RiceParameter {
  /** The numbers as 32-bit integers, for which the search is several times as fast. */
  #integers = new Int32Array(256);

  /** Searches from the mean length on, as long as a neighbour is better. */
  best(values: Float64Array, count: number): number {
    const meanLength = count === 0 ? 0 : roughBits(values, count) / count;
    const first = Math.min(MAX_PARAMETER, Math.max(0, Math.round(meanLength) - 1));
    const areIntegers = this.#takeIntegers(values, count);
    const integers = this.#integers;
    const bitsOf = (parameter: number) =>
      areIntegers && parameter < 31
        ? riceBitsOfIntegers(integers, count, parameter)
        : riceBits(values, count, parameter);
    const firstBits = bitsOf(first);
    const larger = descend(bitsOf, first, firstBits, 1);
    return larger === first ? descend(bitsOf, first, firstBits, -1) : larger;
  }

  /** False if one of them is too large. */
  #takeIntegers(values: Float64Array, count: number): boolean {
    if (this.#integers.length < count) this.#integers = new Int32Array(2 * count);
    const integers = this.#integers;
    for (let i = 0; i < count; i++) {
      if (values[i]! > LARGEST_INTEGER) return false;
      integers[i] = values[i]!;
    }
    return true;
  }
}

/** The same as `riceBits` for integers; the parameter must be below 31. */
function riceBitsOfIntegers(integers: Int32Array, count: number, parameter: number): number {
  let bits = count * (1 + parameter);
  for (let i = 0; i < count; i++) {
    const quotient = integers[i]! >>> parameter;
    bits += quotient < ESCAPE_ONES ? quotient : escapeBits(integers[i]!) - 1 - parameter;
  }
  return bits;
}

function descend(
  bitsOf: (parameter: number) => number,
  first: number,
  firstBits: number,
  step: number,
): number {
  let best = first;
  let bits = firstBits;
  for (let next = first + step; next >= 0 && next <= MAX_PARAMETER; next += step) {
    const nextBits = bitsOf(next);
    if (nextBits >= bits) break;
    best = next;
    bits = nextBits;
  }
  return best;
}
