// `npm test`: a build, the checks, and every suite, with the short form of test/system. A suite that needs more than npm
// installs it on Debian as root; where it cannot run it is listed loudly at the end, and with CI=true that is a failure.
//
//   --quick              only unit and contract tests, without checks and without the longest files, which it lists
//   --write-durations    writes how long each file took to test/durations.json
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { filesToRunAgain, passedOnlyAlone, totalsOf } from './second-run.mjs';
import { SYSTEM_SUITES, prepare } from './system-suites.mjs';
import { leftOutNotice, longQuickFiles, readDurations, writeDurations } from './test-durations.mjs';

/** @typedef {import('./second-run.mjs').Results} Results */

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    'write-durations': { type: 'boolean', default: false },
  },
});
/** Longer files are left out, so that a quick run takes less than four minutes on two cores. */
const QUICK_MAX_SECONDS = 8;
const root = fileURLToPath(new URL('..', import.meta.url));

/** @param {string} title @param {string[]} command @param {Record<string, string>} [environment] */
async function run(title, [program = '', ...args], environment = {}) {
  console.log(`\n== ${title}`);
  const child = spawn(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  const [status] = await once(child, 'close');
  return status === 0;
}

/**
 * A command that gives way to the tests beside it. Its output is printed in one piece when it ends.
 *
 * @param {string} title @param {string[]} command @returns {Promise<boolean>}
 */
async function runBeside(title, [program = '', ...args]) {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  if (child.pid !== undefined) setPriority(child.pid, 10);
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const [status] = await once(child, 'close');
  console.log(`\n== ${title}\n${output}`);
  return status === 0;
}

const node = process.execPath;
const scratch = mkdtempSync(join(tmpdir(), 'tidemark-test-'));

// Types are checked beside the tests. What suites need is installed while the build runs; quick tests need no more than npm installs.
const building = run('build', [node, 'scripts/build.mjs', options.quick ? '--if-needed' : '--unchecked']);
const notRun = options.quick ? [] : SYSTEM_SUITES.filter((suite) => !prepare(suite));
const built = await building;
// The checks need a build, too: on a clean checkout they would make one of their own. The slowest of them has one thread
// and takes a minute, which the first tests, of which some wait, leave room for.
const checking = options.quick ? true : runBeside('check', [node, 'scripts/check.mjs']);
const durations = readDurations(root);
const tooLong = options.quick ? longQuickFiles(durations, QUICK_MAX_SECONDS) : [];
const excluded = [...notRun.map((suite) => suite.files), ...tooLong];
const chosen = options.quick ? ['test/unit/', 'test/contract/'] : [];
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');

/** @param {string} title @param {string[]} args @returns {Promise<Results | undefined>} */
async function testRun(title, args) {
  const report = join(scratch, 'report.json');
  const unhandled = join(scratch, 'unhandled-errors.json');
  for (const path of [report, unhandled]) rmSync(path, { force: true });
  const reporters = [
    '--reporter=default',
    '--reporter=json',
    `--reporter=${join(root, 'scripts', 'unhandled-errors.mjs')}`,
    `--outputFile.json=${report}`,
  ];
  const isGreen = await run(title, [node, vitest, 'run', ...reporters, ...args], {
    UNHANDLED_ERRORS_FILE: unhandled,
    TEST_EXCLUDE: JSON.stringify(excluded),
  });
  try {
    const results = JSON.parse(readFileSync(report, 'utf8'));
    const unhandledErrors = JSON.parse(readFileSync(unhandled, 'utf8'));
    // An error that no test awaited fails the run and none of its files.
    return { ...results, unhandledErrors, success: results.success && isGreen };
  } catch {
    console.error('the test run left no report');
    return undefined;
  }
}

const first = built ? await testRun('tests', chosen) : undefined;
if (first && options['write-durations']) writeDurations(root, first.testResults);
const again = first && filesToRunAgain(first, root);
const second = again && (await testRun('once more, alone', ['--no-file-parallelism', '--isolate', ...again]));
const checked = await checking;
const shaken = first && second ? passedOnlyAlone(first, second) : [];

let [passed, failed, skipped] = [0, 0, 0];
if (first) {
  ({ passed, failed } = totalsOf(first, second));
  skipped = first.numPendingTests + first.numTodoTests;
} else failed += 1;
rmSync(scratch, { recursive: true, force: true });
failed += (checked ? 0 : 1) + (built ? 0 : 1);

if (notRun.length > 0) {
  console.error('\n!!! NOT RUN on this machine:');
  for (const { name, needs } of notRun) console.error(`!!!   ${name}: needs ${needs}`);
  if (process.env.CI === 'true') failed += notRun.length;
}
if (options.quick) console.error(leftOutNotice(durations, QUICK_MAX_SECONDS));
if (skipped > 0) {
  console.error(`\n!!! ${skipped} tests were skipped; none may be`);
  if (process.env.CI === 'true') failed += skipped;
}
const unhandledErrors = [first, second].flatMap((results) => results?.unhandledErrors ?? []);
if (unhandledErrors.length > 0) {
  console.error('\n!!! ERRORS that no test awaited:');
  for (const error of unhandledErrors) console.error(`!!!   ${error}`);
}
if (shaken.length > 0) {
  console.error('\n!!! FAILED beside others and passed alone, a defect of the test or of the service:');
  for (const name of shaken) console.error(`!!!   ${name}`);
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
