import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkGaps } from '../../../../../src/app/pipeline/gaps/check-gaps.ts';
import { readGapCounts, writeGapCount, gapLine } from '../../../../../src/app/pipeline/gaps/gap-lines.ts';
import { GapLog } from '../../../../../src/app/pipeline/gaps/gap-log.ts';
import { markStoreNode } from '../../../../../src/app/directory/store-node.ts';
import { SLOT_MS } from '../../../../../src/core/time.ts';
import { LineLog } from '../../../../../src/disk/line-log.ts';
import { temporaryFolders } from '../../../../support/data-folder.ts';

const newFolder = temporaryFolders();
const START = Date.parse('2026-03-01T00:00:00Z');
const line = (n: number) =>
  gapLine({ from: START + n * SLOT_MS, to: START + (n + 1) * SLOT_MS, reason: 'DISK' });

let folder: string;
let path: string;
beforeEach(() => {
  folder = newFolder();
  path = join(folder, 'gaps.log');
});

async function written(...numbers: number[]): Promise<void> {
  const gaps = await open();
  for (const n of numbers) await gaps.append([line(n)]);
  await gaps.close();
}

function open(problems: string[] = []): Promise<GapLog> {
  const quarantine = { copy: () => undefined } as never;
  return GapLog.open({ folder, quarantine, onProblem: (problem) => problems.push(problem) });
}

const textLines = () => readFileSync(path, 'utf8').split('\n').slice(0, -1);
const keep = (lines: readonly string[]) => writeFileSync(path, lines.map((each) => `${each}\n`).join(''));

describe('the check of the log of gaps', () => {
  test('finds nothing in an unchanged log, and calls it anchored', async () => {
    await written(1, 2, 3);
    expect(checkGaps(folder)).toEqual({ lines: 3, anchor: 'anchored', problems: [] });
    await written(4);
    expect(checkGaps(folder)).toEqual({ lines: 4, anchor: 'anchored', problems: [] });
  });

  test('reports lines that are missing at the end or in the middle, or all of them', async () => {
    await written(1, 2, 3);
    const lines = textLines();
    keep(lines.slice(0, -1));
    expect(checkGaps(folder).problems).toEqual([
      'the log ends with line 2, but 3 lines were written: its end was cut off',
    ]);
    keep(lines.toSpliced(2, 1));
    expect(checkGaps(folder).problems).toEqual(['line 3 follows line 1: lines were removed or moved']);
    keep([]);
    expect(checkGaps(folder).problems).toHaveLength(1);
    rmSync(path);
    expect(checkGaps(folder).problems).toEqual(['the file is missing']);
  });

  test('reports a damaged line, a replaced line, and a missing or damaged count', async () => {
    await written(1, 2, 3);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace('DISK', 'DISC'));
    expect(checkGaps(folder).problems).toEqual(['line 2 is damaged']);
    LineLog.replace(path, [
      '{"format":1}',
      ...[7, 8, 9].map((n, i) => `{"number":${i + 1},${line(n).slice(1)}`),
    ]);
    expect(checkGaps(folder).problems).toEqual(['its lines differ from those that were written']);
    writeFileSync(path, text);
    expect(checkGaps(folder).problems).toEqual([]);
    writeFileSync(join(folder, 'gaps-count.json'), '{}');
    expect(checkGaps(folder)).toEqual({
      lines: 3,
      anchor: 'count damaged',
      problems: ['gaps-count.json is damaged: the next gap rewrites it'],
    });
    rmSync(join(folder, 'gaps-count.json'));
    expect(checkGaps(folder)).toEqual({
      lines: 3,
      anchor: 'count missing',
      problems: ['gaps-count.json is missing: lines at the end of the log may be missing too'],
    });
  });

  test('calls a log of 1.0.0 not anchored, and the next start anchors it', async () => {
    LineLog.replace(path, ['{"format":1}', line(1), line(2)]);
    expect(checkGaps(folder)).toEqual({ lines: 2, anchor: 'not anchored', problems: [] });
    await written(3);
    expect(checkGaps(folder)).toEqual({ lines: 3, anchor: 'anchored', problems: [] });
    keep(textLines().slice(0, 2));
    expect(checkGaps(folder).problems).toHaveLength(1);
  });

  test('reports a missing log only if one is expected', () => {
    expect(checkGaps(folder)).toEqual({ lines: 0, anchor: 'none', problems: [] });
    expect(checkGaps(folder, true).problems).toEqual(['the file is missing']);
    markStoreNode(folder);
    expect(checkGaps(folder, true).problems).toEqual([]);
  });

  test('accepts a line that a crash has left uncounted', async () => {
    await written(1);
    const kept = readGapCounts(folder);
    await written(2);
    writeGapCount(folder, (kept as { number: number; digest: string }[])[0]!);
    expect(checkGaps(folder).problems).toEqual([]);
    await written();
    expect(readGapCounts(folder)).toMatchObject([{ number: 2 }]);
  });

  test('accepts either file while the log is being shortened', async () => {
    await written(1, 2, 3);
    const [before, old] = [readGapCounts(folder), readFileSync(path)];
    const gaps = await open();
    await gaps.forgetBefore(START + 3 * SLOT_MS);
    await gaps.append([line(4)]);
    await gaps.close();
    expect(checkGaps(folder)).toEqual({ lines: 2, anchor: 'anchored', problems: [] });
    const [now] = readGapCounts(folder) as { number: number; digest: string }[];
    writeGapCount(folder, (before as { number: number; digest: string }[])[0]!, now!);
    expect(checkGaps(folder).problems).toEqual([]);
    writeFileSync(path, old);
    expect(checkGaps(folder).problems).toEqual([]);
  });

  test('still reports what was lost after more gaps were recorded', async () => {
    await written(1, 2, 3);
    keep(textLines().slice(0, -1));
    const problems: string[] = [];
    const gaps = await open(problems);
    expect(problems).toHaveLength(1);
    await gaps.append([line(4)]);
    await gaps.close();
    expect(checkGaps(folder).problems).toEqual(['line 4 follows line 2: lines were removed or moved']);
  });

  test('checks only for damaged lines in the copy of a shared log', async () => {
    await written(1, 2);
    markStoreNode(folder);
    rmSync(join(folder, 'gaps-count.json'));
    expect(checkGaps(folder)).toEqual({ lines: 2, anchor: 'shared', problems: [] });
    writeFileSync(path, readFileSync(path, 'utf8').replace('DISK', 'DISC'));
    expect(checkGaps(folder).problems).toEqual(['line 2 is damaged']);
  });
});
