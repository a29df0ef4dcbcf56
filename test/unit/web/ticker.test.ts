import { expect, test } from 'vitest';
import { awayBps, spreadBps, unmovedMs } from '../../../web/src/format/ticker.ts';

test('distances are in basis points, and absent where a side is', () => {
  expect(awayBps(101, 100)).toBeCloseTo(100);
  expect(awayBps(101, undefined)).toBeUndefined();
  expect(spreadBps({ bid: '99', ask: '101' })).toBeCloseTo(200);
  expect(spreadBps({ bid: '99' })).toBeUndefined();
});

test('a price is as old as its last move', () => {
  const timestamp = '2026-03-01T12:00:30.000Z';
  expect(unmovedMs({ timestamp, lastMoved: '2026-03-01T12:00:00.000Z' })).toBe(30_000);
});
