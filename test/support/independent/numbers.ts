/**
 * The arithmetic of docs/trust/numbers.md, step by step. Code under test/support/independent imports no code of
 * the service.
 */

const bits = new DataView(new ArrayBuffer(8));

/** mantissa x 2^exponent, exactly. */
function partsOf(value: number): { mantissa: bigint; exponent: number } {
  bits.setFloat64(0, value);
  const raw = bits.getBigUint64(0);
  const biased = Number((raw >> 52n) & 0x7ffn);
  const fraction = raw & ((1n << 52n) - 1n);
  return biased === 0
    ? { mantissa: fraction, exponent: -1074 }
    : { mantissa: fraction | (1n << 52n), exponent: biased - 1075 };
}

function halfEven(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  const twice = 2n * (numerator % denominator);
  const up = twice > denominator || (twice === denominator && quotient % 2n === 1n);
  return up ? quotient + 1n : quotient;
}

/** Half-even rounding of the exact value to `decimals`; negative numbers mean tens, hundreds and so on. */
function roundedAt(value: number, decimals: number): number {
  const { mantissa, exponent } = partsOf(value);
  let [numerator, denominator] = [mantissa, 1n];
  if (exponent >= 0) numerator <<= BigInt(exponent);
  else denominator <<= BigInt(-exponent);
  if (decimals >= 0) numerator *= 10n ** BigInt(decimals);
  else denominator *= 10n ** BigInt(-decimals);
  return Number(`${halfEven(numerator, denominator)}e${-decimals}`);
}

export function eightDigits(value: number): number {
  if (value === 0) return 0;
  const magnitude = Number(value.toExponential(17).split('e')[1]);
  return roundedAt(value, 7 - magnitude);
}

export function eightDecimals(value: number): number {
  return roundedAt(value, 8);
}

const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;

/** x = 2^k x m, sqrt(1/2) < m <= sqrt(2). */
export function ln(x: number): number {
  let { mantissa, exponent } = partsOf(x);
  while (mantissa < 1n << 52n) {
    mantissa <<= 1n;
    exponent--;
  }
  let k = exponent + 52;
  let m = Number(mantissa) / 2 ** 52;
  if (m > 2 * 0.7071067811865476) {
    m = m / 2;
    k++;
  }
  const f = m - 1;
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const even = w * (0.3999999999940942 + w * (0.22222198432149784 + w * 0.15313837699209373));
  const odd =
    z * (0.6666666666666735 + w * (0.2857142874366239 + w * (0.1818357216161805 + w * 0.14798198605116586)));
  const h = 0.5 * f * f;
  return s * (h + odd + even) + k * LN2_LOW - h + f + k * LN2_HIGH;
}

/** For results between the smallest normal double and the largest. */
export function exp(x: number): number {
  const k = Math.floor(x * 1.4426950408889634 + 0.5);
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  const t = r * r;
  const p5 = 4.1381367970572385e-8;
  const p4 = -1.6533902205465252e-6 + t * p5;
  const p3 = 6.613756321437934e-5 + t * p4;
  const p2 = -2.7777777777015593e-3 + t * p3;
  const p1 = 0.16666666666666602 + t * p2;
  const c = r - t * p1;
  const y = 1 - (low - (r * c) / (2 - c) - high);
  return y * 2 ** k;
}

export interface Vote {
  readonly price: number;
  readonly weight: number;
}

/** Votes with equal price keep their order. */
export function weightedMedian(given: readonly Vote[]): number {
  const votes = given.filter(({ weight }) => weight > 0).toSorted((a, b) => a.price - b.price);
  // Includes votes without weight, which changes nothing.
  let total = 0;
  for (const { weight } of votes) total += weight;
  const half = total / 2;
  let before = 0;
  let reached: number | undefined;
  let exceeded: number | undefined;
  let b: number | undefined;
  let previous: { centre: number; price: number } | undefined;
  for (const { price, weight } of votes) {
    const after = before + weight;
    const centre = before + weight / 2;
    if (reached === undefined && after >= half) reached = price;
    if (exceeded === undefined && after > half) exceeded = price;
    if (b === undefined && centre >= half) {
      b =
        previous === undefined || previous.centre === centre
          ? price
          : previous.price +
            (price - previous.price) * ((half - previous.centre) / (centre - previous.centre));
    }
    previous = { centre, price };
    before = after;
  }
  const a = reached! + (exceeded! - reached!) / 2;
  return clamped(b ?? previous!.price, a * (1 - 0.001), a * (1 + 0.001));
}

export function clamped(value: number, lowest: number, highest: number): number {
  return value < lowest ? lowest : value > highest ? highest : value;
}

export function isWithin(price: number, of: number, share: number): boolean {
  return Math.abs(price - of) <= share * of;
}

export function middleOf(a: number, b: number, c: number): number {
  return [a, b, c].toSorted((x, y) => x - y)[1]!;
}
