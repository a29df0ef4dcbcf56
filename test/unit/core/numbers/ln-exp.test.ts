import { describe, expect, it } from 'vitest';

import { exp, ln } from '../../../../src/core/numbers/ln-exp.ts';

/** Doubles between a and b, counting one of them. */
function ulpsApart(a: number, b: number): number {
  const bits = new BigInt64Array(new Float64Array([a, b]).buffer);
  const [x = 0n, y = 0n] = bits;
  return Math.abs(Number(x - y));
}

/** Evenly spread in the mantissa and in the exponent, the same in each run. */
function* doubles(count: number): Generator<number> {
  let state = 12345;
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  for (let i = 0; i < count; i++) yield (1 + next()) * 2 ** Math.floor(next() * 2097 - 1074);
}

describe('ln', () => {
  it('is within 2 units in the last place of Math.log at every magnitude', () => {
    for (const x of doubles(50_000)) {
      if (!Number.isFinite(x)) continue;
      if (ulpsApart(ln(x), Math.log(x)) > 2) expect.fail(`ln(${x}) = ${ln(x)}, not ${Math.log(x)}`);
    }
  });

  it('is as exact around 1, where it is smallest', () => {
    for (let i = -20_000; i <= 20_000; i++) {
      const x = 1 + i / 30_011;
      if (ulpsApart(ln(x), Math.log(x)) > 2) expect.fail(`ln(${x}) = ${ln(x)}, not ${Math.log(x)}`);
    }
    expect(ln(1)).toBe(0);
  });

  it.each([
    [0, -Infinity],
    [-0, -Infinity],
    [-1, NaN],
    [NaN, NaN],
    [Infinity, Infinity],
    [5e-324, Math.log(5e-324)],
    [2.2250738585072014e-308, Math.log(2.2250738585072014e-308)],
    [Number.MAX_VALUE, Math.log(Number.MAX_VALUE)],
  ])('of %d is %d', (x, expected) => {
    expect(ln(x)).toBe(expected);
  });
});

describe('exp', () => {
  it('is within 2 units in the last place of Math.exp wherever the result is a double', () => {
    for (let i = -74_513; i <= 70_978; i++) {
      const x = i / 100 + 0.0031;
      if (ulpsApart(exp(x), Math.exp(x)) > 2) expect.fail(`exp(${x}) = ${exp(x)}, not ${Math.exp(x)}`);
    }
  });

  it('is as exact around 0', () => {
    for (let i = -20_000; i <= 20_000; i++) {
      const x = i / 40_009;
      if (ulpsApart(exp(x), Math.exp(x)) > 2) expect.fail(`exp(${x}) = ${exp(x)}, not ${Math.exp(x)}`);
    }
  });

  it.each([
    [0, 1],
    [710, Infinity],
    [Infinity, Infinity],
    [-746, 0],
    [-Infinity, 0],
    [NaN, NaN],
    [-745, 5e-324],
  ])('of %d is %d', (x, expected) => {
    expect(exp(x)).toBe(expected);
  });

  it('undoes ln', () => {
    for (const x of doubles(2000)) {
      if (x < 1e-300 || x > 1e300) continue;
      expect(Math.abs(exp(ln(x)) / x - 1)).toBeLessThan(1e-12);
    }
  });
});

it('gives the recorded bytes on every machine', () => {
  const values = [0.1, 0.5, 1.5, 2, 10, 123.456, 64250, 1e-8, 3e200].flatMap((x) => [ln(x), exp(-ln(x) / 7)]);
  const bytes = Buffer.from(new Float64Array(values).buffer).toString('base64');
  expect(bytes).toMatchInlineSnapshot(
    `"FVW1u7FrAsAGWqSgXzv2P+85+v5CLua/fV4RxFmq8T9MmL/sI/PZP6Vgppn4Mu4/7zn6/kIu5j+lQacxsPvsPxZVtbuxawJAAhKeP6oH5z9iIz5Pd0MTQBtbnHc0FeA/mwAQbR0kJkC5eb5pPVPKPxZVtbuxazLAiHDNiDfKK0D1Acaf2dl8QADv721VEf05"`,
  );
});
