import { describe, expect, test } from 'vitest';
import { isThin } from '../../../../src/engine/gwa/thin.ts';
import { methodologyNamed } from '../../../../src/engine/methodology.ts';

const { gwa } = methodologyNamed('2')!;
const HOSTILE = 7;

describe('a GWA that rests on one precise market and on one that an exchange can set', () => {
  /** So far the precise market lies from the solution. */
  const thinWith = (offset: number, deviation = 0.0072) =>
    isThin(
      [
        { offset, deviation: 0.005, settableBy: [] },
        { offset: -offset, deviation, settableBy: [HOSTILE] },
      ],
      gwa,
    );

  test('is not THIN while the precise one holds it', () => {
    expect(thinWith(0)).toBe(false);
    expect(thinWith(0.002)).toBe(false);
  });

  test('is THIN where the other is the stronger', () => {
    expect(thinWith(0, 0.0049)).toBe(true);
  });

  test('is THIN where the exchange has pulled it away already, to either side: it only has to let go', () => {
    expect(thinWith(-0.0065)).toBe(true);
    expect(thinWith(0.0065)).toBe(true);
  });
});

test('two exchanges that can each set one of many markets do not add up', () => {
  const opinions = [1, 2, 3].map((exchange) => ({ offset: 0, deviation: 0.008, settableBy: [exchange] }));
  expect(isThin(opinions, gwa)).toBe(false);
  expect(
    isThin(
      opinions.map((one) => ({ ...one, settableBy: [HOSTILE] })),
      gwa,
    ),
  ).toBe(true);
});
