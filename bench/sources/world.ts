// Cost of one refresh of the simulated market: every ticker of every exchange, generated from the time alone.
//
// npm run bench:sources -- world [--world full] [--seed 1] [--rounds 120] [--fault-rate 1] [--seconds 40]
// [--version-seconds 60]
//
// Cold is the first refresh of a new process, warm the refresh of the slot after the one before. CPU time counts all threads of
// the process, garbage collection included. Then a separate service is started, and readers request its whole list of tickers for
// `--seconds` (0 skips this), over at least one refresh. Finally, the serving side alone runs for `--version-seconds` (0 skips
// this) with the full world while its reference data changes, and as long without changes.
import { parseArgs } from 'node:util';
import { SLOT_MS, type Millis } from '../../src/core/time.ts';
import { ListingOrder } from '../../src/latest/tickers/listing-order.ts';
import { TickerRefreshWriter } from '../../src/latest/tickers/ticker-refresh-writer.ts';
import { Catalogue } from '../../src/reference/catalogue.ts';
import { SimulatedMarket, type ExchangeRefresh } from '../../src/simulator/simulated-market.ts';
import { buildWorld } from '../../src/simulator/world.ts';
import { WORLD_SIZES } from '../../src/simulator/world-identity.ts';
import { median, quantile } from '../support/statistics.ts';
import { formatTable, rounded, type Cell } from '../support/table.ts';
import { measureDerivatives } from './world/derivatives.ts';
import { measureReaders } from './world/readers.ts';
import { measureVersionChanges } from './world/version-changes.ts';

const { values } = parseArgs({
  options: {
    world: { type: 'string', default: 'full' },
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '120' },
    'fault-rate': { type: 'string', default: '1' },
    seconds: { type: 'string', default: '40' },
    'version-seconds': { type: 'string', default: '60' },
  },
});
const size = WORLD_SIZES.find((name) => name === values.world);
if (!size) {
  console.error(`there is no such world: ${WORLD_SIZES.join(', ')}`);
  process.exit(2);
}

/** Any time would do: a fixed one makes two runs comparable. */
const START: Millis = Date.UTC(2026, 10, 2, 9, 30);
const WANTED_WARM_MS = 75;
const WANTED_COLD_MS = 1000;
const WANTED_JSON_MS = 200;
const WANTED_ASSEMBLY_MS = 100;
const WANTED_DERIVATIVES_MS = 100;
const WANTED_LOOP_DELAY_MS = 50;
const WANTED_MEMORY_MB = 350;

function cpuMsOf(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const heapMb = () => process.memoryUsage().heapUsed / 2 ** 20;

const world = buildWorld(size);
const heapBefore = heapMb();
let market!: SimulatedMarket;
const setUpMs = cpuMsOf(() => {
  market = new SimulatedMarket(world, { seed: values.seed, faultRate: Number(values['fault-rate']) });
});
let refresh: ExchangeRefresh[] = [];
const coldMs = cpuMsOf(() => {
  refresh = market.ticksAt(START);
});

const warmMs: number[] = [];
for (let i = 1; i <= Number(values.rounds); i++) {
  warmMs.push(
    cpuMsOf(() => {
      refresh = market.ticksAt(START + i * SLOT_MS);
    }),
  );
}
const tradesMs = cpuMsOf(() => {
  for (const exchange of market.exchanges) market.tradesOf(exchange, START);
});

const run = new Float64Array(2880);
const dayMs = cpuMsOf(() => {
  world.assets.forEach((_, i) => market.prices.fillPrices(i, START / SLOT_MS, run.length, run));
});

const order = new ListingOrder(new Catalogue(world.reference));
const sheet = new TickerRefreshWriter({ reference: 'bench', listings: order });
const jsonMs: number[] = [];
const assemblyMs: number[] = [];
let bodyBytes = 0;
for (let i = 1; i <= Number(values.rounds); i++) {
  const slot = START + (Number(values.rounds) + i) * SLOT_MS;
  let publishMs = 0;
  jsonMs.push(
    cpuMsOf(() => {
      for (const exchange of market.ticksAt(slot)) sheet.collect(exchange.ticks);
      publishMs = cpuMsOf(() => {
        bodyBytes = sheet.publish(slot).body.length;
      });
    }),
  );
  assemblyMs.push(publishMs);
}

const derivatives = measureDerivatives(market, START, Number(values.rounds), cpuMsOf);

const readers =
  Number(values.seconds) > 0 ? await measureReaders(Number(values.seconds), 'identity') : undefined;
const zippedReaders = readers ? await measureReaders(Number(values.seconds), 'gzip') : undefined;

const versionSeconds = Number(values['version-seconds']);
const versionChanges = versionSeconds > 0 ? await measureVersionChanges(versionSeconds) : undefined;

const ticks = refresh.reduce((sum, exchange) => sum + exchange.ticks.length, 0);
const warmMedianMs = median(warmMs);

function verdict(what: string, ms: number, wanted: number): Cell[] {
  return [what, rounded(ms, 1), wanted, ms <= wanted ? 'reached' : 'MISSED'];
}

const rows: Cell[][] = [
  ['set up', rounded(setUpMs, 1), undefined, ''],
  verdict('values only, cold', coldMs, WANTED_COLD_MS),
  verdict('values only, warm', warmMedianMs, WANTED_WARM_MS),
  ['values only, warm, fastest', rounded(Math.min(...warmMs), 1), undefined, ''],
  ['values only, warm, p95', rounded(quantile(warmMs, 0.95), 1), undefined, ''],
  verdict('values with JSON, warm', median(jsonMs), WANTED_JSON_MS),
  verdict(
    `whole answer (${rounded(bodyBytes / 1e6, 1)} MB) written as JSON`,
    median(assemblyMs),
    WANTED_ASSEMBLY_MS,
  ),
  [`${derivatives.contracts} contracts, cold`, rounded(derivatives.contractsMs, 1), undefined, ''],
  verdict(
    `${derivatives.tickers} derivative tickers with JSON, warm`,
    derivatives.jsonMs,
    WANTED_DERIVATIVES_MS,
  ),
  ['trades of one slot', rounded(tradesMs, 1), undefined, ''],
  [`prices of a day, ${world.assets.length} assets`, rounded(dayMs, 1), undefined, ''],
];
console.log(`${ticks} ticks of ${refresh.length} exchanges a refresh, ${values.rounds} rounds`);
console.log(formatTable(['what', 'CPU ms', 'wanted', ''], rows));
for (const [encoding, result] of Object.entries({ identity: readers, gzip: zippedReaders })) {
  if (!result) continue;
  const { loopDelayP99Ms, loopDelayMaxMs, answersPerSecond, residentMegabytes } = result;
  console.log(
    `\nfour readers of all tickers (${encoding}): ${rounded(answersPerSecond, 1)} answers a second`,
  );
  const delays: Cell[][] = [
    verdict('loop delay p99', loopDelayP99Ms, WANTED_LOOP_DELAY_MS),
    ['loop delay, longest', rounded(loopDelayMaxMs, 1), undefined, ''],
  ];
  console.log(formatTable(['what', 'ms', 'wanted', ''], delays));
  console.log(`resident memory ${rounded(residentMegabytes, 0)} MB (wanted: under ${WANTED_MEMORY_MB})`);
}
for (const [how, delays] of Object.entries(versionChanges ?? {})) {
  const { ticks: shown, versions, p50Ms, p99Ms, maxMs } = delays;
  console.log(`\nserving loop ${how} changes of the reference data: ${shown} ticks, ${versions} versions`);
  const cells: Cell[][] = [
    ['loop delay p50', rounded(p50Ms, 1), undefined, ''],
    verdict('loop delay p99', p99Ms, WANTED_LOOP_DELAY_MS),
    ['loop delay, longest', rounded(maxMs, 1), undefined, ''],
  ];
  console.log(formatTable(['what', 'ms', 'wanted', ''], cells));
}
console.log(
  JSON.stringify({
    bench: 'world',
    node: process.version,
    world: size,
    ticks,
    setUpMs: rounded(setUpMs, 1),
    coldMs: rounded(coldMs, 1),
    warmMedianMs: rounded(warmMedianMs, 1),
    warmFastestMs: rounded(Math.min(...warmMs), 1),
    warmP95Ms: rounded(quantile(warmMs, 0.95), 1),
    jsonMedianMs: rounded(median(jsonMs), 1),
    assemblyMedianMs: rounded(median(assemblyMs), 1),
    readers,
    zippedReaders,
    versionChanges,
    tradesMs: rounded(tradesMs, 1),
    derivatives,
    dayOfPricesMs: rounded(dayMs, 1),
    heapGrowthMb: rounded(heapMb() - heapBefore, 1),
  }),
);
