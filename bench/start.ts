// How long the service takes from its start until it says that it is ready, with the full world.
//
//   npm run bench:start -- [--rounds 5]
import { loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { startServiceProcess } from './support/service-process.ts';
import { median } from './support/statistics.ts';
import { formatTable, rounded } from './support/table.ts';

const WANTED_MS = 5000;
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const [load = 0] = loadavg();

const takenMs: number[] = [];
for (let round = 0; round < Number(values.rounds); round++) {
  const startedAt = performance.now();
  const service = await startServiceProcess({});
  takenMs.push(performance.now() - startedAt);
  await service.stop();
}
const middle = median(takenMs);
const row = [
  'ready after',
  rounded(middle, 0),
  rounded(Math.max(...takenMs), 0),
  WANTED_MS,
  middle <= WANTED_MS ? 'reached' : 'MISSED',
];
console.log(formatTable(['what', 'median ms', 'longest ms', 'wanted', ''], [row]));
console.log(
  JSON.stringify({
    bench: 'start',
    node: process.version,
    load: rounded(load, 1),
    takenMs: takenMs.map((ms) => rounded(ms, 0)),
  }),
);
