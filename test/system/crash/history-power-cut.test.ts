import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  checkTicks,
  CRASH_RESERVE_BYTES,
  openCrashStore,
  sliceOf,
  stateOf,
} from '../../support/crash-world.ts';
import { PowerCutDisk, type Crash } from './power-cut.ts';

/** `npm run crash` does the same more often. */
const CYCLES = 12;
const LONGEST_MS = 250;

let root: string;
let disk: PowerCutDisk;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tidemark-power-'));
  disk = new PowerCutDisk(root);
});
afterEach(() => {
  disk.remove();
  rmSync(root, { recursive: true, force: true });
});

test(
  `no acknowledged tick is lost, doubled or altered by ${CYCLES} power cuts`,
  { timeout: 900_000 },
  async () => {
    let before = 0;
    for (let cycle = 0; cycle < CYCLES; cycle++) {
      const { ticks, problems } = await disk.crash('sound', Math.random() * LONGEST_MS);
      expect(problems).toEqual([]);
      expect(ticks).toBeGreaterThan(before);
      before = ticks;
    }
  },
);

test('a writer that does not wait for the disk is caught', { timeout: 900_000 }, async () => {
  const crashes: Crash[] = [];
  do crashes.push(await disk.crash('without fsync', Math.random() * LONGEST_MS));
  while (crashes.at(-1)?.problems.length === 0 && crashes.length < 10);
  expect(crashes.at(-1)?.problems).not.toEqual([]);
});

test('a store on a full disk rejects ticks, serves, and accepts ticks again when there is space', async () => {
  const problems: string[] = [];
  const store = await openCrashStore(disk.store, problems);
  for (let tick = 0; tick < 30; tick++) await store.append(sliceOf(tick), stateOf(tick));
  disk.fill(CRASH_RESERVE_BYTES);
  await expect(store.append(sliceOf(30), stateOf(30))).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(await checkTicks(store, 30)).toEqual({ ticks: 30, problems: [] });
  await disk.makeRoom();
  for (let tick = 30; tick < 60; tick++)
    expect(await store.append(sliceOf(tick), stateOf(tick))).toBe('stored');
  expect(await checkTicks(store, 60)).toEqual({ ticks: 60, problems: [] });
  await store.close();
  expect(problems).toEqual([]);
});

test('a store on a disk without a free byte rejects ticks, serves, and continues when there is space', async () => {
  const problems: string[] = [];
  const store = await openCrashStore(disk.store, problems, { reserveBytes: 0 });
  const append = (tick: number) => {
    const state = new Uint8Array(200_000);
    state.set(stateOf(tick));
    return store.append(sliceOf(tick), state);
  };
  for (let tick = 0; tick < 10; tick++) await append(tick);
  disk.fill(4 * 2 ** 20);
  let stored = 10;
  // After an error XFS may find reserved blocks; three errors in a row mean that nothing is left.
  for (let refused = 0; refused < 3;) {
    const outcome = await append(stored).catch((error: unknown) => error);
    if (outcome === 'stored') {
      stored++;
      refused = 0;
      continue;
    }
    refused++;
    expect(outcome).toMatchObject({ code: 'ENOSPC' });
    expect(await checkTicks(store, stored)).toEqual({ ticks: stored, problems: [] });
  }
  expect(stored).toBeLessThan(500);
  await disk.makeRoom();
  problems.length = 0;
  for (const end = stored + 40; stored < end; stored++) expect(await append(stored)).toBe('stored');
  await store.sealed();
  expect(await checkTicks(store, stored)).toEqual({ ticks: stored, problems: [] });
  await store.close();
  const reopened = await openCrashStore(disk.store, problems);
  expect(await checkTicks(reopened, stored)).toEqual({ ticks: stored, problems: [] });
  await reopened.close();
  expect(problems).toEqual([]);
});
