// Cost of running on more than one machine: history in PostgreSQL compared with the embedded store, a refresh on the
// bus, and serving nodes compared with one process.
//
//   npm run bench:scale-out -- [--only history] [--series 7579] [--days 2] [--hours 5] [--rounds 5] [--postgres URL --folder DIR]
//   npm run bench:scale-out -- --only day [--series 7579]
//   npm run bench:scale-out -- [--only bus] [--world full] [--ticks 10] [--nodes 1,2,4]
//   npm run bench:scale-out -- [--only inputs] [--world full] [--input-ticks 60]
//   npm run bench:scale-out -- [--only nodes] [--world small] [--slots 2] [--nodes 1,2,4] [--clients 200,1000]
//   npm run bench:scale-out -- --only rest [--world small] [--rounds 5]
//   npm run bench:scale-out -- --only takeover [--world small] [--takeovers 50] [--step-downs 5]
//
// Each part is measured alternately with its counterpart, in the same run; ratios count, because the machine may be busy with other
// work (the load is printed). PostgreSQL and nats-server are those of Debian with default settings, started by the benchmark. With
// `--postgres` and `--folder`, an existing server and folder are used; they are kept, and filled only once.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { WORLD_SIZES, type WorldSize } from '../src/simulator/world-identity.ts';
import { dayTable, measureDay } from './scale-out/day-figures.ts';
import { busTables, measureBus } from './scale-out/bus-figures.ts';
import { historyTables, measureHistory } from './scale-out/history-figures.ts';
import { inputTable, measureInputs } from './scale-out/input-figures.ts';
import { measureNodes, nodeTables } from './scale-out/node-figures.ts';
import { measureTakeovers, takeoverTable } from './scale-out/takeover-figures.ts';
import { measureRest, restTable } from './scale-out/rest-figures.ts';
import { rounded } from './support/table.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: ['history', 'inputs', 'bus', 'nodes'] },
    series: { type: 'string', default: '7579' },
    days: { type: 'string', default: '2' },
    hours: { type: 'string', default: '5' },
    'candle-days': { type: 'string', default: '40' },
    rounds: { type: 'string', default: '5' },
    world: { type: 'string' },
    ticks: { type: 'string', default: '10' },
    'input-ticks': { type: 'string', default: '60' },
    nodes: { type: 'string', default: '1,2,4' },
    clients: { type: 'string', default: '200,1000' },
    slots: { type: 'string', default: '2' },
    takeovers: { type: 'string', default: '50' },
    'step-downs': { type: 'string', default: '5' },
    postgres: { type: 'string' },
    folder: { type: 'string' },
  },
});

interface Part {
  readonly name: string;
  /** Prints its tables and returns the results as JSON. */
  run(): Promise<object>;
}

const PARTS: readonly Part[] = [
  {
    name: 'history',
    run: async () => {
      const figures = await measureHistory({
        series: Number(values.series),
        days: Number(values.days),
        hours: Number(values.hours),
        candleDays: Number(values['candle-days']),
        rounds: Number(values.rounds),
        url: values.postgres,
        folder: values.folder,
      });
      console.log(historyTables(figures));
      return figures;
    },
  },
  {
    name: 'day',
    run: async () => {
      const figures = await measureDay({ series: Number(values.series) });
      console.log(dayTable(figures));
      return figures;
    },
  },
  {
    name: 'inputs',
    run: async () => {
      const figures = await measureInputs({
        world: worldOr('full'),
        ticks: Number(values['input-ticks']),
      });
      console.log(inputTable(figures));
      return figures;
    },
  },
  {
    name: 'bus',
    run: async () => {
      const figures = await measureBus({
        world: worldOr('full'),
        ticks: Number(values.ticks),
        nodes: numbersOf(values.nodes),
      });
      console.log(busTables(figures));
      return figures;
    },
  },
  {
    name: 'nodes',
    run: async () => {
      const figures = await measureNodes({
        world: worldOr('small'),
        nodes: numbersOf(values.nodes),
        clients: numbersOf(values.clients),
        slots: Number(values.slots),
      });
      console.log(nodeTables(figures));
      return figures;
    },
  },
  {
    name: 'rest',
    run: async () => {
      const figures = await measureRest({ world: worldOr('small'), rounds: Number(values.rounds) });
      console.log(restTable(figures));
      return figures;
    },
  },
  {
    name: 'takeover',
    run: async () => {
      const figures = await measureTakeovers({
        world: worldOr('small'),
        takeovers: Number(values.takeovers),
        stepDowns: Number(values['step-downs']),
      });
      console.log(takeoverTable(figures));
      return figures;
    },
  },
];

const numbersOf = (list: string) => list.split(',').map(Number);

function worldOr(usual: WorldSize): WorldSize {
  const world = WORLD_SIZES.find((size) => size === (values.world ?? usual));
  if (!world) throw new Error(`there is no such world: ${WORLD_SIZES.join(', ')}`);
  return world;
}

const results: Record<string, object> = {};
const [loadBefore = 0] = loadavg();
for (const part of PARTS)
  if (values.only.includes(part.name)) {
    console.log(`\n${part.name}\n`);
    results[part.name] = await part.run();
  }
const [loadAfter = 0] = loadavg();
const load = { before: rounded(loadBefore, 1), after: rounded(loadAfter, 1) };
console.log(`\nload of the machine: ${load.before} before, ${load.after} after`);
console.log(JSON.stringify({ bench: 'scale-out', node: process.version, load, ...results }));
