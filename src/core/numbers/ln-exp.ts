/**
 * Natural logarithm and exponential that give the same bytes on every machine and engine. `Math.log` and
 * `Math.exp` may differ in the last bit; these use only + - x / and comparisons, which IEEE 754 fixes.
 * Both err by less than one unit in the last place.
 *
 * The reductions and coefficients are those of fdlibm:
 * Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Developed at SunPro, a Sun Microsystems, Inc.
 * business. Permission to use, copy, modify, and distribute this software is freely granted, provided that this
 * notice is preserved.
 */
const LN2_HIGH = 6.9314718036912381649e-1;
const LN2_LOW = 1.90821492927058770002e-10;
const INVERSE_LN2 = 1.442695040888963387;
const SQRT_HALF = 0.7071067811865476;

const LARGEST_EXP_ARGUMENT = 7.09782712893383973096e2;
const SMALLEST_EXP_ARGUMENT = -7.4513321910194110842e2;

const SMALLEST_NORMAL = 2.2250738585072014e-308;
const TWO_TO_54 = 18014398509481984;

/** Entry `k + 1074` is 2^k, exactly, for every power of two that a double can hold. */
const POWERS_OF_TWO = powersOfTwo();

function powersOfTwo(): Float64Array {
  const powers = new Float64Array(1074 + 1024);
  powers[1074] = 1;
  for (let k = 1075; k < powers.length; k++) powers[k] = (powers[k - 1] ?? 0) * 2;
  for (let k = 1073; k >= 0; k--) powers[k] = (powers[k + 1] ?? 0) / 2;
  return powers;
}

function powerOfTwo(k: number): number {
  return POWERS_OF_TWO[k + 1074] ?? 0;
}

/** NaN below 0, -Infinity at 0. */
export function ln(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return x;
  return x < SMALLEST_NORMAL ? lnNormal(x * TWO_TO_54, -54) : lnNormal(x, 0);
}

/** ln(x) + shift x ln 2 for a normal x: x = 2^k x m with m within [sqrt(1/2), sqrt(2)), then a series in (m - 1) / (m + 1). */
function lnNormal(x: number, shift: number): number {
  let k = binaryExponent(x);
  let m = k === 1023 ? (x * 0.5) / powerOfTwo(1022) : x * powerOfTwo(-k);
  if (m > 2 * SQRT_HALF) {
    m *= 0.5;
    k++;
  }
  k += shift;
  const f = m - 1;
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const even = w * (0.3999999999940941908 + w * (0.2222219843214978396 + w * 0.1531383769920937332));
  const odd =
    z *
    (0.666666666666673513 +
      w * (0.2857142874366239149 + w * (0.1818357216161805012 + w * 0.1479819860511658591)));
  const halfSquare = 0.5 * f * f;
  return s * (halfSquare + odd + even) + k * LN2_LOW - halfSquare + f + k * LN2_HIGH;
}

/** The k with 2^k <= x < 2^(k + 1), by bisection over the exponents: eleven comparisons, no bit tricks. */
function binaryExponent(x: number): number {
  let low = -1022;
  let high = 1024;
  if (x >= 1) low = 0;
  else high = 0;
  if (x >= 4294967296) low = 32;
  else if (x >= 1) high = 32;
  else if (x >= 2.3283064365386963e-10) low = -32;
  else high = -32;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (x >= powerOfTwo(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** 0 if the result is below the smallest subnormal, Infinity if it exceeds the largest double. */
export function exp(x: number): number {
  if (x > LARGEST_EXP_ARGUMENT) return Infinity;
  if (x < SMALLEST_EXP_ARGUMENT) return 0;
  if (x !== x) return x;
  const k = Math.floor(x * INVERSE_LN2 + 0.5);
  const high = x - k * LN2_HIGH;
  const low = k * LN2_LOW;
  const r = high - low;
  const t = r * r;
  const c =
    r -
    t *
      (1.66666666666666019037e-1 +
        t *
          (-2.77777777770155933842e-3 +
            t *
              (6.61375632143793436117e-5 + t * (-1.6533902205465251539e-6 + t * 4.13813679705723846039e-8))));
  const y = 1 - (low - (r * c) / (2 - c) - high);
  if (k > 1023) return y * 2 * powerOfTwo(1023);
  if (k >= -1021) return y * powerOfTwo(k);
  return y * powerOfTwo(k + 1000) * powerOfTwo(-1000);
}
