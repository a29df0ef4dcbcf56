import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  isTemporaryName,
  removeLeftovers,
  temporaryName,
  keepInUse,
} from '../../../../src/app/directory/temporary-name.ts';
import { HOUR_MS, MINUTE_MS, type Millis } from '../../../../src/core/time.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { temporaryFolders } from '../../../support/data-folder.ts';
import { unprivileged } from '../../unprivileged.ts';

const newFolder = temporaryFolders();
const NOW = Date.parse('2026-03-01T12:00:00Z');
const clock = new ManualClock(NOW);
const ENDED = spawnSync(process.execPath, ['--version']).pid;

let folder: string;
beforeEach(() => {
  folder = newFolder();
});

const nameOf = (kind: string, pid: number) => `${kind}-${pid}-0123456789abcdef`;

/** A file or folder that was last changed this long ago. */
function put(name: string, ageMs: Millis): string {
  const path = join(folder, name);
  if (name.startsWith('import')) writeFileSync(path, 'a');
  else {
    mkdirSync(path);
    writeFileSync(join(path, 'a'), 'a');
  }
  setAge(path, ageMs);
  return path;
}

function setAge(path: string, ageMs: Millis): void {
  utimesSync(path, (NOW - ageMs) / 1000, (NOW - ageMs) / 1000);
}

describe('a file with a temporary name', () => {
  test.each(['cut', 'import', 'incomplete'] as const)(
    'that a killed process left is removed after an hour, not before: %s',
    (kind) => {
      const name = nameOf(kind, ENDED);
      expect(isTemporaryName(name)).toBe(true);
      const path = put(name, HOUR_MS - 1000);
      removeLeftovers(folder, clock);
      expect(readdirSync(folder)).toEqual([name]);
      setAge(path, HOUR_MS);
      removeLeftovers(folder, clock);
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  test('stays as long as its process lives', () => {
    const name = nameOf('cut', process.ppid);
    put(name, 100 * HOUR_MS);
    removeLeftovers(folder, clock);
    expect(readdirSync(folder)).toEqual([name]);
  });

  test('is removed if another process had the pid of this one, like the first in each container', () => {
    put(temporaryName('cut'), HOUR_MS);
    removeLeftovers(folder, clock);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('stays while it is used', () => {
    const passing = new ManualClock(NOW);
    const paths = [put(nameOf('cut', ENDED), HOUR_MS), put(nameOf('incomplete', ENDED), HOUR_MS)];
    const use = keepInUse(paths, passing);
    passing.advanceTo(NOW + MINUTE_MS - 1);
    use();
    expect(paths.map((path) => statSync(path).mtimeMs)).toEqual([NOW - HOUR_MS, NOW - HOUR_MS]);
    passing.advanceTo(NOW + MINUTE_MS);
    use();
    for (const path of paths) {
      expect(statSync(path).mtimeMs).not.toBe(NOW - HOUR_MS);
      expect(readdirSync(path)).toEqual(['a']);
    }
    const justNow = new ManualClock(statSync(paths[0]!).mtimeMs);
    removeLeftovers(folder, justNow);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test('that belongs to another user is not removed', () => {
    const theirs = put(nameOf('cut', ENDED), HOUR_MS);
    put(nameOf('import', ENDED), HOUR_MS);
    chmodSync(theirs, 0);
    unprivileged(folder, () => removeLeftovers(folder, clock));
    expect(readdirSync(folder)).toEqual([nameOf('cut', ENDED)]);
    chmodSync(theirs, 0o700);
    expect(readdirSync(theirs)).toEqual(['a']);
  });
});

test('other names stay, however old', () => {
  for (const name of ['history', 'cut-1', 'cut-1-0123456789abcdef.tmp', 'backup-1-0123456789abcdef'])
    put(name, 100 * HOUR_MS);
  removeLeftovers(folder, clock);
  expect(readdirSync(folder)).toHaveLength(4);
});
