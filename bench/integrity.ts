// The adversarial simulation with ground truth: how far MWA, GWA and LX are from the true price when exchanges fail or
// lie, by version 1 and version 2 of the methodology in the same run, and what version 2 commits to. Every commitment must
// hold in each of `--batches` batches of seeds that no other batch has; `--seed N` takes other batches, `--formulas` also
// measures what else one might have used, `--quick` measures less, `--json` prints JSON.
import { parseArgs } from 'node:util';
import { buildWorld } from '../src/sources/simulator/world.ts';
import { effortOf, overBatches, runBatch, type Promised } from './support/integrity/batch.ts';
import { measureMarkets, type EstimatorResult } from './support/integrity/measure.ts';

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    batches: { type: 'string', default: '24' },
    formulas: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

/** Far from those of other seeds. */
const FIRST_BATCH = 10_000 * Number(options.seed);
const number = (value: number) => {
  if (Number.isNaN(value)) return '';
  if (!Number.isFinite(value)) return String(value);
  return Math.abs(value) > 1e5 ? value.toExponential(1) : String(Number(value.toFixed(1)));
};

function formulaRow(result: EstimatorResult): Record<string, string | number> {
  return {
    formula: result.estimator,
    clean: `${number(result.cleanMedian)} / ${number(result.clean)}`,
    'worst ordinary': number(Math.max(...Object.values(result.ordinary))),
    'all together': number(result.together),
    T1: number(result.t1),
    T2: number(result.t2),
    T3: number(result.t3),
    'crash, ticks': result.crashTicks,
  };
}

function promiseRow({ attack, measure, limit, first, median, worst, kept, batches }: Promised) {
  return {
    attack,
    measure,
    'version 1': number(first),
    'version 2': `${number(median)} / ${number(worst)}`,
    committed: limit === undefined ? '' : number(limit),
    kept: limit === undefined ? '' : `${kept} of ${batches}`,
  };
}

const startedCpu = process.cpuUsage();
const world = buildWorld('full');
const batches = Array.from({ length: Number(options.batches) }, (_, i) => {
  const results = runBatch(world, FIRST_BATCH + i, options.quick);
  if (!options.json) process.stderr.write(`batch ${i + 1} of ${options.batches}\n`);
  return results;
});
const promises = overBatches(batches);
const formulas = options.formulas ? measureMarkets(effortOf(FIRST_BATCH, options.quick)) : undefined;
const { user, system } = process.cpuUsage(startedCpu);
const cpuSeconds = Math.round((user + system) / 1e6);
const isKept = promises.every(({ limit, kept }) => limit === undefined || kept === batches.length);

if (options.json) console.log(JSON.stringify({ cpuSeconds, isKept, promises, formulas }, undefined, 2));
else {
  if (formulas) {
    console.log('errors in bps, p99 (clean: median / p99), 40 exchanges');
    console.table(formulas.map(formulaRow));
  }
  console.log(
    `version 1: the worst batch; version 2: the median and the worst of ${batches.length} batches; ${cpuSeconds} s of CPU`,
  );
  console.table(promises.map(promiseRow));
  console.log(isKept ? 'every commitment is kept in every batch' : 'a commitment is broken');
}
process.exitCode = isKept ? 0 : 1;
