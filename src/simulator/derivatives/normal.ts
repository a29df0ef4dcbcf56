import { exp } from '../../core/numbers/ln-exp.ts';

const INVERSE_SQRT_TWO_PI = 0.3989422804014327;
/** Beyond this the result is 0 or 1 in double precision. */
const FARTHEST = 8;

/**
 * The standard normal distribution function, the same bytes on every machine: the density times the series
 * x + x^3/3 + x^5/(3 x 5) + ..., which errs by less than 10^-14.
 */
export function normalCdf(x: number): number {
  if (x < -FARTHEST) return 0;
  if (x > FARTHEST) return 1;
  const square = x * x;
  let term = x;
  let sum = x;
  for (let n = 3; sum + term !== sum; n += 2) {
    term *= square / n;
    sum += term;
  }
  const cdf = 0.5 + sum * INVERSE_SQRT_TWO_PI * exp(-0.5 * square);
  return Math.min(1, Math.max(0, cdf));
}
