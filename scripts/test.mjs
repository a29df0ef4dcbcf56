// `npm test`: a build, the checks, and every suite. A suite that needs more than npm installs it on Debian as root;
// where it cannot run it is listed loudly at the end, and with CI=true that is a failure.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesToRunAgain, passedOnlyAlone } from './second-run.mjs';
import { SYSTEM_SUITES, prepare } from './system-suites.mjs';

/** @typedef {import('./second-run.mjs').Results} Results */

const root = fileURLToPath(new URL('..', import.meta.url));

/** @param {string} title @param {string[]} command @param {Record<string, string>} [environment] */
function run(title, [program = '', ...args], environment = {}) {
  console.log(`\n== ${title}`);
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  return status === 0;
}

const node = process.execPath;
const scratch = mkdtempSync(join(tmpdir(), 'tidemark-test-'));

// The checks need a build, too: on a clean checkout they would make one of their own.
const built = run('build', [node, 'scripts/build.mjs']);
const checked = run('check', [node, 'scripts/check.mjs']);
const notRun = SYSTEM_SUITES.filter((suite) => !prepare(suite));
const excluded = notRun.flatMap((suite) => ['--exclude', suite.files]);
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');

/** @param {string} title @param {string[]} args @returns {Results | undefined} */
function testRun(title, args) {
  const report = join(scratch, 'report.json');
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const isGreen = run(title, [node, vitest, 'run', ...reporters, ...args]);
  try {
    const results = JSON.parse(readFileSync(report, 'utf8'));
    // An error that no test awaited fails the run and none of its files.
    return { ...results, success: results.success && isGreen };
  } catch {
    console.error('the test run left no report');
    return undefined;
  }
}

const first = built ? testRun('tests', excluded) : undefined;
const again = first && filesToRunAgain(first, root);
const second = again && testRun('once more, alone', ['--no-file-parallelism', ...again]);
const shaken = first && second ? passedOnlyAlone(first, second) : [];

let [passed, failed, skipped] = [0, 0, 0];
if (first) {
  // A file that could not be loaded has no failed test of its own.
  const failedAtFirst = first.numFailedTests || (first.success ? 0 : 1);
  const failedAgain = second && (second.numFailedTests || (second.success ? 0 : 1));
  failed = failedAgain ?? failedAtFirst;
  passed = first.numPassedTests + (second ? failedAtFirst - failed : 0);
  skipped = first.numPendingTests + first.numTodoTests;
} else failed += 1;
rmSync(scratch, { recursive: true, force: true });
failed += (checked ? 0 : 1) + (built ? 0 : 1);

if (notRun.length > 0) {
  console.error('\n!!! NOT RUN on this machine:');
  for (const { name, needs } of notRun) console.error(`!!!   ${name}: needs ${needs}`);
  if (process.env.CI === 'true') failed += notRun.length;
}
if (skipped > 0) {
  console.error(`\n!!! ${skipped} tests were skipped; none may be`);
  if (process.env.CI === 'true') failed += skipped;
}
if (shaken.length > 0) {
  console.error('\n!!! FAILED beside others and passed alone, a defect of the test or of the service:');
  for (const name of shaken) console.error(`!!!   ${name}`);
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
