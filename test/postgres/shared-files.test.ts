import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CONTRACT_FILE, openContracts } from '../../src/app/config/contract-file.ts';
import { QUARANTINE, REFERENCE_FILE } from '../../src/app/directory/data-format.ts';
import { quarantineOf } from '../../src/app/directory/quarantine-of.ts';
import { TakenOver } from '../../src/app/directory/taken-over.ts';
import { GAP_FILE, gapLine, openGapLine } from '../../src/app/pipeline/gaps/gap-lines.ts';
import { GapLog } from '../../src/app/pipeline/gaps/gap-log.ts';
import {
  HEAD_COUNT_FILE,
  readCount,
  writeCount,
  HEAD_FILE,
} from '../../src/app/pipeline/integrity/head-lines.ts';
import { HeadLog, readHeads } from '../../src/app/pipeline/integrity/head-log.ts';
import { CopiedRecords } from '../../src/cluster/files/copied-records.ts';
import { CopyBehind, isTakenOver, openShare } from '../../src/cluster/files/fenced-share.ts';
import type { SharedFileName } from '../../src/cluster/files/shared-file.ts';
import { SharedFiles, type CopyChange } from '../../src/cluster/files/shared-files.ts';
import { LineLog } from '../../src/disk/line-log.ts';
import { quarantinedIn } from '../../src/disk/quarantine.ts';
import { Database } from '../../src/cluster/postgres/database.ts';
import { ReferenceLog } from '../../src/reference/versions/reference-log.ts';
import { temporaryFolders } from '../support/data-folder.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { usePostgres } from '../support/postgres-schemas.ts';
import {
  DAY,
  numberedContract,
  numberedGap,
  numberedHead,
  numberedVersion,
} from '../support/shared-records.ts';

const FILES = [REFERENCE_FILE, CONTRACT_FILE, HEAD_FILE, GAP_FILE, HEAD_COUNT_FILE] as const;

const { open, url } = usePostgres();
const newFolder = temporaryFolders();
const log = pino({ level: 'silent' });

let database: Database;
let opened: { close(): void | Promise<void> }[];
beforeEach(async () => {
  database = await open();
  opened = [database];
});
afterEach(async () => {
  for (const each of opened.toReversed()) await each.close();
});

function closing<T extends { close(): void | Promise<void> }>(each: T): T {
  opened.push(each);
  return each;
}

async function filesIn(folder: string, of = database): Promise<SharedFiles> {
  return closing(new SharedFiles({ folder, database: of, quarantine: quarantineOf(folder), log }));
}

/** Like a new writer of history. */
async function takeOver(): Promise<number> {
  const [row] = await database.rows<{ number: string }>(
    'update fence set number = number + 1 returning number',
  );
  return Number(row!.number);
}

/** A node that takes over, with all four files open. */
async function lead(folder: string, files: SharedFiles) {
  const fence = await takeOver();
  await files.catchUp();
  const quarantine = { copy: (path: string, reason: string) => expect.fail(`${path}: ${reason}`) };
  const onProblem = (problem: string) => expect.fail(problem);
  const share = (name: SharedFileName) => files.share(name, fence);
  const contracts = await openContracts(folder, log, quarantine, share('contracts'));
  const heads = await HeadLog.open({ folder, quarantine, onProblem, share: share('heads') });
  const gaps = await GapLog.open({ folder, quarantine, onProblem, share: share('gaps') });
  const path = join(folder, REFERENCE_FILE);
  const references = await ReferenceLog.open(path, (reason) => expect.fail(reason), share('reference'));
  const all = [contracts, heads, gaps, references];
  const append = async (number: number) => {
    await contracts.append([numberedContract(number)]);
    await heads.append(numberedHead(number));
    await gaps.append([gapLine(numberedGap(number))]);
    await references.append(numberedVersion(number));
  };
  return { fence, contracts, heads, gaps, references, append, close: () => closeAll(all) };
}

async function closeAll(all: readonly { close(): Promise<void> }[]): Promise<void> {
  await Promise.all(all.map((each) => each.close()));
}

/** Stores records 1 to `count` of each log, and returns the folder of the leader. */
async function stored(count: number): Promise<string> {
  const folder = newFolder();
  const leader = await lead(folder, await filesIn(folder));
  for (let number = 1; number <= count; number++) await leader.append(number);
  await leader.close();
  return folder;
}

const bytesIn = (folder: string) =>
  Object.fromEntries(FILES.map((file) => [file, readFileSync(join(folder, file)).toString('base64')]));

const setAside = (folder: string) =>
  quarantinedIn(join(folder, QUARANTINE)).map(({ from, reason }) => `${from}: ${reason}`);

describe('copies of shared logs', () => {
  test('are the files of the leader, byte for byte, in every folder', async () => {
    const leader = await stored(3);
    const [one, two] = [newFolder(), newFolder()];
    for (const folder of [one, two]) await (await filesIn(folder)).catchUp();
    expect(bytesIn(one)).toEqual(bytesIn(leader));
    expect(bytesIn(two)).toEqual(bytesIn(leader));
    expect(readHeads(one)).toEqual({ heads: [1, 2, 3].map(numberedHead), problems: [] });
    expect(statSync(join(one, REFERENCE_FILE)).mode & 0o777).toBe(0o600);
  });

  test('are not created if nothing is shared', async () => {
    const folder = newFolder();
    await (await filesIn(folder)).catchUp();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('continue with the next leader, which is another node', async () => {
    const first = await stored(2);
    const second = newFolder();
    const leader = await lead(second, await filesIn(second));
    await leader.append(3);
    await leader.close();
    await (await filesIn(first)).catchUp();
    expect(bytesIn(first)).toEqual(bytesIn(second));
    expect(setAside(first)).toEqual([]);
  });

  test('take one query if nothing is new', async () => {
    await stored(2);
    const files = await filesIn(newFolder());
    await files.catchUp();
    const asked = vi.spyOn(database, 'rows');
    await files.catchUp();
    expect(asked).toHaveBeenCalledTimes(1);
  });

  test('of many records are written in pages', async () => {
    const folder = newFolder();
    const leader = await lead(folder, await filesIn(folder));
    const many = Array.from({ length: 2500 }, (_, i) => numberedContract(i + 1));
    await leader.contracts.append(many);
    for (let number = 1; number <= 40; number++) await leader.references.append(numberedVersion(number));
    await leader.close();
    const copy = newFolder();
    const files = await filesIn(copy);
    const news: CopyChange[] = [];
    files.onCopyChange((each) => void news.push(each));
    await files.catchUp();
    for (const file of [CONTRACT_FILE, REFERENCE_FILE])
      expect(readFileSync(join(copy, file)).equals(readFileSync(join(folder, file)))).toBe(true);
    const sizes = (name: string) => news.flatMap((each) => (each.name === name ? each.added?.length : []));
    expect([sizes('contracts'), sizes('reference')]).toEqual([
      [1000, 1000, 500],
      [8, 8, 8, 8, 8],
    ]);
  });

  test('requested by many at once are written once', async () => {
    const leader = await stored(3);
    const folder = newFolder();
    const files = await filesIn(folder);
    await Promise.all(Array.from({ length: 20 }, () => files.catchUp()));
    expect(bytesIn(folder)).toEqual(bytesIn(leader));
  });
});

describe('a copy', () => {
  let leader: string;
  let folder: string;
  beforeEach(async () => {
    leader = await stored(3);
    folder = newFolder();
    const files = new SharedFiles({ folder, database, quarantine: quarantineOf(folder), log });
    await files.catchUp();
    await files.close();
  });

  const files = [REFERENCE_FILE, CONTRACT_FILE, HEAD_FILE, GAP_FILE];

  test.each(files)(
    '%s that a crash has left incomplete continues after its last sound record',
    async (file) => {
      const path = join(folder, file);
      truncateSync(path, statSync(path).size - 7);
      await (await filesIn(folder)).catchUp();
      expect(bytesIn(folder)).toEqual(bytesIn(leader));
      expect(setAside(folder)).toEqual([]);
    },
  );

  test.each(files)('%s with only a part of its header is created', async (file) => {
    truncateSync(join(folder, file), 3);
    await (await filesIn(folder)).catchUp();
    expect(bytesIn(folder)).toEqual(bytesIn(leader));
    expect(setAside(folder)).toEqual([]);
  });

  test.each(files)('a damaged %s is set aside and created again', async (file) => {
    const path = join(folder, file);
    const damaged = readFileSync(path);
    damaged[Math.floor(damaged.length / 2)]! ^= 0x10;
    writeFileSync(path, damaged);
    await (await filesIn(folder)).catchUp();
    expect(bytesIn(folder)).toEqual(bytesIn(leader));
    const [taken] = quarantinedIn(join(folder, QUARANTINE));
    expect(taken).toMatchObject({ from: file });
    expect(readFileSync(join(folder, QUARANTINE, taken!.file))).toEqual(damaged);
  });

  test.each(files)('%s with a damaged header is set aside and created again', async (file) => {
    const path = join(folder, file);
    const damaged = readFileSync(path);
    damaged[2]! ^= 0x10;
    writeFileSync(path, damaged);
    await (await filesIn(folder)).catchUp();
    expect(bytesIn(folder)).toEqual(bytesIn(leader));
    expect(setAside(folder)).toHaveLength(1);
  });

  test.each(files)('a missing %s is created', async (file) => {
    rmSync(join(folder, file));
    await (await filesIn(folder)).catchUp();
    expect(bytesIn(folder)).toEqual(bytesIn(leader));
    expect(setAside(folder)).toEqual([]);
  });

  test('that has more records than its log is set aside', async () => {
    await database.run('delete from shared_log where number = 3');
    const before = bytesIn(folder);
    await (await filesIn(folder)).catchUp();
    expect(setAside(folder)).toContain(`${REFERENCE_FILE}: it has 3 records, the shared log has 2`);
    expect(setAside(folder)).toContain(`${HEAD_COUNT_FILE}: it does not match the heads of the shared log`);
    expect(setAside(folder)).toHaveLength(5);
    const kept = quarantinedIn(join(folder, QUARANTINE)).map(({ from, file }) => [
      from,
      readFileSync(join(folder, QUARANTINE, file)).toString('base64'),
    ]);
    expect(Object.fromEntries(kept)).toEqual(before);
    expect(readHeads(folder)).toEqual({ heads: [1, 2].map(numberedHead), problems: [] });
  });

  test('whose log loses records while it is followed is set aside', async () => {
    const following = await filesIn(folder);
    await following.catchUp();
    await database.run(`delete from shared_log where log = 'gaps' and number = 3`);
    await following.catchUp();
    expect(setAside(folder)).toEqual([`${GAP_FILE}: it has 3 records, the shared log has 2`]);
    await following.catchUp();
    expect(setAside(folder)).toHaveLength(1);
  });

  test('whose last record differs is set aside', async () => {
    await database.run(`update shared_log set content = 'other' where log = 'gaps' and number = 3`);
    await (await filesIn(folder)).catchUp();
    expect(setAside(folder)).toEqual([`${GAP_FILE}: record 3 differs from the shared log`]);
    expect(readFileSync(join(folder, GAP_FILE), 'utf8')).toMatch(/ other\n$/);
  });

  test('that cannot be created does not prevent the others', async () => {
    rmSync(join(folder, CONTRACT_FILE));
    LineLog.replace(join(folder, GAP_FILE), ['{"format":9}']);
    const failing = await filesIn(folder);
    await expect(failing.catchUp()).rejects.toThrow('has format 9, this version knows 1');
    expect(existsSync(join(folder, CONTRACT_FILE))).toBe(true);
  });

  test('of heads whose count is behind, damaged or missing is counted again', async () => {
    const path = join(folder, HEAD_COUNT_FILE);
    const sound = readFileSync(path);
    const { digest } = readCount(folder) as { digest: string };
    for (const [spoil, aside] of [
      [() => rmSync(path), 0],
      [() => writeFileSync(path, 'nonsense'), 1],
      [() => writeCount(folder, { number: 7, digest: digest.replaceAll(/./g, 'f') }), 2],
    ] as const) {
      spoil();
      await (await filesIn(folder)).catchUp();
      expect(readFileSync(path)).toEqual(sound);
      expect(setAside(folder)).toHaveLength(aside);
    }
  });
});

describe('a leader', () => {
  test('that crashes between the shared log and its file finds the record when it restarts', async () => {
    const folder = newFolder();
    const leader = await lead(folder, await filesIn(folder));
    await leader.append(1);
    // The file cannot be written any more: the record is only in the shared log.
    await leader.close();
    await expect(leader.append(2)).rejects.toThrow(/closed|EBADF/);
    await (await filesIn(folder)).catchUp();
    const again = await lead(folder, await filesIn(folder));
    expect((await again.contracts.read()).map(({ exchangeName }) => exchangeName)).toEqual(['C1', 'C2']);
    await again.append(3);
    await again.close();
    const other = newFolder();
    await (await filesIn(other)).catchUp();
    expect(bytesIn(other)).toEqual(bytesIn(folder));
  });

  test('that was taken over writes nothing anywhere, and knows why', async () => {
    const [older, newer] = [newFolder(), newFolder()];
    const deposed = await lead(older, await filesIn(older));
    await deposed.append(1);
    const leader = await lead(newer, await filesIn(newer));
    const before = bytesIn(older);
    const attempts = [
      deposed.contracts.append([numberedContract(2)]),
      deposed.heads.append(numberedHead(2)),
      deposed.gaps.append([gapLine(numberedGap(2))]),
      deposed.references.append(numberedVersion(2)),
    ];
    for (const { status, reason } of (await Promise.allSettled(attempts)) as PromiseRejectedResult[]) {
      expect(status).toBe('rejected');
      expect(reason).toBeInstanceOf(TakenOver);
      expect(isTakenOver(reason)).toBe(true);
      expect(isTakenOver(structuredClone(reason))).toBe(true);
    }
    await deposed.close();
    expect(bytesIn(older)).toEqual(before);
    await leader.append(2);
    await leader.close();
    await (await filesIn(older)).catchUp();
    expect(bytesIn(older)).toEqual(bytesIn(newer));
  });

  test('that has not caught up appends nothing', async () => {
    await stored(1);
    const folder = newFolder();
    const files = await filesIn(folder);
    const share = files.share('contracts', await takeOver());
    const contracts = closing(await openContracts(folder, log, quarantineOf(folder), share));
    const failure = await contracts.append([numberedContract(5)]).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CopyBehind);
    expect(isTakenOver(failure)).toBe(false);
    const rows = await database.rows(`select 1 from shared_log where log = 'contracts'`);
    expect(rows).toHaveLength(1);
  });

  test('appends from a thread that has only plain data', async () => {
    const folder = newFolder();
    const files = await filesIn(folder);
    const fence = await takeOver();
    await files.catchUp();
    const address = { store: `${url()}?schema=${database.schema}`, name: 'reference', fence } as const;
    const { share } = closing(openShare(structuredClone(address)));
    const path = join(folder, REFERENCE_FILE);
    const references = closing(await ReferenceLog.open(path, (reason) => expect.fail(reason), share));
    await references.append(numberedVersion(1));
    await takeOver();
    await expect(references.append(numberedVersion(2))).rejects.toThrow(TakenOver);
    const other = newFolder();
    await (await filesIn(other)).catchUp();
    expect(readFileSync(join(other, REFERENCE_FILE))).toEqual(readFileSync(path));
  });
});

describe('following', () => {
  test('copies new records, and announces them, until it is closed', async () => {
    const [leading, following] = [newFolder(), newFolder()];
    const leader = closing(await lead(leading, await filesIn(leading)));
    const files = await filesIn(following);
    const clock = new ManualClock(DAY);
    const changed: string[] = [];
    files.onCopyChange(({ name }) => void changed.push(name));
    const stop = files.follow(clock, 1000);
    await vi.waitFor(() => expect(clock.waiting).toBe(1));
    expect(changed).toEqual([]);
    await leader.append(1);
    clock.advance(1000);
    await vi.waitFor(() => expect(clock.waiting).toBe(1));
    expect(changed.toSorted()).toEqual(['contracts', 'gaps', 'heads', 'reference']);
    await leader.gaps.append([gapLine(numberedGap(2))]);
    clock.advance(1000);
    await vi.waitFor(() => expect(clock.waiting).toBe(1));
    expect(changed.slice(4)).toEqual(['gaps']);
    await stop();
    await leader.append(3);
    clock.advance(10_000);
    expect(changed).toHaveLength(5);
    await files.close();
    expect(clock.waiting).toBe(0);
  });

  test('reports once that the database is unavailable, and continues when it is back', async () => {
    const lines: string[] = [];
    const capturingLog = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
    const folder = newFolder();
    await stored(1);
    const files = closing(
      new SharedFiles({ folder, database, quarantine: quarantineOf(folder), log: capturingLog }),
    );
    const clock = new ManualClock(DAY);
    const away = vi.spyOn(database, 'rows').mockRejectedValue(new Error('connection refused'));
    const stop = files.follow(clock, 1000);
    for (let round = 0; round < 3; round++) {
      await vi.waitFor(() => expect(clock.waiting).toBe(1));
      clock.advance(1000);
    }
    await vi.waitFor(() => expect(clock.waiting).toBe(1));
    expect(away.mock.calls.length).toBeGreaterThanOrEqual(4);
    away.mockRestore();
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'the shared logs cannot be copied, retrying',
    ]);
    clock.advance(1000);
    await vi.waitFor(() => expect(lines).toHaveLength(2));
    expect(lines[1]).toContain('the shared logs can be copied again');
    await stop();
    expect(readHeads(folder).heads).toEqual([numberedHead(1)]);
  });
});

describe('a serving node', () => {
  async function serving() {
    const [leading, folder] = [newFolder(), newFolder()];
    const leader = closing(await lead(leading, await filesIn(leading)));
    await leader.append(1);
    const files = await filesIn(folder);
    await files.catchUp();
    const records = closing(new CopiedRecords({ folder, files, log }));
    return { leader, files, folder, records };
  }

  test('knows the records that existed when it started', async () => {
    const { records } = await serving();
    expect(await records.contracts.read()).toEqual([numberedContract(1)]);
    expect(await records.heads.heads()).toEqual([numberedHead(1)]);
    expect(records.notedGaps()).toEqual([numberedGap(1)]);
    expect(await records.findReference(numberedVersion(1).hash)).toEqual(numberedVersion(1).data);
    expect([...records.earlierReferences(numberedVersion(1).hash)]).toEqual([]);
  });

  test('learns new records', async () => {
    const { leader, files, records } = await serving();
    await leader.append(2);
    const lasting = { from: numberedGap(3).from, reason: 'DOWN' } as const;
    await leader.gaps.append([openGapLine(lasting)]);
    await files.catchUp();
    expect(await records.heads.heads()).toEqual([1, 2].map(numberedHead));
    expect(records.notedGaps()).toEqual([
      numberedGap(1),
      numberedGap(2),
      { ...lasting, to: numberedGap(3).to },
    ]);
    expect([...records.earlierReferences(numberedVersion(2).hash)]).toEqual([numberedVersion(1).data]);
    expect(await records.contracts.read()).toEqual([1, 2].map(numberedContract));
  });

  test('queries a version or a contract that it has not copied yet', async () => {
    const { leader, records } = await serving();
    await leader.append(2);
    expect(await records.findReference(numberedVersion(2).hash)).toEqual(numberedVersion(2).data);
    await leader.append(3);
    expect(await records.contracts.read()).toEqual([1, 2, 3].map(numberedContract));
    expect(await records.findReference('00'.repeat(32))).toBeUndefined();
  });

  test('continues with its data while the database is unavailable', async () => {
    const { folder } = await serving();
    const away = new Database({ url: 'postgres://nobody@127.0.0.1:1/none', connectTimeoutMs: 500 });
    closing(away);
    const files = await filesIn(folder, away);
    const records = closing(new CopiedRecords({ folder, files, log }));
    expect(await records.contracts.read()).toEqual([numberedContract(1)]);
    expect(await records.heads.heads()).toEqual([numberedHead(1)]);
    expect(await records.findReference(numberedVersion(1).hash)).toEqual(numberedVersion(1).data);
    expect(await records.findReference(numberedVersion(9).hash)).toBeUndefined();
  });

  test('whose copy was created again knows its content', async () => {
    const { files, folder, records, leader } = await serving();
    await leader.append(2);
    for (const file of [CONTRACT_FILE, HEAD_FILE, GAP_FILE, REFERENCE_FILE])
      writeFileSync(join(folder, file), 'nonsense\nmore of it, that is longer than any beginning\n');
    await files.catchUp();
    expect(setAside(folder)).toHaveLength(4);
    expect(await records.contracts.read()).toEqual([1, 2].map(numberedContract));
    expect(await records.heads.heads()).toEqual([1, 2].map(numberedHead));
    expect(records.notedGaps()).toEqual([1, 2].map(numberedGap));
    expect([...records.earlierReferences(numberedVersion(2).hash)]).toEqual([numberedVersion(1).data]);
  });
});
