import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ServingClock } from '../../../../src/core/clocks/serving-clock.ts';
import { DAY_MS, HOUR_MS, SLOT_MS } from '../../../../src/core/time.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const T = Date.parse('2026-03-01T12:00:00Z');

test('shows market time while it is not set', () => {
  const market = new ManualClock(T);
  const clock = new ServingClock(market);
  expect(clock.now()).toBe(T);
  clock.show(T);
  market.advance(17_000);
  expect(clock.now()).toBe(T + 17_000);
});

test('continues from the last shown slot if the market clock is set back', () => {
  const market = new ManualClock(T);
  const clock = new ServingClock(market);
  clock.show(T);
  market.advance(10_000);
  market.step(-HOUR_MS);
  expect(clock.now()).toBe(T + 10_000);
  market.advance(5 * 60_000);
  expect(clock.now()).toBe(T + 310_000);
});

test('goes back with a clock that was ahead for a while, if nothing was shown meanwhile', () => {
  const market = new ManualClock(T);
  const clock = new ServingClock(market);
  clock.show(T);
  market.step(DAY_MS);
  expect(clock.now()).toBe(T + DAY_MS);
  market.step(-DAY_MS);
  expect(clock.now()).toBe(T);
});

test('is never before the last slot, and advances whatever the clock is set to', () => {
  const move = fc.record({ step: fc.integer({ min: -DAY_MS, max: DAY_MS }), pass: fc.nat(SLOT_MS) });
  fc.assert(
    fc.property(fc.array(move, { maxLength: 20 }), (moves) => {
      const market = new ManualClock(T);
      const clock = new ServingClock(market);
      clock.show(T);
      let passed = 0;
      for (const { step, pass } of moves) {
        market.step(step);
        market.advance(pass);
        passed += pass;
        expect(clock.now()).toBe(Math.max(market.now(), T + passed));
      }
    }),
  );
});
