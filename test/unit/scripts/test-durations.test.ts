import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  leftOutNotice,
  longQuickFiles,
  readDurations,
  writeDurations,
} from '../../../scripts/test-durations.mjs';

function project(files: readonly string[], durations: Readonly<Record<string, number>>): string {
  const root = mkdtempSync(join(tmpdir(), 'tidemark-durations-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'test'));
  for (const file of files) writeFileSync(join(root, file), '');
  writeFileSync(join(root, 'test/durations.json'), JSON.stringify(durations));
  return root;
}

test('new measurements replace old ones, and missing files are dropped', () => {
  const root = project(['test/a.test.ts', 'test/b.test.ts', 'test/new.test.ts'], {
    'test/gone.test.ts': 9,
    'test/b.test.ts': 3,
    'test/a.test.ts': 8,
  });
  const measured = (name: string, ms: number) => ({
    name: join(root, 'test', name),
    startTime: 5,
    endTime: 5 + ms,
  });
  writeDurations(root, [measured('new.test.ts', 1249), measured('a.test.ts', 61_000)]);
  expect(readDurations(root)).toEqual({ 'test/a.test.ts': 61, 'test/b.test.ts': 3, 'test/new.test.ts': 1.2 });
  expect(readFileSync(join(root, 'test/durations.json'), 'utf8')).toMatch(
    /^\{\n {2}"test\/a.*\n {2}"test\/b.*\n {2}"test\/new.*\n\}\n$/,
  );
});

test('a quick run skips long files of unit and contract tests, and names each', () => {
  const durations = {
    'test/unit/a.test.ts': 10,
    'test/unit/b.test.ts': 10.1,
    'test/contract/rest/c.test.ts': 40,
    'test/integration/d.test.ts': 90,
  };
  expect(longQuickFiles(durations, 10)).toEqual(['test/unit/b.test.ts', 'test/contract/rest/c.test.ts']);
  expect(leftOutNotice(durations, 10).split('\n')).toEqual([
    '',
    '!!! 2 FILES LEFT OUT, longer than 10 s; npm test runs them:',
    '!!!   test/unit/b.test.ts (10.1 s)',
    '!!!   test/contract/rest/c.test.ts (40 s)',
  ]);
});
