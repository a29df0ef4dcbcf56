// `npm run proof`: the tests that run for hours, one after the other. It resumes where it stopped, and writes docs/proof.
//   npm run proof -- [--list] [--only NAME] [--minutes N] [--out ./proof]
// `--minutes` limits each part. `--out` is the folder with what is done so far; remove it to begin again.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { PARTS } from './proof-parts.mjs';
import { pageOf, reportOf, withSeeds } from './proof-report.mjs';

/** @typedef {import('./proof-parts.mjs').Part} Part */
/** @typedef {import('./proof-report.mjs').Result} Result */

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    list: { type: 'boolean', default: false },
    only: { type: 'string' },
    minutes: { type: 'string', default: 'Infinity' },
    out: { type: 'string', default: './proof' },
  },
});
if (values.list) {
  for (const { name, what } of PARTS) console.log(`${name.padEnd(12)} ${what}`);
  process.exit(0);
}
const chosen = PARTS.filter(({ name }) => values.only === undefined || name === values.only);
if (chosen.length === 0 || !(Number(values.minutes) > 0)) {
  console.error('proof: --only must be a name of --list, and --minutes a number above 0');
  process.exit(2);
}
/** A piece is lost if the run is stopped. */
const SEEDS_PER_PIECE = 100;
const LAST_LINES = 5;
const stateFile = join(values.out, 'results.json');
const revision = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
  cwd: root,
  encoding: 'utf8',
}).trim();

mkdirSync(values.out, { recursive: true });
/** @type {Record<string, Result>} */
const results = existsSync(stateFile) ? JSON.parse(readFileSync(stateFile, 'utf8')) : {};
if (
  spawnSync(process.execPath, ['scripts/build.mjs', '--if-needed'], { cwd: root, stdio: 'inherit' })
    .status !== 0
)
  process.exit(1);
for (const part of chosen) {
  if (results[part.name]?.outcome === 'passed') continue;
  console.log(`${part.name}: ${part.what}`);
  await (part.seeds === undefined ? runOnce(part) : runSeeds(part, part.seeds));
  console.log(`${part.name}: ${results[part.name]?.outcome}`);
}
process.exit(Object.values(results).some(({ outcome }) => outcome === 'failed') ? 1 : 0);

/** @param {Part} part @param {number} seeds */
async function runSeeds(part, seeds) {
  const endsAt = performance.now() + Number(values.minutes) * 60_000;
  for (;;) {
    const from = results[part.name]?.nextSeed ?? 0;
    const left = (endsAt - performance.now()) / 60_000;
    if (from >= seeds || left <= 0) return;
    const count = Math.min(SEEDS_PER_PIECE, seeds - from);
    const run = await runProgram([
      ...part.command,
      '--from',
      `${from}`,
      '--seeds',
      `${count}`,
      '--minutes',
      `${left}`,
    ]);
    if (!run.output.trimEnd().endsWith('}')) {
      // It ended without its counts.
      keep(part.name, {
        ...results[part.name],
        ...run.about,
        outcome: 'failed',
        lastLines: lastLinesOf(run.output),
      });
      return;
    }
    keep(part.name, withSeeds(results[part.name], run.output, { ...run.about, seeds, code: run.code }));
  }
}

/** @param {Part} part */
async function runOnce(part) {
  const { output, code, about, wasStopped } = await runProgram(part.command, Number(values.minutes));
  keep(part.name, {
    ...about,
    outcome: wasStopped ? 'unfinished' : code === 0 ? 'passed' : 'failed',
    lastLines: lastLinesOf(output),
  });
}

/** @param {string} output */
function lastLinesOf(output) {
  return output.trim().split('\n').slice(-LAST_LINES);
}

/** @param {readonly string[]} command @param {number} [minutes] */
async function runProgram(command, minutes = Infinity) {
  const began = performance.now();
  const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (data) => {
    process.stdout.write(data);
    output += data;
  });
  let wasStopped = false;
  const timer =
    minutes === Infinity
      ? undefined
      : setTimeout(() => {
          wasStopped = true;
          child.kill('SIGTERM');
        }, minutes * 60_000);
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  const about = {
    minutes: (performance.now() - began) / 60_000,
    revision,
    endedAt: new Date().toISOString(),
  };
  return { output, code, about, wasStopped };
}

/** Writes what is known by now, so that nothing of it is lost if the run is stopped. @param {string} name @param {Result} result */
function keep(name, result) {
  results[name] = result;
  replace(stateFile, JSON.stringify(results, undefined, 2));
  const machine = {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()} ${process.arch}`,
    node: process.versions.node,
  };
  const report = reportOf(results, machine);
  const folder = join(root, 'docs', 'proof');
  mkdirSync(folder, { recursive: true });
  replace(join(folder, 'report.json'), `${JSON.stringify(report, undefined, 2)}\n`);
  replace(join(folder, 'index.html'), pageOf(report));
}

/** @param {string} path @param {string} text */
function replace(path, text) {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}
