import { decimalFromNumber, parseDecimal, type Decimal } from '../../../core/numbers/decimal.ts';

/** Digits of every DECIMAL of a file: the most that readers take. */
export const PRECISION = 38;

/**
 * Digits after the point. MWA and GWA prices have 8 significant digits, so that prices from 10^-17 up to 10^14 fit; those of
 * LX have 8 decimals. Of volumes those from 10^-11 up to 10^20 do.
 */
export const PRICE_SCALE = 24;
export const VOLUME_SCALE = 18;

const TENS = Array.from({ length: PRECISION + 1 }, (_, exponent) => 10n ** BigInt(exponent));
const LIMIT = TENS[PRECISION]!;

/** 10^0 .. 10^22 are doubles. */
const POWERS = Float64Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);
/** Decimals of fewer digits are the shortest of their double, which is what is published. */
const FIFTEEN_DIGITS = 1e15;

/** Makes whole numbers of 10^-scale out of the numbers of one column, exactly. */
export class UnscaledColumn {
  readonly #scale: number;
  /** Of the last number: the next one mostly has as many decimals. */
  #decimals = 0;

  constructor(scale: number) {
    this.#scale = scale;
  }

  /** Undefined where the number does not fit. */
  of(value: number): bigint | undefined {
    const units = this.#unitsOf(value, this.#decimals);
    if (units >= 0) return fitting(BigInt(units) * TENS[this.#scale - this.#decimals]!);
    const decimal = decimalFromNumber(value);
    if (decimal.scale < POWERS.length) this.#decimals = decimal.scale;
    return unscaled(decimal, this.#scale);
  }

  ofText(text: string): bigint | undefined {
    const decimal = parseDecimal(text);
    return decimal && unscaled(decimal, this.#scale);
  }

  /** -1 where the value is not exactly a number of so many decimals, or one of too many digits. */
  #unitsOf(value: number, decimals: number): number {
    const power = POWERS[decimals]!;
    const units = Math.round(value * power);
    return units >= 0 && units < FIFTEEN_DIGITS && units / power === value ? units : -1;
  }
}

function unscaled({ units, scale }: Decimal, wanted: number): bigint | undefined {
  return scale > wanted ? undefined : fitting(units * TENS[wanted - scale]!);
}

function fitting(whole: bigint): bigint | undefined {
  return whole < LIMIT && whole > -LIMIT ? whole : undefined;
}
