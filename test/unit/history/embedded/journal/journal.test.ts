import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checksum } from '../../../../../src/history/embedded/checksum.ts';
import { Journal, JournalSuperseded } from '../../../../../src/history/embedded/journal/journal.ts';
import {
  REAL_DISK,
  type JournalDisk,
  type WritableFile,
} from '../../../../../src/history/embedded/journal/journal-disk.ts';
import type {
  JournalChange,
  JournalEntry,
} from '../../../../../src/history/embedded/journal/journal-record.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-journal-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Folders of journals that are not closed, as after a crash. */
const openFiles: WritableFile[] = [];
const disk: JournalDisk = {
  ...REAL_DISK,
  async create(path) {
    const file = await REAL_DISK.create(path);
    openFiles.push(file);
    return file;
  },
};
afterEach(() => Promise.all(openFiles.splice(0).map((file) => file.close())));

let folder: string;
let losses: string[];
beforeEach(() => {
  folder = mkdtempSync(join(root, 'journal-'));
  losses = [];
});

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const put = (content: Record<string, string>): JournalChange => ({
  puts: Object.entries(content).map(([key, text]) => ({ key, value: bytes(text) })),
});

const onLoss = (path: string, loss: string) => void losses.push(`${path.slice(-14)}: ${loss}`);
const textOf = (entries: readonly JournalEntry[]): Record<string, string> =>
  Object.fromEntries(entries.map(({ key, value }) => [key, Buffer.from(value).toString()]));

async function open(options: { disk?: JournalDisk; fileBytes?: number } = {}): Promise<{
  journal: Journal;
  content: Record<string, string>;
}> {
  const { journal, entries } = await Journal.open({ folder, onLoss, disk, ...options });
  return { journal, content: textOf(entries) };
}

/** The current content of the folder; nothing is written. */
function found(): Record<string, string> {
  const entries: JournalEntry[] = [];
  Journal.read({ folder, onLoss }, (entry) => void entries.push(entry));
  return textOf(entries);
}
const logs = () => readdirSync(folder).toSorted();
const newestLog = () => join(folder, logs().at(-1)!);

test('what a killed process wrote without syncing is durable before a later file builds on it', async () => {
  const { journal } = await open();
  await journal.commit(put({ a: 'alpha' }));
  // As after a kill, the file is not closed, and the next process cannot know what of it is only in memory.
  const done: string[] = [];
  const recording: JournalDisk = {
    ...disk,
    secure: (path) => (done.push(`secure ${path.slice(-5)}`), disk.secure(path)),
    create: async (path) => {
      const file = await disk.create(path);
      const write: WritableFile['write'] = (parts, offset) => {
        done.push(`write ${path.slice(-5)}`);
        return file.write(parts, offset);
      };
      return { ...file, write };
    },
  };
  const next = await open({ disk: recording });
  for (const key of ['b', 'c']) await next.journal.commit(put({ [key]: 'later' }));
  expect(done).toEqual(['secure 1.log', 'write 2.log', 'write 2.log', 'write 2.log']);
});

test('added entries are found, removed ones are not, also over many openings', async () => {
  for (let i = 0; i < 5; i++) {
    const { journal } = await open();
    await journal.commit(put({ [`a/${i}`]: `first ${i}`, same: String(i), empty: '' }));
    await journal.commit({ puts: put({ b: 'b' }).puts ?? [], removes: [`a/${i - 1}`, 'never there'] });
    await journal.close();
  }
  expect(found()).toEqual({ 'a/4': 'first 4', same: '4', empty: '', b: 'b' });
  expect(losses).toEqual([]);
});

test('entries are in the order of keys', async () => {
  const { journal } = await open();
  for (const key of ['tick/2', 'day/1', 'tick/1', 'hour/9']) await journal.commit(put({ [key]: key }));
  expect(Object.keys(found())).toEqual(['day/1', 'hour/9', 'tick/1', 'tick/2']);
});

test('any sequence of changes gives the content of a map, however files are split and tidied', async () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const change = fc.record({
    puts: fc.dictionary(key, fc.string({ maxLength: 40, unit: 'grapheme-ascii' })),
    removes: fc.array(key, { maxLength: 2 }),
    next: fc.constantFrom('nothing', 'tidy', 'close', 'crash'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 25 }), async (changes) => {
      folder = mkdtempSync(join(root, 'any-'));
      const expected = new Map<string, string>();
      let { journal } = await open({ fileBytes: 120 });
      for (const { puts, removes, next } of changes) {
        const gone = removes.filter((name) => !(name in puts));
        await journal.commit({ puts: put(puts).puts ?? [], removes: gone });
        for (const name of gone) expected.delete(name);
        for (const [name, text] of Object.entries(puts)) expected.set(name, text);
        if (next === 'tidy') while (journal.hasWaste) await journal.tidy();
        if (next === 'close') await journal.close();
        if (next === 'close' || next === 'crash') ({ journal } = await open({ fileBytes: 120 }));
        expect(found()).toEqual(Object.fromEntries(expected));
      }
    }),
    { numRuns: 25 },
  );
  expect(losses).toEqual([]);
});

test('the folder stays small: replaced entries are removed, lasting ones are rewritten', async () => {
  const { journal } = await open({ fileBytes: 4000 });
  await journal.commit(put({ lasts: 'for ever' }));
  for (let i = 0; i < 150; i++) {
    await journal.commit(put({ state: String(i).repeat(100), [`tick/${i % 7}`]: String(i) }));
    while (journal.hasWaste) await journal.tidy();
    expect(logs().length).toBeLessThanOrEqual(2);
  }
  expect(found()).toMatchObject({ lasts: 'for ever', state: '149'.repeat(100), 'tick/0': '147' });
});

test('a folder of many small files becomes one of few', async () => {
  for (let i = 0; i < 12; i++) await (await open()).journal.commit(put({ [`k${i}`]: String(i) }));
  expect(logs().length).toBeGreaterThan(10);
  const { journal, content } = await open();
  while (journal.hasWaste) await journal.tidy();
  expect(logs().length).toBeLessThanOrEqual(5);
  expect(found()).toEqual(content);
  expect(Object.keys(content)).toHaveLength(12);
});

describe('a crash while a record is written', () => {
  const before = { a: 'one', b: 'two' };
  const last = { b: 'three', c: 'four'.repeat(20) };

  test('leaves all of it or nothing, wherever it was truncated, and reports no damage', async () => {
    const { journal } = await open();
    await journal.commit(put(before));
    const path = newestLog();
    const from = readFileSync(path).length;
    await journal.commit(put(last));
    const whole = readFileSync(path);
    for (let length = from; length <= whole.length; length++) {
      writeFileSync(path, whole.subarray(0, length));
      expect(found(), String(length)).toEqual(length < whole.length ? before : { ...before, ...last });
    }
    expect(losses).toEqual([]);
  });

  test('does not affect later records', async () => {
    const { journal } = await open();
    await journal.commit(put(before));
    await journal.commit(put(last));
    const path = newestLog();
    const whole = readFileSync(path);
    for (let cut = 1; cut < 60; cut += 7) {
      for (const name of logs().slice(1)) rmSync(join(folder, name));
      writeFileSync(path, whole.subarray(0, -cut));
      const next = await open();
      expect(next.content).toEqual(before);
      await next.journal.commit(put({ d: 'five' }));
      expect(found()).toEqual({ ...before, d: 'five' });
    }
    expect(losses).toEqual([]);
  });

  test('leaves a file without a complete header, which is created again', async () => {
    const { journal } = await open();
    await journal.commit(put(before));
    await journal.close();
    const next = newestLog();
    for (let length = 0; length < 20; length++) {
      writeFileSync(next, new Uint8Array(length));
      expect(found()).toEqual(before);
    }
    const { journal: again } = await open();
    await again.commit(put(last));
    expect(found()).toEqual({ ...before, ...last });
    expect(losses).toEqual([]);
  });
});

describe('damage', () => {
  const records = [
    { a: 'alpha', keep: 'kept' },
    { b: 'beta', 'tick/1': 'x'.repeat(50) },
    { c: 'gamma' },
    { d: 'delta' },
  ];
  const all = Object.assign({}, ...records) as Record<string, string>;

  test('of any bit never gives another value, is reported, and loses at most one record', async () => {
    const { journal } = await open();
    for (const record of records) await journal.commit(put(record));
    await journal.close();
    for (const name of logs()) {
      const path = join(folder, name);
      const sound = readFileSync(path);
      for (let bit = 0; bit < sound.length * 8; bit++) {
        const damaged = Buffer.from(sound);
        damaged[bit >> 3]! ^= 1 << (bit & 7);
        writeFileSync(path, damaged);
        losses.length = 0;
        const content = found();
        for (const [key, text] of Object.entries(content)) expect(all[key], `${name} ${bit}`).toBe(text);
        expect(losses.length, `${name} ${bit}`).toBeGreaterThan(0);
        expect(Object.keys(content).length, `${name} ${bit}`).toBeGreaterThanOrEqual(4);
      }
      writeFileSync(path, sound);
    }
    losses.length = 0;
    expect(found()).toEqual(all);
    expect(losses).toEqual([]);
  });

  test('by truncating a closed file, or losing one, is reported', async () => {
    const { journal } = await open({ fileBytes: 60 });
    for (const record of records) await journal.commit(put(record));
    await journal.close();
    const [first, second] = logs().map((name) => join(folder, name)) as [string, string];
    const sound = readFileSync(second);
    for (let length = 0; length < sound.length; length++) {
      losses.length = 0;
      writeFileSync(second, sound.subarray(0, length));
      expect(found()).toMatchObject({ a: 'alpha', c: 'gamma' });
      expect(losses.length, String(length)).toBeGreaterThan(0);
    }
    losses.length = 0;
    rmSync(second);
    expect(found()).toMatchObject({ a: 'alpha', c: 'gamma' });
    expect(losses[0]).toContain('files before it are missing');
    expect(first).toContain('0000000001.log');
  });

  test('of the last record after a crash, with full length, is reported; the record is dropped', async () => {
    const { journal } = await open();
    await journal.commit(put({ a: 'alpha' }));
    await journal.commit(put({ b: 'beta' }));
    const path = newestLog();
    const damaged = readFileSync(path);
    damaged[damaged.length - 1]! ^= 1;
    writeFileSync(path, damaged);
    expect(found()).toEqual({ a: 'alpha' });
    expect(losses).toHaveLength(1);
  });
});

test('a file of a newer format is refused and unchanged', async () => {
  const { journal } = await open();
  await journal.commit(put({ a: 'alpha' }));
  const path = newestLog();
  const newer = readFileSync(path);
  newer[4] = 2;
  newer.writeUInt32BE(checksum(newer, 0, 16), 16);
  writeFileSync(path, newer);
  await expect(open()).rejects.toThrow('has format 2, this version knows 1');
  expect(readFileSync(path)).toEqual(newer);
});

test('a copy of a file under a later name is skipped and never overwritten', async () => {
  const { journal } = await open({ fileBytes: 1 });
  await journal.commit(put({ a: 'alpha' }));
  const copy = join(folder, '0000000002.log');
  writeFileSync(copy, readFileSync(newestLog()));
  const bytes = readFileSync(copy);
  await journal.commit(put({ a: 'beta' }));
  expect(readFileSync(copy)).toEqual(bytes);
  expect(logs()).toEqual(['0000000001.log', '0000000002.log', '0000000003.log']);
  expect(found()).toEqual({ a: 'beta' });
  expect(losses).toEqual(['0000000002.log: it has the header of another file']);
});

test('a file that it is creating itself is not taken for that of another process', async () => {
  let show: () => void = () => undefined;
  const shown = new Promise<void>((resolve) => (show = resolve));
  const slow: JournalDisk = {
    ...disk,
    async create(path) {
      const file = await disk.create(path);
      if (path.endsWith('2.log')) await shown;
      return file;
    },
  };
  const { journal } = await open({ disk: slow, fileBytes: 1 });
  await journal.commit(put({ a: 'alpha' }));
  const second = journal.commit(put({ a: 'beta' }));
  await expect.poll(logs).toHaveLength(2);
  const check = journal.refuseIfSuperseded();
  show();
  await Promise.all([second, check]);
  await journal.commit(put({ a: 'gamma' }));
  expect(found()).toEqual({ a: 'gamma' });
});

describe('a journal that another process has opened since', () => {
  test('accepts nothing any more, even before that one has written, and does not change its files', async () => {
    const older = (await open()).journal;
    await older.commit(put({ a: 'alpha' }));
    const newer = (await open()).journal;
    await expect(older.commit(put({ a: 'early' }))).rejects.toThrow(JournalSuperseded);
    await newer.commit(put({ b: 'beta' }));
    const files = () => logs().map((name) => readFileSync(join(folder, name)).toString('hex'));
    const before = files();
    await expect(older.commit(put({ a: 'late' }))).rejects.toThrow(JournalSuperseded);
    await expect(older.repair()).rejects.toThrow(JournalSuperseded);
    await older.close();
    expect(files()).toEqual(before);
  });

  test('accepts nothing either if its own files are gone', async () => {
    const older = (await open({ fileBytes: 1 })).journal;
    await older.commit(put({ a: 'alpha' }));
    const newer = (await open({ fileBytes: 1 })).journal;
    for (let i = 0; i < 6; i++) await newer.commit(put({ a: `alpha ${i}` }));
    while (newer.hasWaste) await newer.tidy();
    expect(logs()).not.toContain('0000000002.log');
    await expect(older.commit(put({ a: 'late' }))).rejects.toThrow(JournalSuperseded);
    expect(found()).toEqual({ a: 'alpha 5' });
  });
});

describe('a takeover', () => {
  type Step = 'create' | 'write' | 'sync';
  /** A disk on which another action runs once, right before or after a step. */
  function interrupted(
    when: 'before' | 'after',
    at: Step,
  ): { disk: JournalDisk; work?: () => Promise<void> } {
    const interruption: { disk: JournalDisk; work?: () => Promise<void> } = { disk };
    async function step<Result>(name: Step, run: () => Promise<Result>): Promise<Result> {
      const { work } = interruption;
      if (name !== at || !work) return run();
      delete interruption.work;
      if (when === 'before') await work();
      const result = await run();
      if (when === 'after') await work();
      return result;
    }
    const create = async (path: string): Promise<WritableFile> => {
      const file = await step('create', () => disk.create(path));
      return {
        write: (parts, offset) => step('write', () => file.write(parts, offset)),
        sync: () => step('sync', () => file.sync()),
        close: () => file.close(),
      };
    };
    interruption.disk = { ...disk, create };
    return interruption;
  }

  test('has what the older one acknowledged before', async () => {
    const older = (await open()).journal;
    await older.commit(put({ a: 'alpha' }));
    const interruption = interrupted('before', 'create');
    interruption.work = () => older.commit(put({ b: 'beta' }));
    const newer = await open({ disk: interruption.disk });
    expect(newer.content).toEqual({ a: 'alpha', b: 'beta' });
    await newer.journal.commit(put({ c: 'gamma' }));
    expect(found()).toEqual({ a: 'alpha', b: 'beta', c: 'gamma' });
  });

  test.each([
    ['before', 'write', { a: 'alpha' }],
    ['after', 'write', { a: 'alpha', b: 'beta' }],
    ['after', 'sync', { a: 'alpha', b: 'beta' }],
  ] as const)('%s the %s of a record keeps it from being acknowledged', async (when, at, read) => {
    const interruption = interrupted(when, at);
    const older = (await open({ disk: interruption.disk })).journal;
    await older.commit(put({ a: 'alpha' }));
    let newer: Awaited<ReturnType<typeof open>> | undefined;
    interruption.work = async () => void (newer = await open());
    await expect(older.commit(put({ b: 'beta' }))).rejects.toThrow(JournalSuperseded);
    expect(newer?.content).toEqual(read);
    await newer?.journal.commit(put({ c: 'gamma' }));
    expect(found()).toEqual({ ...read, c: 'gamma' });
    await expect(older.commit(put({ d: 'delta' }))).rejects.toThrow(JournalSuperseded);
    expect(losses).toEqual([]);
  });

  test.each(['before', 'after'] as const)(
    '%s the older one makes its next file is not undone',
    async (when) => {
      const interruption = interrupted(when, 'create');
      const older = (await open({ disk: interruption.disk, fileBytes: 1 })).journal;
      await older.commit(put({ a: 'alpha' }));
      let newer: Journal | undefined;
      interruption.work = async () => void (newer = (await open()).journal);
      await expect(older.commit(put({ b: 'beta' }))).rejects.toThrow(JournalSuperseded);
      await newer?.commit(put({ c: 'gamma' }));
      expect(found()).toEqual({ a: 'alpha', c: 'gamma' });
      await newer?.repair();
      expect(logs()).toHaveLength(2);
      expect(found()).toEqual({ a: 'alpha', c: 'gamma' });
      expect(losses).toEqual([]);
    },
  );

  test('that crashes before it has written leaves nothing that counts, however often', async () => {
    const older = (await open()).journal;
    await older.commit(put({ a: 'alpha' }));
    for (let i = 0; i < 3; i++) await open();
    const { journal, content } = await open();
    expect(content).toEqual({ a: 'alpha' });
    await journal.commit(put({ b: 'beta' }));
    await journal.repair();
    expect(logs()).toEqual(['0000000001.log', '0000000005.log']);
    expect(found()).toEqual({ a: 'alpha', b: 'beta' });
    expect(losses).toEqual([]);
  });

  test('that could not create its file at once is refused if the older one has continued', async () => {
    const older = (await open()).journal;
    await older.commit(put({ a: 'alpha' }));
    const full = { ...disk, isFull: true };
    const create = (path: string) => (full.isFull ? Promise.reject(new Error('no room')) : disk.create(path));
    const { journal: late } = await open({ disk: { ...disk, create } });
    await older.commit(put({ b: 'beta' }));
    full.isFull = false;
    await expect(late.commit(put({ a: 'late' }))).rejects.toThrow(JournalSuperseded);
    await expect(late.commit(put({ a: 'later' }))).rejects.toThrow(JournalSuperseded);
    expect((await open()).content).toEqual({ a: 'alpha', b: 'beta' });
  });
});

describe('a disk that fails', () => {
  type Fault = 'nothing' | 'create' | 'write nothing' | 'write a part' | 'write all' | 'sync' | 'remove';
  const FAULTS: Fault[] = ['create', 'write nothing', 'write a part', 'write all', 'sync'];

  function failingDisk(): { disk: JournalDisk; fault: Fault } {
    const failing = { fault: 'nothing' as Fault, disk };
    const fail = () => Promise.reject(Object.assign(new Error('no room'), { code: 'ENOSPC' }));
    failing.disk = {
      ...disk,
      remove: (path) => (failing.fault === 'remove' ? fail() : disk.remove(path)),
      create: async (path) => {
        if (failing.fault === 'create') return fail();
        const file = await disk.create(path);
        return {
          close: () => file.close(),
          sync: () => (failing.fault === 'sync' ? fail() : file.sync()),
          write: async (parts, offset) => {
            const whole = Buffer.concat(parts);
            if (failing.fault === 'write a part') await file.write([whole.subarray(0, 21)], offset);
            if (['write all', 'nothing', 'sync'].includes(failing.fault)) await file.write([whole], offset);
            if (failing.fault.startsWith('write')) await fail();
          },
        };
      },
    };
    return failing;
  }

  test.each(FAULTS)(
    'at "%s" stores nothing, can be retried, and works once it has recovered',
    async (fault) => {
      const failing = failingDisk();
      const { journal } = await open({ disk: failing.disk });
      await journal.commit(put({ a: 'alpha' }));
      for (let i = 0; i < 3; i++) {
        failing.fault = fault === 'create' && i === 0 ? 'sync' : fault;
        await expect(journal.commit(put({ b: `refused ${i}` }))).rejects.toMatchObject({ code: 'ENOSPC' });
      }
      failing.fault = 'nothing';
      await journal.commit(put({ c: 'gamma' }));
      expect(found()).toEqual({ a: 'alpha', c: 'gamma' });
      await journal.commit(put({ b: 'beta' }));
      expect(found()).toEqual({ a: 'alpha', b: 'beta', c: 'gamma' });
      expect(losses).toEqual([]);
    },
  );

  test('does not trust the file after it', async () => {
    const failing = failingDisk();
    const { journal } = await open({ disk: failing.disk });
    await journal.commit(put({ a: 'alpha' }));
    failing.fault = 'sync';
    await expect(journal.commit(put({ b: 'refused' }))).rejects.toThrow('no room');
    failing.fault = 'nothing';
    await journal.commit(put({ b: 'beta' }));
    expect(logs()).toEqual(['0000000001.log', '0000000002.log']);
  });

  test('while it is closed does no harm, and while it is tidied is reported', async () => {
    const failing = failingDisk();
    const { journal } = await open({ disk: failing.disk, fileBytes: 50 });
    for (const text of ['one', 'two', 'three']) await journal.commit(put({ a: text.repeat(20) }));
    failing.fault = 'remove';
    await expect(journal.tidy()).rejects.toThrow('no room');
    failing.fault = 'create';
    await journal.close();
    expect(found()).toEqual({ a: 'three'.repeat(20) });
  });
});
