import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BackfillSpace, NoSpace } from '../../../../../../src/app/pipeline/backfill/work/backfill-space.ts';
import { MINUTE_MS, SECOND_MS } from '../../../../../../src/core/time.ts';
import { ManualClock } from '../../../../../support/manual-clock.ts';

const MAX_FILLED = 2 << 20;
let folder: string;
let lines: string[];
let clock: ManualClock;
let room: BackfillSpace;
const stop = new AbortController();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-fill-'));
  mkdirSync(join(folder, 'history'));
  lines = [];
  clock = new ManualClock(0);
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  room = new BackfillSpace({ folder, wallClock: clock, log, maxFilledBytes: MAX_FILLED });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function hold(name: string, bytes: number): string {
  const path = join(folder, name);
  writeFileSync(path, Buffer.alloc(bytes, 1));
  return path;
}

/** Whether it continues without time passing. */
async function goesOn(): Promise<boolean> {
  let hasGoneOn = false;
  void room.wait(stop.signal).then(() => (hasGoneOn = true));
  await until(() => hasGoneOn || room.isShort);
  return hasGoneOn;
}

/** It measures files outside of the thread, which takes any number of turns of the loop. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

test('the past is filled in while history is within its share of the budget, whatever else uses space', async () => {
  hold('history/a', 1 << 20);
  hold('inputs', 4 << 20);
  expect(await goesOn()).toBe(true);
  expect(lines).toEqual([]);
});

test('beyond it the past waits, is reported once, and continues when there is space', async () => {
  const held = hold('history/a', MAX_FILLED);
  let looks = 0;
  const waiting = room.wait(stop.signal, async () => void looks++);
  await until(() => looks === 1 && clock.waiting > 0);
  clock.advance(MINUTE_MS);
  await until(() => looks === 2 && clock.waiting > 0);
  expect(lines.map((line) => line.includes('raise --max-disk'))).toEqual([true]);
  rmSync(held);
  clock.advance(MINUTE_MS);
  await waiting;
  expect(lines.at(-1)).toContain('the back-fill continues');
});

test('it measures again after a second, not before each day', async () => {
  expect(await goesOn()).toBe(true);
  hold('history/a', MAX_FILLED);
  expect(await goesOn()).toBe(true);
  clock.advance(SECOND_MS);
  expect(await goesOn()).toBe(false);
});

test('while it waits, the caller is called at each check, and it reports that it waits', async () => {
  const held = hold('history/a', MAX_FILLED);
  let looks = 0;
  const waiting = room.wait(stop.signal, async () => void looks++);
  await until(() => clock.waiting > 0);
  expect([looks, room.isShort]).toEqual([1, true]);
  clock.advance(MINUTE_MS);
  await until(() => looks === 2 && clock.waiting > 0);
  rmSync(held);
  clock.advance(MINUTE_MS);
  await waiting;
  expect(room.isShort).toBe(false);
});

test('if nothing else could free space, it refuses instead of waiting for ever', async () => {
  hold('history/a', MAX_FILLED);
  const log = pino({ level: 'silent' });
  const parts = { folder, wallClock: clock, log, maxFilledBytes: MAX_FILLED, refusesWithoutSpace: true };
  await expect(new BackfillSpace(parts).wait(stop.signal)).rejects.toThrow(NoSpace);
});

test('the thread continues while a long history is measured, and longer measurements are made more rarely', async () => {
  for (let i = 0; i < 50; i++) hold(`history/${i}`, 1);
  let hasGoneOn = false;
  let turns = 0;
  void room.wait(stop.signal).then(() => (hasGoneOn = true));
  await until(() => {
    // The measurement takes three seconds.
    if (turns++ === 0) clock.advance(3 * SECOND_MS);
    return hasGoneOn;
  });
  expect(turns).toBeGreaterThan(1);
  hold('history/a', MAX_FILLED);
  clock.advance(59 * SECOND_MS);
  expect(await goesOn()).toBe(true);
  clock.advance(SECOND_MS);
  expect(await goesOn()).toBe(false);
});
