import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  checkTicks,
  CRASH_RESERVE_BYTES,
  openCrashStore,
  sliceOf,
  tickNumber,
  valuesOf,
} from '../../support/crash-world.ts';
import type { Candle } from '../../../src/core/candle.ts';
import { DAY_MS } from '../../../src/core/time.ts';
import { DAY_DAMAGED, type PastDay, type StoredValue } from '../../../src/history/history-store.ts';
import { REAL_DISK, type JournalDisk } from '../../../src/history/embedded/journal/journal-disk.ts';
import { candleOn } from '../../support/history-values.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-faults-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The end of a day, and hours of the next. */
const TICKS = 100;
let sealedTicks: string;
beforeAll(async () => {
  sealedTicks = mkdtempSync(join(root, 'sealed-'));
  const store = await openCrashStore(sealedTicks, []);
  for (let tick = 0; tick < TICKS; tick++) await store.append(sliceOf(tick));
  await store.sealed();
  await store.close();
});

test('a full disk means no acknowledgement; reads continue, and so do appends once there is space', async () => {
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

describe('a failed write or fsync', () => {
  test.each(['write', 'sync'] as const)(
    'of the journal (%s) means no acknowledgement; the same tick can be retried without a restart',
    async (fault) => {
      const folder = mkdtempSync(join(root, 'failed-'));
      const problems: string[] = [];
      let isFailing = false;
      const failing =
        <Args extends unknown[]>(work: (...args: Args) => Promise<void>) =>
        async (...args: Args) => {
          await work(...args);
          if (isFailing) throw Object.assign(new Error('i/o error'), { code: 'EIO' });
        };
      const journalDisk: JournalDisk = {
        ...REAL_DISK,
        create: async (path) => {
          const file = await REAL_DISK.create(path);
          return {
            write: fault === 'write' ? failing(file.write) : file.write,
            sync: fault === 'sync' ? failing(file.sync) : file.sync,
            close: file.close,
          };
        },
      };
      const store = await openCrashStore(folder, problems, { journalDisk });
      for (let tick = 0; tick < 20; tick++) await store.append(sliceOf(tick));
      isFailing = true;
      for (let i = 0; i < 3; i++) {
        await expect(store.append(sliceOf(20))).rejects.toMatchObject({ code: 'EIO' });
        expect(await checkTicks(store, 20)).toEqual({ ticks: 20, problems: [] });
      }
      isFailing = false;
      for (let tick = 20; tick < 30; tick++) expect(await store.append(sliceOf(tick))).toBe('stored');
      // Files are created and deleted while hours are sealed; the journal is in the state that a kill would leave.
      await store.sealed();
      const copy = mkdtempSync(join(root, 'copy-'));
      cpSync(folder, copy, { recursive: true });
      await store.close();
      for (const path of [folder, copy]) {
        const reopened = await openCrashStore(path, problems);
        expect(await checkTicks(reopened, 30)).toEqual({ ticks: 30, problems: [] });
        await reopened.close();
      }
      expect(problems.filter((problem) => problem !== 'sealing: i/o error')).toEqual([]);
    },
  );

  test('of sealing is reported, loses nothing, and is retried later', async () => {
    const folder = mkdtempSync(join(root, 'sealing-'));
    const problems: string[] = [];
    const store = await openCrashStore(folder, problems);
    rmSync(join(folder, 'hours'), { recursive: true });
    writeFileSync(join(folder, 'hours'), 'in the way');
    for (let tick = 0; tick < 40; tick++) expect(await store.append(sliceOf(tick))).toBe('stored');
    await store.sealed();
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.every((problem) => /ENOTDIR/.test(problem))).toBe(true);
    expect(await checkTicks(store, 40)).toEqual({ ticks: 40, problems: [] });
    rmSync(join(folder, 'hours'));
    mkdirSync(join(folder, 'hours'));
    await store.sealed();
    expect(readdirSync(join(folder, 'hours')).length).toBeGreaterThan(1);
    expect(await checkTicks(store, 40)).toEqual({ ticks: 40, problems: [] });
    await store.close();
  });
});

describe('values of the past', () => {
  const pastOf = (startAt: number) => {
    const slots = Uint16Array.of(3, 4);
    const numbers = () => new Float64Array(2).fill(1.5);
    const series = {
      ...sliceOf(0).order.series[0]!,
      slots,
      prices: numbers(),
      volumes: numbers(),
      tickVolumes: numbers().fill(Number.NaN),
      flags: new Uint16Array(2),
    };
    return { startAt, parts: [[series]] } as PastDay;
  };
  const dayBefore = Math.floor(sliceOf(0).at / DAY_MS) * DAY_MS - DAY_MS;

  test('whose insertion waits for failing sealing are refused, and can be inserted later', async () => {
    const folder = mkdtempSync(join(root, 'waiting-'));
    const problems: string[] = [];
    const store = await openCrashStore(folder, problems);
    rmSync(join(folder, 'hours'), { recursive: true });
    writeFileSync(join(folder, 'hours'), 'in the way');
    for (let tick = 0; tick < 20; tick++) await store.append(sliceOf(tick));
    await expect(store.insertPast(pastOf(dayBefore))).rejects.toThrow('ENOTDIR');
    rmSync(join(folder, 'hours'));
    mkdirSync(join(folder, 'hours'));
    await store.insertPast(pastOf(dayBefore));
    expect(readdirSync(join(folder, 'days'))).toHaveLength(1);
    expect(problems.every((problem) => /ENOTDIR/.test(problem))).toBe(true);
    await store.close();
  });

  test('of a day whose file is damaged are refused with a specific code, and the file stays', async () => {
    const folder = mkdtempSync(join(root, 'damaged-day-'));
    const problems: string[] = [];
    const store = await openCrashStore(folder, problems);
    await store.append(sliceOf(0));
    await store.insertPast(pastOf(dayBefore));
    const [name = ''] = readdirSync(join(folder, 'days'));
    const path = join(folder, 'days', name);
    const damaged = readFileSync(path);
    damaged[damaged.length - 1]! ^= 1;
    writeFileSync(path, damaged);
    await expect(store.insertPast(pastOf(dayBefore))).rejects.toMatchObject({ code: DAY_DAMAGED });
    expect(readFileSync(path)).toEqual(damaged);
    await store.insertPast(pastOf(dayBefore - DAY_MS));
    expect(readdirSync(join(folder, 'days'))).toHaveLength(2);
    await store.close();
  });
});

const stored = new Map<number, StoredValue[]>();

/** The stored data of a tick, created once. */
function storedOf(tick: number): StoredValue[] {
  const values = stored.get(tick) ?? [...valuesOf(tick)];
  stored.set(tick, values);
  return values;
}

/** Checks what a store serves after opening the folder, tick by tick: each tick must be as it was stored, or absent. */
async function servedTicks(folder: string, problems: string[]): Promise<number[]> {
  const store = await openCrashStore(folder, problems);
  const read = { types: ['MWA', 'GWA', 'LX'] as const, atOrBefore: Infinity, notBefore: 0, limit: 1e9 };
  const found = new Map<number, StoredValue[]>();
  for (const value of await store.readAcross(read)) {
    const tick = tickNumber(value.at);
    const values = found.get(tick) ?? [];
    values.push(value);
    found.set(tick, values);
  }
  await store.close();
  // Node compares many times faster than the matcher, which shows the difference.
  for (const [tick, values] of found)
    if (!isDeepStrictEqual(values, storedOf(tick))) expect(values).toEqual(storedOf(tick));
  return [...found.keys()].toSorted((a, b) => a - b);
}

describe('the last record of the journal', () => {
  // The tests of the journal itself try each byte.
  test('is missing if it is incomplete, and nothing else is; the store continues', async () => {
    const folder = mkdtempSync(join(root, 'torn-'));
    const store = await openCrashStore(folder, []);
    for (let tick = 0; tick < 5; tick++) await store.append(sliceOf(tick));
    const path = join(folder, 'journal', '0000000001.log');
    const before = readFileSync(path).length;
    await store.append(sliceOf(5));
    const whole = readFileSync(path);
    await store.close();
    const problems: string[] = [];
    for (let length = before; length < whole.length; length += 7) {
      rmSync(join(folder, 'journal'), { recursive: true });
      mkdirSync(join(folder, 'journal'));
      writeFileSync(path, whole.subarray(0, length));
      const reopened = await openCrashStore(folder, problems);
      expect(await checkTicks(reopened, 5)).toEqual({ ticks: 5, problems: [] });
      if (length % 8 === 0) {
        expect(await reopened.append(sliceOf(5))).toBe('stored');
        expect(await checkTicks(reopened, 6)).toEqual({ ticks: 6, problems: [] });
      }
      await reopened.close();
    }
    expect(problems).toEqual([]);
  });
});

test('a flipped bit of the journal is reported, and loses a tick or a list entry, never a segment file', async () => {
  const sealed = ['days', 'hours'].map((name) => readdirSync(join(sealedTicks, name)).length);
  expect(sealed.every((count) => count > 0)).toBe(true);
  const hurt = mkdtempSync(join(root, 'hurt-'));
  const files = readdirSync(join(sealedTicks, 'journal'));
  for (const name of files) {
    const sound = readFileSync(join(sealedTicks, 'journal', name));
    for (let at = 0; at < sound.length; at += Math.max(1, Math.floor(sound.length / 20))) {
      rmSync(hurt, { recursive: true });
      cpSync(sealedTicks, hurt, { recursive: true });
      const damaged = Buffer.from(sound);
      damaged[at]! ^= 1 << (at % 8);
      writeFileSync(join(hurt, 'journal', name), damaged);
      const problems: string[] = [];
      const ticks = await servedTicks(hurt, problems);
      expect(TICKS - ticks.length, `${name} ${at}`).toBeLessThanOrEqual(1);
      if (ticks.length < TICKS) expect(problems, `${name} ${at}`).not.toEqual([]);
      const again = await servedTicks(hurt, []);
      expect(again, `${name} ${at}, opened again`).toEqual(ticks);
    }
  }
});

describe('a damaged segment file', () => {
  let folder: string;
  let path: string;
  let sound: Buffer;
  beforeAll(async () => {
    folder = mkdtempSync(join(root, 'damaged-'));
    path = join(folder, 'days', '2028-02-29.seg');
    const store = await openCrashStore(folder, []);
    for (let tick = 0; tick < 340; tick++) await store.append(sliceOf(tick));
    await store.sealed();
    await store.close();
    sound = readFileSync(path);
  });

  /** Compares a store that opens the damaged file with a sound one: it serves nothing else, and reports the damage. */
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
    // In a mini-block: reads across series do not need the head of a block.
    damaged[300]! ^= 4;
    const { lost, problems } = await serves(damaged);
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThan(300);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('"indexType":"MWA"');
    expect(problems[0]).toContain('2028-02-29.seg');
  });

  test('is reported if it is missing or empty', async () => {
    for (const damaged of [Buffer.alloc(0), sound.subarray(0, 8)]) {
      const { lost, problems } = await serves(damaged);
      expect(lost).toBeGreaterThan(1000);
      expect(problems).toHaveLength(1);
    }
  });
});

test.each(['hours', 'days'] as const)(
  'bits flipped in files of %s never give another value',
  async (kind) => {
    const folder = mkdtempSync(join(root, 'bits-'));
    cpSync(sealedTicks, folder, { recursive: true });
    const [name] = readdirSync(join(folder, kind));
    const path = join(folder, kind, name!);
    const sound = readFileSync(path);
    const stored = Array.from({ length: TICKS }, (_, tick) => valuesOf(tick)).flat();
    const expected = new Set(stored.map((value) => JSON.stringify(value)));
    for (let at = 0; at < sound.length; at += Math.ceil(sound.length / 40)) {
      const damaged = Buffer.from(sound);
      damaged[at]! ^= 1 << (at % 8);
      writeFileSync(path, damaged);
      const problems: string[] = [];
      const hurt = await openCrashStore(folder, problems);
      const read = { types: ['MWA', 'GWA', 'LX'] as const, atOrBefore: Infinity, notBefore: 0, limit: 1e9 };
      const found = (await hurt.readAcross(read)).map((value) => JSON.stringify(value));
      await hurt.close();
      expect(found.filter((value) => !expected.has(value))).toEqual([]);
      if (found.length === expected.size) continue;
      expect(problems, String(at)).toHaveLength(1);
      expect(problems[0]).toContain(name);
      const lostSeries = problems[0]!.includes('"indexType"');
      expect(expected.size - found.length).toBeLessThanOrEqual(lostSeries ? 288 : 288 * 24);
    }
  },
);

test('bits flipped in a year of candles never give another candle, and lose a series or the year', async () => {
  const folder = mkdtempSync(join(root, 'year-'));
  const days = Array.from({ length: 60 }, (_, i) => Date.UTC(2027, 2, 1) + i * DAY_MS);
  const store = await openCrashStore(folder, []);
  const candles = days.flatMap((day) => [candleOn(day, 3), candleOn(day, 4), candleOn(day, 5)]);
  await store.appendCandles(candles);
  await store.sealed();
  await store.close();
  const [name] = readdirSync(join(folder, 'candles'));
  const path = join(folder, 'candles', name!);
  const sound = readFileSync(path);
  const textOf = (candle: Candle) => JSON.stringify(candle, Object.keys(candle).toSorted());
  const expected = new Set(candles.map(textOf));
  for (let at = 0; at < sound.length; at += 53) {
    const damaged = Buffer.from(sound);
    damaged[at]! ^= 1 << (at % 8);
    writeFileSync(path, damaged);
    const problems: string[] = [];
    const hurt = await openCrashStore(folder, problems);
    const read = { types: ['MWA', 'GWA', 'LX'] as const, startAtOrBefore: Infinity, limit: 1e9 };
    const found = (await hurt.readCandlesAcross(read)).map(textOf);
    await hurt.close();
    expect(found.filter((candle) => !expected.has(candle))).toEqual([]);
    if (found.length === expected.size) continue;
    expect(problems[0], String(at)).toContain(name);
    if (problems[0]!.includes('"indexType"')) expect(found).toHaveLength(120);
    else expect(found).toEqual([]);
  }
});
