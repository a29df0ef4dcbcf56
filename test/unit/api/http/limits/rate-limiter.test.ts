import { expect, test } from 'vitest';
import { RateLimiter } from '../../../../../src/api/http/limits/rate-limiter.ts';
import { DAY_MS, HOUR_MS } from '../../../../../src/core/time.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

const T = Date.parse('2026-03-01T12:00:00Z');

function refused(limiter: RateLimiter, times: number): number {
  let count = 0;
  for (let i = 0; i < times; i++) {
    try {
      limiter.count({ clientId: 'desk' });
    } catch {
      count++;
    }
  }
  return count;
}

test('a clock set forward grants nothing more, and a clock set back takes nothing away', () => {
  const clock = new ManualClock(T);
  const limiter = new RateLimiter(clock, 5);
  expect(refused(limiter, 6)).toBe(1);
  clock.step(DAY_MS);
  expect(refused(limiter, 1)).toBe(1);
  clock.step(-DAY_MS - HOUR_MS);
  clock.advance(1000);
  expect(refused(limiter, 6)).toBe(1);
});

test('a URL token has its own minute, and the refusal says when the next request is allowed', () => {
  const clock = new ManualClock(T);
  const limiter = new RateLimiter(clock, 0);
  const token = { clientId: 'desk', tokenId: 'a', url: { perMinute: 2 } };
  limiter.count(token);
  limiter.count(token);
  expect(() => limiter.count(token)).toThrow(
    expect.objectContaining({ code: 'TOO_MANY_REQUESTS', headers: { 'retry-after': '30' } }),
  );
  limiter.count({ ...token, tokenId: 'b' });
  limiter.count({ clientId: 'desk' });
  clock.advance(30_000);
  limiter.count(token);
  expect(() => limiter.count(token)).toThrow('this token sends more requests than the operator allows');
});
