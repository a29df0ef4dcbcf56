import type { BitReader } from './bit-reader.ts';
import type { BitWriter } from './bit-writer.ts';
import { bitLength, riceBitsOf, writeRice } from './rice.ts';

/**
 * Encodes a mask (an array of zeros and ones): either all entries are the same, or the distances between the rarer ones are
 * Rice-coded. The last distance leads to the end of the mask, unless the mask's last entry is one of the rarer ones.
 */
const ALL_ZERO = 0;
const ALL_ONE = 1;
const ONES_LISTED = 2;
const ZEROS_LISTED = 3;
const FORM_BITS = 2;
const PARAMETER_BITS = 3;

export function writeMask(writer: BitWriter, mask: Uint8Array, length: number): void {
  if (length === 0) return;
  const form = formOf(mask, length);
  writer.write(form.code, FORM_BITS);
  if (form.listed === undefined) return;
  writer.write(form.parameter, PARAMETER_BITS);
  let from = 0;
  for (let i = 0; i < length; i++) {
    if (mask[i] !== form.listed) continue;
    writeRice(writer, i - from, form.parameter);
    from = i + 1;
  }
  if (from < length) writeRice(writer, length - from, form.parameter);
}

/** The number of bits that `writeMask` would write. */
export function maskBits(mask: Uint8Array, length: number): number {
  if (length === 0) return 0;
  const form = formOf(mask, length);
  if (form.listed === undefined) return FORM_BITS;
  let bits = FORM_BITS + PARAMETER_BITS;
  let from = 0;
  for (let i = 0; i < length; i++) {
    if (mask[i] !== form.listed) continue;
    bits += riceBitsOf(i - from, form.parameter);
    from = i + 1;
  }
  return from < length ? bits + riceBitsOf(length - from, form.parameter) : bits;
}

interface MaskForm {
  readonly code: number;
  /** The rarer of 0 and 1; undefined if all entries are the same. */
  readonly listed: number | undefined;
  readonly parameter: number;
}

function formOf(mask: Uint8Array, length: number): MaskForm {
  let ones = 0;
  for (let i = 0; i < length; i++) ones += mask[i]!;
  if (ones === 0) return { code: ALL_ZERO, listed: undefined, parameter: 0 };
  if (ones === length) return { code: ALL_ONE, listed: undefined, parameter: 0 };
  if (ones * 2 <= length) return { code: ONES_LISTED, listed: 1, parameter: distanceParameter(length, ones) };
  return { code: ZEROS_LISTED, listed: 0, parameter: distanceParameter(length, length - ones) };
}

/** About log2 of 0.7 times the mean distance, the best parameter if every entry is equally likely. */
function distanceParameter(length: number, count: number): number {
  const mean = (length - count) / count;
  return Math.min(2 ** PARAMETER_BITS - 1, bitLength(Math.floor(0.7 * mean + 1)) - 1);
}

/** Reads a mask of this length into the front of `into`. */
export function readMask(reader: BitReader, into: Uint8Array, length: number): void {
  if (length === 0) return;
  const form = reader.read(FORM_BITS);
  const listed = form === ALL_ONE || form === ONES_LISTED ? 1 : 0;
  const uniform = form === ALL_ZERO || form === ALL_ONE;
  into.fill(uniform ? listed : 1 - listed, 0, length);
  if (!uniform) readDistances(reader, into, length, listed);
}

function readDistances(reader: BitReader, into: Uint8Array, length: number, listed: number): void {
  const parameter = reader.read(PARAMETER_BITS);
  let at = 0;
  while (at < length) {
    at += reader.readRice(parameter);
    if (at < length) into[at] = listed;
    else if (at > length) reader.refuse();
    else return;
    at++;
  }
}
