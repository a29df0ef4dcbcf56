import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { LeaderInputs } from '../../../../../src/cluster/roles/compute/leader-inputs.ts';
import { SLOT_MS, type Millis } from '../../../../../src/core/time.ts';
import { TakenOver } from '../../../../../src/app/directory/taken-over.ts';
import { InputsFenced } from '../../../../../src/cluster/postgres/inputs/postgres-inputs.ts';
import type { InputFrame } from '../../../../../src/history/input-store.ts';

const slot = (number: number) => Date.parse('2026-03-01T12:00:00Z') + number * SLOT_MS;
const frame = (number: number, from = 0): InputFrame => ({
  at: slot(number),
  columns: [],
  rest: Uint8Array.of(from),
});
const SPOOLED = 1;

let appended: [Millis, number][];
let isAnswered: boolean;
let isFenced: boolean;
let isFull: boolean;
let spooled: Set<number>;
let inputs: LeaderInputs;

beforeEach(() => {
  [appended, isAnswered, isFenced, isFull, spooled] = [[], true, false, false, new Set()];
  inputs = new LeaderInputs({
    store: {
      has: async (at) => appended.some(([own]) => own === at),
      append: async ({ at, rest }) => {
        if (isFenced) throw new InputsFenced();
        if (isFull) return 'given-up';
        appended.push([at, rest[0]!]);
        if (!isAnswered) throw new Error('the answer was lost');
        return 'recorded';
      },
    },
    spool: {
      read: async (at) => {
        const number = [...spooled].find((each) => slot(each) === at);
        return number === undefined ? 'not-kept' : frame(number, SPOOLED);
      },
    },
    log: pino({ level: 'silent' }),
  });
});

test('inputs of a tick are stored right before the tick', async () => {
  inputs.hold(frame(1));
  expect(appended).toEqual([]);
  expect(await inputs.storeInputs(slot(1))).toBe(true);
  expect(appended).toEqual([[slot(1), 0]]);
});

test('inputs in the store are not stored again when a tick is retried', async () => {
  inputs.hold(frame(1));
  isAnswered = false;
  await expect(inputs.storeInputs(slot(1))).rejects.toThrow('the answer was lost');
  expect(await inputs.storeInputs(slot(1))).toBe(true);
  expect(appended).toHaveLength(1);
});

test('inputs that the store has lost are stored again when a tick is retried', async () => {
  inputs.hold(frame(1));
  await inputs.storeInputs(slot(1));
  appended = [];
  await inputs.storeInputs(slot(1));
  expect(appended).toEqual([[slot(1), 0]]);
});

test('those of ticks that have waited longest are read from the directory', async () => {
  for (let number = 1; number <= 9; number++) inputs.hold(frame(number));
  spooled = new Set([1]);
  await inputs.storeInputs(slot(1));
  await inputs.storeInputs(slot(9));
  expect(appended).toEqual([
    [slot(1), SPOOLED],
    [slot(9), 0],
  ]);
});

test('a tick whose inputs are lost is not blocked, and the store lacks them', async () => {
  expect(await inputs.storeInputs(slot(1))).toBe(false);
  expect(appended).toEqual([]);
});

test('the store lacks inputs that it has no room for', async () => {
  inputs.hold(frame(1));
  isFull = true;
  expect(await inputs.storeInputs(slot(1))).toBe(false);
});

test('a newer writer of history is reported', async () => {
  inputs.hold(frame(1));
  isFenced = true;
  await expect(inputs.storeInputs(slot(1))).rejects.toThrow(TakenOver);
});
