// Size and speed of the history store compared with databases that a user would choose instead, with the same data in the same
// run.
//
//   npm run bench:history -- [--days 0.75] [--world-hours 6] [--folder DIR]
//
// Two data sets: engine values of the full simulated world, and random walks (see their files). A point is price, volume and
// flags of one series at one tick. Each peer stores one row per point; PostgreSQL is Debian's with its default settings,
// installed if it is missing (as root on Debian). Most ticks are loaded in batches; the last ones are appended one by one, each
// durably, while the other peers are idle. Times are wall times, reads warm, medians. Entropy: for each series, whether price and
// volume change (a Bernoulli variable with the series' own probability), and the sizes of the changes in units of the last digit,
// modelled as a normal or a double exponential distribution of their own width, whichever takes fewer bits; flags and gaps are
// not counted.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { HOUR_MS, SLOT_MS, DAY_MS } from '../src/core/time.ts';
import { codecRates } from './history/codec-rates.ts';
import { entropyBits, type SeriesColumns } from './history/entropy.ts';
import { lengthen } from './history/long-history.ts';
import { measureReads, type ReadTimes, type Stored } from './history/measure-peer.ts';
import { DuckdbPeer } from './history/peers/duckdb-peer.ts';
import { EmbeddedPeer } from './history/peers/embedded-peer.ts';
import { LibsqlPeer } from './history/peers/libsql-peer.ts';
import type { Peer } from './history/peers/peer.ts';
import { PostgresPeer } from './history/peers/postgres-peer.ts';
import { PostgresServer } from './history/peers/postgres-server.ts';
import { SyntheticTicks } from './history/synthetic-ticks.ts';
import type { TickSource } from './history/tick-source.ts';
import { WorldTicks } from './history/world-ticks.ts';
import { median, quantile } from './support/statistics.ts';
import { formatTable, rounded, type Cell } from './support/table.ts';

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '0.75' },
    'world-hours': { type: 'string', default: '6' },
    folder: { type: 'string', default: tmpdir() },
  },
});
const WANTED = { bytesPerPoint: 3, smaller: 25, fasterMany: 10, cheaperAppend: 50, aboveEntropy: 1.1 };
const MIDNIGHT = Date.UTC(2026, 1, 28);
const LOT = 60;
const APPENDED = 60;
const STATE_BYTES = 1_000_000;
const STORE_PROCESS = fileURLToPath(new URL('./history/store-process.js', import.meta.url));

interface PeerResult extends ReadTimes {
  readonly name: string;
  readonly bytesPerPoint: number;
  readonly appendMs: number;
  readonly appendP99Ms: number;
}

const root = mkdtempSync(join(values.folder, 'tidemark-bench-history-'));
chmodSync(root, 0o755);

async function openPeers(folder: string, source: TickSource): Promise<Peer[]> {
  const peers: Peer[] = [
    await EmbeddedPeer.open(join(folder, 'store'), source.order),
    new LibsqlPeer(folder),
    await DuckdbPeer.open(folder),
  ];
  const server = PostgresServer.start(folder);
  if (server) peers.splice(1, 0, await PostgresPeer.open(server));
  else console.error('PostgreSQL is left out: it is not installed');
  return peers;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * Loads most ticks in batches, then appends the last ones to one idle peer after the other. Returns the milliseconds of each
 * durable append, the number of points, and the series of the first and the last tick.
 */
async function fill(peers: readonly Peer[], source: TickSource, ticks: number) {
  let points = 0;
  let firstSeries: ReadonlySet<number> | undefined;
  const next = (first: number, count: number) =>
    Array.from({ length: count }, (_, i) => {
      const slice = source.next(MIDNIGHT - (ticks - 1 - first - i) * SLOT_MS);
      points += slice.series.length;
      firstSeries ??= new Set(slice.series);
      return slice;
    });
  for (let tick = 0; tick < ticks - APPENDED; tick += LOT) {
    const lot = next(tick, Math.min(LOT, ticks - APPENDED - tick));
    for (const peer of peers) await peer.load(lot);
    if (tick % (4 * LOT) === 0) console.error(`${source.name}: ${tick} of ${ticks} ticks`);
  }
  const last = next(ticks - APPENDED, APPENDED);
  const appends = new Map<Peer, number[]>();
  for (const peer of peers) {
    await peer.settle();
    const ms: number[] = [];
    for (const slice of last) ms.push(await timed(() => peer.append(slice)));
    appends.set(peer, ms);
  }
  const series = last.at(-1)!.series.filter((number) => firstSeries?.has(number));
  return { appends, points, series };
}

/** Cost of a tick with an engine state of one megabyte, which no peer stores. */
async function appendWithState(store: Peer, source: TickSource): Promise<number> {
  const ms: number[] = [];
  for (let i = 1; i <= APPENDED; i++) {
    const tick = source.next(MIDNIGHT + i * SLOT_MS);
    ms.push(await timed(() => store.append(tick, new Uint8Array(STATE_BYTES))));
  }
  return median(ms);
}

async function readColumns(store: Peer, { series, last }: Stored): Promise<SeriesColumns[]> {
  const columns: SeriesColumns[] = [];
  for (const number of series) {
    const rows = (await store.readSeries(number, last, 1e6)).toReversed();
    columns.push([Float64Array.from(rows, (row) => row.price), Float64Array.from(rows, (row) => row.volume)]);
  }
  return columns;
}

/** Measures memory, and opening 200 days, in a separate process. */
async function measureOpening(folder: string) {
  const run = () =>
    JSON.parse(execFileSync(process.execPath, [STORE_PROCESS, folder], { encoding: 'utf8' })) as {
      openMs: number;
      openMiB: number;
      readMiB: number;
    };
  await lengthen(folder, MIDNIGHT - DAY_MS, 200);
  return run();
}

async function measurePeer(peer: Peer, stored: Stored, points: number, appends: readonly number[]) {
  await peer.settle();
  const result: PeerResult = {
    name: peer.name,
    bytesPerPoint: (await peer.bytes()) / points,
    appendMs: median(appends),
    appendP99Ms: quantile(appends, 0.99),
    ...(await measureReads(peer, stored)),
  };
  console.error(`${peer.name} measured`);
  return result;
}

async function measurePeers(peers: readonly Peer[], source: TickSource, ticks: number) {
  const { appends, points, series } = await fill(peers, source, ticks);
  const stored: Stored = { series, first: MIDNIGHT - (ticks - 1) * SLOT_MS, last: MIDNIGHT };
  const results: PeerResult[] = [];
  for (const peer of peers) results.push(await measurePeer(peer, stored, points, appends.get(peer)!));
  const [store] = peers as [Peer];
  const columns = await readColumns(store, stored);
  const entropy = columns.reduce((sum, column) => sum + entropyBits(column) / 8, 0) / points;
  const rates = codecRates(columns.filter(([prices]) => prices.length > 100).slice(0, 1500));
  const withStateMs = await appendWithState(store, source);
  return { source: source.name, ticks, points, entropy, rates, withStateMs, peers: results };
}

async function measureSet(name: string, source: TickSource, ticks: number) {
  const folder = join(root, name);
  mkdirSync(join(folder, 'store'), { recursive: true });
  chmodSync(folder, 0o755);
  const peers = await openPeers(folder, source);
  let result: Awaited<ReturnType<typeof measurePeers>>;
  try {
    result = await measurePeers(peers, source, ticks);
  } finally {
    for (const peer of peers) await peer.close();
  }
  const opening = await measureOpening(join(folder, 'store'));
  rmSync(folder, { recursive: true, force: true });
  return { ...result, opening };
}

type SetResult = Awaited<ReturnType<typeof measureSet>>;

function peerTable({ peers }: SetResult): string {
  const [store] = peers as [PeerResult];
  const cell = (value: number, own: number, decimals: number): Cell =>
    Number.isNaN(value) ? undefined : `${rounded(value, decimals)} (${rounded(value / own, 1)}x)`;
  const columns: [string, keyof Omit<PeerResult, 'name'>, number][] = [
    ['bytes per point', 'bytesPerPoint', 2],
    ['durable append ms', 'appendMs', 2],
    ['p99', 'appendP99Ms', 1],
    ['read 10 ms', 'tenMs', 4],
    ['read 2,000 ms', 'manyMs', 3],
    ['page of 2,000 series ms', 'pageMs', 1],
    ['next instants ms', 'nextPageMs', 2],
    ['scan, a million points ms', 'scanMs', 0],
  ];
  return formatTable(
    ['', ...columns.map(([name]) => name)],
    peers.map((peer) => [
      peer.name,
      ...columns.map(([, key, decimals]) => cell(peer[key], store[key], decimals)),
    ]),
  );
}

function verdicts(
  { peers, points, ticks, entropy, rates, withStateMs, opening }: SetResult,
  isSynthetic: boolean,
) {
  const [store] = peers as [PeerResult];
  const postgres = peers.find(({ name }) => name.startsWith('PostgreSQL'));
  const row = (what: string, value: number, decimals: number, wanted?: string, reached?: boolean): Cell[] => [
    what,
    rounded(value, decimals),
    wanted ?? '',
    reached === undefined || Number.isNaN(value) ? '' : reached ? 'reached' : 'MISSED',
  ];
  const atLeast = (what: string, value: number, wanted: number) =>
    row(what, value, 1, `at least ${wanted}`, value >= wanted);
  const atMost = (what: string, value: number, wanted: number | undefined) =>
    wanted === undefined ? row(what, value, 3) : row(what, value, 3, `at most ${wanted}`, value <= wanted);
  return [
    atMost('bytes per point', store.bytesPerPoint, isSynthetic ? WANTED.bytesPerPoint : undefined),
    row('entropy, bytes per point', entropy, 3),
    atMost('size / entropy', store.bytesPerPoint / entropy, isSynthetic ? undefined : WANTED.aboveEntropy),
    row('GiB for 200 days', (store.bytesPerPoint * (points / ticks) * 2880 * 200) / 2 ** 30, 2),
    ...(postgres && isSynthetic
      ? [
          atLeast(
            'times smaller than PostgreSQL rows',
            postgres.bytesPerPoint / store.bytesPerPoint,
            WANTED.smaller,
          ),
          atLeast('times faster for 2,000 points', postgres.manyMs / store.manyMs, WANTED.fasterMany),
          atLeast('times cheaper append', postgres.appendMs / store.appendMs, WANTED.cheaperAppend),
        ]
      : []),
    row('durable append with a state of 1 MB, ms', withStateMs, 2),
    row('encoded, million points a second', rates.encode / 1e6, 1),
    row('decoded, million points a second', rates.decode / 1e6, 1),
    row('opening 200 days, ms', opening.openMs, 0, 'at most 1000', opening.openMs <= 1000),
    row('memory of it, MiB', opening.openMiB, 0),
    row('memory after 2,000 reads, MiB', opening.readMiB, 0),
  ];
}

try {
  const syntheticTicks = Math.round(Number(values.days) * 2880);
  const worldTicks = Math.round((Number(values['world-hours']) * HOUR_MS) / SLOT_MS);
  const results: [SetResult, boolean][] = [];
  if (worldTicks > 0) results.push([await measureSet('world', new WorldTicks(), worldTicks), false]);
  if (syntheticTicks > 0) {
    const source = new SyntheticTicks((MIDNIGHT - (syntheticTicks - 1) * SLOT_MS) / SLOT_MS);
    results.push([await measureSet('synthetic', source, syntheticTicks), true]);
  }
  for (const [result, isSynthetic] of results) {
    console.log(`\n${result.source}: ${result.ticks} ticks, ${result.points} points\n`);
    console.log(peerTable(result));
    console.log();
    console.log(formatTable(['what', 'value', 'wanted', ''], verdicts(result, isSynthetic)));
  }
  console.log(
    JSON.stringify({ bench: 'history', node: process.version, results: results.map(([result]) => result) }),
  );
} finally {
  rmSync(root, { recursive: true, force: true });
}
