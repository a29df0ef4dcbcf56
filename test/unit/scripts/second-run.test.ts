import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { filesToRunAgain, passedOnlyAlone, totalsOf, type Results } from '../../../scripts/second-run.mjs';
import UnhandledErrorsReporter from '../../../scripts/unhandled-errors.mjs';
import { temporaryFolders } from '../../support/data-folder.ts';

const newFolder = temporaryFolders();
const ROOT = '/project';
const AT_ONCE = { startTime: 0, endTime: 0 };

function resultsOf(
  files: Readonly<Record<string, readonly string[]>>,
  green: readonly string[] = [],
): Results {
  const failed = Object.entries(files).map(([file, tests]) => ({
    name: `${ROOT}/${file}`,
    status: 'failed',
    ...AT_ONCE,
    assertionResults: [
      { fullName: 'another one', status: 'passed' },
      ...tests.map((fullName) => ({ fullName, status: 'failed' })),
    ],
  }));
  const passed = green.map((file) => ({
    name: `${ROOT}/${file}`,
    status: 'passed',
    ...AT_ONCE,
    assertionResults: [],
  }));
  return {
    success: failed.length === 0,
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [...failed, ...passed],
  };
}

const integration = (name: string) => `test/integration/${name}.test.ts`;

describe('a second run', () => {
  test('runs the failed files', () => {
    const results = resultsOf({ [integration('a')]: ['t'], 'test/browser/b.test.ts': [] }, [
      integration('c'),
    ]);
    expect(filesToRunAgain(results, ROOT)).toEqual([integration('a'), 'test/browser/b.test.ts']);
  });

  test.each([
    ['nothing failed', resultsOf({}, [integration('a')])],
    [
      'many failed',
      resultsOf(Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [integration(name), []]))),
    ],
    ['a unit test failed', resultsOf({ [integration('a')]: ['t'], 'test/unit/core/x.test.ts': ['u'] })],
    ['the contract failed', resultsOf({ 'test/contract/x.test.ts': ['u'] })],
  ])('does not happen if %s', (_, results) => {
    expect(filesToRunAgain(results, ROOT)).toBeUndefined();
  });

  test('reports tests and whole files that passed only then', () => {
    const first = resultsOf({ [integration('a')]: ['t', 'u'], [integration('b')]: [] });
    const second = resultsOf({ [integration('a')]: ['u'] }, [integration('b')]);
    expect(passedOnlyAlone(first, second)).toEqual([
      `${ROOT}/${integration('a')}: t`,
      `${ROOT}/${integration('b')}`,
    ]);
  });
});

describe('the totals', () => {
  const counted = (numPassedTests: number, numFailedTests: number, unhandledErrors: string[] = []) => ({
    ...resultsOf({}),
    numPassedTests,
    numFailedTests,
    unhandledErrors,
    success: numFailedTests + unhandledErrors.length === 0,
  });

  test('are those of the only run', () => {
    expect(totalsOf(counted(5, 2), undefined)).toEqual({ passed: 5, failed: 2 });
    expect(totalsOf(counted(5, 0, ['Error: late']), undefined)).toEqual({ passed: 5, failed: 1 });
  });

  test('count tests that passed alone', () => {
    expect(totalsOf(counted(5, 2), counted(2, 0))).toEqual({ passed: 7, failed: 0 });
  });

  test('keep an unhandled error even if its file passes alone', () => {
    expect(totalsOf(counted(5, 1, ['Error: late']), counted(1, 0))).toEqual({ passed: 6, failed: 1 });
  });
});

test('the reporter writes unhandled errors', () => {
  const file = join(newFolder(), 'unhandled.json');
  vi.stubEnv('UNHANDLED_ERRORS_FILE', file);
  try {
    new UnhandledErrorsReporter().onTestRunEnd([], [new TypeError('late')]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(['TypeError: late']);
  } finally {
    vi.unstubAllEnvs();
  }
});
