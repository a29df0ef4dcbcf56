import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../../src/core/time.ts';
import { EmbeddedHistoryBackend } from '../../../../src/history/embedded/embedded-history-backend.ts';
import {
  NO_PACING,
  type Pace,
  type StorageDamage,
  type StoredPart,
} from '../../../../src/history/scrub/finding.ts';
import { ScrubFile, type ScrubState } from '../../../../src/history/scrub/scrub-file.ts';
import { Scrub } from '../../../../src/history/scrub/scrub.ts';
import { StoredParts } from '../../../../src/history/scrub/stored-parts.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { StoredWorlds } from '../../../support/stored-world.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'tidemark-scrub-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const START = Date.parse('2026-03-01T00:00:00Z');
const MEGABYTE = 2 ** 20;

/** Completes all work that only waits for promises. */
const settle = async () => {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
};

const listed = () => new StoredParts(folder, new EmbeddedHistoryBackend(folder)).list();

describe('the check in the background', () => {
  let clock: ManualClock;
  let checked: string[];
  let states: ScrubState[];
  let found: Record<string, StorageDamage[]>;
  let names: string[];
  let stop: AbortController;

  function part(name: string, bytes: number): StoredPart {
    const check = async (pace: Pace) => {
      for (let done = 0; done < bytes; done += MEGABYTE) await pace(MEGABYTE);
      checked.push(name);
      return found[name] ?? [];
    };
    return { name, bytes, check };
  }

  function start(): void {
    stop = new AbortController();
    const scrub = new Scrub({
      parts: {
        list: () => names.map((name) => part(name, 4 * MEGABYTE)),
        has: (file) => names.includes(file),
      },
      clock,
      everyMs: DAY_MS,
      file: new ScrubFile(folder),
      onState: (state) => states.push(state),
    });
    scrub.run(stop.signal).catch(() => undefined);
  }

  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= SECOND_MS) {
      clock.advance(SECOND_MS);
      await settle();
    }
  }

  beforeEach(() => {
    clock = new ManualClock(START);
    [checked, states, found, names] = [[], [], {}, ['a', 'b', 'c']];
  });
  afterEach(() => stop.abort());

  test('goes through everything at its own pace, then waits until a pass is due again', async () => {
    start();
    await settle();
    expect(checked).toEqual([]);
    await pass(5 * SECOND_MS);
    // A megabyte a second at least.
    await pass(3 * SECOND_MS);
    expect(checked).toEqual([]);
    await pass(10 * SECOND_MS);
    expect(checked).toEqual(['a', 'b', 'c']);
    const doneAt = clock.now();
    expect(states.at(-1)).toEqual({
      passStartedAt: START + 5 * SECOND_MS,
      lastPassAt: doneAt - SECOND_MS,
      damage: [],
    });
    clock.advance(HOUR_MS);
    await settle();
    expect(checked).toHaveLength(3);
    clock.advanceTo(START + DAY_MS + 5 * SECOND_MS);
    await pass(20 * SECOND_MS);
    expect(checked).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });

  test('continues after a restart where it was', async () => {
    start();
    await settle();
    await pass(10 * SECOND_MS);
    expect(checked).toEqual(['a']);
    stop.abort();
    await settle();
    start();
    await settle();
    await pass(20 * SECOND_MS);
    expect(checked).toEqual(['a', 'b', 'c']);
    expect(states.at(-1)).toHaveProperty('lastPassAt');
  });

  test('reports damage until the part is sound again, or gone; also after a restart', async () => {
    const damage = { file: 'b', what: 'MWA x', reason: 'the checksum does not fit' };
    found = { b: [damage] };
    start();
    await settle();
    await pass(30 * SECOND_MS);
    expect(states.at(-1)?.damage).toEqual([{ part: 'b', ...damage }]);
    stop.abort();
    await settle();
    start();
    await settle();
    expect(states.at(-1)?.damage).toEqual([{ part: 'b', ...damage }]);
    names = ['a', 'c'];
    clock.advance(DAY_MS);
    await settle();
    await pass(30 * SECOND_MS);
    expect(states.at(-1)?.damage).toEqual([]);
  });

  test('drops damage of a file that is gone at the next start, but not of a missing one', async () => {
    const missing = { file: 'days/x', reason: 'the file is missing' };
    found = { a: [missing], b: [{ file: 'b', reason: 'the footer is damaged' }] };
    start();
    await settle();
    await pass(30 * SECOND_MS);
    expect(states.at(-1)?.damage).toHaveLength(2);
    stop.abort();
    await settle();
    names = ['a', 'c'];
    start();
    await settle();
    expect(states.at(-1)?.damage).toEqual([{ part: 'a', ...missing }]);
  });

  test('starts anew if its own file is damaged', async () => {
    writeFileSync(join(folder, 'scrub.json'), '{"format":1,"position":"b","dam');
    start();
    await settle();
    await pass(30 * SECOND_MS);
    expect(checked).toEqual(['a', 'b', 'c']);
  });
});

describe('stored data', () => {
  const WORLD = { ticks: 250, days: 40 };
  const worlds = new StoredWorlds();
  afterAll(() => worlds.remove());

  async function damage(): Promise<StorageDamage[]> {
    const all: StorageDamage[] = [];
    for (const part of await listed()) all.push(...(await part.check(NO_PACING)));
    return all;
  }

  function flip(path: string, place: (bytes: Buffer) => number): void {
    const bytes = readFileSync(path);
    bytes[place(bytes)]! ^= 1;
    writeFileSync(path, bytes);
  }

  test('has no findings while it is complete', async () => {
    await worlds.copyTo(folder, WORLD);
    const parts = await listed();
    expect(new Set(parts.map(({ name }) => name.split('/').slice(0, 2).join('/')))).toEqual(
      new Set(['history/journal', 'history/hours', 'history/days', 'history/candles', 'tidemark.json']),
    );
    expect(await damage()).toEqual([]);
  });

  test('is reported by file and series if a block is damaged', async () => {
    await worlds.copyTo(folder, WORLD);
    const named: string[] = [];
    for (const kind of ['hours', 'days', 'candles']) {
      const name = join('history', kind, readdirSync(join(folder, 'history', kind))[0]!);
      flip(join(folder, name), () => 60);
      named.push(name);
    }
    const found = await damage();
    expect(found.map(({ file }) => file).toSorted()).toEqual(named.toSorted());
    for (const { what, reason } of found)
      expect([what, reason]).toEqual([
        expect.stringMatching(/^MWA [0-9a-f-]{36}$/),
        expect.stringMatching(/checksum/),
      ]);
  });

  test('is reported if the disk refuses to read it, and the rest is checked', async () => {
    await worlds.copyTo(folder, WORLD);
    const first = (kind: string) =>
      join('history', kind, readdirSync(join(folder, 'history', kind)).toSorted()[0]!);
    const unread = [first('journal'), first('days'), 'tidemark.json'];
    // Reading a folder fails like reading a bad sector.
    for (const name of unread) {
      rmSync(join(folder, name));
      mkdirSync(join(folder, name));
    }
    const hour = first('hours');
    flip(join(folder, hour), () => 60);
    const found = await damage();
    for (const file of unread)
      expect(found).toContainEqual({ file, reason: 'cannot be read: it is a folder, not a regular file' });
    expect(found.map(({ file }) => file).toSorted()).toEqual([...unread, hour].toSorted());
  });

  test('is reported if the journal is damaged, or a file that it names is missing', async () => {
    await worlds.copyTo(folder, WORLD);
    const day = join('history', 'days', readdirSync(join(folder, 'history', 'days'))[0]!);
    rmSync(join(folder, day));
    expect(await damage()).toEqual([{ file: day, reason: 'the file is missing' }]);
    const journal = join(
      'history',
      'journal',
      readdirSync(join(folder, 'history', 'journal')).toSorted()[0]!,
    );
    flip(join(folder, journal), (bytes) => bytes.lastIndexOf('TMJR') + 14);
    expect((await damage()).map(({ file }) => file)).toContain(journal);
  });
});
