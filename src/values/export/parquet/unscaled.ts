import { decimalFromNumber, parseDecimal, type Decimal } from '../../../core/numbers/decimal.ts';

/** The precision of every DECIMAL of a file: the maximum that readers support. */
export const PRECISION = 38;

/**
 * Digits after the point. MWA and GWA prices have 8 significant digits, so prices from 10^-17 to 10^14 fit; LX prices have 8
 * decimals. Volumes from 10^-11 to 10^20 fit.
 */
export const PRICE_SCALE = 24;
export const VOLUME_SCALE = 18;

const TENS = Array.from({ length: PRECISION + 1 }, (_, exponent) => 10n ** BigInt(exponent));
const LIMIT = TENS[PRECISION]!;

/** 10^0 .. 10^22 are exact as doubles. */
const POWERS = Float64Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);
/** A decimal with fewer digits is the shortest text of its double, which is the published one. */
const FIFTEEN_DIGITS = 1e15;

/** Converts the numbers of one column exactly to whole multiples of 10^-scale. */
export class UnscaledColumn {
  readonly #scale: number;
  /** The decimals of the last number; the next one usually has as many. */
  #decimals = 0;

  constructor(scale: number) {
    this.#scale = scale;
  }

  /** Undefined if the number does not fit. */
  of(value: number): bigint | undefined {
    const units = this.#unitsOf(value, this.#decimals);
    if (units >= 0) return inRange(BigInt(units) * TENS[this.#scale - this.#decimals]!);
    const decimal = decimalFromNumber(value);
    if (decimal.scale < POWERS.length) this.#decimals = decimal.scale;
    return unscaled(decimal, this.#scale);
  }

  ofText(text: string): bigint | undefined {
    const decimal = parseDecimal(text);
    return decimal && unscaled(decimal, this.#scale);
  }

  /** -1 if the value does not have exactly this many decimals, or has too many digits. */
  #unitsOf(value: number, decimals: number): number {
    const power = POWERS[decimals]!;
    const units = Math.round(value * power);
    return units >= 0 && units < FIFTEEN_DIGITS && units / power === value ? units : -1;
  }
}

function unscaled({ units, scale }: Decimal, wanted: number): bigint | undefined {
  return scale > wanted ? undefined : inRange(units * TENS[wanted - scale]!);
}

function inRange(whole: bigint): bigint | undefined {
  return whole < LIMIT && whole > -LIMIT ? whole : undefined;
}

/** The size of 38 digits. */
export const DECIMAL_BYTES = 16;

/** Numbers of a column as Parquet stores them: big-endian integers of 16 bytes, with the smallest and the largest of them. */
export class DecimalCells {
  readonly cells: (Uint8Array | undefined)[] = [];
  readonly #view: DataView;
  #nulls = 0;
  #least: bigint | undefined;
  #most: bigint | undefined;

  constructor(rows: number) {
    this.#view = new DataView(new ArrayBuffer(rows * DECIMAL_BYTES));
  }

  get statistics(): ColumnStatistics {
    const nulls = { null_count: BigInt(this.#nulls) };
    if (this.#least === undefined || this.#most === undefined) return nulls;
    return { min_value: this.#least, max_value: this.#most, ...nulls };
  }

  add(units: bigint | undefined): void {
    if (units === undefined) {
      this.#nulls++;
      this.cells.push(undefined);
      return;
    }
    const at = this.cells.length * DECIMAL_BYTES;
    this.#view.setBigInt64(at, units >> 64n);
    this.#view.setBigUint64(at + 8, units);
    this.cells.push(new Uint8Array(this.#view.buffer, at, DECIMAL_BYTES));
    if (this.#least === undefined || units < this.#least) this.#least = units;
    if (this.#most === undefined || units > this.#most) this.#most = units;
  }
}

/** In the names of the library. */
export interface ColumnStatistics {
  readonly min_value?: bigint;
  readonly max_value?: bigint;
  readonly null_count: bigint;
}
