/** A decimal with fewer digits is the shortest of its double, so the text equals that of `formatNumber`. */
const FIFTEEN_DIGITS = 1e15;
/** The number of decimals is found in steps of four: 0, 4, 8, 12 or 16. */
const POWERS = Float64Array.of(1, 1e4, 1e8, 1e12, 1e16);

const QUAD = 10_000;
const QUAD_DIGITS = 4;
const EIGHT = 1e8;
const EIGHT_DIGITS = 8;
const BITS_PER_DIGIT = 8;

const POINT = 0x2e;
const ZERO = 0x30;

/** 0000 0001 .. 9999 as words of four characters: a number is written four digits at a time. */
const QUADS = new Int32Array(QUAD);
for (let value = 0; value < QUAD; value++) QUADS[value] = wordOf(value);

/**
 * The first digit is the lowest byte. Uses plain arithmetic: creating strings of 10,000 numbers would take 20
 * ms of each start.
 */
function wordOf(value: number): number {
  let word = 0;
  for (let left = value, digit = 0; digit < QUAD_DIGITS; digit++, left = (left / 10) | 0)
    word = (word << BITS_PER_DIGIT) | (ZERO + (left % 10));
  return word;
}

/** Number of trailing zeros of each. */
const ZEROS_BEHIND = new Uint8Array(QUAD);
for (let power = 10; power <= QUAD; power *= 10)
  for (let value = 0; value < QUAD; value += power) ZEROS_BEHIND[value]!++;

/**
 * Writes the numbers of one column as bytes. It first tries the number of decimals of the previous number. Up
 * to eight bytes after a number may be overwritten, which the following text replaces.
 */
export class DecimalWriter {
  #fours = 2;

  /**
   * Writes a non-negative number like `formatNumber`. Returns the end position; 0 if it has too many digits.
   */
  put(view: DataView, place: number, value: number): number {
    let units = unitsOf(value, this.#fours);
    if (units < 0) {
      units = this.#lookFor(value);
      if (units < 0) return 0;
    }
    const whole = Math.floor(value);
    const point = writeCount(view, place, whole);
    const rest = units - whole * POWERS[this.#fours]!;
    return rest === 0 ? point : writeDecimals(view, point, rest, this.#fours);
  }

  #lookFor(value: number): number {
    for (let fours = 0; fours < POWERS.length; fours++) {
      const units = unitsOf(value, fours);
      if (units < 0) continue;
      this.#fours = fours;
      return units;
    }
    return -1;
  }
}

/** A whole number below 10^15, without leading zeros. Returns the end position. */
export function writeCount(view: DataView, place: number, value: number): number {
  if (value < QUAD) return writeFirst(view, place, value | 0);
  if (value >= EIGHT) {
    const above = Math.floor(value / EIGHT);
    return writeEight(view, writeCount(view, place, above), (value - above * EIGHT) | 0);
  }
  const high = ((value | 0) / QUAD) | 0;
  const middle = writeFirst(view, place, high);
  view.setInt32(middle, QUADS[(value | 0) - high * QUAD]!, true);
  return middle + QUAD_DIGITS;
}

/** Less than 10,000. */
function writeFirst(view: DataView, place: number, value: number): number {
  const digits = value < 100 ? (value < 10 ? 1 : 2) : value < 1000 ? 3 : 4;
  view.setInt32(place, QUADS[value]! >>> (BITS_PER_DIGIT * (QUAD_DIGITS - digits)), true);
  return place + digits;
}

/** For a number below 10^8, with leading zeros. */
function writeEight(view: DataView, place: number, value: number): number {
  const high = (value / QUAD) | 0;
  view.setInt32(place, QUADS[high]!, true);
  view.setInt32(place + QUAD_DIGITS, QUADS[value - high * QUAD]!, true);
  return place + EIGHT_DIGITS;
}

/** The point and the decimals: `rest` is in units of 10^(-4 x fours), not 0. Trailing zeros are left out. */
function writeDecimals(view: DataView, point: number, rest: number, fours: number): number {
  view.setInt8(point, POINT);
  if (fours <= 2) return writeLast(view, point + 1, fours === 1 ? (rest * QUAD) | 0 : rest | 0);
  const divisor = fours === 3 ? QUAD : EIGHT;
  const first = Math.floor(rest / divisor);
  const last = (rest - first * divisor) * (EIGHT / divisor);
  if (last === 0) return writeLast(view, point + 1, first | 0);
  return writeLast(view, writeEight(view, point + 1, first | 0), last | 0);
}

/** Eight decimals, without trailing zeros. */
function writeLast(view: DataView, place: number, value: number): number {
  const high = (value / QUAD) | 0;
  const low = value - high * QUAD;
  view.setInt32(place, QUADS[high]!, true);
  if (low === 0) return place + QUAD_DIGITS - ZEROS_BEHIND[high]!;
  view.setInt32(place + QUAD_DIGITS, QUADS[low]!, true);
  return place + EIGHT_DIGITS - ZEROS_BEHIND[low]!;
}

/** The value as a whole number of 10^(-4 x fours); -1 if it is not exact or has too many digits. */
function unitsOf(value: number, fours: number): number {
  const power = POWERS[fours]!;
  const units = Math.round(value * power);
  return units < FIFTEEN_DIGITS && units >= 0 && units / power === value ? units : -1;
}
