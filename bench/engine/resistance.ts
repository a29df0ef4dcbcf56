// Compares the CPU time of one refresh of the resistance figures (docs/trust/resistance.md) with that of a tick, in the full world
// on one thread, and prints how the figures are distributed. `--ticks N` ticks run first; `--json` prints JSON.
import { parseArgs } from 'node:util';
import { SLOT_MS } from '../../src/core/time.ts';
import type { Slices } from '../../src/core/async/slices.ts';
import { emptyState } from '../../src/engine/engine-state.ts';
import { outputOf, runTick } from '../../src/engine/engine.ts';
import { TickBook } from '../../src/engine/market/tick-book.ts';
import { METHODOLOGIES } from '../../src/engine/methodology.ts';
import type { CollusionSize } from '../../src/engine/quality/collusion.ts';
import { resistanceFigures } from '../../src/engine/quality/resistance-figures.ts';
import { SimulatedMarket } from '../../src/simulator/simulated-market.ts';
import { buildWorld } from '../../src/simulator/world.ts';
import { simulatedContent, versionOf } from '../../test/support/simulated-version.ts';
import { formatTable, rounded } from '../support/table.ts';

const { values: options } = parseArgs({
  options: { ticks: { type: 'string', default: '10' }, json: { type: 'boolean', default: false } },
});
const METHODOLOGY = METHODOLOGIES.at(-1)!;
const FIRST = METHODOLOGY.from;
const stepsMs: number[] = [];

const world = buildWorld('full');
const market = new SimulatedMarket(world, { seed: 'resistance', faultRate: 1 });
const { reference } = versionOf(simulatedContent(world, market));
const book = new TickBook(reference);
let state = emptyState(reference);
let tick;
let tickMs = 0;
for (let n = 0; n < Number(options.ticks); n++) {
  const at = FIRST + n * SLOT_MS;
  for (const exchange of market.exchanges) {
    const receivedAt = at - exchange.refreshLeadMs;
    for (const one of market.ticksOf(exchange, at)) book.observe(one, receivedAt);
    for (const trade of market.tradesOf(exchange, at)) book.observeTrade(trade, receivedAt);
  }
  const input = { ...book.cut(at), state };
  const before = cpuMs();
  const run = runTick(reference, input, METHODOLOGY);
  const output = outputOf(reference, input, run, METHODOLOGY);
  tickMs = cpuMs() - before;
  tick = { input, run, output };
  state = output.state;
}
if (!tick) throw new RangeError('--ticks must be at least 1');

const { input, run, output } = tick;
const before = cpuMs();
const figures = timedSteps(resistanceFigures({ reference, input, run, methodology: METHODOLOGY }))!;
const refreshMs = cpuMs() - before;

const groups = [
  ['MWA, unflagged', figures.markets.filter((_, m) => output.mwa.flags[m] === 0)],
  ['MWA, flagged', figures.markets.filter((_, m) => output.mwa.flags[m] !== 0)],
  [
    'GWA, unflagged',
    figures.assets.filter((_, a) => output.gwa.flags[a] === 0).map(({ collusion }) => collusion),
  ],
  ['LX', [...figures.lx.values()]],
] as const;
const reaches = figures.assets
  .flatMap(({ oneExchangeBps }, a) =>
    oneExchangeBps === undefined || output.gwa.flags[a] !== 0 ? [] : [oneExchangeBps],
  )
  .sort((a, b) => a - b);
const result = {
  refreshMs: Math.round(refreshMs),
  tickMs: Math.round(tickMs),
  steps: stepsMs.length,
  stepP999Ms: rounded(stepsMs[Math.floor(stepsMs.length * 0.999)]!, 2),
  longestStepMs: rounded(stepsMs.at(-1)!, 2),
  exchangesToMove1Percent: Object.fromEntries(groups.map(([name, sizes]) => [name, distribution(sizes)])),
  unflaggedGwaOneExchangeBps: {
    median: reaches[Math.floor(reaches.length / 2)]?.toFixed(1),
    p99: reaches[Math.floor(reaches.length * 0.99)]?.toFixed(1),
    max: reaches.at(-1)?.toFixed(1),
    over100: reaches.filter((bps) => bps > 100).length,
    count: reaches.length,
  },
};
if (options.json) console.log(JSON.stringify(result));
else {
  console.log(`CPU of a refresh ${result.refreshMs} ms, of a tick ${result.tickMs} ms`);
  console.log(
    `${result.steps} steps, 99.9 % within ${result.stepP999Ms} ms, longest ${result.longestStepMs} ms`,
  );
  console.log(
    formatTable(
      ['exchanges to move 1 %', '1', '2', '3', '4 to 7', '8 or more', 'lower bound'],
      groups.map(([name, sizes]) => [name, ...Object.values(distribution(sizes))]),
    ),
  );
  console.log('oneExchangeBps of unflagged GWA', result.unflaggedGwaOneExchangeBps);
}

function distribution(sizes: readonly (CollusionSize | undefined)[]) {
  const exact = sizes.flatMap((size) => (size && !size.isAtLeast ? [size.exchanges] : []));
  const between = (low: number, high: number) => exact.filter((n) => n >= low && n <= high).length;
  return {
    one: between(1, 1),
    two: between(2, 2),
    three: between(3, 3),
    fourToSeven: between(4, 7),
    eightOrMore: between(8, Infinity),
    atLeast: sizes.filter((size) => size?.isAtLeast).length,
  };
}

/** Measures each step: other work waits for at most one of them. */
function timedSteps<T>(work: Slices<T>): T {
  for (;;) {
    const start = performance.now();
    const { done, value } = work.next();
    stepsMs.push(performance.now() - start);
    if (done) {
      stepsMs.sort((a, b) => a - b);
      return value;
    }
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
