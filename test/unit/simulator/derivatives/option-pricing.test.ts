import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { black76 } from '../../../../src/simulator/derivatives/black76.ts';
import { normalCdf } from '../../../../src/simulator/derivatives/normal.ts';
import { smileAt } from '../../../../src/simulator/derivatives/smile.ts';

describe('the normal distribution', () => {
  test.each([
    [0, 0.5],
    [1, 0.841344746068543],
    [-1, 0.158655253931457],
    [1.96, 0.97500210485178],
    [-3, 0.00134989803163],
    [5, 0.999999713348428],
    [-40, 0],
    [40, 1],
  ])('of %d is %d', (x, expected) => {
    expect(normalCdf(x)).toBeCloseTo(expected, 13);
  });

  test('never decreases, and its two halves mirror each other', () => {
    const number = fc.double({ min: -9, max: 9, noNaN: true });
    fc.assert(
      fc.property(number, number, (a, b) => {
        expect(normalCdf(Math.min(a, b))).toBeLessThanOrEqual(normalCdf(Math.max(a, b)) + 1e-14);
        expect(normalCdf(a) + normalCdf(-a)).toBeCloseTo(1, 13);
      }),
    );
  });
});

describe('Black 76', () => {
  test('gives the values of a worked example', () => {
    // d1 = ln(100/110) / 0.2 + 0.1, d2 = d1 - 0.2; computed elsewhere with the complementary error function.
    const { call, put } = black76(100, 110, 0.4, 0.25);
    expect(call).toBeCloseTo(4.29201094141, 10);
    expect(put).toBeCloseTo(call + 10, 12);
  });

  const forwards = fc.double({ min: 0.01, max: 1e6, noNaN: true });
  const moneyness = fc.double({ min: 0.2, max: 5, noNaN: true });
  const volatilities = fc.double({ min: 0.05, max: 3, noNaN: true });
  const spans = fc.double({ min: 0, max: 2, noNaN: true });

  test('keeps put-call parity and never goes below what exercising would bring', () => {
    fc.assert(
      fc.property(forwards, moneyness, volatilities, spans, (forward, ratio, volatility, years) => {
        const strike = forward * ratio;
        const { call, put } = black76(forward, strike, volatility, years);
        expect(Math.abs(call - put - (forward - strike))).toBeLessThanOrEqual(1e-9 * (forward + strike));
        expect(call).toBeGreaterThanOrEqual(Math.max(0, forward - strike) * (1 - 1e-9));
        expect(put).toBeGreaterThanOrEqual(Math.max(0, strike - forward) * (1 - 1e-9));
        expect(call).toBeLessThanOrEqual(forward * (1 + 1e-9));
      }),
    );
  });

  test('on the smile, calls get cheaper and puts dearer with the strike', () => {
    fc.assert(
      fc.property(
        forwards,
        moneyness,
        fc.double({ min: 0.2, max: 1.2, noNaN: true }),
        spans,
        (forward, ratio, volatility, span) => {
          const years = span + 1e-4;
          const at = (strike: number) =>
            black76(forward, strike, smileAt(volatility, forward, strike, years), years);
          const [low, high] = [at(forward * ratio), at(forward * ratio * 1.05)];
          expect(high.call).toBeLessThanOrEqual(low.call + 1e-9 * forward);
          expect(high.put).toBeGreaterThanOrEqual(low.put - 1e-9 * forward);
        },
      ),
    );
  });

  test('is worth no more than exercising at the expiration itself', () => {
    expect(black76(100, 90, 0.5, 0)).toEqual({ call: 10, put: 0 });
    expect(black76(100, 110, 0.5, 0)).toEqual({ call: 0, put: 10 });
  });
});
