// How long each test file took, in seconds, as measured by `npm test -- --write-durations`: vitest.config.ts starts the longest first.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** @typedef {Readonly<Record<string, number>>} Durations  path from the root, with '/': seconds */

const FILE = 'test/durations.json';

/** @param {string} root @returns {Durations} */
export function readDurations(root) {
  return JSON.parse(readFileSync(join(root, FILE), 'utf8'));
}

/**
 * Unit and contract tests that are too long for a quick run.
 *
 * @param {Durations} durations @param {number} maxSeconds @returns {string[]}
 */
export function longQuickFiles(durations, maxSeconds) {
  return Object.keys(durations).filter(
    (name) => /^test\/(unit|contract)\//.test(name) && (durations[name] ?? 0) > maxSeconds,
  );
}

/**
 * Names every file that a quick run leaves out.
 *
 * @param {Durations} durations @param {number} maxSeconds @returns {string}
 */
export function leftOutNotice(durations, maxSeconds) {
  const files = longQuickFiles(durations, maxSeconds);
  const lines = files.map((name) => `!!!   ${name} (${durations[name]} s)`);
  return [
    `\n!!! ${files.length} FILES LEFT OUT, longer than ${maxSeconds} s; npm test runs them:`,
    ...lines,
  ].join('\n');
}

/**
 * What was measured replaces what was known; files that were not run keep theirs, and files that are gone are dropped.
 *
 * @param {Durations} known
 * @param {readonly { readonly name: string, readonly startTime: number, readonly endTime: number }[]} measured  of vitest's JSON report
 * @param {string} root
 * @returns {Durations}
 */
export function mergedDurations(known, measured, root) {
  const seconds = measured.map(({ name, startTime, endTime }) => [
    relative(root, name).replaceAll('\\', '/'),
    Math.round((endTime - startTime) / 100) / 10,
  ]);
  const all = Object.entries({ ...known, ...Object.fromEntries(seconds) });
  return Object.fromEntries(
    all.filter(([name]) => existsSync(join(root, name))).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** @param {string} root @param {Parameters<typeof mergedDurations>[1]} measured */
export function writeDurations(root, measured) {
  const merged = mergedDurations(readDurations(root), measured, root);
  writeFileSync(join(root, FILE), `${JSON.stringify(merged, undefined, 2)}\n`);
}
