import { beforeEach, expect, test } from 'vitest';
import { InFlightBudget } from '../../../../../src/api/stream/frames/in-flight-budget.ts';
import type { Loop } from '../../../../../src/core/async/loop.ts';
import { ReplayScheduler } from '../../../../../src/api/stream/replay/replay-scheduler.ts';

let now: number;
let turns: (() => void)[];
let tickUnderWay: boolean;
let done: string[];
let flight: InFlightBudget;
let line: ReplayScheduler;

beforeEach(() => {
  now = 1000;
  turns = [];
  tickUnderWay = false;
  done = [];
  flight = new InFlightBudget();
  const loop: Loop = { now: () => now, nextTurn: (goOn) => void turns.push(goOn) };
  line = new ReplayScheduler(loop, flight, () => tickUnderWay);
});

/** Resolves after all work that only waits for promises. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const nextTurn = async () => {
  for (const goOn of turns.splice(0)) goOn();
  await settle();
};
const add = (name: string, ms = 2) =>
  line.run(async () => {
    done.push(name);
    now += ms;
    return name;
  });
const addAll = (names: string, ms?: number) => {
  for (const name of names) void add(name, ms);
  return settle();
};

test('requests are processed in order, a slice in each turn of the loop', async () => {
  await addAll('abcdefgh');
  expect(done.join('')).toBe('abc');
  await nextTurn();
  expect(done.join('')).toBe('abcdef');
  await nextTurn();
  expect(done.join('')).toBe('abcdefgh');
});

test('while a tick is sent, a turn does one thing', async () => {
  tickUnderWay = true;
  await addAll('abc');
  expect(done.join('')).toBe('a');
  await nextTurn();
  expect(done.join('')).toBe('ab');
});

test('a turn with other requests does nothing', async () => {
  await addAll('abc', 5);
  expect(done.join('')).toBe('a');
  line.deferForOthers('request');
  await nextTurn();
  expect(done.join('')).toBe('a');
  await nextTurn();
  expect(done.join('')).toBe('ab');
});

test.each([
  { what: ['request'], ms: 20 },
  { what: ['connection'], ms: 100 },
  { what: ['connection', 'request'], ms: 100 },
] as const)('while each turn brings a $what, missed ticks wait for $ms ms', async ({ what, ms }) => {
  await addAll('ab', 5);
  const begun = now - 5;
  for (let i = 0; i < 1000 && done.length === 1; i++) {
    for (const each of what) line.deferForOthers(each);
    now += 1;
    await nextTurn();
  }
  expect(done.join('')).toBe('ab');
  expect(now - 5 - begun).toBe(ms);
});

test('while too much is being sent to clients, nothing is read, and ticks have space', async () => {
  flight.add(32 * 2 ** 20);
  expect(flight.full).toBe(false);
  await addAll('ab');
  await nextTurn();
  expect(done).toEqual([]);
  flight.remove(1);
  await settle();
  expect(done.join('')).toBe('ab');
});

test('few pages are read at once, and one that waits for the disk does not delay the others', async () => {
  let reading = 0;
  const finish: (() => void)[] = [];
  const slow = () =>
    line.run(async () => {
      reading++;
      await new Promise<void>((resolve) => finish.push(resolve));
      reading--;
    });
  for (let i = 0; i < 10; i++) void slow();
  await settle();
  expect(reading).toBe(4);
  const last = add('last');
  for (let i = 0; i < 7; i++) {
    finish.shift()?.();
    await settle();
  }
  expect(await last).toBe('last');
  expect(reading).toBe(3);
});

test('a failure is reported to its requester, and the rest continues', async () => {
  const failing = line.run(() => Promise.reject(new Error('broken')));
  const next = add('next');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('next');
});

test('it is idle when nothing is queued or running', async () => {
  await line.idle();
  let finish: () => void = () => {};
  void line.run(() => new Promise<void>((resolve) => (finish = resolve)));
  let isIdle = false;
  const idle = line.idle().then(() => (isIdle = true));
  await settle();
  expect(isIdle).toBe(false);
  finish();
  await idle;
  expect(isIdle).toBe(true);
});
