import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NodeTime } from '../../../../src/cluster/roles/node-time.ts';
import { createMarketClock } from '../../../../src/core/clocks/clock.ts';
import type { Database } from '../../../../src/cluster/postgres/database.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const NOON = Date.parse('2026-03-01T12:00:00Z');

let machine: ManualClock;
/** How far the database's clock is ahead of the machine's initial one. */
let storeAhead: number;
let isAway: boolean;
let answerMs: number;
let passed: number;
let lines: string[];
let time: NodeTime;

beforeEach(() => {
  machine = new ManualClock(NOON);
  [storeAhead, isAway, answerMs, passed, lines] = [0, false, 0, 0, []];
  time = new NodeTime({
    machine,
    database: { rows: ask as Database['rows'] },
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) }),
  });
});

afterEach(() => time.close());

async function ask() {
  if (isAway) throw new Error('no connection');
  pass(answerMs);
  return [{ now: String(NOON + passed + storeAhead) }];
}

function pass(ms: number): void {
  passed += ms;
  machine.advance(ms);
}

async function second(times = 1): Promise<void> {
  for (let i = 0; i < times; i++) {
    pass(1000);
    for (let turn = 0; turn < 5; turn++) await setImmediate();
  }
}

test.each([300_000, -300_000])('a clock change of %i ms moves no tick', async (ms) => {
  machine.step(ms);
  expect(time.clock.now()).toBe(NOON);
  await second(3);
  expect(time.clock.now()).toBe(NOON + 3000);
  expect(lines).toEqual(['the clock of this machine was set and is wrong: ticks continue with the old time']);
  machine.step(-ms);
  await second();
  expect(time.clock.now()).toBe(NOON + 4000);
  expect(lines.at(-1)).toBe('the clock of this machine is right again');
});

test('a corrected clock, or one that continued while the machine slept, is followed', async () => {
  storeAhead = 90_000;
  machine.step(90_000);
  await second();
  expect(time.clock.now()).toBe(NOON + 91_000);
  expect(lines).toEqual([
    'the clock of this machine was set, or the machine slept: ticks follow the new time',
  ]);
});

test('small clock corrections are followed without a query', async () => {
  isAway = true;
  machine.step(40);
  await second();
  expect(time.clock.now()).toBe(NOON + 1040);
  expect(lines).toEqual([]);
});

test.each([
  ['is away', () => (isAway = true)],
  ['takes too long', () => (answerMs = 1500)],
])('if the database %s, time continues as before', async (_, disturb) => {
  disturb();
  storeAhead = 90_000;
  machine.step(90_000);
  await second();
  expect(time.clock.now()).toBe(NOON + passed);
  [isAway, answerMs] = [false, 0];
  await second();
  expect(time.clock.now()).toBe(NOON + 90_000 + passed);
});

test('waits by its own time, whatever the clock of the machine', async () => {
  let isOver = false;
  void time.clock.waitUntil(NOON + 5000).then(() => (isOver = true));
  machine.step(60_000);
  await second(4);
  expect(isOver).toBe(false);
  await second();
  expect(isOver).toBe(true);
});

test('accumulated corrections are followed only as far as the database agrees', async () => {
  for (let i = 0; i < 10; i++) {
    machine.step(100);
    await second();
  }
  expect(time.clock.now() - NOON - passed).toBe(400);
  expect(lines).toEqual(['the clock of this machine was set and is wrong: ticks continue with the old time']);
});

test('a thread of the same process has the time of the node, before and after it changes', () => {
  // As a thread receives it: data sent between threads is cloned like this.
  const there = createMarketClock(undefined, structuredClone(time.shared));
  // The process may be interrupted between the two readings, which makes a difference too small.
  const offset = () => Math.max(...Array.from({ length: 100 }, () => there.now() - there.monotonic()));
  expect(offset()).toBeCloseTo(NOON - machine.monotonic(), -1);
  time.shared[0]! += 90_000;
  expect(offset()).toBeCloseTo(NOON - machine.monotonic() + 90_000, -1);
});

test('small corrections that add up to a step are followed without a warning if the database agrees', async () => {
  for (let i = 0; i < 10; i++) {
    machine.step(100);
    storeAhead += 100;
    await second();
  }
  expect(time.clock.now() - NOON - passed).toBe(1000);
  expect(lines).toEqual([]);
});
