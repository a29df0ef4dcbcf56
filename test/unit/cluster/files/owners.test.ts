import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { CONTRACT_FILE, openContracts } from '../../../../src/app/config/contract-file.ts';
import { REFERENCE_FILE } from '../../../../src/app/directory/data-format.ts';
import { GAP_FILE, gapLine, openGapLine } from '../../../../src/app/pipeline/gaps/gap-lines.ts';
import { GapKeeper } from '../../../../src/app/pipeline/gaps/gap-keeper.ts';
import { GapLog } from '../../../../src/app/pipeline/gaps/gap-log.ts';
import { HEAD_FILE } from '../../../../src/app/pipeline/integrity/head-lines.ts';
import { HeadLog, readHeads } from '../../../../src/app/pipeline/integrity/head-log.ts';
import type { Perpetual } from '../../../../src/core/contract.ts';
import { SLOT_MS } from '../../../../src/core/time.ts';
import type { AppendShared } from '../../../../src/core/numbers/append-shared.ts';
import { isHeader, LineLog } from '../../../../src/disk/line-log.ts';
import { scanRecords } from '../../../../src/reference/versions/reference-record.ts';
import { REFERENCE_LOG_MAGIC, ReferenceLog } from '../../../../src/reference/versions/reference-log.ts';
import { temporaryFolders } from '../../../support/data-folder.ts';
import { MemoryShare } from '../../../support/memory-share.ts';
import {
  DAY,
  numberedContract,
  numberedGap,
  numberedHead,
  numberedVersion,
} from '../../../support/shared-records.ts';

const log = pino({ level: 'silent' });
const quarantine = { copy: () => expect.fail('a doubtful file') };
const newFolder = temporaryFolders();

let folder: string;
let shared: MemoryShare;
beforeEach(() => {
  folder = newFolder();
  shared = new MemoryShare();
});

interface Owner {
  append(number: number): Promise<void>;
  close(): Promise<void>;
}

/** Each of the four files, opened with a share. */
const OWNERS: Record<string, (share: AppendShared) => Promise<Owner>> = {
  [CONTRACT_FILE]: async (share) => {
    const file = await openContracts(folder, log, quarantine, share);
    return { append: (number) => file.append([numberedContract(number)]), close: () => file.close() };
  },
  [HEAD_FILE]: async (share) => {
    const heads = await HeadLog.open({ folder, quarantine, share });
    return { append: (number) => heads.append(numberedHead(number)), close: () => heads.close() };
  },
  [GAP_FILE]: async (share) => {
    const gaps = await GapLog.open({
      folder,
      quarantine,
      share,
      onProblem: (problem) => expect.fail(problem),
    });
    return { append: (number) => gaps.append([gapLine(numberedGap(number))]), close: () => gaps.close() };
  },
  [REFERENCE_FILE]: async (share) => {
    const path = join(folder, REFERENCE_FILE);
    const versions = await ReferenceLog.open(path, (reason) => expect.fail(reason), share);
    return {
      append: (number) => versions.append(numberedVersion(number)),
      close: () => versions.close(),
    };
  },
};

/** The content of the file, in the form of the shared log. */
function copied(file: string): string[] {
  const path = join(folder, file);
  if (!existsSync(path)) return [];
  if (file !== REFERENCE_FILE) return LineLog.read(path)!.lines.filter((line) => !isHeader(line));
  const bytes = readFileSync(path);
  return scanRecords(bytes, REFERENCE_LOG_MAGIC.length).records.map(({ at, end }) =>
    bytes.toString('latin1', at, end),
  );
}

describe.each(Object.keys(OWNERS))('%s with a share', (file) => {
  const open = () => OWNERS[file]!(shared.share);

  test('equals the shared log, without the header', async () => {
    const owner = await open();
    for (const number of [1, 2, 3]) await owner.append(number);
    await owner.close();
    const again = await open();
    await again.append(4);
    await again.close();
    expect(shared.records).toHaveLength(4);
    expect(copied(file)).toEqual(shared.records);
  });

  test('stores in the shared log first', async () => {
    const owner = await open();
    const before: number[] = [];
    shared.onStored = () => void before.push(copied(file).length);
    await owner.append(1);
    await owner.append(2);
    await owner.close();
    expect(before).toEqual([0, 1]);
    expect(copied(file)).toHaveLength(2);
  });

  test('writes nothing if the share refuses, and the record once on a retry', async () => {
    const owner = await open();
    await owner.append(1);
    const bytes = readFileSync(join(folder, file));
    shared.failure = 'refused';
    await expect(owner.append(2)).rejects.toThrow('refused');
    expect(readFileSync(join(folder, file))).toEqual(bytes);
    await owner.append(2);
    await owner.close();
    expect(shared.records).toHaveLength(2);
    expect(copied(file)).toEqual(shared.records);
  });

  test('stores a record once if its reply was lost', async () => {
    const owner = await open();
    shared.failure = 'answer lost';
    await expect(owner.append(1)).rejects.toThrow('answer lost');
    expect(copied(file)).toEqual([]);
    await owner.append(1);
    await owner.append(2);
    await owner.close();
    expect(shared.records).toHaveLength(2);
    expect(copied(file)).toEqual(shared.records);
  });

  test('does not need a share', async () => {
    const owner = await OWNERS[file]!(undefined as never);
    await owner.append(1);
    await owner.close();
    expect(copied(file)).toHaveLength(1);
  });
});

describe('the log of gaps with a share', () => {
  test('drops nothing', async () => {
    const gaps = await GapLog.open({ folder, quarantine, share: shared.share, onProblem: () => undefined });
    await gaps.append([gapLine(numberedGap(1)), gapLine(numberedGap(2))]);
    await gaps.forgetBefore(Infinity);
    await gaps.close();
    expect(copied(GAP_FILE)).toHaveLength(2);
  });

  test('has each line once if more were added before a reply', async () => {
    const gaps = await GapLog.open({ folder, quarantine, share: shared.share, onProblem: () => undefined });
    const keeper = new GapKeeper({ gaps, log });
    shared.failure = 'answer lost';
    keeper.recordMissed(DAY, 'DISK');
    keeper.recordMissed(DAY + SLOT_MS, 'DISK');
    keeper.published(DAY + 2 * SLOT_MS);
    await keeper.close(DAY + 3 * SLOT_MS);
    await gaps.close();
    const lasted = { from: DAY, to: DAY + 2 * SLOT_MS, reason: 'DISK' } as const;
    expect(shared.records).toEqual([openGapLine(lasted), gapLine(lasted)]);
    expect(copied(GAP_FILE)).toEqual(shared.records);
  });
});

test('contracts whose terms change while a reply is lost have their last terms', async () => {
  const file = await openContracts(folder, log, quarantine, shared.share);
  const changed = { ...numberedContract(1), contractValue: '2' };
  shared.failure = 'answer lost';
  await expect(file.append([numberedContract(1)])).rejects.toThrow('answer lost');
  await file.append([changed]);
  await file.close();
  expect(copied(CONTRACT_FILE)).toEqual(shared.records);
  expect(shared.records.map((line) => (JSON.parse(line) as Perpetual).contractValue)).toEqual(['1', '2']);
});

test('heads are counted', async () => {
  const heads = await HeadLog.open({ folder, quarantine, share: shared.share });
  shared.failure = 'answer lost';
  await expect(heads.append(numberedHead(1))).rejects.toThrow('answer lost');
  await heads.append(numberedHead(1));
  await heads.append(numberedHead(2));
  await heads.close();
  expect(readHeads(folder)).toEqual({ heads: [numberedHead(1), numberedHead(2)], problems: [] });
});
