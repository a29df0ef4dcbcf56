import { powerOf, RAW } from './columns/decimal-scale.ts';
import type { RowBuffer, ScaledRows } from './rows.ts';

/** Index of the first decoded row with this number or a larger one. */
export function firstAtOrAfter(decoded: ScaledRows, row: number): number {
  let low = 0;
  let high = decoded.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (decoded.rowNumbers[middle]! < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Copies `count` decoded rows, from `from` on in steps of 1 or -1, as doubles behind the `filled` rows of the buffer. */
export function copyRows(
  decoded: ScaledRows,
  start: number,
  from: number,
  step: number,
  count: number,
  into: RowBuffer,
  filled: number,
): void {
  for (let i = 0; i < count; i++) {
    into.rowNumbers[filled + i] = start + decoded.rowNumbers[from + i * step]!;
    into.flags[filled + i] = decoded.flags[from + i * step]!;
  }
  for (let c = 0; c < decoded.units.length; c++) {
    const numbers = into.numbers[c]!;
    copyValues(decoded.units[c]!, decoded.exponents[c]!, from, step, count, numbers, filled);
  }
}

/** What `fromUnits` makes of each, with one loop for each kind of exponent. */
function copyValues(
  units: Float64Array,
  exponent: number,
  from: number,
  step: number,
  count: number,
  into: Float64Array,
  at: number,
): void {
  const raw = exponent === RAW;
  const power = raw ? 1 : powerOf(Math.abs(exponent));
  if (raw) for (let i = 0; i < count; i++) into[at + i] = units[from + i * step]!;
  else if (exponent < 0) for (let i = 0; i < count; i++) into[at + i] = units[from + i * step]! * power;
  else for (let i = 0; i < count; i++) into[at + i] = units[from + i * step]! / power;
}
