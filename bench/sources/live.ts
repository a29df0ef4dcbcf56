// Cost of a cycle of live exchanges: 100 exchanges with 60,000 tickers from a local server that responds as they do.
//
//   npm run bench:sources -- live [--tickers 60000] [--ccxt 28] [--declared 72] [--cycles 4] [--warm 3] [--collectors 1] [--near] [--short] [--profile] [--json]
//
// Age of prices: at each slot, the time since the last reading that was delivered before its input was complete, over all
// exchanges. Responses take as long as those of distant exchanges (medians of 0.12 to 1.2 s); with --near, they are immediate.
// --short skips all runs except the first.
//
// The server runs in a separate process and prepares and compresses its responses before the measurement. The whole service runs
// twice: with exchanges read late in the cycle, as in production, and with all of them read at the same instant. CPU time is that
// of the kernel for each process and thread, over whole cycles; the peer is ccxt alone, fetching the same tickers from the same
// server. The delay of the serving loop is the service's own metric, shown beside that of this idle process: delay that both have
// comes from the machine. --profile shows where the time went, and takes some itself.
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SECOND_MS, SLOT_MS } from '../../src/core/time.ts';
import { declaredLayouts, folderOf } from './live/exchanges.ts';
import type { PeerReply } from './live/peer-process.ts';
import { partsOf } from './live/profile.ts';
import type { RigReply } from './live/rig-process.ts';
import { readingOf } from './live/service-threads.ts';
import { SlotAges } from './live/slot-ages.ts';
import type { Understanding } from './live/understanding.ts';
import { cpuMsOf } from '../support/cpu-meter.ts';
import { metricsOf } from '../support/metrics.ts';
import { residentMemoryOf } from '../support/resident-memory.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { formatTable, rounded } from '../support/table.ts';
import { startWorkerProcess } from '../support/worker-process.ts';

const { values } = parseArgs({
  options: {
    tickers: { type: 'string', default: '60000' },
    ccxt: { type: 'string', default: '28' },
    declared: { type: 'string', default: '72' },
    cycles: { type: 'string', default: '4' },
    warm: { type: 'string', default: '3' },
    collectors: { type: 'string', default: '1' },
    near: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const isSmall = Number(values.ccxt) + Number(values.declared) <= 20;
const WANTED = {
  ...(isSmall ? { medianAgeS: 4, p95AgeS: 8 } : { medianAgeS: Infinity, p95AgeS: 12 }),
  collectorCpu: 4 / 30,
  collectorMb: 500,
  loopDelayMs: 50,
  latenessMs: 1000,
};
const cycles = Number(values.cycles);
const NS_PER_MS = 1e6;
const PROFILED_MS = 2 * SLOT_MS - 5 * SECOND_MS;

interface Run {
  readonly name: string;
  /** As a share of one core. */
  readonly collectorCpu: number;
  readonly understandingCpu: number;
  readonly serviceCpu: number;
  readonly collectorMb: number;
  /** The worst cycle. */
  readonly loopDelayMs: number;
  readonly idleDelayMs: number;
  readonly latenessMs: number;
  readonly medianAgeS: number;
  readonly p95AgeS: number;
  /** Exchanges without a new reading in time for a slot. */
  readonly missedShare: number;
  readonly ticks: number;
  readonly tickers: number;
  readonly loadAverage: number;
}

const rig = await startWorkerProcess<RigReply>(new URL('./live/rig-process.js', import.meta.url), {
  ccxt: Number(values.ccxt),
  declared: Number(values.declared),
  tickers: Number(values.tickers),
  isFar: !values.near,
});
const { gateway, ccxt, declared, tickers } = rig.reply;
const files = folderOf(declaredLayouts(Number(values.declared)));
const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-live-'));
const profiles = mkdtempSync(join(tmpdir(), 'tidemark-bench-profiles-'));
console.error(`${ccxt.length + declared.length} exchanges, ${tickers} tickers`);

/** Almost two cycles after the start of the service. */
function profiling(): Readonly<Record<string, string>> {
  const fromMs = (Number(values.warm) + 1) * SLOT_MS;
  return {
    NODE_OPTIONS: `--import=${new URL('./live/profiler.js', import.meta.url).href}`,
    BENCH_PROFILE: JSON.stringify({ folder: profiles, fromMs, untilMs: fromMs + PROFILED_MS }),
  };
}

async function measure(name: string, main?: URL, isProfiled = false): Promise<Run> {
  const service = await startServiceProcess({
    ...(main && { main }),
    folder,
    ...(isProfiled && { environment: profiling() }),
    flags: [
      '--source',
      'live',
      '--demo',
      '--exchange-gateway',
      gateway,
      '--collectors',
      values.collectors,
      '--exchanges',
      ccxt.join(','),
      ...(declared.length > 0 ? ['--exchange-files', files] : []),
    ],
  });
  try {
    await delay(Number(values.warm) * SLOT_MS);
    return await measured(name, service.pid, service.baseUrl);
  } finally {
    await service.stop();
  }
}

async function measured(name: string, pid: number, baseUrl: string): Promise<Run> {
  const { thread, collectors } = readingOf(pid);
  const used = () => [
    collectors.reduce((sum, each) => sum + cpuMsOf(each), 0),
    cpuMsOf(pid, thread),
    cpuMsOf(pid),
  ];
  const idle = monitorEventLoopDelay({ resolution: 10 });
  idle.enable();
  const [before, first] = [used(), await metricsOf(baseUrl)];
  const worst = { loopDelayMs: 0, latenessMs: 0, idleDelayMs: 0 };
  const ages = new SlotAges(folder);
  await ages.begin();
  for (let cycle = 0; cycle < cycles; cycle++) {
    await ages.nextSlot();
    const metrics = await metricsOf(baseUrl);
    const ms = (metric: string) => (metrics.get(metric) ?? Number.NaN) * SECOND_MS;
    worst.loopDelayMs = Math.max(worst.loopDelayMs, ms('nodejs_eventloop_lag_p99_seconds'));
    worst.latenessMs = Math.max(worst.latenessMs, ms('tidemark_tick_lateness_seconds'));
    worst.idleDelayMs = Math.max(worst.idleDelayMs, idle.percentile(99) / NS_PER_MS);
    idle.reset();
  }
  const after = used();
  const cpu = after.map((ms, i) => (ms - before[i]!) / (cycles * SLOT_MS));
  const last = await metricsOf(baseUrl);
  return {
    name,
    collectorCpu: cpu[0]!,
    understandingCpu: cpu[1]!,
    serviceCpu: cpu[2]!,
    collectorMb: Math.max(...collectors.map((each) => residentMemoryOf(each).maxMb)),
    ...worst,
    medianAgeS: ages.percentile(0.5) / SECOND_MS,
    p95AgeS: ages.percentile(0.95) / SECOND_MS,
    missedShare: ages.missedShare,
    ticks:
      ((last.get('tidemark_last_tick_timestamp_seconds') ?? 0) -
        (first.get('tidemark_last_tick_timestamp_seconds') ?? 0)) /
      (SLOT_MS / SECOND_MS),
    tickers: last.get('tidemark_tickers') ?? 0,
    loadAverage: loadavg()[0]!,
  };
}

const runs = [
  await measure('late', undefined, values.profile),
  ...(values.short
    ? []
    : [await measure('all at once', new URL('./live/at-once-service.js', import.meta.url))]),
];
const alone = values.short ? undefined : await measureAlone();
rig.stop();

/** ccxt without the service, and the service's share of a cycle by itself. */
async function measureAlone() {
  const peer = await startWorkerProcess<PeerReply>(new URL('./live/peer-process.js', import.meta.url), {
    port: Number(new URL(gateway).port),
    exchanges: ccxt,
    cycles: 3,
  });
  peer.stop();
  const understanding = await startWorkerProcess<Understanding>(
    new URL('./live/understanding-process.js', import.meta.url),
    { declared: Number(values.declared), tickers: Number(values.tickers) },
  );
  understanding.stop();
  return { peer: peer.reply, understanding: understanding.reply };
}

const perTicker = (runs[0]!.collectorCpu * SLOT_MS * 1000) / tickers;
const parts = values.profile
  ? {
      collector: [...partsOf(profiles, /live\/collect\/collector-process/)],
      pipeline: [...partsOf(profiles, /pipeline-worker/)],
    }
  : undefined;

if (values.json)
  console.log(
    JSON.stringify({
      tickers,
      runs,
      perTicker,
      ...alone,
      parts,
      WANTED,
    }),
  );
else {
  const percent = (share: number) => rounded(100 * share, 1);
  console.log(
    formatTable(
      [
        'exchanges read',
        'collector % of a core',
        'collector MB',
        'pipeline thread %',
        'service %',
        'loop p99 ms',
        'idle p99 ms',
        'tick late ms',
        'age s, median',
        'p95',
        'missed %',
        'ticks',
        'tickers',
        'load',
      ],
      runs.map((run) => [
        run.name,
        percent(run.collectorCpu),
        rounded(run.collectorMb, 0),
        percent(run.understandingCpu),
        percent(run.serviceCpu),
        rounded(run.loopDelayMs, 1),
        rounded(run.idleDelayMs, 1),
        rounded(run.latenessMs, 0),
        rounded(run.medianAgeS, 1),
        rounded(run.p95AgeS, 1),
        percent(run.missedShare),
        rounded(run.ticks, 0),
        run.tickers,
        rounded(run.loadAverage, 1),
      ]),
    ),
  );
  console.log(`\nCPU of one ticker in the collector: ${rounded(perTicker, 1)} us`);
  if (alone) {
    const { cpuMs, tickers: read, memoryMb } = alone.peer;
    console.log(`with ccxt alone: ${rounded((cpuMs * 1000) / read, 1)} us (${rounded(memoryMb, 0)} MB)`);
    const { ticksMs, longestTicksMs, settleMs, listsMs } = alone.understanding;
    console.log(
      `decoding a cycle: ${rounded(ticksMs, 0)} ms of CPU for tickers, at most ${rounded(longestTicksMs, 0)} at once, ${rounded(settleMs, 0)} to select listings; all lists ${rounded(listsMs, 0)}`,
    );
  }
  for (const [name, times] of Object.entries(parts ?? {})) {
    const all = times.reduce((sum, [, ms]) => sum + ms, 0);
    console.log(`\nwhere the time of the ${name} goes`);
    console.log(
      formatTable(
        ['part', '%'],
        times.map(([part, ms]) => [part, percent(ms / all)]),
      ),
    );
  }
}
rmSync(files, { recursive: true, force: true });
rmSync(folder, { recursive: true, force: true });
rmSync(profiles, { recursive: true, force: true });

const misses = runs.flatMap((run) => [
  ...(run.collectorCpu > WANTED.collectorCpu
    ? [`${run.name}: the collector takes more than 4 s of CPU a cycle`]
    : []),
  ...(run.collectorMb > WANTED.collectorMb ? [`${run.name}: the collector takes more than 500 MB`] : []),
  ...(run.loopDelayMs > WANTED.loopDelayMs
    ? [`${run.name}: the serving loop was late by more than 50 ms`]
    : []),
  ...(run.latenessMs > WANTED.latenessMs ? [`${run.name}: a tick was late by more than a second`] : []),
  ...(run.medianAgeS > WANTED.medianAgeS && run.name === 'late'
    ? [`${run.name}: half of the exchanges are older than ${WANTED.medianAgeS} s at the slot`]
    : []),
  ...(run.p95AgeS > WANTED.p95AgeS && run.name === 'late'
    ? [`${run.name}: more than 5 % of the exchanges are older than ${WANTED.p95AgeS} s at the slot`]
    : []),
  ...(run.ticks < cycles - 1 ? [`${run.name}: ticks are missing`] : []),
]);
for (const miss of misses) console.error(`missed: ${miss}`);
process.exitCode = misses.length > 0 ? 1 : 0;
