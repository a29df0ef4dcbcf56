import { formatNumber } from '../../core/numbers/decimal.ts';

/** Decimals of fewer digits are the shortest of their double, so that they are what `formatNumber` writes. */
const FIFTEEN_DIGITS = 1e15;
const POWERS_OF_TEN = Float64Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);
const MOST_DECIMALS = POWERS_OF_TEN.length - 1;

/** Whole numbers up to here are counted in 31 bits. */
const MOST_INT = 2 ** 31 - 1;
const BILLION = 1e9;
const BILLION_DIGITS = 9;

const ZERO = 0x30;
const POINT = 0x2e;
/** 00 01 02 .. 99. */
const PAIRS = Uint8Array.from(
  { length: 200 },
  (_, i) => ZERO + (Math.floor(i / (i % 2 === 0 ? 20 : 2)) % 10),
);

/**
 * Numbers of one column on their way into bytes: first how long one is, then its digits. The next one mostly has as many
 * decimals as the last, which spares looking for them.
 */
export class DecimalColumn {
  /** Characters of the number that was taken. */
  length = 0;
  #usualDecimals = 0;
  #digits = 1;
  #units = 0;
  #decimals = 0;

  /** False for a number of too many digits, which `write` cannot write. */
  take(value: number): boolean {
    let units = unitsOf(value, this.#usualDecimals);
    if (units < 0) {
      this.#usualDecimals = decimalsOf(value);
      units = unitsOf(value, this.#usualDecimals);
      if (units < 0) return false;
    }
    let decimals = this.#usualDecimals;
    while (decimals > 0 && endsWithZero(units)) {
      units /= 10;
      decimals--;
    }
    this.#units = units;
    this.#decimals = decimals;
    let digits = this.#digits;
    while (digits > 1 && units < POWERS_OF_TEN[digits - 1]!) digits--;
    while (units >= POWERS_OF_TEN[digits]!) digits++;
    this.#digits = digits;
    this.length = decimals === 0 ? digits : Math.max(digits, decimals + 1) + 1;
    return true;
  }

  /** Writes the number that was taken into as many bytes as it is long. */
  write(bytes: Uint8Array, from: number): void {
    const end = from + this.length;
    if (this.#decimals === 0) {
      writeWhole(bytes, from, end, this.#units);
      return;
    }
    const point = end - this.#decimals - 1;
    const power = POWERS_OF_TEN[this.#decimals]!;
    const whole = Math.floor(this.#units / power);
    writeWhole(bytes, from, point, whole);
    bytes[point] = POINT;
    writeWhole(bytes, point + 1, end, this.#units - whole * power);
  }
}

/** A number below 100, in two digits. */
export function writePair(bytes: Uint8Array, place: number, value: number): void {
  bytes[place] = PAIRS[2 * value]!;
  bytes[place + 1] = PAIRS[2 * value + 1]!;
}

/** A whole number from one place up to another, zeros in front. Beyond 31 bits the lower nine digits go first. */
export function writeWhole(bytes: Uint8Array, from: number, to: number, value: number): void {
  if (value <= MOST_INT) {
    writeInt(bytes, from, to, value);
    return;
  }
  const above = Math.floor(value / BILLION);
  const middle = Math.max(from, to - BILLION_DIGITS);
  writeInt(bytes, middle, to, value - above * BILLION);
  writeInt(bytes, from, middle, above);
}

function writeInt(bytes: Uint8Array, from: number, to: number, value: number): void {
  let left = value | 0;
  let place = to;
  for (; place - from >= 2; place -= 2) {
    const next = (left / 100) | 0;
    writePair(bytes, place - 2, left - next * 100);
    left = next;
  }
  if (place > from) bytes[from] = ZERO + (left % 10);
}

/** The value as a whole number of 10^-decimals; -1 where it is not exactly one, or one of too many digits. */
function unitsOf(value: number, decimals: number): number {
  const power = POWERS_OF_TEN[decimals]!;
  const units = Math.round(value * power);
  return units < FIFTEEN_DIGITS && units >= 0 && units / power === value ? units : -1;
}

function decimalsOf(value: number): number {
  const text = formatNumber(value);
  const point = text.indexOf('.');
  return point < 0 ? 0 : Math.min(text.length - point - 1, MOST_DECIMALS);
}

function endsWithZero(units: number): boolean {
  return units <= MOST_INT ? (units | 0) % 10 === 0 : units % 10 === 0;
}

/** Enough for V8 to begin to note what kinds of numbers there are. */
const SEEN_TIMES = 100;

/** Code that was compiled for small numbers alone is thrown away at the first large one: it has seen both from the beginning. */
function seeEveryKind(): void {
  const column = new DecimalColumn();
  const bytes = new Uint8Array(32);
  for (let i = 0; i < SEEN_TIMES; i++)
    for (const value of [
      0, 7, 1200, 0.5, 3, 123_456_789_012_000, 98_765_432.1, 12_345_678_901.25, 98_765_432_100,
    ])
      if (column.take(value)) column.write(bytes, 0);
}

seeEveryKind();
