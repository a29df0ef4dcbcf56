import {
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isTemporaryName, temporaryName } from '../../../../src/app/directory/temporary-name.ts';
import { HOUR_MS, hourOfTick, SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import type { InputEvent } from '../../../../src/history/input-store.ts';
import { bytesIn, DiskBudget, type DiskSpace } from '../../../../src/history/inputs/disk-space.ts';
import { FileInputReader } from '../../../../src/history/inputs/file-input-reader.ts';
import { FileInputStore, type FileInputOptions } from '../../../../src/history/inputs/file-input-store.ts';
import { HeldHours } from '../../../../src/history/inputs/held-hours.ts';
import { DISK } from '../../../../src/history/inputs/hour-file.ts';
import { bitsOf, frameAt, START } from './input-frames.ts';

const AMPLE: DiskSpace = { shortageFor: () => undefined };
const at = (tick: number): Millis => START + tick * SLOT_MS;

let folder: string;
let events: InputEvent[];
let store: FileInputStore;
let reader: FileInputReader;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-inputs-'));
  events = [];
  reader = new FileInputReader(folder);
  store = open();
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(options: Partial<FileInputOptions> = {}): FileInputStore {
  const onEvent = (event: InputEvent) => void events.push(event);
  return FileInputStore.open({ folder, keepMs: 24 * HOUR_MS, space: AMPLE, onEvent, ...options });
}

async function reopen(options: Partial<FileInputOptions> = {}): Promise<void> {
  await store.close();
  store = open(options);
}

async function append(...ticks: number[]): Promise<void> {
  for (const tick of ticks) expect(await store.append(frameAt(at(tick)))).toBe('recorded');
}

async function expectKept(ticks: readonly number[]): Promise<void> {
  for (const tick of ticks) {
    const read = await reader.read(at(tick));
    expect(typeof read === 'string' ? read : bitsOf(read)).toEqual(bitsOf(frameAt(at(tick))));
  }
}

const files = () => readdirSync(folder).toSorted();
const dropped = () =>
  events.flatMap((event) => (event.kind === 'dropped' ? [[event.hour, event.reason]] : []));
const upTo = (end: number) => Array.from({ length: end }, (_, i) => i);

/** The start of each frame of the only file, and the end of the last. */
async function bordersOf(ticks: number): Promise<{ path: string; borders: number[] }> {
  const path = join(folder, files()[0]!);
  const sizes = [0];
  for (const tick of upTo(ticks)) {
    await append(tick);
    sizes.push(statSync(path, { throwIfNoEntry: false })?.size ?? 0);
  }
  return { path, borders: sizes };
}

describe('recorded inputs', () => {
  test('are read back to the bit, from key frames and from differences', async () => {
    await append(...upTo(45));
    await expectKept(upTo(45));
    expect(await reader.read(at(45))).toBe('not-kept');
    expect(await reader.read(at(-1))).toBe('not-kept');
  });

  test('are read in order of time across hours', async () => {
    await append(0, 1, 119, 120, 121, 250);
    const read: number[] = [];
    for await (const { at: instant, inputs } of reader.between(at(1), at(250))) {
      read.push((instant - START) / SLOT_MS);
      expect(inputs).not.toBe('damaged');
    }
    expect(read).toEqual([1, 119, 120, 121, 250]);
    expect(files()).toEqual(['2026-03-01T12.inputs', '2026-03-01T13.inputs', '2026-03-01T14.inputs']);
  });

  test('of a slot recorded twice are the last ones', async () => {
    await append(0, 1);
    const again = { ...frameAt(at(1)), rest: Uint8Array.of(1, 2, 3) };
    await store.append(again);
    await append(2);
    const read = await reader.read(at(1));
    expect(typeof read === 'string' ? read : bitsOf(read)).toEqual(bitsOf(again));
    await expectKept([0, 2]);
  });

  test('continue after a restart, in the same hour', async () => {
    await append(0, 1, 2);
    await reopen();
    await append(3, 4);
    await expectKept(upTo(5));
  });

  test('change their shape from one frame to the next', async () => {
    await append(0);
    const other = frameAt(at(1), 80);
    await store.append(other);
    const read = await reader.read(at(1));
    expect(typeof read === 'string' ? read : bitsOf(read)).toEqual(bitsOf(other));
  });
});

describe('damage', () => {
  test('at the end of a file is not removed, and loses the damaged frames', async () => {
    await append(...upTo(3));
    const path = join(folder, files()[0]!);
    const from = statSync(path).size;
    await append(3);
    for (const place of [from + 50, from + 2]) {
      const bytes = readFileSync(path);
      bytes[place]! ^= 1;
      writeFileSync(path, bytes);
      await reopen();
      expect(readFileSync(path)).toEqual(bytes);
    }
    await append(4, 5);
    await expectKept([0, 1, 2, 4, 5]);
  });

  test('by a copy of another hour adds nothing to its hour', async () => {
    await append(...upTo(3));
    await store.close();
    cpSync(join(folder, '2026-03-01T12.inputs'), join(folder, '2026-03-01T11.inputs'));
    const read: number[] = [];
    for await (const { at: instant } of reader.between(0, at(10))) read.push((instant - START) / SLOT_MS);
    expect(read).toEqual([0, 1, 2]);
    expect(reader.newest()).toEqual([at(0), at(1), at(2)]);
  });
});

describe('a crash', () => {
  test('at any byte of the last frame loses only that frame', async () => {
    await append(0);
    const { path, borders } = await bordersOf(4);
    const whole = readFileSync(path);
    const [lastStart, end] = borders.slice(-2) as [number, number];
    for (let length = lastStart; length < end; length++) {
      writeFileSync(path, whole.subarray(0, length));
      expect(await reader.read(at(3))).toBe('not-kept');
      await reopen();
      expect(statSync(path).size).toBe(lastStart);
      await append(5);
      await expectKept([0, 1, 2, 5]);
    }
  });

  test('that left other bytes after the last frame loses nothing', async () => {
    await append(0, 1, 2);
    const path = join(folder, files()[0]!);
    writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.alloc(4096)]));
    await expectKept([0, 1, 2]);
    await reopen();
    await append(3);
    await expectKept(upTo(4));
  });
});

describe('damage', () => {
  test('of any one bit is reported, and never gives other numbers', async () => {
    await append(0);
    const { path } = await bordersOf(6);
    const whole = readFileSync(path);
    const expected = upTo(6).map((tick) => bitsOf(frameAt(at(tick))));
    for (let byte = 0; byte < whole.length; byte += 3) {
      const bytes = Buffer.from(whole);
      bytes[byte]! ^= 1 << (byte % 8);
      writeFileSync(path, bytes);
      for (const tick of upTo(6)) {
        const read = await reader.read(at(tick));
        if (typeof read !== 'string') expect(bitsOf(read)).toEqual(expected[tick]);
      }
      const last = await reader.read(at(5));
      expect(typeof last).toBe('string');
    }
  });

  test('of a frame keeps those before it and those after the next key frame', async () => {
    await append(...upTo(30));
    const path = join(folder, files()[0]!);
    const bytes = readFileSync(path);
    const tenth = startsOf(bytes)[10]!;
    bytes[tenth + 60]! ^= 255;
    writeFileSync(path, bytes);
    await expectKept([...upTo(10), ...upTo(30).slice(20)]);
    for (const tick of upTo(20).slice(10)) expect(await reader.read(at(tick))).toBe('damaged');
  });

  test('of a header does not hide the frames after it', async () => {
    await append(...upTo(30));
    const path = join(folder, files()[0]!);
    const bytes = readFileSync(path);
    bytes[startsOf(bytes)[10]! + 17]! ^= 1;
    writeFileSync(path, bytes);
    await expectKept([...upTo(10), ...upTo(30).slice(20)]);
    expect(await reader.read(at(10))).toBe('not-kept');
    expect(await reader.read(at(11))).toBe('damaged');
  });
});

function startsOf(bytes: Buffer): number[] {
  const starts: number[] = [];
  for (let start = bytes.indexOf('TMIF'); start >= 0; start = bytes.indexOf('TMIF', start + 1))
    starts.push(start);
  return starts;
}

describe('retention', () => {
  test('deletes hours beyond retention, and reports it', async () => {
    await reopen({ keepMs: 2 * HOUR_MS });
    await append(0, 120, 240, 359);
    expect(files()).toHaveLength(3);
    await append(360);
    expect(dropped()).toEqual([[Date.parse('2026-03-01T12:00:00Z'), 'age']]);
    expect(await reader.read(at(0))).toBe('not-kept');
    await expectKept([120, 240, 360]);
  });
});

describe('a clock that jumps ahead', () => {
  test('deletes only hours that new ones replace', async () => {
    await reopen({ keepMs: 2 * HOUR_MS });
    await append(0, 120, 240);
    const nextYear = 365 * 24 * 120;
    await append(nextYear);
    expect(dropped()).toEqual([[Date.parse('2026-03-01T12:00:00Z'), 'age']]);
    await append(nextYear + 1, nextYear + 2);
    await expectKept([120, 240, nextYear]);
    await append(nextYear + 120, nextYear + 240);
    await expectKept([nextYear, nextYear + 120, nextYear + 240]);
    expect(dropped().map(([, reason]) => reason)).toEqual(['age', 'age', 'age']);
  });
});

describe('without space', () => {
  /** A limit on the bytes of inputs. */
  const atMost = (bytes: number): DiskSpace => ({
    shortageFor: (more) => {
      const used = files().reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
      const lacking = used + more - bytes;
      return lacking > 0 ? { of: 'budget', bytes: lacking, reason: 'full' } : undefined;
    },
  });

  test('the oldest hours are deleted first, each with a report', async () => {
    await append(0, 120, 240);
    const size = statSync(join(folder, files()[0]!)).size;
    await reopen({ space: atMost(3.5 * size) });
    await append(360, 480);
    expect(dropped().map(([, reason]) => reason)).toEqual(['room', 'room']);
    expect(await reader.read(at(120))).toBe('not-kept');
    await expectKept([240, 360, 480]);
  });

  test('protected hours stay, and the oldest others are deleted', async () => {
    await append(0, 120, 240);
    const size = statSync(join(folder, files()[0]!)).size;
    const owner = new HeldHours();
    owner.holdOnly([at(0), at(1)]);
    await reopen({ space: atMost(3.5 * size), held: new HeldHours(owner.memory), keepMs: HOUR_MS });
    await append(360);
    await expectKept([0, 240, 360]);
    await append(480);
    await expectKept([0, 360, 480]);
    owner.holdOnly([]);
    await append(600);
    expect(await reader.read(at(0))).toBe('not-kept');
  });

  test('no inputs are recorded if all hours are protected', async () => {
    await append(0, 120);
    const size = statSync(join(folder, files()[0]!)).size;
    const held = new HeldHours();
    held.holdOnly([at(0), at(120)]);
    await reopen({ space: atMost(2.5 * size), held });
    expect(await store.append(frameAt(at(240)))).toBe('given-up');
    await expectKept([0, 120]);
  });

  test('after dropping, inputs are given up, and recorded again when there is some', async () => {
    await append(0, 1);
    const size = statSync(join(folder, files()[0]!)).size;
    let limit = size;
    await reopen({ space: { shortageFor: (more) => atMost(limit).shortageFor(more) } });
    expect(await store.append(frameAt(at(2)))).toBe('given-up');
    expect(await store.append(frameAt(at(3)))).toBe('given-up');
    expect(events.slice(-2)).toEqual([
      { kind: 'given-up', at: at(2), reason: 'full' },
      { kind: 'given-up', at: at(3), reason: 'full' },
    ]);
    await expectKept([0, 1]);
    limit = 10 * size;
    await append(4, 5);
    await expectKept([0, 1, 4, 5]);
  });

  test('a backup that protects every hour for a moment deletes no more hours than needed', async () => {
    const data = join(folder, 'data');
    await reopen({ folder: join(data, 'inputs') });
    await append(0, 120, 240, 360);
    const cut = join(data, temporaryName('cut'));
    mkdirSync(cut);
    for (const name of readdirSync(join(data, 'inputs')))
      linkSync(join(data, 'inputs', name), join(cut, name));
    const budget = { maxBytes: bytesIn(join(data, 'inputs')) + 1, historyReserveBytes: 0, reserveBytes: 0 };
    const space = new DiskBudget({ folder: data, isExcluded: isTemporaryName, ...budget });
    await reopen({ folder: join(data, 'inputs'), space });
    await append(480);
    expect(dropped()).toEqual([[hourOfTick(at(0)), 'room']]);
    reader = new FileInputReader(join(data, 'inputs'));
    await expectKept([120, 240, 360, 480]);
  });

  test('on the disk, hours that a backup there also has are kept: deleting them frees no space', async () => {
    await append(0, 120, 240, 360);
    const [oldest, , third] = files();
    for (const name of [oldest!, third!]) linkSync(join(folder, name), join(folder, `${name}.backup`));
    // Less is missing with each deleted file.
    const space: DiskSpace = { shortageFor: () => ({ of: 'disk', bytes: files().length, reason: 'full' }) };
    await reopen({ space });
    expect(await store.append(frameAt(at(361)))).toBe('given-up');
    expect(dropped()).toEqual([[hourOfTick(at(120)), 'room']]);
    await expectKept([0, 240, 360]);
  });

  test('a drop that frees no space is the last one of its tick', async () => {
    await append(0, 120, 240, 360);
    let bytes = 100;
    await reopen({ space: { shortageFor: () => ({ of: 'disk', bytes, reason: 'full' }) } });
    expect(await store.append(frameAt(at(361)))).toBe('given-up');
    expect(dropped()).toEqual([[hourOfTick(at(0)), 'room']]);
    bytes = 90;
    expect(await store.append(frameAt(at(362)))).toBe('given-up');
    expect(dropped()).toHaveLength(2);
    await expectKept([240, 360]);
  });

  test('a disk that stays full after a drop loses one hour per tick', async () => {
    await append(0, 120, 240, 241);
    const disk = {
      ...DISK,
      write: () => {
        throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      },
    };
    await reopen({ disk });
    expect(await store.append(frameAt(at(242)))).toBe('given-up');
    expect(dropped()).toEqual([[hourOfTick(at(0)), 'room']]);
    await expectKept([120, 240, 241]);
  });

  test('the same happens on a full disk, and no incomplete frame stays', async () => {
    await append(0, 120, 121);
    let failures = 0;
    const disk = {
      ...DISK,
      write: (file: number, bytes: Uint8Array, offset: number) => {
        if (failures-- <= 0) return DISK.write(file, bytes, offset);
        DISK.write(file, bytes.subarray(0, 10), offset);
        throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      },
    };
    await reopen({ disk });
    failures = 1;
    await append(122);
    expect(dropped()).toEqual([[Date.parse('2026-03-01T12:00:00Z'), 'room']]);
    failures = 1;
    expect(await store.append(frameAt(at(123)))).toBe('given-up');
    await append(124, 125);
    await expectKept([120, 121, 122, 124, 125]);
    expect(await reader.read(at(123))).toBe('not-kept');
  });

  test('another disk failure is an error, after which recording continues', async () => {
    let failing = false;
    const disk = {
      ...DISK,
      sync: (file: number) => {
        if (failing) throw Object.assign(new Error('input/output error'), { code: 'EIO' });
        DISK.sync(file);
      },
    };
    await reopen({ disk });
    await append(0, 1);
    failing = true;
    await expect(store.append(frameAt(at(2)))).rejects.toThrow('input/output error');
    failing = false;
    expect(await reader.read(at(2))).toBe('not-kept');
    await append(2, 3);
    await expectKept(upTo(4));
  });
});

test('a file truncated while it is read is damaged, not an error', async () => {
  await append(...upTo(5));
  const path = join(folder, files()[0]!);
  const reading = reader.between(at(0), at(4))[Symbol.asyncIterator]();
  await reading.next();
  truncateSync(path, 40);
  const rest: unknown[] = [];
  for (let next = await reading.next(); !next.done; next = await reading.next()) rest.push(next.value.inputs);
  expect(rest).toEqual(['damaged', 'damaged', 'damaged', 'damaged']);
});
