// Suites that run whole services share two cores with others: files that fail there are run once more, alone, and listed.
import { relative } from 'node:path';

/**
 * @typedef {object} Results  of vitest's JSON report, what is used of it
 * @property {boolean} success
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {readonly string[]} [unhandledErrors]  that no test awaited
 * @property {readonly FileResult[]} testResults
 *
 * @typedef {object} FileResult
 * @property {string} name
 * @property {string} status
 * @property {number} startTime  milliseconds since 1970
 * @property {number} endTime
 * @property {readonly Assertion[]} assertionResults
 *
 * @typedef {{ readonly fullName: string, readonly status: string }} Assertion
 */

/** More than these are no coincidence. */
const MAX_FILES = 3;
/** Where nothing depends on how busy the machine is, a failure is one. */
const NEVER_AGAIN = ['test/unit/', 'test/golden/', 'test/contract/'];

/** @param {Results} results @param {string} root @returns {string[] | undefined} undefined where a second run is none to trust */
export function filesToRunAgain({ testResults }, root) {
  const failed = testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => relative(root, name));
  const isFirm = failed.some((file) => NEVER_AGAIN.some((folder) => file.startsWith(folder)));
  return failed.length === 0 || failed.length > MAX_FILES || isFirm ? undefined : failed;
}

/** @param {Results} first @param {Results} second @returns {string[]} names of the tests, or of the files that failed as a whole */
export function passedOnlyAlone(first, second) {
  const failedNames = (/** @type {Results} */ { testResults }) =>
    testResults
      .filter(({ status }) => status === 'failed')
      .flatMap(({ name, assertionResults }) => {
        const tests = assertionResults.filter(({ status }) => status === 'failed');
        return tests.length === 0 ? [name] : tests.map(({ fullName }) => `${name}: ${fullName}`);
      });
  const still = new Set(failedNames(second));
  return failedNames(first).filter((name) => !still.has(name));
}

/**
 * What the runs together count as. A second run makes failed tests good, but no error that no test awaited.
 *
 * @param {Results} first @param {Results | undefined} second @returns {{ passed: number, failed: number }}
 */
export function totalsOf(first, second) {
  // A file that could not be loaded has no failed test of its own.
  const failedIn = (/** @type {Results} */ { numFailedTests, success }) =>
    numFailedTests || (success ? 0 : 1);
  if (!second) return { passed: first.numPassedTests, failed: failedIn(first) };
  const passed = first.numPassedTests + failedIn(first) - failedIn(second);
  return { passed, failed: failedIn(second) + (first.unhandledErrors ?? []).length };
}
