// `npm test`: the checks, a build, and every suite. A suite that needs more than npm installs it on Debian as root;
// where it cannot run it is listed loudly at the end, and with CI=true that is a failure.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SYSTEM_SUITES, prepare } from './system-suites.mjs';

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
const report = join(scratch, 'report.json');

const checked = run('check', [node, 'scripts/check.mjs']);
const built = run('build', [node, 'scripts/build.mjs']);
const notRun = SYSTEM_SUITES.filter((suite) => !prepare(suite));
const excluded = notRun.flatMap((suite) => ['--exclude', suite.files]);
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const passedAll =
  built &&
  run('tests', [
    node,
    vitest,
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...excluded,
  ]);

let [passed, failed, skipped] = [0, 0, 0];
try {
  const results = JSON.parse(readFileSync(report, 'utf8'));
  passed = results.numPassedTests;
  // A file that could not be loaded has no failed test of its own.
  failed = results.numFailedTests || (results.success ? 0 : 1);
  skipped = results.numPendingTests + results.numTodoTests;
} catch {
  console.error('the test run left no report');
  failed += 1;
}
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
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(passedAll && failed === 0 ? 0 : 1);
