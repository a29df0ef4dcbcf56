import { spawn, type ChildProcess } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DAY_MS, formatDatetime, HOUR_MS } from '../../src/core/time.ts';
import { residentMemoryOf } from '../support/resident-memory.ts';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.ts';

const CLI = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));

/** The page's requests, for each range of its charts. */
const CHARTS = [
  { title: '1H', path: 'index-ticker', spanMs: HOUR_MS, query: 'size=2000', ranks: 300 },
  { title: '1D', path: 'candles', spanMs: DAY_MS, query: 'interval=5m&size=2000', ranks: 300 },
  { title: '1W', path: 'candles', spanMs: 7 * DAY_MS, query: 'interval=30m&size=2000', ranks: 300 },
  { title: '1M', path: 'candles', spanMs: 30 * DAY_MS, query: 'interval=4h&size=2000', ranks: 50 },
  { title: '1Y', path: 'candles', spanMs: 365 * DAY_MS, query: 'interval=1d&size=2000', ranks: 50 },
] as const;

/** Ranks of assets that represent all assets up to the last rank. */
const RANKS = [1, 2, 3, 4, 5, 10, 20, 35, 50, 75, 100, 150, 200, 250, 300];

export interface ChartTimes {
  readonly title: string;
  readonly charts: number;
  /** Responses without `Tidemark-Incomplete: BACKFILL` within a second. */
  readonly completeWithinASecond: number;
  readonly medianMs: number;
  readonly longestMs: number;
}

export interface FirstMinutes {
  readonly readyMs: number;
  readonly charts: readonly ChartTimes[];
  /** Time from ready until every row of the list has its changes, and every GWA its sparkline. */
  readonly changesSeconds: number;
  readonly sparklinesSeconds: number;
  /** `tidemark candles BTC_USD --interval 1h --last 30d`, the first command after ready. */
  readonly command: { readonly seconds: number; readonly isComplete: boolean };
  readonly maxMb: number;
}

interface Cap {
  readonly assetId: string;
  readonly symbol: string;
  readonly pricePercentChange?: object;
}

/** Each part runs on a new service, because data requested by one part would already be there for the next. */
export async function measureFirstMinutes(world: string, isBusy: boolean): Promise<FirstMinutes> {
  const busy = isBusy ? spawnBusy() : undefined;
  try {
    const startedAt = performance.now();
    const lists = await fresh(world, async (service) => {
      const readyMs = performance.now() - startedAt;
      return { readyMs, ...(await measureLists(service)) };
    });
    const command = await fresh(world, measureCommand);
    const charts: ChartTimes[] = [];
    let maxMb = lists.maxMb;
    for (const chart of CHARTS) {
      const measured = await fresh(world, (service) => measureCharts(service, chart));
      charts.push(measured.times);
      maxMb = Math.max(maxMb, measured.maxMb);
    }
    return { ...lists, command, charts, maxMb };
  } finally {
    busy?.kill('SIGKILL');
  }
}

async function fresh<T>(world: string, measure: (service: ServiceProcess) => Promise<T>): Promise<T> {
  const service = await startServiceProcess({ flags: ['--world', world, '--backfill', 'auto'] });
  try {
    return await measure(service);
  } finally {
    await service.stop();
  }
}

/** A process that uses a whole core. */
function spawnBusy(): ChildProcess {
  return spawn(process.execPath, ['-e', 'for (;;) Math.sqrt(Math.random());'], { stdio: 'ignore' });
}

async function reader(service: ServiceProcess) {
  const headers = { authorization: `Bearer ${await service.token()}` };
  return async (path: string) => {
    const answer = await fetch(`${service.baseUrl}/v3/${path}`, { headers });
    const body = (await answer.json()) as { content: never[] };
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    return { content: body.content, lacks: answer.headers.get('tidemark-incomplete') ?? '' };
  };
}

async function measureLists(service: ServiceProcess) {
  const read = await reader(service);
  const readyAt = performance.now();
  const since = () => (performance.now() - readyAt) / 1000;
  let [changesSeconds, sparklinesSeconds] = [Number.NaN, Number.NaN];
  while (Number.isNaN(changesSeconds) || Number.isNaN(sparklinesSeconds)) {
    if (Number.isNaN(changesSeconds)) {
      const { content } = await read('market-cap?percentChange=true');
      const caps = content as readonly Cap[];
      if (caps.every(({ pricePercentChange = {} }) => Object.keys(pricePercentChange).length === 3))
        changesSeconds = since();
    }
    if (Number.isNaN(sparklinesSeconds)) {
      const { content } = await read('sparklines?indexType=GWA');
      const lines = content as readonly { readonly closes: readonly string[] }[];
      if (lines.length > 0 && lines.every(({ closes }) => closes.every(Boolean))) sparklinesSeconds = since();
    }
    await delay(100);
  }
  return { changesSeconds, sparklinesSeconds, maxMb: residentMemoryOf(service.pid).maxMb };
}

async function measureCommand(service: ServiceProcess): Promise<FirstMinutes['command']> {
  const beganAt = performance.now();
  const flags = [
    'candles',
    'BTC_USD',
    '--interval',
    '1h',
    '--last',
    '30d',
    '--strict',
    '--url',
    service.baseUrl,
  ];
  const child = spawn(process.execPath, [CLI, ...flags], { stdio: 'ignore' });
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { seconds: (performance.now() - beganAt) / 1000, isComplete: code === 0 };
}

/** Opens charts one after the other, as a person would, alternating between assets and their USD markets. */
async function measureCharts(service: ServiceProcess, chart: (typeof CHARTS)[number]) {
  const read = await reader(service);
  const caps = (await read('market-cap')).content as readonly Cap[];
  const ranks = RANKS.filter((rank) => rank <= chart.ranks);
  const names = ranks.flatMap((rank) => {
    const { symbol, assetId } = caps[rank - 1]!;
    return [`indexId=${assetId}`, `marketName=${symbol}_USD`];
  });
  const taken: number[] = [];
  let complete = 0;
  for (const name of names) {
    const from = formatDatetime(Date.now() - chart.spanMs);
    const beganAt = performance.now();
    const { content, lacks } = await read(`${chart.path}?${name}&${chart.query}&from=${from}`);
    // The asset has no USD market.
    if (content.length === 0 && !lacks.includes('BACKFILL')) continue;
    const ms = performance.now() - beganAt;
    taken.push(ms);
    if (ms <= 1000 && !lacks.includes('BACKFILL')) complete++;
  }
  const sorted = taken.toSorted((a, b) => a - b);
  const times: ChartTimes = {
    title: chart.title,
    charts: taken.length,
    completeWithinASecond: complete,
    medianMs: sorted[sorted.length >> 1] ?? Number.NaN,
    longestMs: sorted.at(-1) ?? Number.NaN,
  };
  return { times, maxMb: residentMemoryOf(service.pid).maxMb };
}
