// Size and speed of the embedded history store, with all series of the full world as random walks.
//
//   npm run bench:history -- [--hours 25] [--folder DIR]
//
// Ticks are appended as fast as they are durable; hours and the day are sealed meanwhile. Reads are warm: of a random
// series before a random instant of the sealed day. Times are wall times on the calling thread unless stated.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import type { SeriesId } from '../src/core/index-value.ts';
import { SeriesOrder } from '../src/core/series-order.ts';
import { DAY_MS, HOUR_MS, SLOT_MS, type Millis } from '../src/core/time.ts';
import { EmbeddedHistoryStore } from '../src/history/embedded/embedded-history-store.ts';
import { buildWorld } from '../src/sources/simulator/world.ts';
import { RandomWalkTicks } from './history/random-walk-ticks.ts';
import { median, quantile } from './support/statistics.ts';
import { formatTable, rounded, type Cell } from './support/table.ts';

const { values } = parseArgs({
  options: { hours: { type: 'string', default: '25' }, folder: { type: 'string' } },
});
const WANTED = { bytesAPoint: 3, appendMs: 2, openMs: 2000, readTenMs: 0.02, readManyMs: 0.2 };
const START = Date.UTC(2026, 1, 27);
const WINDOW_MS = 200 * DAY_MS;

const order = new SeriesOrder(buildWorld('full').reference);
const folder = mkdtempSync(join(values.folder ?? tmpdir(), 'tidemark-bench-history-'));
const fail = (problem: unknown) => {
  throw new Error(JSON.stringify(problem));
};
const open = () =>
  EmbeddedHistoryStore.open({ folder, windowMs: WINDOW_MS, onDamage: fail, onSealingFailure: fail });

function bytesIn(name: string): number {
  const path = join(folder, name);
  return readdirSync(path).reduce((sum, file) => sum + statSync(join(path, file)).size, 0);
}

async function timed<Result>(work: () => Promise<Result>): Promise<[ms: number, result: Result]> {
  const start = performance.now();
  const result = await work();
  return [performance.now() - start, result];
}

async function appendAll(store: EmbeddedHistoryStore): Promise<{ ms: number[] }> {
  const ticks = new RandomWalkTicks(order);
  const ms: number[] = [];
  for (let at = START + SLOT_MS; at <= START + Number(values.hours) * HOUR_MS; at += SLOT_MS) {
    const slice = ticks.next(at);
    const started = performance.now();
    if ((await store.append(slice)) !== 'stored') throw new Error('not stored');
    ms.push(performance.now() - started);
  }
  return { ms };
}

async function readRandom(
  store: EmbeddedHistoryStore,
  limit: number,
  rounds: number,
  among = order.series.length,
): Promise<number> {
  const series = () => order.series[Math.floor(Math.random() * among)] as SeriesId;
  const ms: number[] = [];
  for (let i = 0; i < rounds; i++) {
    const atOrBefore: Millis = START + DAY_MS - Math.random() * (DAY_MS - limit * SLOT_MS);
    const read = { series: series(), atOrBefore, notBefore: 0, limit };
    const [took, found] = await timed(() => store.readSeries(read));
    if (found.length !== limit) throw new Error(`${found.length} of ${limit} points`);
    ms.push(took);
  }
  return median(ms.slice(rounds >> 2));
}

async function readPage(
  store: EmbeddedHistoryStore,
  atOrBefore: Millis,
): Promise<[cold: number, warm: number]> {
  const read = { types: ['MWA'] as const, atOrBefore, notBefore: 0, limit: 2000 };
  const [cold] = await timed(() => store.readAcross(read));
  const warm: number[] = [];
  for (let i = 0; i < 20; i++) warm.push((await timed(() => store.readAcross(read)))[0]);
  return [cold, median(warm)];
}

let store = await open();
const appended = await appendAll(store);
const [sealMs] = await timed(() => store.sealed());
const points = order.series.length * 2880;
const dayBytes = bytesIn('days');
await store.close();
const [openMs, reopened] = await timed(open);
store = reopened;
const [newestMs] = await timed(() => store.newestValues(0));
const readTenMs = await readRandom(store, 10, 4000);
const readTenAgainMs = await readRandom(store, 10, 4000, 100);
const readManyMs = await readRandom(store, 2000, 400);
const [pageColdMs, pageWarmMs] = await readPage(store, START + 7 * HOUR_MS);
const [hotPageMs] = await timed(() =>
  store.readAcross({ types: ['MWA'], atOrBefore: Infinity, notBefore: 0, limit: 2000 }),
);
await store.close();

const verdict = (what: string, value: number, decimals: number, wanted?: number): Cell[] => [
  what,
  rounded(value, decimals),
  wanted,
  wanted === undefined ? '' : value <= wanted ? 'reached' : 'MISSED',
];
const bytesAPoint = dayBytes / points;
console.log(`${order.series.length} series, ${appended.ms.length} ticks\n`);
console.log(
  formatTable(
    ['what', 'value', 'wanted', ''],
    [
      verdict('bytes a point, whole day files', bytesAPoint, 3, WANTED.bytesAPoint),
      verdict('GiB for 200 days', (dayBytes * 200) / 2 ** 30, 2),
      verdict('journal, MiB', bytesIn('journal') / 2 ** 20, 0),
      verdict('durable append, median ms', median(appended.ms), 2, WANTED.appendMs),
      verdict('durable append, p99 ms', quantile(appended.ms, 0.99), 2),
      verdict('sealing what was left, ms', sealMs, 0),
      verdict('open, ms', openMs, 0, WANTED.openMs),
      verdict('newest value of all series, ms', newestMs, 1),
      verdict('read of 10 points, ms', readTenMs, 4, WANTED.readTenMs),
      verdict('  of one of 100 series, ms', readTenAgainMs, 4),
      verdict('read of 2,000 points, ms', readManyMs, 3, WANTED.readManyMs),
      verdict('page of 2,000 series at a sealed instant, first, ms', pageColdMs, 1),
      verdict('the same again, ms', pageWarmMs, 2),
      verdict('page of 2,000 series at the newest instant, ms', hotPageMs, 2),
      verdict('resident memory, MB', process.memoryUsage().rss / 2 ** 20, 0),
    ],
  ),
);
console.log(
  JSON.stringify({
    bench: 'history',
    node: process.version,
    series: order.series.length,
    ticks: appended.ms.length,
    bytesAPoint: rounded(bytesAPoint, 3),
    appendMedianMs: rounded(median(appended.ms), 2),
    appendP99Ms: rounded(quantile(appended.ms, 0.99), 2),
    openMs: rounded(openMs, 0),
    readTenMs: rounded(readTenMs, 4),
    readTenAgainMs: rounded(readTenAgainMs, 4),
    readManyMs: rounded(readManyMs, 3),
    pageColdMs: rounded(pageColdMs, 1),
    pageWarmMs: rounded(pageWarmMs, 2),
    hotPageMs: rounded(hotPageMs, 2),
  }),
);
rmSync(folder, { recursive: true, force: true });
