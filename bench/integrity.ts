// The adversarial simulation with ground truth: how far MWA, GWA and LX are from the true price when exchanges fail or
// lie, beside what else one might have used. `--seed N` takes other seeds, `--quick` fewer, `--json` prints JSON.
import { parseArgs } from 'node:util';
import { marketCommitments, worldCommitments, type Commitment } from './support/integrity/commitments.ts';
import { MWA } from './support/integrity/estimators.ts';
import { measureMarkets, measureWorld, type EstimatorResult } from './support/integrity/measure.ts';

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

const first = Number(options.seed);
const seedsFrom = (count: number) => Array.from({ length: count }, (_, i) => first + i);
const effort = options.quick
  ? { seeds: seedsFrom(4), ticks: 160, worldSeeds: seedsFrom(1), worldTicks: 25, lxSeeds: seedsFrom(1) }
  : { seeds: seedsFrom(12), ticks: 400, worldSeeds: seedsFrom(3), worldTicks: 80, lxSeeds: seedsFrom(10) };

const bps = (value: number) => (value > 1e5 ? '> 100000' : value.toFixed(1));

function row(result: EstimatorResult): Record<string, string | number> {
  const worst = Math.max(...Object.values(result.ordinary));
  return {
    formula: result.estimator,
    clean: `${bps(result.cleanMedian)} / ${bps(result.clean)}`,
    'worst ordinary': bps(worst),
    T1: bps(result.t1),
    T2: bps(result.t2),
    T3: bps(result.t3),
    'crash, ticks': result.crashTicks,
  };
}

function byFormula(results: readonly EstimatorResult[], key: 'ordinary' | 'heavy' | 'thin') {
  const names = Object.keys(results[0]?.[key] ?? {});
  return names.map((name) => ({
    failure: name,
    ...Object.fromEntries(results.map((result) => [result.estimator, bps(result[key][name]!)])),
  }));
}

const markets = measureMarkets(effort);
const world = measureWorld(effort);
const commitments: Commitment[] = [
  ...marketCommitments(markets.find(({ estimator }) => estimator === MWA.name)!),
  ...worldCommitments(world),
];

if (options.json) {
  console.log(JSON.stringify({ effort, markets, world, commitments }, undefined, 2));
} else {
  console.log(`errors in bps, p99 (clean: median / p99), 40 exchanges, seeds ${effort.seeds.join(', ')}`);
  console.table(markets.map(row));
  console.log('each ordinary failure');
  console.table(byFormula(markets, 'ordinary'));
  console.log('beyond what is committed');
  console.table(byFormula(markets, 'heavy'));
  console.log('thin markets');
  console.table(byFormula(markets, 'thin'));
  console.log('LX and GWA, in an asset graph of 400 assets and 40 exchanges');
  console.table(
    Object.entries(world).map(([measure, value]) => ({ measure, value: Number(value.toFixed(3)) })),
  );
  console.log('committed');
  console.table(commitments.map((one) => ({ ...one, measured: Number(one.measured.toFixed(2)) })));
}
process.exitCode = commitments.every(({ kept }) => kept) ? 0 : 1;
