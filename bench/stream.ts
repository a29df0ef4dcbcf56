// Number of clients that the websocket serves, with its delay and cost, compared with a straightforward implementation.
//
// npm run bench:stream -- [--clients 10000] [--ticks 5] [--peer-clients 500] [--pairs 5] [--only a,b,c,d,e,f,g,h,i]
// [--resuming 300] [--world full] [--filled DIR]
//
// The server runs in one process, the farm of raw sockets in another (in (e) reconnecting and other clients in one each); all
// share the machine. The farm checks every message of every client: its tick, its order, and that the ids of each tick have the
// same sum. Lateness is the time from the request to publish a tick until a client receives its last message of it, whether the
// server was busy or not. (f) runs the real service with two days of history, which it fills in first (or finds in --filled, the
// data directory of an earlier run); its lateness is measured from the slot itself.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Crowd, ServerKind } from './stream/messages.ts';
import { resumeStorm } from './stream/resume-storm.ts';
import { kernelSocketMb, Stage, type TickResult } from './stream/stage.ts';
import { median } from './support/statistics.ts';
import { formatTable, rounded, type Cell } from './support/table.ts';

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '10000' },
    ticks: { type: 'string', default: '5' },
    'peer-clients': { type: 'string', default: '500' },
    pairs: { type: 'string', default: '5' },
    only: { type: 'string', default: 'a,b,c,d,e,f,g,h,i' },
    resuming: { type: 'string', default: '300' },
    world: { type: 'string', default: 'full' },
    filled: { type: 'string' },
    'cpu-prof': { type: 'string' },
  },
});
const clients = Number(values.clients);
const ticks = Number(values.ticks);
const peerClients = Number(values['peer-clients']);
const pairs = Number(values.pairs);
const wanted = new Set(values.only.split(','));
/** Of the resume storm; each subscribes to whole types. */
const BYSTANDERS = 20;
/** Of 2,880 in 24 hours; the service may have been stopped for hours between filling in and measuring. */
const LEAST_TICKS = 2400;
/** A full tick of all GWA is some 400 kB, the window half a megabyte. */
const STALLED_TICKS = 10;
const PEERS: readonly ServerKind[] = ['plain ws.send', 'corked ws.send', 'socket.io rooms'];

const few = (count: number): Crowd => ({ name: '20 indices', clients: count, indexTypes: [], indices: 20 });
const whole = (count: number): Crowd => ({
  name: 'all GWA and MWA',
  clients: count,
  indexTypes: ['GWA', 'MWA'],
  indices: 0,
});
const allGwa = (count: number): Crowd => ({
  name: 'all GWA',
  clients: count,
  indexTypes: ['GWA'],
  indices: 0,
});

const columns = [
  'case',
  'server',
  'clients',
  'messages',
  'p50 ms',
  'p99 ms',
  'last ms',
  'lost',
  'msg/CPU-s',
  'MB',
  'kernel MB',
  'wanted',
  '',
];
const rows: Cell[][] = [];
const results: object[] = [];

interface Reported {
  readonly name: string;
  readonly server: ServerKind;
  readonly crowds: readonly Crowd[];
  readonly ticks: readonly TickResult[];
  readonly memoryMb: number;
  readonly kernelMb: number;
}

interface Summary {
  readonly messages: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly lastMs: number;
  readonly lost: number;
  readonly perCpuSecond: number;
}

/** Medians over the ticks; the worst group of clients counts. */
function summaryOf(all: readonly TickResult[]): Summary {
  const worst = (pick: (crowd: TickResult['crowds'][number]) => number) =>
    median(all.map(({ crowds }) => Math.max(...crowds.map(pick))));
  const messages = all.reduce((sum, tick) => sum + tick.messages, 0);
  const cpuMs = all.reduce((sum, tick) => sum + tick.cpuMs, 0);
  return {
    messages: Math.round(messages / all.length),
    p50Ms: worst(({ p50Ms }) => p50Ms),
    p99Ms: worst(({ p99Ms }) => p99Ms),
    lastMs: worst(({ lastMs }) => lastMs),
    lost: Math.max(...all.map(({ crowds }) => crowds.reduce((sum, { lost }) => sum + lost, 0))),
    perCpuSecond: Math.round((messages * 1000) / Math.max(1, cpuMs)),
  };
}

function report(
  reported: Reported,
  goal: string,
  reached: (summary: Summary) => boolean | undefined,
): Summary {
  const { name, server, crowds, memoryMb, kernelMb } = reported;
  const summary = summaryOf(reported.ticks);
  const count = crowds.reduce((sum, crowd) => sum + crowd.clients, 0);
  const verdict = reached(summary);
  rows.push([
    name,
    server,
    count,
    summary.messages,
    summary.p50Ms,
    summary.p99Ms,
    summary.lastMs,
    summary.lost,
    summary.perCpuSecond,
    rounded(memoryMb, 0),
    rounded(kernelMb, 0),
    goal,
    verdict === undefined ? '' : verdict ? 'reached' : 'MISSED',
  ]);
  results.push({ name, server, clients: count, ...summary, memoryMb, kernelMb });
  console.error(formatTable(columns, rows.slice(-1)));
  return summary;
}

function profiling(): readonly string[] {
  const folder = values['cpu-prof'];
  return folder === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', folder];
}

/** Runs some ticks on one server with these groups of clients. */
async function run(
  server: ServerKind,
  crowds: readonly Crowd[],
  count: number,
): Promise<Omit<Reported, 'name'>> {
  const stage = await Stage.open(server, profiling());
  for (const crowd of crowds) await stage.enter(crowd);
  await stage.tick();
  const all: TickResult[] = [];
  let kernelMb = 0;
  for (let i = 0; i < count; i++) {
    all.push(await stage.tick());
    kernelMb = Math.max(kernelMb, kernelSocketMb());
  }
  const { memoryMb } = stage;
  await stage.close();
  return { server, crowds, ticks: all, memoryMb, kernelMb };
}

async function crowdOfFew(): Promise<void> {
  const crowds = [few(clients), whole(Math.ceil(clients / 100))];
  const reported = await run('tidemark', crowds, ticks);
  report(
    { name: 'a', ...reported },
    'p99 1000 ms, 0 lost, 800 MB',
    ({ p99Ms, lost }) => p99Ms <= 1000 && lost === 0 && reported.memoryMb < 800,
  );
}

async function crowdOfAll(): Promise<void> {
  report(
    { name: 'b', ...(await run('tidemark', [allGwa(clients)], ticks)) },
    'last 3000 ms, 0 lost',
    ({ lastMs, lost }) => lastMs <= 3000 && lost === 0,
  );
}

/** The same number of clients on each server. The cost per message does not depend on it, so a smaller number will do. */
async function peers(): Promise<void> {
  const cases: [string, readonly Crowd[], number, Partial<Record<ServerKind, number>>][] = [
    [
      'c: as (a)',
      [few(peerClients * 4), whole(Math.ceil(peerClients / 25))],
      300_000,
      { 'plain ws.send': 10, 'corked ws.send': 1.5 },
    ],
    ['c: as (b)', [allGwa(peerClients)], 5_000_000, { 'plain ws.send': 20 }],
  ];
  for (const [name, crowds, least, factors] of cases) {
    const own = report(
      { name, ...(await run('tidemark', crowds, ticks)) },
      `${least} msg/CPU-s`,
      ({ perCpuSecond }) => perCpuSecond >= least,
    );
    for (const peer of PEERS) {
      const factor = factors[peer];
      const reported = await run(peer, crowds, Math.min(2, ticks));
      report({ name, ...reported }, factor === undefined ? '' : `tidemark ${factor} x`, ({ perCpuSecond }) =>
        factor === undefined ? undefined : own.perCpuSecond >= factor * perCpuSecond,
      );
    }
  }
}

/** A tenth of the clients stop reading: compares what the others notice with a run in which none stops. */
async function stalled(): Promise<void> {
  const ratios: number[] = [];
  let kernelMb = 0;
  const count = Math.ceil(clients / 10);
  for (let pair = 0; pair < pairs; pair++) {
    const p99s: number[] = [];
    for (const stalls of [false, true]) {
      const stage = await Stage.open('tidemark');
      const crowd = whole(count);
      await stage.enter(crowd);
      await stage.tick();
      if (stalls) await stage.stall(crowd.name, Math.ceil(count / 10));
      const lateness: number[] = [];
      for (let i = 0; i < ticks; i++) {
        const { crowds } = await stage.tick();
        lateness.push(crowds[0]?.p99Ms ?? Number.NaN);
        if (stalls) kernelMb = Math.max(kernelMb, kernelSocketMb());
      }
      p99s.push(median(lateness));
      await stage.close();
    }
    ratios.push((p99s[1] ?? 0) / Math.max(1, p99s[0] ?? 1));
  }
  const ratio = median(ratios);
  rows.push([
    'd',
    'tidemark',
    count,
    undefined,
    undefined,
    rounded(ratio, 2),
    undefined,
    undefined,
    undefined,
    undefined,
    rounded(kernelMb, 0),
    'p99 ratio 1.25',
    ratio <= 1.25 ? 'reached' : 'MISSED',
  ]);
  results.push({ name: 'd', clients: count, p99Ratio: ratio, ratios, kernelMb });
}

/** All clients reconnect at once while others stay connected. */
async function storm(): Promise<void> {
  const stage = await Stage.open('tidemark', profiling());
  await stage.enter(whole(Math.ceil(clients / 100)));
  await stage.enter(few(clients), true);
  await stage.tick();
  const back = await stage.reconnect('20 indices', 1000);
  const { crowds } = await stage.tick();
  const lost = crowds.reduce((sum, crowd) => sum + crowd.ended, 0);
  await stage.close();
  const { ms, othersLastMs, servedMs, cpuMs } = back;
  const reached = ms <= 30_000 && othersLastMs <= 5000 && lost === 0;
  rows.push([
    'e',
    'tidemark',
    clients,
    undefined,
    undefined,
    undefined,
    rounded(othersLastMs, 0),
    lost,
    undefined,
    undefined,
    undefined,
    `back in 30 s (${rounded(ms / 1000, 1)}), others 5 s (served after ${rounded(servedMs / 1000, 2)})`,
    reached ? 'reached' : 'MISSED',
  ]);
  results.push({ name: 'e', clients, ...back, cpuMsPerClient: cpuMs / clients, lost });
}

/** Many clients catch up at once while others stay connected: the real service. */
async function resumes(): Promise<void> {
  const { world, filled } = values;
  const all = await resumeStorm({
    clients: Number(values.resuming),
    bystanders: BYSTANDERS,
    world,
    folder: filled,
    nodeFlags: profiling(),
  });
  const lost = all.othersLost + all.disordered;
  const isWhole = all.complete === all.resumes && all.ticksEach > LEAST_TICKS && all.cut === 0 && lost === 0;
  const isFair = all.othersLastMs <= 1000 && all.restP99Ms <= 100 && all.memoryMb <= 700;
  rows.push([
    'f',
    'tidemark',
    Number(values.resuming),
    all.ticks,
    undefined,
    undefined,
    rounded(all.othersLastMs, 0),
    lost,
    undefined,
    rounded(all.memoryMb, 0),
    undefined,
    `others 1 s, REST p99 100 ms (${rounded(all.restP99Ms, 0)}), 700 MB; ${all.complete} of ${all.resumes} resumes in ${rounded(all.ms / 1000, 1)} s`,
    isWhole && isFair ? 'reached' : 'MISSED',
  ]);
  results.push({ name: 'f', ...all });
}

/** As the first crowd of (a), over websockets and over server-sent events. */
async function events(): Promise<void> {
  const websockets = report(
    { name: 'g: websockets', ...(await run('tidemark', [few(clients)], ticks)) },
    '',
    () => undefined,
  );
  const crowd = { ...few(clients), events: true };
  report(
    { name: 'g: server-sent events', ...(await run('tidemark', [crowd], ticks)) },
    'p99 1000 ms, 0 lost, half the websockets',
    ({ p99Ms, lost, perCpuSecond }) =>
      p99Ms <= 1000 && lost === 0 && perCpuSecond >= websockets.perCpuSecond / 2,
  );
}

/** A tenth of a crowd stops reading for some ticks: with conflation it is not cut, and every tick is sent or counted. */
async function conflation(): Promise<void> {
  const stage = await Stage.open('tidemark', profiling());
  const crowd = { ...allGwa(Math.ceil(clients / 10)), conflate: true };
  await stage.enter(crowd);
  const before = await stage.tick();
  const perClient = before.messages / crowd.clients;
  const slow = Math.ceil(crowd.clients / 10);
  await stage.stall(crowd.name, slow);
  const all: TickResult[] = [];
  for (let i = 0; i < STALLED_TICKS; i++) all.push(await stage.tick());
  const published = perClient * (STALLED_TICKS + 1);
  const { ms, messages, skipped, ended } = await stage.release(crowd.name, published);
  const isExact = messages + skipped === published * slow && skipped > 0 && ended === 0;
  const { memoryMb } = stage;
  await stage.close();
  const reported = { server: 'tidemark' as const, crowds: [crowd], ticks: all, memoryMb, kernelMb: 0 };
  report(
    { name: 'h', ...reported },
    `0 lost, 0 cut, all sent or counted (${skipped} skipped by ${slow}, back in ${rounded(ms / 1000, 2)} s)`,
    ({ lost }) => isExact && lost === 0,
  );
  results.push({ name: 'h: slow ones', clients: slow, ms, messages, skipped, ended });
}

/** 1, 2, 4 and 8 times the clients, each with 20 indices and none with whole types, beside corked ws.send. */
async function growth(): Promise<void> {
  for (const times of [1, 2, 4, 8]) {
    const crowds = [few(peerClients * times)];
    const name = `i: ${times} x`;
    const corked = report({ name, ...(await run('corked ws.send', crowds, ticks)) }, '', () => undefined);
    report(
      { name, ...(await run('tidemark', crowds, ticks)) },
      'corked 5 x',
      ({ perCpuSecond, lost }) => perCpuSecond >= 5 * corked.perCpuSecond && lost === 0,
    );
  }
}

const [loadBefore = 0] = loadavg();
if (loadBefore > 0.5)
  console.error(
    `the machine is busy (load ${loadBefore.toFixed(1)}): trust ratios more than numbers, and neither much`,
  );
const cases: Readonly<Record<string, () => Promise<void>>> = {
  a: crowdOfFew,
  b: crowdOfAll,
  c: peers,
  d: stalled,
  e: storm,
  f: resumes,
  g: events,
  h: conflation,
  i: growth,
};
for (const [name, measure] of Object.entries(cases)) {
  if (!wanted.has(name)) continue;
  console.error(`measuring ${name}`);
  await measure();
}
console.log(formatTable(columns, rows));
console.log(JSON.stringify({ bench: 'stream', node: process.version, loadBefore, clients, ticks, results }));
