import { appendFileSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plannedDays } from '../../../src/app/pipeline/backfill/backfill-plan.ts';
import { STAGES } from '../../../src/app/pipeline/backfill/stages.ts';
import { writeProgress } from '../../../src/app/pipeline/backfill/backfill-progress.ts';
import { backUp } from '../../../src/app/operate/backup/backup.ts';
import { sendCommand } from '../../../src/app/directory/control-socket.ts';
import { importOhlcv } from '../../../src/app/operate/import/import-ohlcv.ts';
import type { Candle } from '../../../src/core/candle.ts';
import { SystemClock } from '../../../src/core/clocks/clock.ts';
import { DAY_MS, dayOfTick, HOUR_MS } from '../../../src/core/time.ts';
import { candleText } from '../../../src/latest/candles/candle-text.ts';
import { CommandSession } from '../../support/command-session.ts';
import { exportedText } from '../../support/exported-text.ts';
import { startService, type TestService } from '../../support/service.ts';
import { candlesOn, FIRST_DAY, FIRST_TICK, openStored, StoredWorlds } from '../../support/stored-world.ts';
import { soon, Tidemark, type Ended } from '../../support/tidemark-process.ts';
import { SOURCES } from '../../../src/app/compose/source-table.ts';

const tidemark = new Tidemark();
const commands = new CommandSession();
const worlds = new StoredWorlds();
afterAll(() => worlds.remove());
const BLX = '191724d4-7915-491b-8b73-bc293e03a93e';
/** Days before those of the stored world, in two years. */
const OLDER = FIRST_DAY - 400 * DAY_MS;

const allSeries = (first: number, count: number): Candle[] =>
  Array.from({ length: count }, (_, i) => candlesOn(first + i * DAY_MS)).flat();

/** Some series of each kind, enough for most of these tests. */
const days = (first: number, count: number): Candle[] =>
  allSeries(first, count).filter(({ indexId }) => isTaken.has(indexId));
const isTaken = new Set(
  candlesOn(FIRST_DAY)
    .map(({ indexId }) => indexId)
    .filter((indexId, number) => indexId === BLX || number % 8 === 0),
);

/** A data directory with a few ticks and this many of those days. */
async function storedDays(count: number): Promise<string> {
  const folder = tidemark.newFolder();
  await worlds.copyTo(folder, { ticks: 2, days: 0 });
  if (count === 0) return folder;
  const history = await openStored(folder);
  await history.appendCandles(days(FIRST_DAY, count));
  await history.sealed();
  await history.close();
  return folder;
}

function fileOf(candles: readonly Candle[]): string {
  const path = join(tidemark.newFolder(), 'days.ndjson');
  writeFileSync(path, candles.map((candle) => `${candleText(candle)}\n`).join(''));
  return path;
}

const take = (folder: string, file: string, ...args: string[]): Promise<Ended> =>
  commands.run(['import', 'ohlcv', file, '--data', folder, ...args]);

/** In this process, so that imports started together overlap. */
const takeHere = (data: string, file: string) =>
  importOhlcv({ sources: SOURCES, data, file, format: 'ndjson', replace: false, clock: new SystemClock() });

const withOtherValues = (candles: readonly Candle[]): Candle[] =>
  candles.map((candle) => ({ ...candle, carried: candle.carried + 1 }));

async function allDays(folder: string): Promise<string[]> {
  const text = await exportedText({ data: folder, kind: 'ohlcv', format: 'ndjson' });
  return text.split('\n').slice(0, -1);
}

describe('an import into a stopped service', () => {
  test('adds days of years, and changes nothing when repeated', async () => {
    const folder = await storedDays(14);
    // Both over the end of a year.
    const [older, known] = [days(OLDER + 42 * DAY_MS, 10), days(FIRST_DAY, 14)];
    for (const candles of [older, known])
      expect(new Set(candles.map(({ startAt }) => new Date(startAt).getUTCFullYear())).size).toBe(2);
    const file = fileOf([...older, ...known]);
    const first = await take(folder, file);
    expect([first.stderr, first.stdout, first.code]).toEqual([
      '',
      `${older.length + known.length} records: ${older.length} added, 0 replaced, ${known.length} already stored\n`,
      0,
    ]);
    expect(await allDays(folder)).toEqual([...older, ...known].map(candleText));
    const before = readdirSync(join(folder, 'history'), { recursive: true }).length;
    const again = await take(folder, file);
    expect(again).toMatchObject({
      code: 0,
      stdout: `${older.length + known.length} records: nothing to do, ${older.length + known.length} already stored\n`,
    });
    expect(readdirSync(join(folder, 'history'), { recursive: true }).length).toBeGreaterThanOrEqual(
      before - 2,
    );
    expect(await allDays(folder)).toEqual([...older, ...known].map(candleText));
    expect(readdirSync(folder).filter((name) => name.startsWith('import'))).toEqual([]);
    const history = await openStored(folder);
    await history.sealed();
    await history.close();
    expect(await allDays(folder)).toEqual([...older, ...known].map(candleText));
  });

  test('imports an exported CSV', async () => {
    const folder = await storedDays(3);
    const out = join(tidemark.newFolder(), 'days.csv');
    writeFileSync(out, await exportedText({ data: folder, kind: 'ohlcv', format: 'csv' }));
    const other = await storedDays(0);
    expect(await take(other, out)).toMatchObject({ code: 0, stderr: '' });
    expect(await allDays(other)).toEqual(await allDays(folder));
  });

  test('reports every bad line and imports none of the others', async () => {
    const folder = await storedDays(1);
    const good = days(OLDER, 1).slice(0, 4).map(candleText);
    const file = join(tidemark.newFolder(), 'days.ndjson');
    const bad = good[1]!.replace(/"close":"[^"]*"/, '"close":"1e5"');
    const future = candleText({ ...candlesOn(OLDER)[2]!, startAt: Date.parse('2026-02-27T00:00:00Z') });
    writeFileSync(file, [good[0], bad, 'nonsense', future, '', good[3], good[0]].join('\r\n'));
    const { code, stdout, stderr } = await take(folder, file);
    expect([code, stdout]).toEqual([1, '']);
    const lines = stderr.split('\n');
    expect(lines[0]).toMatch(`${file}:2: close must be a plain decimal`);
    expect(lines[1]).toBe(`${file}:3: it is not valid JSON`);
    expect(lines[2]).toMatch(`${file}:4: startTimestamp is not complete yet`);
    expect(lines[3]).toBe(`${file}:7: an earlier line has the same index and day`);
    expect(lines[4]).toBe(`tidemark: nothing was imported: 4 lines of ${file} are bad`);
    expect(await allDays(folder)).toEqual(days(FIRST_DAY, 1).map(candleText));
  });

  test('reports a hundred bad lines and counts the others', async () => {
    const folder = await storedDays(0);
    const file = join(tidemark.newFolder(), 'days.ndjson');
    writeFileSync(file, 'nonsense\n'.repeat(250));
    const { code, stderr } = await take(folder, file);
    expect(code).toBe(1);
    expect(stderr.split('\n')).toHaveLength(102);
    expect(stderr).toContain('250 lines');
  });

  test('replaces days with other values only on request', async () => {
    const folder = await storedDays(2);
    const [first, ...others] = days(FIRST_DAY, 2);
    const changed = { ...first!, ticks: first!.ticks - 1 };
    const file = fileOf([changed, ...others, ...days(OLDER, 1)]);
    const refused = await take(folder, file);
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain(
      `2025-12-20 MWA ${first!.indexId} is already stored with other values\n`,
    );
    expect(refused.stderr).toContain('nothing was imported: 1 records are already stored with other values');
    expect(await allDays(folder)).toEqual(days(FIRST_DAY, 2).map(candleText));
    const replaced = await take(folder, file, '--replace', '--json');
    expect(JSON.parse(replaced.stdout)).toMatchObject({
      outcome: { added: days(OLDER, 1).length, replaced: 1, unchanged: others.length, refused: 0 },
    });
    expect(await allDays(folder)).toEqual([...days(OLDER, 1), changed, ...others].map(candleText));
  });

  test('skips days that are still being filled in', async () => {
    const folder = await storedDays(1);
    const plan = { firstLive: FIRST_TICK, days: plannedDays(1), largest: [] };
    const values = {
      today: dayOfTick(FIRST_TICK),
      'first-values': 0,
      'largest-values': 0,
      'everything-values': 0,
    };
    const done = { ...values, 'everything-records': 0 };
    const progress = { prepared: true, plan };
    const reached = OLDER + 3 * DAY_MS;
    writeProgress(folder, { ...progress, done: { ...done, 'largest-records': reached } });
    const refused = await take(folder, fileOf(days(reached - DAY_MS, 2)));
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/are still being filled in/)]);
    expect(await takeHere(folder, fileOf(days(reached, 1)))).toMatchObject({ kind: 'imported' });
    writeProgress(folder, { ...progress, done: { ...done, 'largest-records': 0 } });
    expect(await takeHere(folder, fileOf(days(reached - DAY_MS, 2)))).toMatchObject({ kind: 'imported' });
  });

  test('skips the day of the first tick until its records include all of it', async () => {
    const folder = await storedDays(1);
    const plan = { firstLive: OLDER + 5 * DAY_MS + HOUR_MS, days: plannedDays(1), largest: [] };
    const done = Object.fromEntries(STAGES.map((stage) => [stage, 0]));
    const progress = { prepared: true, plan, done };
    writeProgress(folder, progress);
    const file = fileOf(days(OLDER + 4 * DAY_MS, 3));
    const refused = await take(folder, file);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/the day of the first tick/)]);
    writeProgress(folder, { ...progress, seamClosed: true });
    expect(await takeHere(folder, file)).toMatchObject({ kind: 'imported' });
  });

  test('works concurrently with another one and a backup', async () => {
    const folder = await storedDays(1);
    const [older, later] = [days(OLDER, 20), days(OLDER + 30 * DAY_MS, 10)];
    const target = tidemark.newFolder();
    const [first, second, backup] = await Promise.all([
      takeHere(folder, fileOf(older)),
      takeHere(folder, fileOf(later)),
      backUp({ data: folder, target, inputs: false, clock: new SystemClock() }),
    ]);
    expect(first).toMatchObject({ kind: 'imported', outcome: { added: older.length, unchanged: 0 } });
    expect(second).toMatchObject({ kind: 'imported', outcome: { added: later.length, unchanged: 0 } });
    expect(await allDays(folder)).toEqual([...older, ...later, ...days(FIRST_DAY, 1)].map(candleText));
    const restored = join(tidemark.newFolder(), 'restored');
    expect(await commands.run(['restore', backup.folder, '--data', restored])).toMatchObject({ code: 0 });
    const kept = await allDays(restored);
    const isKept = new Set(kept);
    expect((await allDays(folder)).filter((line) => isKept.has(line))).toEqual(kept);
    expect(readdirSync(folder).filter((name) => /^(?:import|cut)-|\.sock$/.test(name))).toEqual([]);
  });

  test('with other values than a concurrent one: one of the two is refused', async () => {
    const folder = await storedDays(0);
    const candles = days(OLDER, 3);
    const both = [candles, withOtherValues(candles)];
    const ended = await Promise.all(both.map((each) => takeHere(folder, fileOf(each))));
    const added = ended.map((each) => each.kind === 'imported' && each.outcome.added);
    expect(added.toSorted()).toEqual([0, candles.length]);
    expect(await allDays(folder)).toEqual(both[added.indexOf(candles.length)]!.map(candleText));
  });

  test('that is killed leaves all or nothing', async () => {
    const folder = await storedDays(1);
    const candles = allSeries(OLDER, 40);
    const file = fileOf(candles);
    const stored = days(FIRST_DAY, 1).map(candleText);
    const both = [...candles.map(candleText), ...stored];
    let last: string[] = [];
    const staged = () => readdirSync(folder).filter((name) => name.startsWith('import-'));
    for (let kill = 0; kill < 3; kill++) {
      const left = staged();
      const running = tidemark.start(['import', 'ohlcv', file, '--data', folder]);
      const ended = running.ended.then(() => true);
      const isStaged = () => staged().some((name) => !left.includes(name));
      while (!isStaged() && !(await Promise.race([ended, soon()]))) continue;
      for (let wait = 0; wait < kill * 6; wait++) await soon();
      running.kill('SIGKILL');
      await running.ended;
      last = await allDays(folder);
      expect([stored.length, both.length]).toContain(last.length);
      expect(last).toEqual(last.length === stored.length ? stored : both);
    }
    const anHourAgo = Date.now() / 1000 - 3600;
    for (const name of staged()) utimesSync(join(folder, name), anHourAgo, anHourAgo);
    expect(await take(folder, file)).toMatchObject({ code: 0, stderr: '' });
    expect(await allDays(folder)).toEqual(both);
    expect(staged()).toEqual([]);
  });
});

describe('an import into a running service', () => {
  const folders = new Tidemark(afterAll);
  let folder: string;
  let service: TestService;
  beforeAll(async () => {
    folder = folders.newFolder();
    service = await startService({ folder, argv: ['--start', '2026-03-01T12:00:05Z', '--speed', '0.01'] });
  });
  afterAll(() => service.close());

  test('concurrent with another does not replace its records', async () => {
    const candles = days(OLDER + 30 * DAY_MS, 3);
    const both = [candles, withOtherValues(candles)];
    const ended = await Promise.all(both.map((each) => takeHere(folder, fileOf(each))));
    const added = ended.map((each) => each.kind === 'imported' && each.outcome.added);
    expect(added.toSorted()).toEqual([0, candles.length]);
    const stored = (await allDays(folder)).slice(0, candles.length);
    expect(stored).toEqual(both[added.indexOf(candles.length)]!.map(candleText));
  });

  test('is visible over REST at once, and only complete', async () => {
    const page = async () => {
      const answer = await service.get(`/v3/ohlcv?indexId=${BLX}&timestamp=2030-01-01T00:00:00Z&size=2000`);
      return ((await answer.json()) as { content: unknown[] }).content;
    };
    const before = await page();
    const candles = days(OLDER, 20);
    const file = fileOf(candles);
    appendFileSync(file, 'nonsense\n');
    expect(await take(folder, file)).toMatchObject({ code: 1 });
    expect(await page()).toEqual(before);
    writeFileSync(file, readFileSync(file, 'utf8').replace('nonsense\n', ''));
    expect(await take(folder, file)).toMatchObject({ code: 0, stderr: '' });
    const lx = candles
      .filter(({ indexId }) => indexId === BLX)
      .map((candle) => JSON.parse(candleText(candle)));
    expect(await page()).toEqual([...before, ...lx.toReversed()]);
    expect(await take(folder, fileOf(withOtherValues(candles)))).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/records are already stored with other values; use --replace/),
    });
    expect(readdirSync(folder).filter((name) => name.startsWith('import-'))).toEqual([]);
  });

  test('with an unreadable file says why, to the operator and in the log', async () => {
    const name = 'import-1-0123456789abcdef';
    const request = { command: 'import.ohlcv', arguments: { name, replace: false } };
    await expect(sendCommand(folder, request)).rejects.toThrow(
      `the process that owns the data directory could not run the command: ENOENT: no such file or directory, open '${join(folder, name)}'`,
    );
    expect(service.logLines.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ msg: 'a command failed', command: 'import.ohlcv' }),
    );
  });
});

test.each([
  [['import'], /name the kind and the file/],
  [['import', 'ticks', 'a.csv'], /KIND 'ticks' is none of ohlcv/],
  [['import', 'ohlcv', 'a.csv', '--format', 'xml'], /--format must be one of csv, ndjson \(got "xml"\)/],
])('%j is refused with code 2', async (args, expected) => {
  expect(await commands.run(args)).toMatchObject({ code: 2, stderr: expect.stringMatching(expected) });
});

test('a directory that was never served, a missing file and an unknown header are refused', async () => {
  const folder = tidemark.newFolder();
  const file = join(folder, 'missing.csv');
  expect(await take(folder, file)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/never been served/),
  });
  await worlds.copyTo(folder, { ticks: 2, days: 0 });
  expect(await take(folder, file)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/cannot be read/),
  });
  writeFileSync(file, '');
  expect(await take(folder, file)).toMatchObject({
    code: 1,
    stderr: `tidemark: ${file} is empty: it has no header; nothing was imported\nSee docs/run/troubleshooting.md#nothing-imported\n`,
  });
  expect(await take(folder, file, '--format', 'ndjson')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^0 records: nothing to do/),
  });
  writeFileSync(file, 'date,open\n2026-01-01,5\n');
  expect(await take(folder, file)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/the header lacks/),
  });
});
