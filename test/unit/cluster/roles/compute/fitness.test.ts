import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { Fitness } from '../../../../../src/cluster/roles/compute/fitness.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

let clock: ManualClock;
let isUp: boolean;
let standbys: Map<string, string>;
let isStoreAway: boolean;
let fitness: Fitness;
let unfit: string | undefined;

beforeEach(() => {
  clock = new ManualClock(Date.parse('2026-03-01T12:00:00Z'));
  [isUp, standbys, isStoreAway, unfit] = [true, new Map([['standby b', 'b']]), false, undefined];
  fitness = new Fitness({
    isBusUp: () => isUp,
    leases: {
      holders: async () => {
        if (isStoreAway) throw new Error('no connection');
        return standbys;
      },
    },
    clock,
  });
  void fitness.unfit.then((reason) => (unfit = reason));
});

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    await setImmediate();
    clock.advance(500);
    await setImmediate();
  }
}

test('a process that does not hear the bus gives way to one that does', async () => {
  await pass(60_000);
  expect(unfit).toBeUndefined();
  isUp = false;
  await pass(1500);
  expect(unfit).toBeUndefined();
  await pass(3000);
  expect(unfit).toMatch(/bus/);
});

test.each([
  ['no other hears it either', () => standbys.clear()],
  ['that is not known', () => (isStoreAway = true)],
])('where %s, it goes on', async (_, change) => {
  change();
  isUp = false;
  await pass(60_000);
  expect(unfit).toBeUndefined();
});

test('a bus that comes back in time changes nothing', async () => {
  for (let times = 0; times < 5; times++) {
    isUp = false;
    await pass(1500);
    isUp = true;
    await pass(2500);
  }
  expect(unfit).toBeUndefined();
});

test('two ticks in a row that cannot be recorded are too many', async () => {
  fitness.refused();
  fitness.recorded();
  fitness.refused();
  await setImmediate();
  expect(unfit).toBeUndefined();
  fitness.refused();
  await setImmediate();
  expect(unfit).toMatch(/recorded/);
});
