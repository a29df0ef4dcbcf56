import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { pollForOverdueTicks } from '../../../../src/app/serve/overdue-ticks.ts';
import { SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const T = Date.parse('2026-03-01T12:00:00Z');

test('a tick that is not shown three seconds after its slot is searched every second until it is', async () => {
  const clock = new ManualClock(T + 5000);
  let shown = T;
  const looked: Millis[] = [];
  const close = pollForOverdueTicks({
    clock,
    shown: () => shown,
    look: async (slot) => void looked.push(slot),
  });
  const pass = async (seconds: number) => {
    for (let i = 0; i < seconds; i++) {
      clock.advance(1000);
      for (let turn = 0; turn < 3; turn++) await setImmediate();
    }
  };
  await pass(27);
  expect(looked).toEqual([]);
  await pass(3);
  expect(looked).toEqual([T + SLOT_MS, T + SLOT_MS, T + SLOT_MS]);
  shown = T + SLOT_MS;
  await pass(20);
  expect(looked).toHaveLength(3);
  await close();
});
