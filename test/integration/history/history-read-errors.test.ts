import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { openCrashStore, sliceOf, tickNumber, valuesOf } from '../../support/crash-world.ts';
import { OperatorError } from '../../../src/core/errors.ts';
import { HOUR_MS } from '../../../src/core/time.ts';
import { sealDay } from '../../../src/history/embedded/seal/seal-day.ts';
import { SegmentDamaged, SegmentFile } from '../../../src/history/embedded/segment/segment-file.ts';

type ReadSync = (
  file: number,
  buffer: Uint8Array,
  offset: number,
  length: number,
  position: number,
) => number;
type ReadDone = (error: Error | null, bytesRead?: number, buffer?: Uint8Array) => void;

/** Simulates unreadable sectors: those that the rule returns for files with matching names. */
const bad = vi.hoisted(() => ({
  isRefused: undefined as ((path: string, from: number, to: number) => boolean) | undefined,
}));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const { promisify } = await import('node:util');
  const refuse = (file: number, from: number, to: number) => {
    if (!bad.isRefused?.(fs.readlinkSync(`/proc/self/fd/${file}`), from, to)) return undefined;
    return Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', errno: -5, syscall: 'read' });
  };
  const readSync: ReadSync = (file, buffer, offset, length, position) => {
    const error = refuse(file, position, position + length);
    if (error) throw error;
    return fs.readSync(file, buffer, offset, length, position);
  };
  const read = (
    file: number,
    buffer: Uint8Array,
    at: number,
    length: number,
    from: number,
    done: ReadDone,
  ) => {
    const error = refuse(file, from, from + length);
    if (error) setImmediate(done, error);
    else fs.read(file, buffer, at, length, from, done);
  };
  const later = (file: number, buffer: Uint8Array, at: number, length: number, from: number) => {
    const error = refuse(file, from, from + length);
    return error ? Promise.reject(error) : promisify(fs.read)(file, buffer, at, length, from);
  };
  return { ...fs, readSync, read: Object.assign(read, { [promisify.custom]: later }) };
});

const root = mkdtempSync(join(tmpdir(), 'tidemark-read-errors-'));
afterEach(() => {
  bad.isRefused = undefined;
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const READ = { types: ['MWA', 'GWA', 'LX'] as const, atOrBefore: Infinity, notBefore: 0, limit: 1e9 };
const TICKS = 400;
const DAY = Date.parse('2028-02-29T00:00:00Z');

async function storedTicks(name: string, ticks = TICKS) {
  const folder = mkdtempSync(join(root, name));
  const store = await openCrashStore(folder, []);
  for (let tick = 0; tick < ticks; tick++) await store.append(sliceOf(tick));
  await store.sealed();
  await store.close();
  return folder;
}

/** Rejects reads that overlap these bytes of a file. */
function refuse(ending: string, first: number, last = first): void {
  bad.isRefused = (path, from, to) => path.endsWith(ending) && from <= last && to > first;
}

describe('a segment with read errors', () => {
  test('in one place loses the block there, which is named; the rest is served', async () => {
    const folder = await storedTicks('block-');
    const problems: string[] = [];
    const store = await openCrashStore(folder, problems);
    // Behind the head of the first block, which reads across series do not need.
    refuse('days/2028-02-29.seg', 300);
    const expected = new Set(
      Array.from({ length: TICKS }, (_, tick) => valuesOf(tick)).flatMap((values) =>
        values.map((value) => JSON.stringify(value)),
      ),
    );
    const found = await store.readAcross(READ);
    expect(found.filter((value) => !expected.has(JSON.stringify(value)))).toEqual([]);
    const lost = expected.size - found.length;
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThan(300);
    expect(problems).toEqual([expect.stringMatching(/"indexType":"MWA".*cannot be read: EIO/)]);
    // One series at a time, and on the thread pool: the other series are complete.
    for (const { indexType, indexId } of sliceOf(0).order.series) {
      const read = { series: { indexType, indexId }, atOrBefore: DAY + 20 * HOUR_MS, notBefore: 0, limit: 5 };
      const isLost = problems[0]!.includes(indexId);
      const values = await store.readSeries(read);
      if (!isLost) expect(values).toHaveLength(5);
    }
    expect(problems).toHaveLength(1);
    expect(await store.append(sliceOf(TICKS))).toBe('stored');
    await store.close();
  });

  test('everywhere is one named file; reads and ticks continue', async () => {
    const folder = await storedTicks('whole-');
    const problems: string[] = [];
    const store = await openCrashStore(folder, problems);
    refuse('days/2028-02-29.seg', 0, Infinity);
    const ticks = new Set((await store.readAcross(READ)).map(({ at }) => tickNumber(at)));
    expect(ticks.size).toBe(TICKS - 288);
    expect(await store.readSeries({ series: sliceOf(0).order.series[0]!, ...READ, limit: 3 })).toHaveLength(
      3,
    );
    // A tick of a slot stored there is distinguished from a new one, or at least refused.
    expect(await store.append(sliceOf(60))).toBe('out-of-order');
    expect(problems).toEqual([expect.stringMatching(/2028-02-29\.seg.*cannot be read: EIO/)]);
    await store.close();
  });

  test('keeps only its hour out of the day', async () => {
    const folder = await storedTicks('seal-', 280);
    const hours = readdirSync(join(folder, 'hours')).filter((name) => name.startsWith('2028-02-29'));
    const request = {
      kind: 'day' as const,
      path: join(folder, 'sealed.seg'),
      day: DAY,
      hours: hours.map((name) => ({
        hour: Date.parse(`${name.slice(0, 13)}:00:00Z`),
        path: join(folder, 'hours', name),
      })),
      series: new Uint8Array(0),
    };
    refuse(`hours/${hours[1]}`, 40);
    const damages = sealDay(request);
    expect(damages).toEqual([
      { file: join(folder, 'hours', hours[1]!), series: expect.anything(), reason: 'cannot be read: EIO' },
    ]);
    bad.isRefused = undefined;
    const day = SegmentFile.open(request.path, 'day', DAY);
    expect(day).not.toBeInstanceOf(SegmentDamaged);
    expect((day as SegmentFile).numbers.length).toBe(sliceOf(0).order.series.length);
    (day as SegmentFile).close();
  });
});

describe('a file of the journal', () => {
  test('with some read errors is set aside, and its readable records are kept', async () => {
    const folder = await storedTicks('journal-', 5);
    const [name] = readdirSync(join(folder, 'journal')).toSorted();
    const bytes = readFileSync(join(folder, 'journal', name!)).length;
    refuse(`journal/${name}`, Math.floor(bytes / 2));
    const problems: string[] = [];
    const store = await openCrashStore(folder, problems);
    const found = new Set((await store.readAcross(READ)).map(({ at }) => tickNumber(at)));
    expect(problems.join('\n')).toMatch(new RegExp(`journal/${name}.*it cannot be read: EIO`));
    expect(found.size).toBeLessThan(5);
    expect(await store.append(sliceOf(5))).toBe('stored');
    await store.close();
    expect(readdirSync(join(folder, 'journal'))).not.toContain(name);
    expect(readdirSync(join(folder, 'quarantine')).filter((file) => file.endsWith(name!))).toHaveLength(1);
    bad.isRefused = undefined;
    const again = await openCrashStore(folder, []);
    expect((await again.lastTick())?.at).toBe(sliceOf(5).at);
    await again.close();
  });

  test('that is complete but cannot be opened prevents the start, with its name and what to do', async () => {
    const folder = await storedTicks('refused-', 5);
    const path = join(folder, 'journal', readdirSync(join(folder, 'journal')).toSorted()[0]!);
    rmSync(path);
    mkdirSync(path);
    const opening = openCrashStore(folder, []);
    await expect(opening).rejects.toThrow(OperatorError);
    await expect(opening).rejects.toThrow(
      `${path} cannot be read: it is a folder, not a regular file. Make it readable, then start again. If that is not possible, move it elsewhere`,
    );
    rmSync(path, { recursive: true });
    const store = await openCrashStore(folder, []);
    expect(await store.append(sliceOf(5))).toBe('stored');
    await store.close();
  });
});
