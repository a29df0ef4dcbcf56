import { expect, test } from 'vitest';
import { ClockSteps } from '../../../../src/core/clocks/clock-steps.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

test('setting the clock is detected once, with its size; passing time is not a step', () => {
  const clock = new ManualClock(Date.UTC(2026, 4, 6));
  const steps = new ClockSteps(clock);
  clock.advance(3_600_000);
  expect(steps.takeStep()).toBe(0);
  clock.step(-600_000);
  clock.advance(30_000);
  expect([steps.takeStep(), steps.takeStep()]).toEqual([-600_000, 0]);
  clock.step(7000);
  expect(steps.takeStep()).toBe(7000);
});

test('drift is not a step', () => {
  const clock = new ManualClock(Date.UTC(2026, 4, 6));
  const steps = new ClockSteps(clock);
  const taken = Array.from({ length: 100 }, () => {
    clock.step(-900);
    return steps.takeStep();
  });
  expect(taken).toEqual(Array(100).fill(0));
});
