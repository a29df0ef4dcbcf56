// How fast the REST side is, beside a bare Fastify route that sends the same bytes from memory, in the same run.
//
//   npm run bench:rest -- [--rounds 5] [--seconds 2] [--connections 32] [--only "one asset"] [--access-log]
//                         [--accept-encoding identity] [--cpu-prof DIR]
//
// The service runs with its default settings and checks the token of every request. The generator asks for
// `identity`, so that both servers send the same bytes; compressed answers are kept and cost the same to send.
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { REST_CASES } from './rest/cases.ts';
import { measureCase, type CaseResult, type Plan } from './rest/measure.ts';
import { startServiceProcess } from './support/service-process.ts';
import { formatTable } from './support/table.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '32' },
    only: { type: 'string', multiple: true },
    'access-log': { type: 'boolean', default: false },
    'accept-encoding': { type: 'string', default: 'identity' },
    'cpu-prof': { type: 'string' },
  },
});

const plan: Plan = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  connections: Number(values.connections),
  acceptEncoding: values['accept-encoding'],
};
const chosen = REST_CASES.filter(({ name }) => values.only?.includes(name) ?? true);
if (chosen.length === 0) {
  console.error(`there is no such case: ${REST_CASES.map(({ name }) => `"${name}"`).join(', ')}`);
  process.exit(2);
}

const [loadBefore = 0] = loadavg();
if (loadBefore > 0.5) {
  console.error(
    `the machine is busy (load ${loadBefore.toFixed(1)}): trust ratios more than numbers, and neither much`,
  );
}

const profile = values['cpu-prof'];
const service = await startServiceProcess({
  flags: values['access-log'] ? ['--access-log'] : [],
  nodeFlags: profile === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', resolve(profile)],
});
const results: CaseResult[] = [];
try {
  for (const restCase of chosen) {
    console.error(`measuring ${restCase.name}: ${plan.rounds} rounds of ${plan.seconds} s on each side`);
    results.push(await measureCase(restCase, service, plan));
  }
} finally {
  await service.stop();
}

const columns = [
  'case',
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
  result.wantedRatio === undefined ? `${result.wantedPerSecond}/s` : `ratio ${result.wantedRatio}`,
  result.reached ? 'reached' : 'MISSED',
]);
console.log(formatTable(columns, rows));
console.log(JSON.stringify({ bench: 'rest', node: process.version, loadBefore, ...plan, cases: results }));
