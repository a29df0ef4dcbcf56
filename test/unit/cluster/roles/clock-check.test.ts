import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../../src/cluster/postgres/database.ts';
import { ClockCheck } from '../../../../src/cluster/roles/clock-check.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const NOON = Date.parse('2026-03-01T12:00:00Z');

let clock: ManualClock;
/** How far the node's clock is ahead of the database's. */
let aheadMs: number;
let isAway: boolean;
let lines: string[];
let check: ClockCheck | undefined;

beforeEach(() => {
  clock = new ManualClock(NOON);
  [aheadMs, isAway, lines, check] = [0, false, [], undefined];
});

afterEach(() => check?.close());

const database = {
  rows: (async () => {
    if (isAway) throw new Error('no connection');
    return [{ now: String(clock.now() - aheadMs) }];
  }) as Database['rows'],
};

async function open(): Promise<ClockCheck> {
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  check = await ClockCheck.open({ database, time: clock, clock, log });
  return check;
}

async function look(): Promise<void> {
  clock.advance(5000);
  for (let turn = 0; turn < 5; turn++) await setImmediate();
}

test.each([300_000, -300_000])('a clock %i ms ahead is detected before anything is read', async (ms) => {
  aheadMs = ms;
  const { problem } = await open();
  expect(problem).toBe(
    'the clock of this node differs from that of the database by 300 s: set the clock of its machine',
  );
  expect(lines).toEqual(['the clock of this node is wrong: the node is not ready until it is set']);
});

test('a clock some seconds off, and a database that does not answer, are no problem', async () => {
  aheadMs = 20_000;
  const opened = await open();
  expect(opened.problem).toBeUndefined();
  isAway = true;
  aheadMs = 300_000;
  await look();
  expect(opened.problem).toBeUndefined();
  isAway = false;
  await look();
  expect(opened.problem).toContain('by 300 s');
});

test('a corrected clock is detected, and both changes are logged once', async () => {
  aheadMs = 300_000;
  const opened = await open();
  await look();
  isAway = true;
  await look();
  expect(opened.problem).toContain('by 300 s');
  [isAway, aheadMs] = [false, 0];
  await look();
  expect(opened.problem).toBeUndefined();
  expect(lines).toEqual([
    'the clock of this node is wrong: the node is not ready until it is set',
    'the clock of this node is right again',
  ]);
});
