// What 200 days of the full world, 4.4 billion values, cost: time to write, disk, memory, and whether reads stay as fast.
//
//   npm run bench:scale -- [--days 200] [--world full] [--folder DIR] [--keep] [--json] [--modelled-days 7]
//
// Every day is really written, newest first, by the store's own insertion of the past, which the back-fill uses. The
// first `--modelled-days` hold what the back-fill models; each day after them takes the values of one of those, every
// series multiplied by a factor of its own (see bench/scale/shifted-values.ts), because modelling all would take more
// than an hour; `--modelled-days 200` does. After 2, 20 and all days a new process opens the store and reads from all over
// it, as in bench:history. Wall times, medians.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DAY_MS, formatDatetime, SLOT_MS } from '../src/core/time.ts';
import { WORLD_SIZES } from '../src/sources/simulator/world.ts';
import type { ReadTimes } from './history/measure-peer.ts';
import { openStore } from './history/peers/embedded-peer.ts';
import { appendFirstTick, writeDay, type WrittenDay } from './scale/day-writer.ts';
import { ModelledValues } from './scale/modelled-values.ts';
import { ShiftedValues } from './scale/shifted-values.ts';
import { median } from './support/statistics.ts';
import { formatTable, rounded, type Cell } from './support/table.ts';

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '200' },
    world: { type: 'string', default: 'full' },
    folder: { type: 'string', default: tmpdir() },
    keep: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    'modelled-days': { type: 'string', default: '7' },
  },
});
const MOST_DAYS = 200;
const MIDNIGHT = Date.UTC(2026, 5, 1);
const LAST_DAY = MIDNIGHT - DAY_MS;
const CHECKED_AFTER = [2, 20, MOST_DAYS];
/** Reads are flat while none takes so many times as long as with the fewest days. */
const FLAT = 1.5;
/** More than a world has, and more than a value takes: for the look at the disk beforehand. */
const EXPECTED = { bytesAPoint: 4, series: { full: 7700, small: 300 }, spareBytes: 2 ** 30 };

const days = Number(values.days);
const modelledDays = Math.min(days, Number(values['modelled-days']));
const world = WORLD_SIZES.find((name) => name === values.world);
if (!world || !(days >= 1 && days <= MOST_DAYS) || !(modelledDays >= 1)) {
  console.error(`--world: ${WORLD_SIZES.join(', ')}; --days: 1 to ${MOST_DAYS}; --modelled-days: 1 or more`);
  process.exit(2);
}
mkdirSync(values.folder, { recursive: true });
const wantedBytes =
  days * EXPECTED.series[world] * (DAY_MS / SLOT_MS) * EXPECTED.bytesAPoint + EXPECTED.spareBytes;
const { bavail, bsize } = statfsSync(values.folder);
if (bavail * bsize < wantedBytes) {
  const gib = (bytes: number) => rounded(bytes / 2 ** 30, 1);
  console.error(
    `${values.folder} has ${gib(bavail * bsize)} GiB left, ${days} days may take ${gib(wantedBytes)}: choose another --folder or fewer --days`,
  );
  process.exit(2);
}

interface Checked extends ReadTimes {
  readonly days: number;
  readonly diskBytes: number;
  readonly openMs: number;
  readonly openMiB: number;
  readonly readMiB: number;
}

const folder = mkdtempSync(join(values.folder, 'tidemark-bench-scale-'));
const inProcess = <Result>(module: string, ...args: readonly string[]): Result => {
  const path = fileURLToPath(new URL(module, import.meta.url));
  return JSON.parse(execFileSync(process.execPath, [path, folder, ...args], { encoding: 'utf8' })) as Result;
};

function diskBytes(): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    statSync(join(folder, name)),
  );
  return files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}

/** What new processes see of so many days, while nobody else has the store open. */
function check(written: number): Checked {
  console.error(`reading with ${written} days`);
  const first = String(MIDNIGHT - written * DAY_MS + SLOT_MS);
  return {
    days: written,
    diskBytes: diskBytes(),
    ...inProcess<Pick<Checked, 'openMs' | 'openMiB' | 'readMiB'>>(
      './history/store-process.js',
      String((written - 1) * 24),
    ),
    ...inProcess<ReadTimes>('./scale/reader-process.js', world!, first, String(MIDNIGHT)),
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

function report(written: readonly WrittenDay[], writeMs: number, checks: readonly Checked[]) {
  const points = written.reduce((sum, day) => sum + day.points, 0);
  const [fewest, most] = [checks[0]!, checks.at(-1)!];
  const storeMs = (some: readonly WrittenDay[]) => median(some.map((day) => day.storeMs));
  const reads: [string, keyof ReadTimes, number][] = [
    ['read 10 ms', 'tenMs', 3],
    ['read 2,000 ms', 'manyMs', 2],
    ['page of 2,000 series ms', 'pageMs', 1],
    ['next instants ms', 'nextPageMs', 2],
    ['day scan, a million points ms', 'scanMs', 0],
  ];
  const growth = reads.map(([what, key]) => ({ what, times: rounded(most[key] / fewest[key], 2) }));
  return {
    points,
    seconds: rounded(writeMs / 1000, 0),
    pointsPerSecond: Math.round(points / (writeMs / 1000)),
    bytesAPoint: rounded(most.diskBytes / points, 3),
    gib: rounded(most.diskBytes / 2 ** 30, 2),
    firstDaysStoreMs: rounded(storeMs(written.slice(0, 10)), 0),
    lastDaysStoreMs: rounded(storeMs(written.slice(-10)), 0),
    writerMostMb: rounded((process.resourceUsage().maxRSS * 1024) / 1e6, 0),
    growth,
    flat: growth.every(({ times }) => times <= FLAT),
    tables: [
      formatTable(
        ['days', 'GiB', 'opening ms', 'memory MiB', 'after 2,000 reads MiB', ...reads.map(([what]) => what)],
        checks.map((checked): Cell[] => [
          checked.days,
          rounded(checked.diskBytes / 2 ** 30, 2),
          rounded(checked.openMs, 0),
          rounded(checked.openMiB, 0),
          rounded(checked.readMiB, 0),
          ...reads.map(([, key, decimals]) => rounded(checked[key], decimals)),
        ]),
      ),
      formatTable(
        [`${most.days} days beside ${fewest.days}`, 'times', 'wanted', ''],
        growth.map(({ what, times }) => [
          what,
          times,
          `at most ${FLAT}`,
          times <= FLAT ? 'reached' : 'MISSED',
        ]),
      ),
    ],
  };
}

try {
  const [load = 0] = loadavg();
  const stops = [...CHECKED_AFTER.filter((stop) => stop < days), days];
  const written: WrittenDay[] = [];
  const checks: Checked[] = [];
  let writeMs = 0;
  for (const stop of stops) {
    const startedAt = performance.now();
    written.push(...(await write(written.length, stop)));
    writeMs += performance.now() - startedAt;
    checks.push(check(stop));
  }
  const { tables, ...result } = report(written, writeMs, checks);
  if (!values.json) {
    const { points, seconds, pointsPerSecond, bytesAPoint, gib, writerMostMb } = result;
    console.log(
      `${days} days of the ${world} world: ${points} values in ${seconds} s (${pointsPerSecond} a second), ${gib} GiB, ${bytesAPoint} bytes a value; ` +
        `the process that wrote them had at most ${writerMostMb} MB; a day was stored in ${result.firstDaysStoreMs} ms at first, in ${result.lastDaysStoreMs} ms at the end\n`,
    );
    console.log(`${tables.join('\n\n')}\n`);
  }
  console.log(
    JSON.stringify({
      bench: 'scale',
      node: process.version,
      load: rounded(load, 1),
      world,
      days,
      modelledDays,
      ...result,
      checks,
    }),
  );
} finally {
  if (values.keep) console.error(`kept: ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
}
