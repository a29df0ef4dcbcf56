// How long the service takes from its start until it says that it is ready, with the full world.
//
//   npm run bench:start -- [--rounds 5] [--late] [--from 00:00] [--memory-minutes 0] [--world full] [--past full,small]
//                          [--first idle,busy]
//
// --first measures the first minutes of a new directory as a user sees them: charts, changes, sparklines and the first command,
// once on an idle machine and once beside a process that uses a whole core (none: `--first ''`).
//
// --past measures how long a new directory takes until the past that users request first is filled in, and until all of it is, in
// each of the named worlds (none: `--past ''`), with the service's peak memory.
//
// With --late also after kill -9 at 23:55 with the whole day stored. The service computes that day itself from 00:00, as fast as
// it can; --from 22:50 starts there and lets the back-fill store the hours before, which takes a fraction of the time, but then
// inputs are recorded only from there on. The page cache survives: this is a crash of the service, not of the machine.
// --memory-minutes also reports the memory of a service that has run for that long, without a back-fill and with the default one.
import { loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { measureFirstMinutes, type FirstMinutes } from './start/first-minutes.ts';
import { measureLateRestarts } from './start/late-restart.ts';
import { measurePast, PAST_MILESTONES, type PastMilestone, type PastTimes } from './start/past-times.ts';
import { measureRunningMemory } from './start/running-memory.ts';
import { startServiceProcess } from './support/service-process.ts';
import { median } from './support/statistics.ts';
import { formatTable, rounded, type Cell } from './support/table.ts';

const WANTED_MS = 4000;
const WANTED_MB = 700;
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    late: { type: 'boolean', default: false },
    from: { type: 'string', default: '00:00' },
    'memory-minutes': { type: 'string', default: '0' },
    world: { type: 'string', default: 'full' },
    past: { type: 'string', default: 'full,small' },
    first: { type: 'string', default: 'idle,busy' },
  },
});
/** Seconds after the service is ready. */
const WANTED_PAST: Readonly<Record<string, Partial<Record<PastMilestone, number>>>> = {
  full: { dailyOfLargest: 60, valuesOfTen: 180, yearOfEverything: 600 },
  small: { dailyOfLargest: 30, everything: 180 },
};
const MILESTONE_WORDS: Readonly<Record<PastMilestone, string>> = {
  dailyOfLargest: 'daily records of years, 50 largest',
  valuesOfTen: '200 days of 30-second values, 10 largest',
  yearOfEverything: 'a year of daily records of everything',
  everything: 'everything',
};
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

function pastRows(ofWorld: string, { seconds, maxMb }: PastTimes): Cell[][] {
  const rows = PAST_MILESTONES.map((milestone) => {
    const wanted = WANTED_PAST[ofWorld]?.[milestone];
    const taken = seconds[milestone];
    const reached = wanted === undefined ? '' : taken <= wanted ? 'reached' : 'MISSED';
    return [
      ofWorld,
      MILESTONE_WORDS[milestone],
      `${rounded(taken, 0)} s`,
      wanted ? `${wanted} s` : '',
      reached,
    ];
  });
  const memory = maxMb < WANTED_MB ? 'reached' : 'MISSED';
  return [...rows, [ofWorld, 'most memory', `${rounded(maxMb, 0)} MB`, `${WANTED_MB} MB`, memory]];
}

function firstRows({ charts, changesSeconds, sparklinesSeconds, command, maxMb }: FirstMinutes): Cell[][] {
  const verdict = (isReached: boolean) => (isReached ? 'reached' : 'MISSED');
  return [
    ...charts.map((chart) => [
      `charts ${chart.title}: complete within 1 s (median, longest ms)`,
      `${chart.completeWithinASecond} of ${chart.charts} (${rounded(chart.medianMs, 0)}, ${rounded(chart.longestMs, 0)})`,
      'all',
      verdict(chart.completeWithinASecond === chart.charts),
    ]),
    ['changes of all rows', `${rounded(changesSeconds, 1)} s`, '5 s', verdict(changesSeconds <= 5)],
    ['sparklines of all GWA', `${rounded(sparklinesSeconds, 1)} s`, '5 s', verdict(sparklinesSeconds <= 5)],
    [
      'candles BTC_USD --interval 1h --last 30d',
      `${rounded(command.seconds, 1)} s${command.isComplete ? '' : ', incomplete'}`,
      '2 s',
      verdict(command.isComplete && command.seconds <= 2),
    ],
    ['most memory', `${rounded(maxMb, 0)} MB`, `${WANTED_MB} MB`, verdict(maxMb <= WANTED_MB)],
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

const first: Record<string, FirstMinutes> = {};
for (const how of values.first.split(',').filter(Boolean))
  first[how] = await measureFirstMinutes(values.world, how === 'busy');

const past: Record<string, PastTimes> = {};
for (const ofWorld of values.past.split(',').filter(Boolean)) past[ofWorld] = await measurePast(ofWorld);

const startRows = [
  startRow('ready after', starts),
  ...(late ? [startRow('ready after kill -9 at 23:55', late.takenMs)] : []),
];
console.log(formatTable(['what', 'median ms', 'longest ms', 'wanted', ''], startRows));
if (memory) {
  const rows = Object.entries(memory).map(([backfill, { usualMb, maxMb }]) => [
    `back-fill ${backfill}`,
    rounded(usualMb, 0),
    rounded(maxMb, 0),
    `under ${WANTED_MB}`,
    maxMb < WANTED_MB ? 'reached' : 'MISSED',
  ]);
  console.log(`\nmemory of the service in its first ${minutes} minutes`);
  console.log(formatTable(['', 'usual MB', 'most MB', 'wanted', ''], rows));
}
for (const [how, measured] of Object.entries(first)) {
  console.log(`\nthe first minutes of a new directory, ${how}`);
  console.log(formatTable(['what', 'measured', 'wanted', ''], firstRows(measured)));
}
if (Object.keys(past).length > 0) {
  console.log('\nthe past of a new directory, after ready');
  const rows = Object.entries(past).flatMap(([ofWorld, times]) => pastRows(ofWorld, times));
  console.log(formatTable(['world', 'what', 'measured', 'wanted', ''], rows));
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
    first,
    past,
  }),
);
