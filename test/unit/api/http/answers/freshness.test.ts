import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freshUntilNextTick } from '../../../../../src/api/http/answers/freshness.ts';
import { DAY_MS } from '../../../../../src/core/time.ts';

const T = Date.parse('2026-03-01T12:00:00Z');

test.each([
  [0, 30],
  [10_000, 20],
  [29_999, 0],
  [45_000, 0],
  [-1, 0],
  [-3_600_000, 0],
])('latest values are fresh with the clock %s ms past the slot for %s s', (past, seconds) => {
  expect(freshUntilNextTick(T, T + past, 1)).toBe(seconds);
});

test('latest values are never fresh for longer than a slot, whatever the clock says', () => {
  fc.assert(
    fc.property(fc.integer({ min: -400 * DAY_MS, max: 400 * DAY_MS }), (past) => {
      const seconds = freshUntilNextTick(T, T + past, 1);
      expect(seconds).toBeGreaterThanOrEqual(0);
      expect(seconds).toBeLessThanOrEqual(30);
    }),
  );
});
