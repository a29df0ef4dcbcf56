import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { FirstPrices } from '../../../../../src/cluster/roles/serve/first-prices.ts';
import { NodeState } from '../../../../../src/cluster/roles/node-state.ts';
import type { Cluster } from '../../../../../src/cluster/roles/cluster.ts';
import { MINUTE_MS, SECOND_MS, SLOT_MS } from '../../../../../src/core/time.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

test('a serving node reports what it waits for, periodically, until it arrives', async () => {
  const wallClock = new ManualClock(0);
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg) });
  const state = new NodeState({ role: 'serve', store: '', bus: '', version: '' }, 'serve', wallClock);
  let isBusUp = false;
  let clockProblem: string | undefined;
  const cluster = { isBusUp: () => isBusUp } as Cluster;
  const waiting = new FirstPrices({ cluster, state, wallClock, log }, () => clockProblem);
  expect(state.step).toContain('waiting for the bus');
  isBusUp = true;
  expect(state.step).toBe('waiting for the first prices of a compute node');
  const pass = async (ms: number) => {
    wallClock.advance(ms);
    await setImmediate();
  };
  // A normal start logs no warning.
  await pass(2 * SLOT_MS - SECOND_MS);
  expect(lines).toEqual([]);
  await pass(SECOND_MS);
  expect(lines).toEqual([expect.stringContaining('waiting for the first prices of a compute node')]);
  await pass(10 * MINUTE_MS);
  expect(lines).toHaveLength(2);
  clockProblem = 'the clock is 300 s off';
  expect(state.step).toBe('waiting for the right time: the clock is 300 s off');
  await pass(10 * MINUTE_MS);
  expect(lines).toHaveLength(2);
  clockProblem = undefined;
  waiting.end();
  await pass(10 * MINUTE_MS);
  expect(lines).toHaveLength(2);
});
