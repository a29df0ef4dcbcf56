// `npm test`: a build, the checks, and every suite, with the short form of test/system. A suite that needs more than npm
// installs it on Debian as root; where it cannot run it is listed loudly at the end, and with CI=true that is a failure.
//
//   --quick              only unit and contract tests, without checks and without the longest files, which it lists
//   --write-durations    writes how long each file took to test/durations.json
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { SYSTEM_SUITES, prepare } from './system-suites.mjs';
import { leftOutNotice, longQuickFiles, readDurations, writeDurations } from './test-durations.mjs';

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

const report = join(scratch, 'report.json');

/** Fails where a test failed, and where an error was thrown that no test awaited: vitest prints it, and its report does not have it. */
const isGreen =
  built &&
  (await run(
    'tests',
    [node, vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...chosen],
    { TEST_EXCLUDE: JSON.stringify(excluded) },
  ));
const results = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
if (results && options['write-durations']) writeDurations(root, results.testResults);
const checked = await checking;

const passed = results?.numPassedTests ?? 0;
const skipped = results ? results.numPendingTests + results.numTodoTests : 0;
let failed = results?.numFailedTests ?? 0;
if (!isGreen && failed === 0) failed = 1;
rmSync(scratch, { recursive: true, force: true });
if (!checked) failed += 1;

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
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
