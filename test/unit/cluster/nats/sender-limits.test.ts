import { expect, test } from 'vitest';
import { SenderLimits } from '../../../../src/cluster/nats/sender-limits.ts';

test('a sender may send as many requests per second as its limit, and others are not affected', () => {
  const limits = new SenderLimits(2);
  const allowed = (id: string, now: number) => limits.allows(id, now);
  expect([allowed('a', 0), allowed('a', 0), allowed('a', 0)]).toEqual([true, true, false]);
  expect(allowed('b', 0)).toBe(true);
  expect(allowed('a', 400)).toBe(false);
  expect([allowed('a', 600), allowed('a', 600)]).toEqual([true, false]);
  expect([allowed('a', 60_000), allowed('a', 60_000), allowed('a', 60_000)]).toEqual([true, true, false]);
});
