import { expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../../../src/core/time.ts';
import { CollectorLoads } from '../../../../src/sources/live/collector-loads.ts';
import { ProcessNumbers } from '../../../../src/sources/live/shared/process-numbers.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const load = { busy: 0.1, cpu: 0.1, delayMs: 1, memoryBytes: 1 };
const busy = { ...load, busy: 0.9 };

test('a process that is silent for five minutes is dropped, with its load', () => {
  const clock = new ManualClock(0);
  const loads = new CollectorLoads(clock);
  for (let cycle = 0; cycle < 3; cycle++) loads.record(0, busy);
  clock.advance(MINUTE_MS);
  loads.record(1, load);
  clock.advance(4 * MINUTE_MS);
  expect([...loads.all.keys()]).toEqual([0, 1]);
  clock.advance(SECOND_MS);
  expect([...loads.all.keys()]).toEqual([1]);
  expect(loads.record(0, busy)).toBe(false);
});

test('numbers of dropped processes are reused', () => {
  const numbers = new ProcessNumbers();
  expect([numbers.of('a', 0, 0), numbers.of('a', 1, 0), numbers.of('b', 0, 0)]).toEqual([0, 1, 2]);
  const later = 5 * MINUTE_MS;
  expect(numbers.of('b', 0, later)).toBe(2);
  expect(numbers.of('c', 0, later)).toBe(3);
  // `a` has been silent for longer.
  expect([numbers.of('d', 0, later + 1), numbers.of('b', 0, later + 1)]).toEqual([0, 2]);
});
