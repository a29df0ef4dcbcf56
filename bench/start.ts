// How long the service takes from its start until it says that it is ready, with the full world.
//
//   npm run bench:start -- [--rounds 5] [--late] [--from 00:00] [--memory-minutes 0] [--world full]
//
// With --late also after kill -9 at 23:55 with the whole day stored. The service computes that day itself, as fast as it
// goes, from 00:00; --from 22:50 begins there and lets the back-fill store what comes before, which takes a fraction of
// the time, but then inputs are recorded from there only. What the system has of the files in its own memory stays
// there: this is a crash of the service, not of the machine. --memory-minutes also says what memory a service has that
// has run for so long, without a back-fill and with the usual one.
import { loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { measureLateRestarts } from './start/late-restart.ts';
import { measureRunningMemory } from './start/running-memory.ts';
import { startServiceProcess } from './support/service-process.ts';
import { median } from './support/statistics.ts';
import { formatTable, rounded, type Cell } from './support/table.ts';

const WANTED_MS = 5000;
const WANTED_MB = 700;
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    late: { type: 'boolean', default: false },
    from: { type: 'string', default: '00:00' },
    'memory-minutes': { type: 'string', default: '0' },
    world: { type: 'string', default: 'full' },
  },
});
const rounds = Number(values.rounds);
const minutes = Number(values['memory-minutes']);
const world = ['--world', values.world];
const [load = 0] = loadavg();

async function measureStarts(): Promise<number[]> {
  const takenMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    const service = await startServiceProcess({ flags: world });
    takenMs.push(performance.now() - startedAt);
    await service.stop();
  }
  return takenMs;
}

function startRow(what: string, takenMs: readonly number[]): Cell[] {
  const middle = median(takenMs);
  return [
    what,
    rounded(middle, 0),
    rounded(Math.max(...takenMs), 0),
    WANTED_MS,
    middle <= WANTED_MS ? 'reached' : 'MISSED',
  ];
}

const starts = await measureStarts();
const late = values.late
  ? await measureLateRestarts({ rounds, from: values.from, world: values.world })
  : undefined;
const memory =
  minutes > 0
    ? {
        off: await measureRunningMemory(minutes, world),
        auto: await measureRunningMemory(minutes, [...world, '--backfill', 'auto']),
      }
    : undefined;

const startRows = [
  startRow('ready after', starts),
  ...(late ? [startRow('ready after kill -9 at 23:55', late.takenMs)] : []),
];
console.log(formatTable(['what', 'median ms', 'longest ms', 'wanted', ''], startRows));
if (memory) {
  const rows = Object.entries(memory).map(([backfill, { usualMb, mostMb }]) => [
    `back-fill ${backfill}`,
    rounded(usualMb, 0),
    rounded(mostMb, 0),
    `under ${WANTED_MB}`,
    mostMb < WANTED_MB ? 'reached' : 'MISSED',
  ]);
  console.log(`\nmemory of the service in its first ${minutes} minutes`);
  console.log(formatTable(['', 'usual MB', 'most MB', 'wanted', ''], rows));
}
console.log(
  JSON.stringify({
    bench: 'start',
    node: process.version,
    world: values.world,
    load: rounded(load, 1),
    takenMs: starts.map((ms) => rounded(ms, 0)),
    ...(late
      ? {
          late: {
            takenMs: late.takenMs.map((ms) => rounded(ms, 0)),
            daySeconds: rounded(late.daySeconds, 0),
            from: values.from,
          },
        }
      : {}),
    ...(memory ? { memory } : {}),
  }),
);
