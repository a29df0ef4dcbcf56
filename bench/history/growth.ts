// Cost of 200 days of the full world, 4.4 billion values: time to write, disk, memory, and whether reads stay as fast.
//
//   npm run bench:history -- growth [--days 200] [--world full] [--folder DIR] [--keep] [--json] [--modelled-days 7] [--rounds 3]
//   npm run bench:history -- growth --kept DIR [--rounds 3]    reads again what was written with --keep
//
// Every day is really written, newest first, by the store's own insertion of the past, which the back-fill uses. The
// first `--modelled-days` hold what the back-fill models; each day after them takes the values of one of those, every
// series multiplied by a factor of its own (see bench/history/growth/shifted-values.ts), because modelling all would take more
// than an hour; `--modelled-days 200` does. The store is kept as it was after 2, after 20 and after all days; at the end
// new processes open each in turn and read from all over it, first what was not read before, then as in bench:history. Wall
// times, medians of a round, medians of the rounds.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { INDEX_WINDOW_DAYS } from '../../src/core/index-value.ts';
import { DAY_MS, formatDatetime, SLOT_MS } from '../../src/core/time.ts';
import { WORLD_SIZES } from '../../src/simulator/world-identity.ts';
import type { ReadTimes } from './measure-peer.ts';
import { openStore } from './peers/embedded-peer.ts';
import { appendFirstTick, writeDay, type WrittenDay } from './growth/day-writer.ts';
import type { FirstReadTimes } from './growth/first-reads.ts';
import { ModelledValues } from './growth/modelled-values.ts';
import { ShiftedValues } from './growth/shifted-values.ts';
import { bytesOf, linkStore } from './growth/store-copy.ts';
import { median } from '../support/statistics.ts';
import { formatTable, rounded, type Cell } from '../support/table.ts';

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '200' },
    world: { type: 'string', default: 'full' },
    folder: { type: 'string', default: tmpdir() },
    keep: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    'modelled-days': { type: 'string', default: '7' },
    rounds: { type: 'string', default: '3' },
    kept: { type: 'string' },
  },
});
const MAX_DAYS = INDEX_WINDOW_DAYS;
const MIDNIGHT = Date.UTC(2026, 5, 1);
const LAST_DAY = MIDNIGHT - DAY_MS;
const KEPT_AFTER = [2, 20];
const ALL = 'all';
/** Reads count as flat if none takes more than this factor of the time with the fewest days. */
const FLAT = 1.5;
/** Upper bounds of series and of bytes per value, for the check of free disk space at the start. */
const EXPECTED = { bytesPerPoint: 4, series: { full: 7700, small: 300 }, spareBytes: 2 ** 30 };

const days = Number(values.days);
const modelledDays = Math.min(days, Number(values['modelled-days']));
const rounds = Number(values.rounds);
const world = WORLD_SIZES.find((name) => name === values.world);
if (!world || !(days >= 1 && days <= MAX_DAYS) || !(modelledDays >= 1) || !(rounds >= 1)) {
  console.error(
    `--world: ${WORLD_SIZES.join(', ')}; --days: 1 to ${MAX_DAYS}; --modelled-days and --rounds: 1 or more`,
  );
  process.exit(2);
}
if (values.kept === undefined) requireRoom(values.folder);

function requireRoom(parent: string): void {
  mkdirSync(parent, { recursive: true });
  const wantedBytes =
    days * EXPECTED.series[world!] * (DAY_MS / SLOT_MS) * EXPECTED.bytesPerPoint + EXPECTED.spareBytes;
  const { bavail, bsize } = statfsSync(parent);
  if (bavail * bsize >= wantedBytes) return;
  const gib = (bytes: number) => rounded(bytes / 2 ** 30, 1);
  console.error(
    `${parent} has ${gib(bavail * bsize)} GiB left, ${days} days may take ${gib(wantedBytes)}: choose another --folder or fewer --days`,
  );
  process.exit(2);
}

interface Checked extends ReadTimes, FirstReadTimes {
  readonly openMs: number;
  readonly openMiB: number;
  readonly readMiB: number;
  readonly readerMiB: number;
}

/** Results for a store of this many days. */
interface Kept {
  readonly days: number;
  readonly folder: string;
  readonly checks: Checked[];
}

const root = values.kept ?? mkdtempSync(join(values.folder, 'tidemark-bench-scale-'));
const folder = join(root, ALL);
mkdirSync(folder, { recursive: true });

function inProcess<Result>(module: string, ...args: readonly string[]): Result {
  const path = fileURLToPath(new URL(module, import.meta.url));
  return JSON.parse(execFileSync(process.execPath, [path, ...args], { encoding: 'utf8' })) as Result;
}

/** Measurements of new processes on a store that no other process has open. */
function check(kept: Kept): Checked {
  const first = String(MIDNIGHT - kept.days * DAY_MS + SLOT_MS);
  const hours = String((kept.days - 1) * 24);
  return {
    ...inProcess<Pick<Checked, 'openMs' | 'openMiB' | 'readMiB'>>('./store-process.js', kept.folder, hours),
    ...inProcess<FirstReadTimes & ReadTimes & Pick<Checked, 'readerMiB'>>(
      './growth/reader-process.js',
      kept.folder,
      world!,
      first,
      String(MIDNIGHT),
    ),
  };
}

/** Writes the days from the first up to, not including, the second, counted back from the last one. */
async function write(from: number, to: number): Promise<WrittenDay[]> {
  const store = await openStore(folder);
  const modelled =
    from < modelledDays ? new ModelledValues(folder, world!, days, MIDNIGHT + SLOT_MS) : undefined;
  const shifted = new ShiftedValues(folder, LAST_DAY, modelledDays);
  const written: WrittenDay[] = [];
  try {
    if (from === 0) await appendFirstTick(store, MIDNIGHT + SLOT_MS);
    for (let number = from; number < to; number++) {
      const day = LAST_DAY - number * DAY_MS;
      const result = await writeDay(store, day, modelled && number < modelledDays ? modelled : shifted);
      written.push(result);
      console.error(
        `${formatDatetime(day).slice(0, 10)}: ${number + 1} of ${days} days, stored in ${rounded(result.storeMs / 1000, 1)} s`,
      );
    }
  } finally {
    await modelled?.close();
    await store.close();
  }
  return written;
}

const READS: readonly [string, keyof Checked, number][] = [
  ['10 points of a block read first', 'firstTenMs', 3],
  ['2,000 points of such', 'firstManyMs', 2],
  ['page of 2,000 series of a day read first', 'firstPageMs', 1],
  ['10 points', 'tenMs', 3],
  ['2,000 points', 'manyMs', 2],
  ['page of 2,000 series', 'pageMs', 1],
  ['next instants', 'nextPageMs', 2],
  ['day scan, a million points', 'scanMs', 0],
];
const COSTS: readonly [string, keyof Checked, number][] = [
  ['opening ms', 'openMs', 0],
  ['memory MiB', 'openMiB', 0],
  ['after 2,000 reads MiB', 'readMiB', 0],
  ['process that read everything MiB', 'readerMiB', 0],
];

/** The results of writing. */
function writing(written: readonly WrittenDay[], writeMs: number) {
  const points = written.reduce((sum, day) => sum + day.points, 0);
  const diskBytes = bytesOf(folder);
  const storeMs = (some: readonly WrittenDay[]) => median(some.map((day) => day.storeMs));
  return {
    points,
    seconds: rounded(writeMs / 1000, 0),
    pointsPerSecond: Math.round(points / (writeMs / 1000)),
    bytesPerPoint: rounded(diskBytes / points, 3),
    gib: rounded(diskBytes / 2 ** 30, 2),
    firstDaysStoreMs: rounded(storeMs(written.slice(0, 10)), 0),
    lastDaysStoreMs: rounded(storeMs(written.slice(-10)), 0),
    writerMostMb: rounded((process.resourceUsage().maxRSS * 1024) / 1e6, 0),
  };
}

/** The results of reading, with the fewest and with the most days. */
function reading(stores: readonly Kept[]) {
  const [fewest, most] = [stores[0]!, stores.at(-1)!];
  const measured = ({ checks }: Kept, key: keyof Checked) => median(checks.map((checked) => checked[key]));
  const growth = READS.map(([what, key]) => ({
    what,
    times: rounded(measured(most, key) / measured(fewest, key), 2),
  }));
  const ofStores = (what: string, key: keyof Checked, decimals: number): Cell[] => [
    what,
    ...stores.map((kept) => rounded(measured(kept, key), decimals)),
  ];
  const heads = stores.map((kept) => `${kept.days} days`);
  const costs = formatTable(
    ['with', ...heads],
    COSTS.map((cost) => ofStores(...cost)),
  );
  const reads = formatTable(
    ['read ms', ...heads, 'times', 'wanted', ''],
    READS.map((read, i): Cell[] => {
      const { times } = growth[i]!;
      return [...ofStores(...read), times, `at most ${FLAT}`, times <= FLAT ? 'reached' : 'MISSED'];
    }),
  );
  return {
    growth,
    flat: growth.every(({ times }) => times <= FLAT),
    tables: [costs, reads],
  };
}

async function writeStores(): Promise<{
  readonly stores: Kept[];
  readonly result: ReturnType<typeof writing>;
}> {
  const written: WrittenDay[] = [];
  const stores: Kept[] = [];
  let writeMs = 0;
  for (const stop of [...KEPT_AFTER.filter((some) => some < days), days]) {
    const startedAt = performance.now();
    written.push(...(await write(written.length, stop)));
    writeMs += performance.now() - startedAt;
    const kept = { days: stop, folder: stop < days ? join(root, String(stop)) : folder, checks: [] };
    if (stop < days) linkStore(folder, kept.folder);
    stores.push(kept);
  }
  const result = writing(written, writeMs);
  if (!values.json)
    console.log(
      `${days} days of the ${world} world: ${result.points} values in ${result.seconds} s (${result.pointsPerSecond} a second), ` +
        `${result.gib} GiB, ${result.bytesPerPoint} bytes a value; the process that wrote them had at most ${result.writerMostMb} MB; ` +
        `a day was stored in ${result.firstDaysStoreMs} ms at first, in ${result.lastDaysStoreMs} ms at the end\n`,
    );
  return { stores, result };
}

/** The stores kept by an earlier run. */
function keptStores(): Kept[] {
  const all = readdirSync(join(folder, 'days')).length;
  return [...KEPT_AFTER.filter((some) => some < all), all].map((stop) => ({
    days: stop,
    folder: stop < all ? join(root, String(stop)) : folder,
    checks: [],
  }));
}

try {
  const [load = 0] = loadavg();
  const { stores, result } =
    values.kept === undefined ? await writeStores() : { stores: keptStores(), result: {} };
  for (let round = 1; round <= rounds; round++)
    for (const kept of stores) {
      console.error(`round ${round} of ${rounds}: reading with ${kept.days} days`);
      kept.checks.push(check(kept));
    }
  const { tables, ...reads } = reading(stores);
  if (!values.json) console.log(`${tables.join('\n\n')}\n`);
  console.log(
    JSON.stringify({
      bench: 'scale',
      node: process.version,
      load: rounded(load, 1),
      world,
      days: stores.at(-1)?.days,
      modelledDays,
      ...result,
      ...reads,
      stores: stores.map((kept) => ({ days: kept.days, checks: kept.checks })),
    }),
  );
} finally {
  if (values.keep || values.kept !== undefined) console.error(`kept: ${root}`);
  else rmSync(root, { recursive: true, force: true });
}
