import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkStore } from '../../bench/history/power-cut.ts';
import { checkTicks, CRASH_RESERVE_BYTES, openCrashStore, sliceOf } from '../../bench/history/crash-world.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-faults-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a full disk means no acknowledgement; reads go on, and so do appends once there is room', async () => {
  const folder = mkdtempSync(join(root, 'full-'));
  const problems: string[] = [];
  let free = 1e12;
  const store = await openCrashStore(folder, problems, { freeBytes: () => free });
  for (let tick = 0; tick < 40; tick++) await store.append(sliceOf(tick));
  free = CRASH_RESERVE_BYTES;
  for (let i = 0; i < 3; i++) {
    await expect(store.append(sliceOf(40))).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await checkTicks(store, 40)).toEqual({ ticks: 40, problems: [] });
  }
  free = 1e12;
  for (let tick = 40; tick < 80; tick++) expect(await store.append(sliceOf(tick))).toBe('stored');
  await store.close();
  const reopened = await openCrashStore(folder, problems);
  expect(await checkTicks(reopened, 80)).toEqual({ ticks: 80, problems: [] });
  await reopened.close();
  expect(problems).toEqual([]);
});

test('a journal that was cut off or has a flipped bit is never served as if it were sound', async () => {
  const folder = mkdtempSync(join(root, 'cut-'));
  const store = await openCrashStore(folder, []);
  for (let tick = 0; tick < 5; tick++) await store.append(sliceOf(tick));
  await store.close();
  const path = join(folder, 'journal.mdb');
  const whole = readFileSync(path);
  const flipped = (at: number) => whole.map((byte, i) => (i === at ? byte ^ 8 : byte));
  const damages = [
    ...[1, 0.9, 0.7, 0.5, 0.3].map((share) => whole.subarray(0, Math.ceil(share * whole.length) - 1)),
    ...[0.35, 0.55, 0.75, 0.95].map((share) => flipped(Math.floor(share * whole.length))),
  ];
  for (const damaged of damages) {
    writeFileSync(path, damaged);
    const { ticks, problems } = checkStore(folder, 5);
    expect(problems.filter((problem) => /SIGBUS|SIGSEGV/.test(problem))).toEqual([]);
    if (problems.length === 0) expect(ticks).toBe(5);
  }
  writeFileSync(path, whole);
  expect(checkStore(folder, 5)).toEqual({ ticks: 5, problems: [] });
});

describe('a segment file that is damaged', () => {
  const TICKS = 400;
  let folder: string;
  let path: string;
  let sound: Buffer;
  beforeAll(async () => {
    folder = mkdtempSync(join(root, 'damaged-'));
    path = join(folder, 'days', '2028-02-29.seg');
    const store = await openCrashStore(folder, []);
    for (let tick = 0; tick < TICKS; tick++) await store.append(sliceOf(tick));
    await store.sealed();
    await store.close();
    sound = readFileSync(path);
  });

  /** What a store that opens the damaged file serves, beside a sound one: nothing else, and it says so. */
  async function serves(damaged: Buffer): Promise<{ lost: number; problems: string[] }> {
    const read = { types: ['MWA', 'GWA', 'LX'] as const, atOrBefore: Infinity, notBefore: 0, limit: 1e6 };
    writeFileSync(path, sound);
    const problems: string[] = [];
    const store = await openCrashStore(folder, problems);
    const expected = new Set((await store.readAcross(read)).map((value) => JSON.stringify(value)));
    await store.close();
    writeFileSync(path, damaged);
    const hurt = await openCrashStore(folder, problems);
    const found = (await hurt.readAcross(read)).map((value) => JSON.stringify(value));
    await hurt.close();
    for (const value of found) expect(expected.has(value), value).toBe(true);
    return { lost: expected.size - found.length, problems };
  }

  test('loses the block of one series and serves the rest', async () => {
    const damaged = Buffer.from(sound);
    damaged[40]! ^= 4;
    const { lost, problems } = await serves(damaged);
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThan(300);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('"indexType":"MWA"');
    expect(problems[0]).toContain('2028-02-29.seg');
  });

  test('is told when it is missing or empty', async () => {
    for (const damaged of [Buffer.alloc(0), sound.subarray(0, 8)]) {
      const { lost, problems } = await serves(damaged);
      expect(lost).toBeGreaterThan(1000);
      expect(problems).toHaveLength(1);
    }
  });
});
