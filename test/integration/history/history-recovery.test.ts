import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCrashStore, sliceOf, tickNumber, tickTime } from '../../support/crash-world.ts';
import { INDEX_TYPES } from '../../../src/core/index-value.ts';
import { DAY_MS } from '../../../src/core/time.ts';
import type { EmbeddedHistoryStore } from '../../../src/history/embedded/embedded-history-store.ts';
import { pastDay } from '../../support/history-values.ts';

const TICKS = 400;
const root = mkdtempSync(join(tmpdir(), 'tidemark-recovery-'));
const template = join(root, 'template');
/** Long before the first tick. */
const PAST = Math.floor(tickTime(0) / DAY_MS) * DAY_MS - 20 * DAY_MS;
let pastValues: unknown[];

const across = (store: EmbeddedHistoryStore) =>
  store.readAcross({ types: INDEX_TYPES, atOrBefore: Infinity, notBefore: 0, limit: 1e9 });
const files = (folder: string, name: string) => readdirSync(join(folder, name)).toSorted();
const quarantined = (folder: string) =>
  existsSync(join(folder, 'quarantine'))
    ? readdirSync(join(folder, 'quarantine')).filter((name) => !name.endsWith('.manifest'))
    : [];

/** Days of ticks and filled-in days, as after a kill: the journal names them in one file, with no successor. */
beforeAll(async () => {
  const live = join(root, 'live');
  const store = await openCrashStore(live, []);
  for (let tick = 0; tick < TICKS; tick++) await store.append(sliceOf(tick));
  for (const daysAgo of [0, 1])
    await store.insertPast(pastDay(PAST - daysAgo * DAY_MS, [1, 2], [0, 7, 2000]));
  await store.sealed();
  cpSync(live, template, { recursive: true });
  pastValues = (await across(store)).filter(({ at }) => at <= PAST + DAY_MS);
  await store.close();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function damaged(damage: (journal: string, names: string[]) => void): string {
  const folder = mkdtempSync(join(root, 'damaged-'));
  cpSync(template, folder, { recursive: true });
  damage(join(folder, 'journal'), files(folder, 'journal'));
  return folder;
}

const newest = (journal: string, names: string[]) => join(journal, names.at(-1)!);

test('a missing segment is remembered, and the journal that may contain its ticks is kept', async () => {
  const folder = damaged(() => undefined);
  const [day] = files(folder, 'days');
  rmSync(join(folder, 'days', day!));
  const journal = files(folder, 'journal');
  const bytes = journal.map((name) => readFileSync(join(folder, 'journal', name)));
  const store = await openCrashStore(folder, []);
  await store.close();
  const kept = quarantined(folder);
  expect(kept.filter((name) => name.endsWith(`days_${day}`))).toHaveLength(1);
  journal.forEach((name, i) => {
    const copy = kept.find((each) => each.endsWith(`journal_${name}`));
    const content = readFileSync(join(folder, 'quarantine', copy!));
    expect(content.subarray(0, bytes[i]!.length).equals(bytes[i]!)).toBe(true);
  });
  // Only once: the next start has nothing to add.
  await (await openCrashStore(folder, [])).close();
  expect(quarantined(folder)).toEqual(kept);
});

describe('after an unclean stop', () => {
  test.each<[string, (journal: string, names: string[]) => void]>([
    ['cut in half', (journal, names) => cutTo(newest(journal, names), 0.5)],
    ['cut to a tenth', (journal, names) => cutTo(newest(journal, names), 0.1)],
    ['emptied', (journal, names) => cutTo(newest(journal, names), 0)],
    ['removed', (journal, names) => rmSync(newest(journal, names))],
    ['removed with all before it', (journal, names) => names.forEach((name) => rmSync(join(journal, name)))],
  ])('with the newest journal file %s, every segment stays and is served', async (_, damage) => {
    const folder = damaged(damage);
    const before = ['days', 'hours'].map((name) => files(folder, name));
    expect(before[0]!.length).toBeGreaterThanOrEqual(3);
    for (let start = 1; start <= 2; start++) {
      const store = await openCrashStore(folder, []);
      const found = await across(store);
      const ticks = new Set(found.filter(({ at }) => at > PAST + DAY_MS).map(({ at }) => tickNumber(at)));
      expect(found.filter(({ at }) => at <= PAST + DAY_MS)).toEqual(pastValues);
      // Everything sealed: all except the ticks of the last hour.
      for (let tick = 0; tickTime(tick) <= tickTime(TICKS - 13); tick++)
        expect(ticks.has(tick), `${tick}`).toBe(true);
      expect((await store.summary()).lastTick).toBeGreaterThanOrEqual(tickTime(TICKS - 13));
      // Ticks in the older journal are sealed again, into a file of the same name.
      await store.sealed();
      await store.close();
      expect(['days', 'hours'].map((name) => files(folder, name))).toEqual(before);
      expect(quarantined(folder)).toEqual([]);
    }
  });

  test('a slot in a sealed hour is never stored again', async () => {
    const folder = damaged((journal, names) => rmSync(newest(journal, names)));
    const store = await openCrashStore(folder, []);
    const { lastTick = 0 } = await store.summary();
    const sealedTick = tickNumber(lastTick) - 3;
    expect(await store.append(sliceOf(sealedTick))).toBe('duplicate');
    expect(await store.append(sliceOf(TICKS))).toBe('stored');
    await store.close();
  });
});

test('skipped slots are refused, and reads do not contain them', async () => {
  const folder = damaged(() => undefined);
  const store = await openCrashStore(folder, []);
  store.skipUpTo(tickTime(TICKS + 2));
  for (const tick of [TICKS, TICKS + 2]) expect(await store.append(sliceOf(tick))).toBe('out-of-order');
  expect((await store.summary()).lastTick).toBe(tickTime(TICKS - 1));
  expect(await store.append(sliceOf(TICKS + 3))).toBe('stored');
  await store.close();
});

test('series keep their numbers if the journal has lost them: no value is served as that of another series', async () => {
  const folder = damaged((journal, names) => names.forEach((name) => rmSync(join(journal, name))));
  let store = await openCrashStore(folder, []);
  const before = await across(store);
  // Later series get the first free numbers.
  await store.append(sliceOf(TICKS));
  await store.close();
  store = await openCrashStore(folder, []);
  const after = (await across(store)).filter(({ at }) => at <= before[0]!.at);
  expect(after).toEqual(before);
  await store.close();
});

test('an invalid segment goes to quarantine, with what, when and why, and is reported once', async () => {
  const folder = damaged(() => undefined);
  const path = join(folder, 'days', files(folder, 'days').at(-1)!);
  const bytes = readFileSync(path).subarray(0, -1);
  writeFileSync(path, bytes);
  const problems: string[] = [];
  await (await openCrashStore(folder, problems)).close();
  expect(problems).toHaveLength(1);
  const [name = ''] = quarantined(folder);
  expect(readFileSync(join(folder, 'quarantine', name))).toEqual(bytes);
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'quarantine', `${name}.manifest`), 'utf8'));
  expect(manifest).toMatchObject({
    from: expect.stringMatching(/^days\//),
    reason: expect.stringMatching(/segment|footer/),
    bytes: bytes.length,
    at: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  problems.length = 0;
  await (await openCrashStore(folder, problems)).close();
  expect([problems, quarantined(folder)]).toEqual([[], [name]]);
});

test('a segment with read errors is reported and stays; it counts again once it is readable', async () => {
  const folder = damaged(() => undefined);
  const name = files(folder, 'days')[0]!;
  const path = join(folder, 'days', name);
  const elsewhere = join(folder, 'kept');
  renameSync(path, elsewhere);
  // Reading a folder fails like reading a bad sector.
  mkdirSync(path);
  const problems: string[] = [];
  let store = await openCrashStore(folder, problems);
  expect(problems).toEqual([expect.stringContaining('cannot be read: it is a folder, not a regular file')]);
  expect(statSync(path).isDirectory()).toBe(true);
  // A segment filled in meanwhile does not get its name.
  await store.insertPast(pastDay(PAST - DAY_MS, [1, 2], [0, 7, 2000]));
  expect(files(folder, 'days').filter((each) => each.startsWith(name.slice(0, 10)))).toHaveLength(2);
  await store.close();
  rmdirSync(path);
  renameSync(elsewhere, path);
  store = await openCrashStore(folder, []);
  expect((await across(store)).filter(({ at }) => at <= PAST + DAY_MS)).toEqual(pastValues);
  expect(quarantined(folder)).toEqual([]);
  await store.close();
});

test('two files with the same name in quarantine are both kept', async () => {
  const folder = damaged(() => undefined);
  const name = files(folder, 'days').at(-1)!;
  for (const content of ['first', 'second']) {
    writeFileSync(join(folder, 'days', name), content);
    await (await openCrashStore(folder, [])).close();
  }
  const kept = quarantined(folder).map((each) => readFileSync(join(folder, 'quarantine', each), 'utf8'));
  expect(kept.toSorted()).toEqual(['first', 'second']);
});

test('damage in the middle of the journal loses only the damaged records; the file is kept in quarantine', async () => {
  const folder = damaged(() => undefined);
  const names = files(folder, 'journal');
  const path = join(folder, 'journal', names.at(-1)!);
  const bytes = readFileSync(path);
  // The head of a record: its change is lost, later ones are not.
  bytes[bytes.indexOf('TMJR', bytes.length / 2) + 14]! ^= 1;
  writeFileSync(path, bytes);
  const problems: string[] = [];
  let store = await openCrashStore(folder, problems);
  const found = await across(store);
  expect(new Set(found.map(({ at }) => at)).size).toBeGreaterThanOrEqual(TICKS - 1);
  await store.close();
  expect(problems.length).toBeGreaterThan(0);
  const kept = quarantined(folder).map((name) => readFileSync(join(folder, 'quarantine', name)));
  expect(kept.some((content) => content.equals(bytes))).toBe(true);
  problems.length = 0;
  store = await openCrashStore(folder, problems);
  expect(await across(store)).toEqual(found);
  expect(problems).toEqual([]);
  await store.close();
});

test('a copy of an older journal file under the next name undoes nothing', async () => {
  const folder = damaged((journal, names) => {
    const next = String(Number(names.at(-1)!.slice(0, 10)) + 1).padStart(10, '0');
    cpSync(join(journal, names[0]!), join(journal, `${next}.log`));
  });
  const store = await openCrashStore(folder, []);
  expect((await store.summary()).lastTick).toBe(tickTime(TICKS - 1));
  expect(quarantined(folder)).toHaveLength(1);
  await store.close();
});

test('a stray file with the name of the next journal file is set aside before that file is created', async () => {
  let stray = '';
  const folder = damaged((journal, names) => {
    const next = String(Number(names.at(-1)!.slice(0, 10)) + 1).padStart(10, '0');
    stray = join(journal, `${next}.log`);
    cpSync(newest(journal, names), stray);
  });
  const bytes = readFileSync(stray);
  // The journal must record that this one is gone.
  rmSync(join(folder, 'days', files(folder, 'days')[0]!));
  let store = await openCrashStore(folder, []);
  for (let tick = TICKS; tick < TICKS + 3; tick++) expect(await store.append(sliceOf(tick))).toBe('stored');
  const before = await across(store);
  await store.close();
  const setAside = quarantined(folder).map((name) => readFileSync(join(folder, 'quarantine', name)));
  expect(setAside.some((content) => content.equals(bytes))).toBe(true);
  const problems: string[] = [];
  store = await openCrashStore(folder, problems);
  expect((await store.summary()).lastTick).toBe(tickTime(TICKS + 2));
  expect(await across(store)).toEqual(before);
  expect(problems).toEqual([]);
  await store.close();
});

test('a file that was damaged when its day was sealed is moved, not deleted', async () => {
  const folder = mkdtempSync(join(root, 'sealed-'));
  let store = await openCrashStore(folder, []);
  for (let tick = 0; tick < 30; tick++) await store.append(sliceOf(tick));
  await store.sealed();
  await store.close();
  const path = join(folder, 'hours', files(folder, 'hours')[0]!);
  const bytes = readFileSync(path);
  // A block, and the ids and records of the hour.
  for (const at of [40, bytes.length - 60]) bytes[at]! ^= 1;
  const problems: string[] = [];
  writeFileSync(path, bytes);
  store = await openCrashStore(folder, problems);
  for (let tick = 30; tick < 80; tick++) await store.append(sliceOf(tick));
  await store.sealed();
  expect(files(folder, 'days')).toHaveLength(1);
  expect(
    quarantined(folder).map((name) => readFileSync(join(folder, 'quarantine', name)).equals(bytes)),
  ).toEqual([true]);
  // Sound data of the hour is served from the day.
  const first = (await across(store)).filter(({ at }) => at === tickTime(2));
  expect(first.length).toBeGreaterThan(15);
  expect(problems.length).toBeGreaterThan(0);
  await store.close();
});

function cutTo(path: string, share: number): void {
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.subarray(0, Math.floor(bytes.length * share)));
}
