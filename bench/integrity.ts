// The adversarial simulation with ground truth: how far MWA, GWA and LX are from the true price if exchanges fail or lie, with
// versions 2 and 3 of the methodology in the same run, and the limits that version 3 commits to. Every commitment must hold in
// each of `--batches` batches, which share no seeds. `--seed N` selects other batches, `--formulas` also measures other formulas,
// `--quick` measures less, `--examples` shows the worst markets of each attack, `--markdown` prints the tables of
// docs/reference/integrity-results.md, `--write` writes them there after every batch, `--json` prints JSON. `--results FILE` keeps every
// batch in a file and skips batches that the file has; with `--skip N`, two processes share the work, and `--merge` measures
// nothing and uses the batches in the file.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildWorld } from '../src/simulator/world.ts';
import { effortOf, overBatches, runBatch, type Promised } from './support/integrity/batch.ts';
import { measureMarkets, type EstimatorResult } from './support/integrity/measure.ts';
import { appendBatch, readBatches, type MeasuredBatch } from './support/integrity/measured-batches.ts';
import {
  formatMeasured,
  rangesOf,
  tablesOf,
  withTables,
  type BatchRange,
} from './support/integrity/published-tables.ts';
import { rulesHash } from './support/integrity/rules-hash.ts';

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    batches: { type: 'string', default: '24' },
    skip: { type: 'string', default: '0' },
    results: { type: 'string' },
    merge: { type: 'boolean', default: false },
    formulas: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    examples: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

/** Seeds of batches are far from those of other values of --seed. */
const FIRST_BATCH = 10_000 * Number(options.seed);
/** It runs from dist/bench. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = `${ROOT}docs/reference/integrity-results.md`;

function formulaRow(result: EstimatorResult): Record<string, string | number> {
  return {
    formula: result.estimator,
    clean: `${formatMeasured(result.cleanMedian)} / ${formatMeasured(result.clean)}`,
    'worst ordinary': formatMeasured(Math.max(...Object.values(result.ordinary))),
    'all together': formatMeasured(result.together),
    T1: formatMeasured(result.t1),
    T2: formatMeasured(result.t2),
    T3: formatMeasured(result.t3),
    'crash, ticks': result.crashTicks,
  };
}

function promiseRow({ attack, measure, limit, before, median, worst, kept, batches }: Promised) {
  return {
    attack,
    measure,
    'version 2': formatMeasured(before),
    'version 3': `${formatMeasured(median)} / ${formatMeasured(worst)}`,
    committed: limit === undefined ? '' : formatMeasured(limit),
    kept: limit === undefined ? '' : `${kept} of ${batches}`,
  };
}

/** The checked-out commit, marked if files differ from it. */
function commitOf(): string {
  return execFileSync('git', ['describe', '--always', '--dirty', '--exclude=*', '--abbrev=10'], {
    cwd: ROOT,
    encoding: 'utf8',
  }).trim();
}

// Determined before the run: later changes of the source are not measured.
const rules = rulesHash(`${ROOT}src/engine`);
const commit = commitOf();
const world = buildWorld('full');
const count = Number(options.batches);
const skipped = Number(options.skip);
const batches: MeasuredBatch[] = [];
const known =
  options.results === undefined
    ? new Map<number, MeasuredBatch>()
    : readBatches(options.results, rules, options.quick);
const wanted = Array.from({ length: count }, (_, i) => FIRST_BATCH + skipped + i);
const chosen = options.merge ? wanted.filter((batch) => known.has(batch)) : wanted;
if (chosen.length === 0) throw new Error('no batches: --merge needs --results FILE with measured batches');

/** The command that measures these batches. */
function commandOf([first, last]: BatchRange): string {
  const skip = first > FIRST_BATCH ? ` --skip ${first - FIRST_BATCH}` : '';
  const quick = options.quick ? ' --quick' : '';
  return `npm run bench:integrity -- --batches ${last - first + 1}${skip} --seed ${options.seed}${quick}`;
}

/** The tables of the batches measured so far. */
function tables(): string {
  const ranges = rangesOf(batches.map(({ batch }) => batch));
  return tablesOf(overBatches(batches.map(({ results }) => results)), {
    commands: ranges.map(commandOf),
    batches: ranges,
    commit,
    rules,
    cpuSeconds: cpuSecondsOf(batches),
  });
}

function cpuSecondsOf(some: readonly MeasuredBatch[]): number {
  return Math.round(some.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0));
}

function measured(batch: number): MeasuredBatch {
  const start = process.cpuUsage();
  const results = runBatch(world, batch, options.quick);
  const { user, system } = process.cpuUsage(start);
  const one = { batch, rules, isQuick: options.quick, cpuSeconds: (user + system) / 1e6, results };
  if (options.results !== undefined) appendBatch(options.results, one);
  return one;
}

for (const batch of chosen) {
  const one = known.get(batch) ?? measured(batch);
  batches.push(one);
  if (!options.json) process.stderr.write(`batch ${batches.length} of ${chosen.length}\n`);
  if (options.examples) {
    for (const { attack, examples = [] } of one.results) {
      if (examples.length > 0) process.stderr.write(`${attack}\n  ${examples.join('\n  ')}\n`);
    }
  }
  // After every batch, so that an interrupted run keeps its results.
  if (options.write) writeFileSync(PAGE, withTables(readFileSync(PAGE, 'utf8'), tables()));
}
const promises = overBatches(batches.map(({ results }) => results));
const formulas = options.formulas ? measureMarkets(effortOf(FIRST_BATCH, options.quick)) : undefined;
const cpuSeconds = cpuSecondsOf(batches);
const isKept = promises.every(({ limit, kept }) => limit === undefined || kept === batches.length);

if (options.markdown) console.log(tables());
else if (options.json) console.log(JSON.stringify({ cpuSeconds, isKept, promises, formulas }, undefined, 2));
else {
  if (formulas) {
    console.log('errors in bps, p99 (clean: median / p99), 40 exchanges');
    console.table(formulas.map(formulaRow));
  }
  console.log(
    `version 2: the worst batch; version 3: the median and the worst of ${batches.length} batches; ${cpuSeconds} s of CPU`,
  );
  console.table(promises.map(promiseRow));
  console.log(isKept ? 'every commitment is kept in every batch' : 'a commitment is broken');
}
process.exitCode = isKept ? 0 : 1;
