import { describe, expect, test } from 'vitest';
import { isThin } from '../../../../src/engine/gwa/thin.ts';
import { methodologyNamed } from '../../../../src/engine/methodology.ts';

const { gwa } = methodologyNamed('2')!;
const HOSTILE = 7;

describe('a GWA based on one precise market and one that an exchange can set', () => {
  /** Distance of the precise market from the solution. */
  const thinWith = (offset: number, deviation = 0.0072) =>
    isThin(
      [
        { offset, deviation: 0.005, settableBy: [] },
        { offset: -offset, deviation, settableBy: [HOSTILE] },
      ],
      gwa,
    );

  test('is not THIN while the precise one determines it', () => {
    expect(thinWith(0)).toBe(false);
    expect(thinWith(0.002)).toBe(false);
  });

  test('is THIN if the other one is stronger', () => {
    expect(thinWith(0, 0.0049)).toBe(true);
  });

  test('is THIN if the exchange has already moved it, to either side: it only has to stop', () => {
    expect(thinWith(-0.0065)).toBe(true);
    expect(thinWith(0.0065)).toBe(true);
  });
});

test('two exchanges that can each set one of many markets do not combine', () => {
  const opinions = [1, 2, 3].map((exchange) => ({ offset: 0, deviation: 0.008, settableBy: [exchange] }));
  expect(isThin(opinions, gwa)).toBe(false);
  expect(
    isThin(
      opinions.map((one) => ({ ...one, settableBy: [HOSTILE] })),
      gwa,
    ),
  ).toBe(true);
});
