// Cost of candles of any length, compared with a database that computes them from rows and with a bare
// Fastify route.
//
// npm run bench:rest -- candles [--days 43] [--series 40] [--warm-up 60] [--rounds 5] [--seconds 2] [--filled
// DIR]
//
// The service runs in the small world, over days that its own back-fill has stored before (with `--filled`, in a folder that is
// kept), so that a series has the 120,000 values that 1,000 hourly candles are made of. "first" requests each series once, one
// after the other, without compression, and measures the CPU time of the whole process, less what it uses in the same time
// without requests. Other series are requested before, which compiles the code; their cost is reported too ("just started"), and
// so is the cost with gzip. The peer is DuckDB on the same values in memory, which computes open, high, low, close and count.
// "repeated" requests the same page again and again, compared with a bare route that sends the same bytes.
import { rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { SeriesId } from '../../src/core/index-value.ts';
import { dayStart, formatDatetime, HOUR_MS, SECOND_MS } from '../../src/core/time.ts';
import { measureHourlyPeer } from './duckdb-candles.ts';
import { IndexPages } from './index-pages.ts';
import { measureCase, type CaseResult } from './measure.ts';
import { cpuMsOf, measuringCpu } from '../support/cpu-meter.ts';
import { filledDirectory } from '../support/filled-directory.ts';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.ts';
import { formatTable, rounded } from '../support/table.ts';

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '43' },
    series: { type: 'string', default: '40' },
    'warm-up': { type: 'string', default: '60' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    filled: { type: 'string' },
  },
});
const CANDLES = 1000;
const WANTED_MS = { '1h': 25, '1d': 2 };
const WANTED_RATIO = 0.7;
const IDLE_MS = 30 * SECOND_MS;
const days = Number(values.days);

type Length = keyof typeof WANTED_MS;

interface First {
  readonly cpuMs: number;
  readonly candles: number;
}

const [loadBefore = 0] = loadavg();
const filled = await filledDirectory(days, ['--world', 'small'], values.filled, 'records too');
const service = await startServiceProcess({
  flags: ['--world', 'small', '--backfill', `${days}d`],
  folder: filled,
});
try {
  const pages = await IndexPages.of(service, days);
  const measured = await largest(pages, Number(values.series));
  const others = (await pages.series())
    .filter(({ indexType }) => indexType === 'MWA')
    .slice(0, Number(values['warm-up']));
  const idle = await idleCpuShare(service);
  const started = { hourly: await first(others, '1h'), daily: await first(others, '1d') };
  const hourly = await first(measured, '1h');
  const daily = await first(measured, '1d');
  const compressed = {
    hourly: await first(measured, '1h', 'gzip'),
    daily: await first(measured, '1d', 'gzip'),
  };
  const peer = await measureHourlyPeer(await pages.values(measured[0]!), CANDLES);
  const plan = {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    connections: 32,
    acceptEncoding: 'identity',
  };
  const repeatedCase = {
    name: '1,000 hourly, repeated',
    path: candlePath(measured[0]!, '1h'),
    wantedRatio: WANTED_RATIO,
  };
  const repeated = await measureCase(repeatedCase, service, plan);
  report({ hourly, daily, started, compressed, peerMs: peer, repeated });

  async function first(of: readonly SeriesId[], length: Length, encoding?: string): Promise<First> {
    const [cpuBefore, before] = [cpuMsOf(service.pid), performance.now()];
    const texts: string[] = [];
    for (const one of of) texts.push(await pages.text(candlePath(one, length), encoding));
    const cpuMs = cpuMsOf(service.pid) - cpuBefore - (performance.now() - before) * idle;
    const counts = texts.map((text) => (JSON.parse(text) as { content: unknown[] }).content.length);
    return { cpuMs: cpuMs / of.length, candles: Math.min(...counts) };
  }
} finally {
  await service.stop();
  if (values.filled === undefined) rmSync(filled, { recursive: true, force: true });
}

/** The GWA of the largest assets: they have a real value in every hour, and daily records of years. */
async function largest(pages: IndexPages, count: number): Promise<SeriesId[]> {
  const { content } = JSON.parse(await pages.text('/v3/market-cap')) as {
    readonly content: readonly { readonly assetId: string }[];
  };
  return content.slice(0, count).map(({ assetId }) => ({ indexType: 'GWA', indexId: assetId }));
}

/** Whole days in the past. */
function candlePath({ indexId }: SeriesId, length: Length): string {
  const midnight = dayStart(Date.now());
  const from = length === '1h' ? `&from=${formatDatetime(midnight - CANDLES * HOUR_MS)}` : '';
  return `/v3/candles?interval=${length}&indexId=${indexId}${from}&to=${formatDatetime(midnight)}&size=${CANDLES}`;
}

/** The part of a core that the service uses for its ticks. */
async function idleCpuShare({ pid }: ServiceProcess): Promise<number> {
  const { cpuMs } = await measuringCpu([pid], () => delay(IDLE_MS));
  return cpuMs / IDLE_MS;
}

interface Measured {
  readonly hourly: First;
  readonly daily: First;
  /** Of the first requests of the process. */
  readonly started: { readonly hourly: First; readonly daily: First };
  readonly compressed: { readonly hourly: First; readonly daily: First };
  readonly peerMs: number;
  readonly repeated: CaseResult;
}

function report(measured: Measured): void {
  const { hourly, daily, started, compressed, peerMs, repeated } = measured;
  const verdict = (isReached: boolean) => (isReached ? 'reached' : 'MISSED');
  const line = (length: Length, one: First, startedMs: number, gzipMs: number, peer?: number) => [
    length,
    one.candles,
    rounded(one.cpuMs, 2),
    rounded(startedMs, 2),
    rounded(gzipMs, 2),
    peer === undefined ? undefined : rounded(peer, 2),
    `${WANTED_MS[length]} ms`,
    verdict(one.cpuMs < WANTED_MS[length]),
  ];
  console.log(
    formatTable(
      ['first time', 'candles', 'CPU ms', 'just started', 'with gzip', 'DuckDB CPU ms', 'wanted', ''],
      [
        line('1h', hourly, started.hourly.cpuMs, compressed.hourly.cpuMs, peerMs),
        line('1d', daily, started.daily.cpuMs, compressed.daily.cpuMs),
      ],
    ),
  );
  console.log(
    `\n${repeated.name}: ${repeated.service.cpuMicros} µs of CPU, a bare route ${repeated.bare.cpuMicros}: ratio ${repeated.cpuRatio}, wanted ${WANTED_RATIO}: ${verdict(repeated.reached)}`,
  );
  console.log(JSON.stringify({ bench: 'candles', node: process.version, loadBefore, ...measured }));
  const isReached = hourly.cpuMs < WANTED_MS['1h'] && daily.cpuMs < WANTED_MS['1d'] && repeated.reached;
  process.exitCode = isReached ? 0 : 1;
}
