// Speed of the REST API compared with a bare Fastify route that sends the same bytes from memory, in the same run.
//
//   npm run bench:rest -- [--rounds 5] [--seconds 2] [--connections 32] [--only "one asset"] [--access-log]
//                         [--accept-encoding identity] [--cpu-prof DIR] [--world full] [--page-days 3]
//                         [--row-series 500] [--filled DIR] [--match TEXT] [--growth]
//
// The service runs with its default settings, without a back-fill, and checks the token of every request. The generator
// requests `identity`, so that both servers send the same bytes; compressed responses are cached and cost the same to send.
//
// Pages of 2,000 values come from days that the service's own back-fill has stored before, in a folder that goes with the
// run, or in `--filled`, which stays: a second run on the same UTC day need not fill it again. "random pages" are never
// requested twice; they are compared with what a user would write instead: Fastify, pg and one row per value in PostgreSQL
// (Debian's, with default settings), which gets `--row-series` of the series, returns the same text and compares its token with a
// constant. Its CPU time is that of the service and of all processes of the database.
//
// `--growth` measures every case with 1, 2, 4 and 8 times the connections.
//
// `--only turns` measures something else: the longest turn of the event loop during each request, with every route in all its forms
// and with its largest parameters (`--match` chooses by name). `--rounds` is how often each is sent. `--only flood` measures a client
// with and without 64 connections of a visitor of the public page, `--seconds` each (at least 65, so that some ticks are seen). Both run
// only when they are named.
import { rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { REST_CASES, RANDOM_PAGES, REPEATED_PAGE, repeatedPage } from './rest/cases.ts';
import { filledDirectory } from './support/filled-directory.ts';
import { FLOOD, measureFlood, MAX_RATIO, type ClientSide } from './rest/flood.ts';
import { measureCase, type CaseResult, type Plan } from './rest/measure.ts';
import { measureRandomPages, WANTED, type RandomPagesResult } from './rest/random-pages.ts';
import { measureTurns, MAX_TURN_MS, TURNS, type TurnResult } from './rest/turns.ts';
import { startServiceProcess } from './support/service-process.ts';
import { formatTable, rounded, type Cell } from './support/table.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '32' },
    only: { type: 'string', multiple: true },
    'access-log': { type: 'boolean', default: false },
    'accept-encoding': { type: 'string', default: 'identity' },
    'cpu-prof': { type: 'string' },
    world: { type: 'string', default: 'full' },
    'page-days': { type: 'string', default: '3' },
    'row-series': { type: 'string', default: '500' },
    filled: { type: 'string' },
    match: { type: 'string', multiple: true },
    growth: { type: 'boolean', default: false },
  },
});

const plan: Plan = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  connections: Number(values.connections),
  acceptEncoding: values['accept-encoding'],
};
const GROWTH = [1, 2, 4, 8];
const names = [...REST_CASES.map(({ name }) => name), REPEATED_PAGE, RANDOM_PAGES, TURNS, FLOOD];
const isChosen = (name: string) => values.only?.includes(name) ?? true;
if (!names.some(isChosen)) {
  console.error(`there is no such case: ${names.map((name) => `"${name}"`).join(', ')}`);
  process.exit(2);
}

const profile = values['cpu-prof'];
const nodeFlags =
  profile === undefined
    ? []
    : ['--cpu-prof', '--cpu-prof-dir', resolve(profile), '--cpu-prof-interval', '500'];
const [loadBefore = 0] = loadavg();
if (loadBefore > 0.5) {
  console.error(
    `the machine is busy (load ${loadBefore.toFixed(1)}): trust ratios more than numbers, and neither much`,
  );
}

if (values.only?.includes(TURNS)) {
  const turns = await measureTurns({
    rounds: plan.rounds,
    flags: ['--world', values.world],
    match: values.match ?? [],
    nodeFlags,
    ...(values.filled === undefined ? {} : { folder: values.filled }),
  });
  console.log(turnsTable(turns));
  console.log(JSON.stringify({ bench: 'rest', node: process.version, loadBefore, turns }));
  process.exit(turns.every(({ cpuMs }) => cpuMs <= MAX_TURN_MS) ? 0 : 1);
}

if (values.only?.includes(FLOOD)) {
  const flood = await measureFlood({
    seconds: plan.seconds,
    flags: ['--world', values.world],
    nodeFlags,
    ...(values.filled === undefined ? {} : { folder: values.filled }),
  });
  const side = (name: string, { requests, p50Ms, p99Ms, tickLatenessMs }: ClientSide): Cell[] => [
    name,
    requests,
    p50Ms,
    p99Ms,
    tickLatenessMs,
  ];
  const columns = ['a client', 'requests', 'p50 ms', 'p99 ms', 'a tick is late by, ms'];
  console.log(formatTable(columns, [side('alone', flood.quiet), side('beside the flood', flood.flooded)]));
  console.log(`p99 x ${flood.p99Ratio}: ${flood.p99Ratio <= MAX_RATIO ? 'reached' : 'MISSED'}`);
  console.log(JSON.stringify({ bench: 'rest', node: process.version, loadBefore, flood }));
  process.exit(flood.p99Ratio <= MAX_RATIO ? 0 : 1);
}

const days = Number(values['page-days']);
const world = ['--world', values.world];
const filled =
  isChosen(REPEATED_PAGE) || isChosen(RANDOM_PAGES)
    ? await filledDirectory(days, world, values.filled)
    : undefined;
const service = await startServiceProcess({
  flags: [...world, ...(values['access-log'] ? ['--access-log'] : [])],
  nodeFlags,
  ...(filled === undefined ? {} : { folder: filled }),
});
const results: CaseResult[] = [];
let randomPages: RandomPagesResult | undefined;
try {
  for (const restCase of [...REST_CASES, repeatedPage(Date.now())].filter(({ name }) => isChosen(name))) {
    console.error(`measuring ${restCase.name}: ${plan.rounds} rounds of ${plan.seconds} s on each side`);
    for (const times of values.growth ? GROWTH : [1])
      results.push(await measureCase(restCase, service, { ...plan, connections: plan.connections * times }));
  }
  if (isChosen(RANDOM_PAGES))
    randomPages = await measureRandomPages(service, plan, { days, rowSeries: Number(values['row-series']) });
} finally {
  await service.stop();
  if (filled !== undefined && values.filled === undefined) rmSync(filled, { recursive: true, force: true });
}

const columns = [
  'case',
  'connections',
  'bytes',
  'req/s',
  'p50 ms',
  'p99 ms',
  'CPU µs',
  'bare req/s',
  'bare p99 ms',
  'bare CPU µs',
  'CPU ratio',
  'req/s ratio',
  'wanted',
  '',
];
const rows = results.map((result) => [
  result.name,
  result.connections,
  result.bytes,
  result.service.perSecond,
  result.service.p50Ms,
  result.service.p99Ms,
  result.service.cpuMicros,
  result.bare.perSecond,
  result.bare.p99Ms,
  result.bare.cpuMicros,
  result.cpuRatio,
  result.throughputRatio,
  wantedOf(result),
  result.reached ? 'reached' : 'MISSED',
]);
if (rows.length > 0) console.log(formatTable(columns, rows));
if (randomPages) console.log(`\n${randomPagesTable(randomPages)}`);
console.log(
  JSON.stringify({
    bench: 'rest',
    node: process.version,
    loadBefore,
    ...plan,
    cases: results,
    ...(randomPages ? { randomPages } : {}),
  }),
);

function wantedOf({ wantedRatio, wantedPerSecond }: CaseResult): string {
  const ratio = wantedRatio === undefined ? [] : [`ratio ${wantedRatio}`];
  return [...ratio, ...(wantedPerSecond === undefined ? [] : [`${wantedPerSecond}/s`])].join(', ');
}

function turnsTable(turns: readonly TurnResult[]): string {
  return formatTable(
    ['request', 'status', 'bytes', 'longest turn, CPU ms', 'wall ms', ''],
    turns
      .toSorted((a, b) => b.cpuMs - a.cpuMs)
      .map(({ name, status, bytes, cpuMs, wallMs }) => [
        name,
        status,
        bytes,
        cpuMs,
        wallMs,
        cpuMs <= MAX_TURN_MS ? 'reached' : 'MISSED',
      ]),
  );
}

function randomPagesTable(result: RandomPagesResult): string {
  const { service: ours, bare, rows: theirs, timesLessCpu, timesThroughput } = result;
  const side = (name: string, measured: typeof ours): Cell[] => [
    name,
    measured.perSecond,
    measured.p50Ms,
    measured.p99Ms,
    measured.cpuMicros,
  ];
  const verdict = (what: string, value: number | undefined, wanted: string, reached: boolean): Cell[] => [
    what,
    value === undefined ? undefined : rounded(value, 2),
    wanted,
    value === undefined ? '' : reached ? 'reached' : 'MISSED',
  ];
  const atLeast = (what: string, times: number | undefined) =>
    verdict(what, times, `at least ${WANTED.timesRows}`, (times ?? 0) >= WANTED.timesRows);
  return [
    `pages of 2,000 values, none twice (hits of the page cache: 0), of ${result.series} series; about ${result.bytes} bytes\n`,
    formatTable(
      ['', 'req/s', 'p50 ms', 'p99 ms', 'CPU µs'],
      [
        side('the service', ours),
        side('bare route, bytes of one page', bare),
        ...(theirs ? [side(`Fastify, pg, rows of ${result.rowSeries} series`, theirs)] : []),
      ],
    ),
    '',
    formatTable(
      ['what', 'value', 'wanted', ''],
      [
        verdict(
          'CPU of a page, ms',
          ours.cpuMicros / 1000,
          `at most ${WANTED.cpuMicros / 1000}`,
          ours.cpuMicros <= WANTED.cpuMicros,
        ),
        atLeast('times less CPU than the rows', timesLessCpu),
        atLeast('times the throughput of the rows', timesThroughput),
      ],
    ),
  ].join('\n');
}
