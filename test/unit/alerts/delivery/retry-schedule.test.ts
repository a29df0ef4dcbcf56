import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextAttempt, retryDelay, RETRY_FOR_MS } from '../../../../src/alerts/delivery/retry-schedule.ts';
import { retryAfter } from '../../../../src/alerts/delivery/https-transport.ts';
import { HOUR_MS, SECOND_MS } from '../../../../src/core/time.ts';

test('delays double from 5 seconds to an hour, less up to half at random', () => {
  const seconds = [1, 2, 3, 9, 10, 11, 500].map((attempts) => retryDelay(attempts, () => 0) / SECOND_MS);
  expect(seconds).toEqual([5, 10, 20, 1280, 2560, 3600, 3600]);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2000 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (attempts, random) => {
        const [full, jittered] = [retryDelay(attempts, () => 0), retryDelay(attempts, () => random)];
        expect(jittered).toBeLessThanOrEqual(full);
        expect(jittered).toBeGreaterThanOrEqual(full / 2);
      },
    ),
  );
});

test('attempts go on for 72 hours, with a last one at the end', () => {
  const retryUntil = RETRY_FOR_MS;
  let [now, attempts] = [0, 0];
  for (let next: number | undefined = 0; next !== undefined;) {
    now = next;
    attempts++;
    next = nextAttempt({ attempts, retryUntil }, now, undefined, () => 0);
  }
  expect(now).toBe(72 * HOUR_MS);
  expect(attempts).toBeGreaterThan(72);
  expect(attempts).toBeLessThan(100);
});

test('a receiver may ask for a later attempt, not for an earlier one, and not beyond the end', () => {
  const first = { attempts: 1, retryUntil: HOUR_MS };
  const at = (ms: number | undefined) => nextAttempt(first, 0, ms, () => 0);
  expect([at(undefined), at(1000), at(60_000), at(9 * HOUR_MS)]).toEqual([5000, 5000, 60_000, HOUR_MS]);
});

test('Retry-After is a number of seconds or a date', () => {
  const now = Date.UTC(2026, 0, 31, 12);
  const of = (header: string | undefined) => retryAfter(header, now);
  expect(of('120')).toBe(120_000);
  expect(of('Sat, 31 Jan 2026 12:01:00 GMT')).toBe(60_000);
  expect(of('Sat, 31 Jan 2026 11:00:00 GMT')).toBe(0);
  for (const header of [undefined, '', '-1', '1e3', 'soon', '2026-01-31']) expect(of(header)).toBeUndefined();
});
