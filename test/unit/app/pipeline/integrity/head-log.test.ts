import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { HEAD_COUNT_FILE, HEAD_FILE } from '../../../../../src/app/pipeline/integrity/head-lines.ts';
import { HeadLog, readHeads } from '../../../../../src/app/pipeline/integrity/head-log.ts';
import { daysWithoutHead } from '../../../../../src/app/pipeline/integrity/verify-heads.ts';
import type { SignedHead } from '../../../../../src/core/integrity-head.ts';
import { DAY_MS, formatDatetime, SLOT_MS } from '../../../../../src/core/time.ts';
import { LineLog } from '../../../../../src/disk/line-log.ts';
import { temporaryFolders } from '../../../../support/data-folder.ts';

const DAY = Date.parse('2026-11-20T00:00:00Z');
const newFolder = temporaryFolders();
const quarantine = { copy: () => undefined };

let folder: string;
let reported: string[];
const path = () => join(folder, HEAD_FILE);

function headAfter(day: number): SignedHead {
  return { slot: DAY + day * DAY_MS, recordHash: 'ab'.repeat(32), keyId: 'k', signature: `s${day}` };
}

/** A line as written by a version that did not number the heads. */
function olderLine(day: number): string {
  const { slot, ...head } = headAfter(day);
  return JSON.stringify({ slot: formatDatetime(slot), ...head });
}

/** Opens the log, keeps the heads of these days, and closes it again. */
async function keep(...days: number[]): Promise<void> {
  reported = [];
  const log = await HeadLog.open({ folder, quarantine, onProblem: (problem) => reported.push(problem) });
  for (const day of days) await log.append(headAfter(day));
  await log.close();
}

/** Keeps only these lines of the file; the header is one of them. */
function leave(choose: (line: string, place: number) => boolean): void {
  const lines = readFileSync(path(), 'utf8').split('\n').slice(0, -1);
  writeFileSync(
    path(),
    lines
      .filter(choose)
      .map((line) => `${line}\n`)
      .join(''),
  );
}

const problems = () => readHeads(folder).problems;

beforeEach(async () => {
  folder = newFolder();
  await keep(1, 2, 3);
});

describe('the log of heads', () => {
  test('has no problem if it is complete, also after a restart', async () => {
    expect(problems()).toEqual([]);
    await keep(4);
    expect([problems(), reported]).toEqual([[], []]);
    expect(readHeads(folder).heads).toHaveLength(4);
  });

  test('that was cut at its end is reported, permanently', async () => {
    leave((_line, place) => place <= 2);
    const cut = `${HEAD_FILE} ends with head 2, but 3 were kept: its end was cut off`;
    expect(problems()).toEqual([cut]);
    await keep(4);
    expect(reported).toEqual([cut]);
    await keep(5);
    expect(reported).toEqual([`${HEAD_FILE} has head 4 after head 2: lines were removed or moved`]);
    expect(problems()).toEqual(reported);
  });

  test.each([
    ['its beginning', (_line: string, place: number) => place !== 1],
    ['its middle', (_line: string, place: number) => place !== 2],
  ])('that has lost a head in %s is reported', (_where, choose) => {
    leave(choose);
    expect(problems()).toEqual([expect.stringMatching(/lines were removed or moved/)]);
  });

  test('that has lost its header is reported', () => {
    leave((_line, place) => place !== 0);
    expect(problems()).toEqual([`the beginning of ${HEAD_FILE} is missing`]);
  });

  test('that is empty or removed is reported, also after a restart', async () => {
    writeFileSync(path(), '');
    expect(problems()).toEqual([`${HEAD_FILE} ends with head 0, but 3 were kept: its end was cut off`]);
    rmSync(path());
    expect(problems()).toEqual([`${HEAD_FILE} is missing: it had 3 heads`]);
    await keep();
    expect(problems()).toEqual(reported);
    expect(reported).toHaveLength(1);
  });

  test('in which a line was changed together with its checksum is reported', async () => {
    rmSync(path());
    const { log } = await LineLog.open(path());
    const lines = [1, 2, 3].map((number) => {
      const { slot, ...head } = headAfter(number);
      const signature = number === 2 ? 'other' : head.signature;
      return JSON.stringify({ number, slot: formatDatetime(slot), ...head, signature });
    });
    await log.append(['{"format":1}', ...lines]);
    await log.close();
    expect(problems()).toEqual([`${HEAD_FILE} has other heads than those that were kept`]);
  });

  test('with a damaged line is reported', () => {
    writeFileSync(path(), readFileSync(path(), 'utf8').replace('"signature":"s2"', '"signature":"s3"'));
    expect(problems()).toEqual([`line 3 of ${HEAD_FILE} is damaged`]);
  });

  test('may have one uncounted line, after a crash in between', async () => {
    const count = readFileSync(join(folder, HEAD_COUNT_FILE));
    await keep(4);
    writeFileSync(join(folder, HEAD_COUNT_FILE), count);
    expect(problems()).toEqual([]);
    await keep(5);
    expect([reported, problems()]).toEqual([[], []]);
  });

  test('is counted again at each start, so a second count may also be lost', async () => {
    for (const day of [4, 5, 6]) {
      await keep();
      const count = readFileSync(join(folder, HEAD_COUNT_FILE));
      await keep(day);
      writeFileSync(join(folder, HEAD_COUNT_FILE), count);
      expect([reported, problems()]).toEqual([[], []]);
    }
    await keep();
    leave((_line, place) => place <= 5);
    expect(problems()).toEqual([`${HEAD_FILE} ends with head 5, but 6 were kept: its end was cut off`]);
  });

  test('to which an older version added heads without a number is counted with them', async () => {
    const { log } = await LineLog.open(path());
    for (const day of [4, 5, 6]) await log.append([olderLine(day)]);
    await log.close();
    expect(problems()).toEqual([]);
    await keep(7);
    expect([reported, problems()]).toEqual([[], []]);
    expect(readHeads(folder).heads).toHaveLength(7);
    leave((_line, place) => place !== 5);
    expect(problems()).toEqual([expect.stringMatching(/lines were removed or moved/)]);
  });

  test('to which numbered heads were added is reported', async () => {
    const { log } = await LineLog.open(path());
    for (const number of [4, 5])
      await log.append([JSON.stringify({ number, ...(JSON.parse(olderLine(number)) as object) })]);
    await log.close();
    expect(problems()).toEqual([`${HEAD_FILE} has 5 heads, but 3 were kept: some were added`]);
  });

  test('without its count, or with a damaged one, is reported', () => {
    writeFileSync(join(folder, HEAD_COUNT_FILE), '{"format":1,"number":3}');
    expect(problems()).toEqual([`${HEAD_COUNT_FILE} is damaged: the next head rewrites it`]);
    rmSync(join(folder, HEAD_COUNT_FILE));
    expect(problems()).toEqual([expect.stringContaining(`${HEAD_COUNT_FILE} is missing`)]);
  });

  test('of an older version has no count, gets one, and is counted from then on', async () => {
    for (const file of [HEAD_FILE, HEAD_COUNT_FILE]) rmSync(join(folder, file));
    const { log } = await LineLog.open(path());
    await log.append(['{"format":1}', olderLine(1)]);
    await log.close();
    expect(problems()).toEqual([]);
    await keep(2);
    expect([reported, problems()]).toEqual([[], []]);
    leave((_line, place) => place < 2);
    expect(problems()).toEqual([expect.stringContaining('its end was cut off')]);
  });
});

describe('days without a head', () => {
  const days = [0, 1, 2, 3].map((day) => DAY + day * DAY_MS);
  /** The head after day 0 is that of its last tick, at midnight. */
  const of = (...numbers: number[]) => numbers.map((day) => headAfter(day + 1));
  const newest = DAY + 4 * DAY_MS + 2 * SLOT_MS;

  test('are completed days after the first head', () => {
    expect(daysWithoutHead(days, of(1, 3), newest, true)).toEqual([days[2]]);
    expect(daysWithoutHead(days, of(0, 1, 2, 3), newest, true)).toEqual([]);
  });

  test('are all days if the directory has head keys but no head', () => {
    expect(daysWithoutHead(days, [], newest, true)).toEqual(days);
    expect(daysWithoutHead(days, [], newest, false)).toEqual([]);
  });

  test('do not include a day before the second tick of the next day: its head may be pending', () => {
    expect(daysWithoutHead(days, of(0, 1, 2), newest - SLOT_MS, true)).toEqual([]);
    expect(daysWithoutHead(days, of(0, 1, 2), newest, true)).toEqual([days[3]]);
  });
});
