import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { StepDown } from '../../../../../src/cluster/roles/compute/step-down.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

const SLOT = Date.parse('2026-03-01T12:00:00Z');

let clock: ManualClock;
let candidates: readonly string[] | Error;
let publisher: { lastShown: number };
let stepDown: StepDown;
let isDone: boolean;
let end: AbortController;

beforeEach(() => {
  clock = new ManualClock(SLOT + 3000);
  [candidates, publisher, isDone, end] = [['compute b'], { lastShown: SLOT }, false, new AbortController()];
  stepDown = new StepDown({
    node: { cluster: { node: 'compute a' }, time: { clock } as never, wallClock: clock },
    health: {
      candidates: async () => {
        if (candidates instanceof Error) throw candidates;
        return candidates;
      },
    },
    publisher,
  });
  void stepDown.done.then(() => (isDone = true));
});

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed <= ms; passed += 100) {
    for (let turns = 0; turns < 5; turns++) await setImmediate();
    if (passed < ms) clock.advance(100);
  }
}

const asked = (isForced = false) => stepDown.run(isForced, end.signal).catch((error: Error) => error.message);

test('right after a tick the leader steps down at once, and names the nodes that could lead', async () => {
  expect(await asked()).toEqual({
    node: 'compute a',
    lastTick: '2026-03-01T12:00:00.000Z',
    candidates: ['compute b'],
  });
  expect(isDone).toBe(true);
});

test('shortly before a tick it finishes that first', async () => {
  clock.advance(24_000);
  const answer = asked();
  await pass(4000);
  expect(isDone).toBe(false);
  publisher.lastShown = SLOT + 30_000;
  await pass(200);
  expect(isDone).toBe(true);
  expect(await answer).toMatchObject({ lastTick: '2026-03-01T12:00:30.000Z' });
});

test('it is refused if no other node could lead, unless it is forced', async () => {
  candidates = [];
  expect(await asked()).toMatch(/no other compute node could lead/);
  expect(isDone).toBe(false);
  expect(await asked(true)).toMatchObject({ candidates: [] });
  expect(isDone).toBe(true);
});

test('it is refused if the only other node can no longer lead when the tick is finished', async () => {
  clock.advance(24_000);
  const answer = asked();
  await pass(1000);
  [candidates, publisher.lastShown] = [[], SLOT + 30_000];
  await pass(3000);
  expect(await answer).toMatch(/no other compute node could lead/);
  expect(isDone).toBe(false);
});

test('it is refused if the database does not return who could lead', async () => {
  candidates = new Error('no connection');
  expect(await asked()).toMatch(/try again/);
});

test.each([
  ['no tick is published', () => undefined, /no tick was published/],
  ['it is taken over from meanwhile', () => end.abort(), /no longer leads/],
])('it is refused if %s', async (_, change, message) => {
  clock.advance(24_000);
  const answer = asked();
  await pass(1000);
  change();
  await pass(61_000);
  expect(await answer).toMatch(message);
  expect(isDone).toBe(false);
});
