import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import type { ClusterTopics } from '../../../../../src/cluster/roles/cluster-topics.ts';
import { FollowedTicks } from '../../../../../src/cluster/roles/compute/followed-ticks.ts';
import { InProcessBus } from '../../../../../src/bus/in-process-bus.ts';
import { SLOT_MS, type Millis } from '../../../../../src/core/time.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';
import type { InputFrame, NoInputs } from '../../../../../src/history/input-store.ts';

const T = Date.parse('2026-03-01T12:00:00Z');

const slot = (number: number) => T + number * SLOT_MS;
const frame = (at: Millis): InputFrame => ({ at, columns: [], rest: new Uint8Array() });

let bus: InProcessBus<Pick<ClusterTopics, 'inputs'>>;
let stored: Set<Millis>;
let forwarded: Millis[];
let isAway: boolean;
let followed: FollowedTicks;

beforeEach(() => {
  bus = new InProcessBus();
  [stored, forwarded, isAway] = [new Set(), [], false];
  const readFrom = (kept: ReadonlySet<Millis>, at: Millis): InputFrame | NoInputs =>
    kept.has(at) ? frame(at) : 'not-kept';
  followed = new FollowedTicks({
    bus,
    stored: {
      read: async (at) => {
        if (isAway) throw new Error('the store is away');
        return readFrom(stored, at);
      },
    },
    isTickOf: (_, { record }) => record[0] !== 0,
    onInputs: ({ at }) => forwarded.push(at),
    clock: new ManualClock(slot(20)),
    log: pino({ level: 'silent' }),
  });
});

/** A record that begins with 0 does not match the stored inputs. */
const tick = (number: number, first = 1) => ({ at: slot(number), record: new Uint8Array([first]) });

async function publishInputs(...slots: number[]): Promise<void> {
  for (const number of slots) await bus.publish('inputs', frame(slot(number)));
  for (let turn = 0; turn < 50; turn++) await setImmediate();
}

test('inputs are forwarded in order of time; those of the newest slot may be repeated, older ones not', async () => {
  await publishInputs(1, 2, 2, 3, 1);
  expect(forwarded).toEqual([1, 2, 2, 3].map(slot));
});

test('inputs that the bus has lost are read from the store, before those that come after them', async () => {
  stored = new Set([slot(2), slot(3)]);
  await publishInputs(1, 4);
  expect(forwarded).toEqual([1, 2, 3, 4].map(slot));
});

test('a slot without inputs is skipped, and so are missing ones if the store is unavailable', async () => {
  await publishInputs(1, 3);
  isAway = true;
  await publishInputs(5);
  expect(forwarded).toEqual([1, 3, 5].map(slot));
});

test('it starts with the ticks since the stored state', async () => {
  stored = new Set([slot(1), slot(2)]);
  followed.begin(slot(0), [tick(1), tick(2)]);
  await publishInputs(3);
  expect(forwarded).toEqual([1, 2, 3].map(slot));
});

test('inputs of ticks between the stored state and the first received one are read from the store', async () => {
  stored = new Set([slot(1), slot(2)]);
  followed.begin(slot(0), []);
  await publishInputs(3);
  expect(forwarded).toEqual([1, 2, 3].map(slot));
});

test('inputs of a slot whose stored tick differs do not count', async () => {
  stored = new Set([slot(1), slot(2)]);
  followed.begin(slot(0), [tick(1, 0), tick(2)]);
  await publishInputs();
  expect(forwarded).toEqual([slot(2)]);
});

test('an invalid frame is not forwarded', async () => {
  await bus.publish('inputs', { at: slot(1), columns: 'none' } as never);
  await publishInputs(2);
  expect(forwarded).toEqual([slot(2)]);
});

test('inputs of a future tick are not forwarded, and block none', async () => {
  await publishInputs(1, 500, 2);
  expect(forwarded).toEqual([slot(1), slot(2)]);
});

test('nothing is forwarded after it was closed', async () => {
  followed.close();
  await publishInputs(1);
  expect(forwarded).toEqual([]);
});
