import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { quarantineOf } from '../../../../../src/app/directory/quarantine-of.ts';
import { StoredDayFiles } from '../../../../../src/app/serve/files/stored-day-files.ts';
import { Deferred } from '../../../../../src/core/async/deferred.ts';
import {
  FLAGS,
  flagsIn,
  maskOf,
  type IndexType,
  type SeriesId,
} from '../../../../../src/core/index-value.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS, SLOT_MS, type Millis } from '../../../../../src/core/time.ts';
import { quarantinedIn } from '../../../../../src/disk/quarantine.ts';
import type { HistoryReader } from '../../../../../src/history/history-store.ts';
import {
  dayFileName,
  parseDayFileName,
  type DayFileReader,
} from '../../../../../src/values/export/day-files.ts';
import { ParquetFile } from '../../../../../src/values/export/parquet/parquet-file.ts';
import type { ParquetFiles } from '../../../../../src/values/export/parquet/parquet-files.ts';
import { ORDER, pastDay, sliceAt, valuesOf } from '../../../../support/history-values.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';
import { MemoryHistoryStore } from '../../../../support/memory-history/memory-history-store.ts';
import { parquetMetadata, plainDecimal, readParquet } from '../../../../support/parquet-rows.ts';

const START = Date.parse('2026-03-01T00:00:00Z');
const GIB = 2 ** 30;
const NUMBERS = (['MWA', 'GWA', 'LX'] as const).flatMap((type) => {
  const [first] = ORDER.rangeOf(type);
  return [first + 1, first];
});

/** Encodes in the same thread. */
const parquet: ParquetFiles = {
  open: (form) => {
    const file = new ParquetFile(form);
    return {
      write: async (batch) => file.write(batch),
      finish: async () => file.finish(),
      abandon: () => undefined,
    };
  },
};

let folder: string;
let history: MemoryHistoryStore;
let clock: ManualClock;
let logged: string[];
let open: StoredDayFiles[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-files-'));
  logged = [];
  open = [];
  clock = new ManualClock(0);
  history = new MemoryHistoryStore(200 * DAY_MS);
  await publish(START + SLOT_MS, START + 2 * DAY_MS + 10 * MINUTE_MS);
});
afterEach(async () => {
  await Promise.all(open.map((files) => files.close()));
  rmSync(folder, { recursive: true });
});

/** Every tenth slot, so that a test is quick; some series miss some. */
async function publish(from: Millis, to: Millis): Promise<void> {
  for (let at = from; at <= to; at += 10 * SLOT_MS)
    await history.append(
      sliceAt(at, (number) => NUMBERS.includes(number) && (at / SLOT_MS + number) % 4 !== 0),
    );
}

interface Changes {
  readonly history?: Partial<HistoryReader>;
  readonly parquet?: ParquetFiles;
  readonly maxDisk?: number;
  readonly settledFrom?: Millis;
  readonly heldDay?: Millis;
  readonly lastTick?: Millis;
  readonly marketNow?: Millis;
  readonly storesPartsOfDays?: boolean;
}

function filesWith(changes: Changes = {}): StoredDayFiles {
  const lastTick = changes.lastTick ?? START + 2 * DAY_MS + 10 * MINUTE_MS;
  const files = new StoredDayFiles({
    history: {
      readSeriesInto: (read, into) => history.readSeriesInto(read, into),
      series: () => history.series(),
      summary: () => history.summary(),
      records: (from, to) => history.records(from, to),
      ...changes.history,
    },
    storesPartsOfDays: changes.storesPartsOfDays ?? false,
    parquet: changes.parquet ?? parquet,
    turns: { next: async () => undefined },
    source: 'simulator',
    folder,
    maxDisk: changes.maxDisk ?? GIB,
    quarantine: quarantineOf(folder),
    settledFrom: () => changes.settledFrom ?? -Infinity,
    heldDay: () => changes.heldDay,
    lastTick: () => lastTick,
    marketNow: () => changes.marketNow ?? lastTick,
    wallClock: clock,
    log: pino({ base: null }, { write: (line: string) => void logged.push(line) }),
  });
  open.push(files);
  return files;
}

const reader = (clientId = 'test'): DayFileReader => ({ clientId, gone: new AbortController().signal });

interface Content {
  readonly bytes: Buffer;
  readonly sha256: string;
}

async function read(files: StoredDayFiles, name: string, by = reader()): Promise<Content | undefined> {
  const parsed = parseDayFileName(name);
  const file = parsed && (await files.open(parsed, by));
  if (!file) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.read(0, file.bytes)) chunks.push(chunk);
  await file.close();
  return { bytes: Buffer.concat(chunks), sha256: file.sha256 };
}

async function content(files: StoredDayFiles, name: string): Promise<Content> {
  const found = await read(files, name);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}

/** Of the two complete days. */
const ALL = [
  'mwa-2026-03-02.parquet',
  'gwa-2026-03-02.parquet',
  'lx-2026-03-02.parquet',
  'mwa-2026-03-01.parquet',
  'gwa-2026-03-01.parquet',
  'lx-2026-03-01.parquet',
];
const namesIn = async (files: StoredDayFiles) => (await files.list()).map(dayFileName);
const inFolder = () => readdirSync(join(folder, 'files')).filter((name) => name.endsWith('.parquet'));

/** The values that history got, as rows of a file. */
function wantedRows(indexType: IndexType, day: Millis) {
  const rows = [];
  const numbers = NUMBERS.filter((number) => ORDER.series[number]?.indexType === indexType);
  for (const series of numbers.map((number) => ORDER.series[number] as SeriesId))
    for (let at = START + SLOT_MS; at <= START + 2 * DAY_MS; at += 10 * SLOT_MS) {
      if (at <= day || at > day + DAY_MS) continue;
      const slice = sliceAt(
        at,
        (number) => ORDER.series[number] === series && (at / SLOT_MS + number) % 4 !== 0,
      );
      for (const value of valuesOf(slice)) rows.push({ ...value, series });
    }
  return rows.toSorted((a, b) => (a.indexId < b.indexId ? -1 : a.indexId > b.indexId ? 1 : a.at - b.at));
}

describe('the list', () => {
  test('has the files that have been made, newest first, with their size and hash', async () => {
    const files = filesWith();
    expect(await files.list()).toEqual([]);
    expect(existsSync(join(folder, 'files'))).toBe(false);
    for (const name of ALL.toReversed()) await content(files, name);
    expect(await namesIn(files)).toEqual(ALL);
    for (const file of await files.list()) {
      const bytes = readFileSync(join(folder, 'files', dayFileName(file)));
      expect(file.bytes).toBe(bytes.length);
      expect(file.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
  });

  test('has size and hash of a file that was made, also after a restart', async () => {
    const { bytes, sha256 } = await content(filesWith(), 'lx-2026-03-01.parquet');
    const listed = (await filesWith().list()).find((file) => dayFileName(file) === 'lx-2026-03-01.parquet');
    expect(listed).toMatchObject({ bytes: bytes.length, sha256 });
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  });

  test.each([
    ['its end-of-day record is not final yet', { lastTick: START + 2 * DAY_MS + 4 * MINUTE_MS }],
    ['it is the day of the first tick, whose beginning is still filled in', { heldDay: START + DAY_MS }],
    ['a value of it may still be filled in', { settledFrom: START + DAY_MS + MINUTE_MS, marketNow: START }],
  ])('does not have a day if %s', async (_why, changes: Changes) => {
    for (const made of ['lx-2026-03-01.parquet', 'lx-2026-03-02.parquet']) await content(filesWith(), made);
    expect(await namesIn(filesWith())).toContain('lx-2026-03-02.parquet');
    const files = filesWith(changes);
    expect(await namesIn(files)).not.toContain('lx-2026-03-02.parquet');
    expect(await read(files, 'lx-2026-03-02.parquet')).toBeUndefined();
  });

  test('does not have a day of which a part may be stored only, unless its ticks were recorded', async () => {
    const number = NUMBERS[0]!;
    await history.insertPast(pastDay(START - DAY_MS, [number], [100]));
    for (const day of ['02-28', '03-01', '03-02']) await content(filesWith(), `mwa-2026-${day}.parquet`);
    const days = async (changes: Changes) => new Set((await filesWith(changes).list()).map(({ day }) => day));
    expect(await days({ storesPartsOfDays: true })).toEqual(new Set([START, START + DAY_MS]));
    expect(await days({})).toEqual(new Set([START - DAY_MS, START, START + DAY_MS]));
  });

  test('does not have a day that has begun to leave the window', async () => {
    await content(filesWith(), 'mwa-2026-03-01.parquet');
    const days = async (marketNow: Millis) => (await filesWith({ marketNow }).list()).map(({ day }) => day);
    expect(await days(START + 200 * DAY_MS + SLOT_MS)).toContain(START);
    expect(await days(START + 200 * DAY_MS + SLOT_MS + 1)).not.toContain(START);
  });
});

describe('a file', () => {
  test.each(['MWA', 'GWA', 'LX'] as const)(
    'of %s has every value of the day, read by DuckDB',
    async (type) => {
      const { bytes } = await content(filesWith(), `${type.toLowerCase()}-2026-03-02.parquet`);
      const { rows, types } = await readParquet(bytes);
      const wanted = wantedRows(type, START + DAY_MS);
      expect(wanted.length).toBeGreaterThan(300);
      expect(
        rows.map(({ price, volume, tickVolume, ...rest }) => ({
          ...rest,
          price: plainDecimal(String(price)),
          volume: plainDecimal(String(volume)),
          ...(tickVolume === undefined ? {} : { tickVolume: plainDecimal(String(tickVolume)) }),
        })),
      ).toEqual(
        wanted.map(({ indexId, at, price, volume, tickVolume, flags }) => ({
          indexId,
          indexType: type,
          price: String(price),
          volume: String(volume),
          timestamp: String(at),
          ...(tickVolume === undefined ? {} : { tickVolume: String(tickVolume) }),
          ...(flags === 0 ? {} : { flags: flagsIn(flags).join('|') }),
          carried: (flags & maskOf('CARRIED')) !== 0,
          source: 'simulator',
        })),
      );
      expect(new Set(rows.map(({ carried }) => carried))).toEqual(new Set([true, false]));
      expect(Object.keys(types)).toEqual([
        'indexId',
        'indexType',
        'price',
        'volume',
        'timestamp',
        'tickVolume',
        'flags',
        'carried',
        'source',
        'outOfRange',
      ]);
      expect(types['carried']).toBe('BOOLEAN');
      expect(await parquetMetadata(bytes)).toMatchObject({
        'tidemark.table': 'day',
        'tidemark.day': '2026-03-02',
        'tidemark.indexType': type,
        'tidemark.source': 'simulator',
      });
      expect(FLAGS).toContain('CARRIED');
    },
  );

  test('has the same bytes each time it is made, also after more was published', async () => {
    const before = await content(filesWith(), 'mwa-2026-03-01.parquet');
    rmSync(join(folder, 'files'), { recursive: true });
    await publish(START + 2 * DAY_MS + 20 * MINUTE_MS, START + 2 * DAY_MS + 40 * MINUTE_MS);
    const after = await content(filesWith(), 'mwa-2026-03-01.parquet');
    expect(after.bytes.equals(before.bytes)).toBe(true);
  });

  test('is made once for all who request it at the same time, and read from the disk later', async () => {
    let made = 0;
    const counting: ParquetFiles = { open: (form) => (made++, parquet.open(form)) };
    const files = filesWith({ parquet: counting });
    const name = 'gwa-2026-03-01.parquet';
    const all = await Promise.all([content(files, name), content(files, name), content(files, name)]);
    expect([made, new Set(all.map(({ sha256 }) => sha256)).size]).toEqual([1, 1]);
    await content(filesWith({ parquet: counting }), name);
    expect(made).toBe(1);
  });

  test('stays readable after it was removed to make room', async () => {
    const files = filesWith();
    const file = await files.open(parseDayFileName('lx-2026-03-01.parquet')!, reader());
    rmSync(join(folder, 'files', 'lx-2026-03-01.parquet'));
    const hash = createHash('sha256');
    for await (const chunk of file!.read(0, file!.bytes)) hash.update(chunk);
    await file!.close();
    expect(hash.digest('hex')).toBe(file!.sha256);
  });
});

describe('a file that was changed on disk', () => {
  const name = 'lx-2026-03-01.parquet';
  const path = () => join(folder, 'files', name);
  const damages: readonly (readonly [string, (bytes: Buffer) => Buffer])[] = [
    ['one byte is another', (bytes) => bytes.fill(bytes[100]! ^ 1, 100, 101)],
    ['its end is missing', (bytes) => bytes.subarray(0, -1)],
    ['it is empty', () => Buffer.alloc(0)],
  ];

  test.each(damages)('is set aside, named, and made again: %s', async (_what, damage) => {
    const { sha256 } = await content(filesWith(), name);
    writeFileSync(path(), damage(readFileSync(path())));
    const again = await content(filesWith(), name);
    expect(again.sha256).toBe(sha256);
    expect(createHash('sha256').update(again.bytes).digest('hex')).toBe(sha256);
    expect(quarantinedIn(join(folder, 'quarantine')).map(({ from, reason }) => [from, reason])).toEqual([
      [`files/${name}`, expect.stringContaining('SHA-256')],
    ]);
  });

  test('is noticed in the middle of the life of a service', async () => {
    const files = filesWith();
    await content(files, name);
    writeFileSync(path(), Buffer.alloc(500));
    const { bytes, sha256 } = await content(files, name);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    expect(quarantinedIn(join(folder, 'quarantine'))).toHaveLength(1);
  });

  test('a damaged manifest is set aside, and files are made again', async () => {
    const { sha256 } = await content(filesWith(), name);
    const manifest = join(folder, 'files', 'manifest.json');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(sha256, sha256.replace(/^./, 'f')));
    const files = filesWith();
    expect(await files.list()).toEqual([]);
    expect((await content(files, name)).sha256).toBe(sha256);
    expect(quarantinedIn(join(folder, 'quarantine')).map(({ from }) => from)).toEqual([
      'files/manifest.json',
    ]);
  });

  test('leftovers of a crash are removed', async () => {
    await content(filesWith(), name);
    for (const left of ['lx-2026-03-02.parquet.tmp', 'gwa-2026-03-01.parquet'])
      writeFileSync(join(folder, 'files', left), 'half');
    await filesWith().list();
    expect(readdirSync(join(folder, 'files')).toSorted()).toEqual([name, 'manifest.json']);
  });
});

describe('a day whose stored values have changed', () => {
  const name = 'gwa-2026-03-01.parquet';

  async function changeAndRemove(): Promise<void> {
    await content(filesWith(), name);
    rmSync(join(folder, 'files', name));
    const number = NUMBERS.find((one) => ORDER.series[one]?.indexType === 'GWA') ?? 0;
    await history.insertPast(pastDay(START, [number], [1, 2, 3]));
  }

  test('gets a file of another name, and the earlier name none any more', async () => {
    await changeAndRemove();
    const files = filesWith();
    expect(await read(files, name)).toBeUndefined();
    expect(await namesIn(files)).toContain('gwa-2026-03-01-2.parquet');
    expect(await namesIn(files)).not.toContain(name);
    const { rows } = await readParquet((await content(files, 'gwa-2026-03-01-2.parquet')).bytes);
    expect(rows.filter(({ flags }) => flags === 'MODELLED')).toHaveLength(3);
    expect(await read(files, name)).toBeUndefined();
    expect(logged.join()).toContain('the new file has a new name');
    expect(inFolder()).toEqual(['gwa-2026-03-01-2.parquet']);
  });

  test('keeps its file while it is there', async () => {
    const { sha256 } = await content(filesWith(), name);
    await history.insertPast(pastDay(START, [NUMBERS[2]!], [1, 2, 3]));
    expect((await content(filesWith(), name)).sha256).toBe(sha256);
  });
});

describe('room on the disk', () => {
  test('is made by removing the file that was not used for the longest time; it can be made again', async () => {
    const all = ALL;
    for (const name of all) await content(filesWith(), name);
    const sizes = all.map((name) => readFileSync(join(folder, 'files', name)).length);
    rmSync(join(folder, 'files'), { recursive: true });
    // Room for all but one.
    const files = filesWith({ maxDisk: 10 * (sizes.reduce((a, b) => a + b) - 1) });
    const hashes = new Map<string, string>();
    for (const name of all.slice(0, -1)) hashes.set(name, (await content(files, name)).sha256);
    await content(files, all[0]!);
    await content(files, all.at(-1)!);
    expect(inFolder().toSorted()).toEqual(all.filter((name) => name !== all[1]).toSorted());
    expect(await namesIn(files)).toEqual(all);
    expect((await content(files, all[1]!)).sha256).toBe(hashes.get(all[1]!));
  });

  test('too little for one file is 404 from then on, without another attempt, and nothing of it stays', async () => {
    const name = 'mwa-2026-03-01.parquet';
    let attempts = 0;
    const counting: ParquetFiles = { open: (form) => (attempts++, parquet.open(form)) };
    const files = filesWith({ maxDisk: 10_000, parquet: counting });
    for (const _request of [1, 2])
      await expect(content(files, name)).rejects.toMatchObject({
        status: 404,
        message: 'this file is larger than the space that this service has for such files',
        headers: {},
      });
    expect(attempts).toBe(1);
    expect(await namesIn(files)).not.toContain(name);
    expect(readdirSync(join(folder, 'files'))).toEqual([]);
    expect(logged.filter((line) => line.includes('larger than a tenth of --max-disk'))).toHaveLength(1);
    // With more space, the next start makes it.
    expect((await content(filesWith(), name)).bytes.length).toBeGreaterThan(1000);
  });
});

/** Each file waits until it may go on. */
function held() {
  const go = new Deferred<void>();
  const begun: string[] = [];
  const slow: ParquetFiles = {
    open: (form) => {
      const file = parquet.open(form);
      begun.push(`${'day' in form ? form.indexType : ''}`);
      return { ...file, write: async (batch) => (await go.promise, file.write(batch)) };
    },
  };
  return { go, begun, slow };
}

describe('making files', () => {
  const name = 'lx-2026-03-01.parquet';

  test('takes longer than a client waits: 503 with Retry-After, and the file is there for the next request', async () => {
    const { go, slow } = held();
    const files = filesWith({ parquet: slow });
    const first = content(files, name);
    await until(() => clock.waiting === 1);
    clock.advance(20 * SECOND_MS);
    await expect(first).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '10' } });
    go.resolve();
    expect((await content(files, name)).bytes.length).toBeGreaterThan(1000);
  });

  test('goes on if the client leaves', async () => {
    const { go, slow, begun } = held();
    const files = filesWith({ parquet: slow });
    const leaving = new AbortController();
    const first = read(files, name, { clientId: 'test', gone: leaving.signal });
    await until(() => begun.length === 1);
    leaving.abort();
    await expect(first).rejects.toThrow('aborted');
    go.resolve();
    await content(files, name);
    expect(begun).toEqual(['LX']);
  });

  test('runs one file at a time, some per client wait, then 429', async () => {
    const { go, slow, begun } = held();
    const files = filesWith({ parquet: slow });
    const all = ALL;
    const making = all.slice(0, 4).map((each) => content(files, each));
    await until(() => clock.waiting === 4 && begun.length > 0);
    expect(begun).toEqual(['MWA']);
    await expect(content(files, all[4]!)).rejects.toMatchObject({ status: 429 });
    const other = read(files, all[4]!, reader('another'));
    go.resolve();
    await Promise.all([...making, other]);
    expect(begun).toHaveLength(5);
  });

  test('is not for visitors, who get files that are there', async () => {
    const files = filesWith();
    const visitor = { ...reader(), isVisitor: true };
    await expect(read(files, name, visitor)).rejects.toMatchObject({ status: 403 });
    await content(files, name);
    expect(await read(files, name, visitor)).toBeDefined();
  });

  test('that fails is 503 and logged, and the next request tries again', async () => {
    let fails = true;
    const readSeriesInto: HistoryReader['readSeriesInto'] = (...args) =>
      fails ? Promise.reject(new Error('a secret of the disk')) : history.readSeriesInto(...args);
    const files = filesWith({ history: { readSeriesInto } });
    await expect(content(files, name)).rejects.toMatchObject({
      status: 503,
      message: 'this file cannot be made at the moment',
    });
    expect(logged.join()).toContain('a secret of the disk');
    expect(readdirSync(join(folder, 'files'))).toEqual([]);
    fails = false;
    expect((await content(files, name)).bytes.length).toBeGreaterThan(1000);
  });

  test('of a day that leaves the window meanwhile leaves nothing behind', async () => {
    let days: readonly Millis[] = [START, START + DAY_MS];
    const { go, slow, begun } = held();
    const summary = async () => ({ ...(await history.summary()), days });
    const files = filesWith({ parquet: slow, history: { summary } });
    const making = content(files, name);
    await until(() => begun.length === 1);
    days = [START + DAY_MS];
    go.resolve();
    await expect(making).rejects.toMatchObject({ status: 503 });
    expect(inFolder()).toEqual([]);
  });

  test('ends with the service', async () => {
    const { go, slow, begun } = held();
    const files = filesWith({ parquet: slow });
    const making = content(files, name);
    await until(() => begun.length === 1);
    const closed = files.close();
    go.resolve();
    await expect(making).rejects.toMatchObject({ status: 503, message: 'the service is stopping' });
    await closed;
    expect(inFolder()).toEqual([]);
  });
});

describe('files that nobody has requested', () => {
  /** Time passes until this many are listed, or until nothing more is made. */
  async function passUntil(files: StoredDayFiles, count: number): Promise<void> {
    for (let step = 0; (await files.list()).length < count; step++) {
      if (step > 1000) throw new Error('it never came');
      clock.advance(MINUTE_MS);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Time passes in which nothing is made. */
  async function passIdle(ms: Millis): Promise<void> {
    for (let passed = 0; passed < ms; passed += MINUTE_MS) {
      await until(() => clock.waiting === 1);
      clock.advance(MINUTE_MS);
    }
    await until(() => clock.waiting === 1);
  }

  function counting() {
    const begun: string[] = [];
    const counted: ParquetFiles = {
      open: (form) => {
        if ('day' in form) begun.push(`${form.indexType} ${form.day}`);
        return parquet.open(form);
      },
    };
    return { begun, counted };
  }

  const sizeOf = (sizes: ReadonlyMap<string, number>) => [...sizes.values()].reduce((a, b) => a + b);

  const NEWEST_FIRST = ['2026-03-02', '2026-03-01'].flatMap((day) =>
    ['MWA', 'GWA', 'LX'].map((type) => `${type} ${day}`),
  );

  test('are made one after the other, newest first, from a minute after the start on', async () => {
    const { begun, counted } = counting();
    const files = filesWith({ parquet: counted });
    files.start();
    clock.advance(MINUTE_MS - 1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual([]);
    await passUntil(files, ALL.length);
    expect(begun).toEqual(NEWEST_FIRST);
    expect(await namesIn(files)).toEqual(ALL);
  });

  test('go on after a restart where they were', async () => {
    await content(filesWith(), 'mwa-2026-03-02.parquet');
    await content(filesWith(), 'lx-2026-03-01.parquet');
    const { begun, counted } = counting();
    const files = filesWith({ parquet: counted });
    files.start();
    await passUntil(files, ALL.length);
    expect(begun).toEqual(['GWA 2026-03-02', 'LX 2026-03-02', 'MWA 2026-03-01', 'GWA 2026-03-01']);
    await passIdle(10 * MINUTE_MS);
    expect(begun).toHaveLength(4);
  });

  test('take half of the time at most', async () => {
    const { go, begun, slow } = held();
    const files = filesWith({ parquet: slow });
    files.start();
    clock.advance(MINUTE_MS);
    await until(() => begun.length === 1);
    clock.advance(7 * MINUTE_MS);
    go.resolve();
    await until(() => clock.waiting === 1);
    clock.advance(7 * MINUTE_MS - 1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toHaveLength(1);
    clock.advance(1);
    await until(() => begun.length === 2);
  });

  test('of the newest day take the place of others', async () => {
    const [newest, ...others] = ALL as [string, ...string[]];
    const sizes = new Map<string, number>();
    for (const name of others) sizes.set(name, (await content(filesWith(), name)).bytes.length);
    const { begun, counted } = counting();
    const files = filesWith({ maxDisk: 10 * sizeOf(sizes), parquet: counted });
    files.start();
    await passUntil(files, ALL.length);
    expect(begun).toEqual(['MWA 2026-03-02']);
    expect(inFolder()).toContain(newest);
    expect(inFolder().length).toBeLessThan(ALL.length);
    expect(await namesIn(files)).toEqual(ALL);
  });

  test('of earlier days remove no other file', async () => {
    const others = ALL.filter((name) => name !== 'mwa-2026-03-01.parquet');
    const sizes = new Map<string, number>();
    for (const name of others) sizes.set(name, (await content(filesWith(), name)).bytes.length);
    const { begun, counted } = counting();
    const files = filesWith({ maxDisk: 10 * (sizeOf(sizes) + 100), parquet: counted });
    // Ends the waits of the requests before.
    clock.advance(MINUTE_MS);
    files.start();
    await passIdle(20 * MINUTE_MS);
    expect(begun).toEqual([]);
    expect(inFolder().toSorted()).toEqual(others.toSorted());
  });

  test('of a type whose files are too large are tried once', async () => {
    const { begun, counted } = counting();
    const files = filesWith({ maxDisk: 10_000, parquet: counted });
    files.start();
    await passIdle(3 * 60 * MINUTE_MS);
    expect(begun).toEqual(NEWEST_FIRST.slice(0, 3));
    expect(await files.list()).toEqual([]);
  });

  test('that cannot be made do not delay the others, and are tried again an hour later', async () => {
    const { begun, counted } = counting();
    let fails = true;
    const failing: ParquetFiles = {
      open: (form) => {
        const file = counted.open(form);
        if (!fails || begun.at(-1) !== 'GWA 2026-03-02') return file;
        return { ...file, write: () => Promise.reject(new Error('damaged')) };
      },
    };
    const files = filesWith({ parquet: failing });
    files.start();
    await passUntil(files, ALL.length - 1);
    expect(begun).toEqual(NEWEST_FIRST);
    expect(logged.join()).toContain('damaged');
    fails = false;
    await until(() => clock.waiting === 1);
    clock.advance(MINUTE_MS);
    await until(() => clock.waiting === 1);
    await passIdle(59 * MINUTE_MS);
    expect(begun).toEqual(NEWEST_FIRST);
    await passUntil(files, ALL.length);
    expect(begun).toEqual([...NEWEST_FIRST, 'GWA 2026-03-02']);
  });

  test('end with the service', async () => {
    const { go, begun, slow } = held();
    const files = filesWith({ parquet: slow });
    files.start();
    clock.advance(MINUTE_MS);
    await until(() => begun.length === 1);
    const closed = files.close();
    go.resolve();
    await closed;
    expect(clock.waiting).toBe(0);
    expect(inFolder()).toEqual([]);
  });
});

/** Files are read and written between turns of the event loop. */
async function until(is: () => boolean): Promise<void> {
  for (let turn = 0; !is(); turn++) {
    if (turn > 100_000) throw new Error('it never came');
    await new Promise((resolve) => setImmediate(resolve));
  }
}
