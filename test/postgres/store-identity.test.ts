import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PROGRESS_FILE } from '../../src/app/pipeline/backfill/backfill-progress.ts';
import { ProgressNotes } from '../../src/cluster/roles/compute/progress-notes.ts';
import {
  claimStore,
  MOVE_LOG,
  refuseOtherStore,
  storedIdentity,
} from '../../src/cluster/files/store-identity.ts';
import type { Database } from '../../src/cluster/postgres/database.ts';
import { SharedLog } from '../../src/cluster/postgres/log/shared-log.ts';
import { usePostgres } from '../support/postgres-schemas.ts';

const { open } = usePostgres();
const SMALL = { source: 'simulator', world: 'small', seed: 'tidemark' };

let database: Database;
let folders: string[];
beforeEach(async () => {
  database = await open();
  folders = [];
});
afterEach(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function takeOver(): Promise<number> {
  const [row] = await database.rows<{ number: string }>(
    'update fence set number = number + 1 returning number',
  );
  return Number(row!.number);
}

describe('a store', () => {
  test('keeps the identity set by its first writer, and accepts the same again', async () => {
    await expect(refuseOtherStore(database, SMALL)).resolves.toBeUndefined();
    await claimStore(database, SMALL, await takeOver());
    await claimStore(database, SMALL, await takeOver());
    expect(await storedIdentity(database)).toEqual(SMALL);
  });

  test.each([
    [{ ...SMALL, world: 'full' }, 'world small (requested: full)'],
    [{ ...SMALL, seed: 'other' }, 'seed tidemark (requested: other)'],
    [{ source: 'live' }, 'source simulator (requested: live)'],
  ])('refuses %j, and says what to do', async (other, message) => {
    await claimStore(database, SMALL, await takeOver());
    const refused = refuseOtherStore(database, other);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toThrow('?schema=');
    await expect(claimStore(database, other, await takeOver())).rejects.toThrow(message);
  });

  test('that a move has not completely filled is refused', async () => {
    await new SharedLog(database, MOVE_LOG).append([Buffer.from('{}')], 0, await takeOver());
    await expect(refuseOtherStore(database, SMALL)).rejects.toThrow('tidemark move has not finished');
  });
});

describe('how far the past is filled in', () => {
  const log = pino({ level: 'silent' });
  function folderOf(): string {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-notes-'));
    folders.push(folder);
    return folder;
  }

  test('is known to the next leader', async () => {
    const [first, second] = [folderOf(), folderOf()];
    const fence = await takeOver();
    const leading = new ProgressNotes(first, database, log);
    await leading.restore();
    for (const done of ['1', '2', '2', '3']) {
      writeFileSync(join(first, PROGRESS_FILE), done);
      leading.keep(fence);
      await leading.idle();
    }
    const next = new ProgressNotes(second, database, log);
    await next.restore();
    expect(readFileSync(join(second, PROGRESS_FILE), 'utf8')).toBe('3');
    writeFileSync(join(second, PROGRESS_FILE), '4');
    next.keep(await takeOver());
    await next.idle();
    await leading.restore();
    expect(readFileSync(join(first, PROGRESS_FILE), 'utf8')).toBe('4');
  });

  test('is shared again after a reply of the store was lost, also if more was filled in meanwhile', async () => {
    const [first, second] = [folderOf(), folderOf()];
    const fence = await takeOver();
    const leading = new ProgressNotes(first, database, log);
    await leading.restore();
    // Like an attempt of this process whose reply was lost.
    const stored = await new SharedLog(database, `note ${PROGRESS_FILE}`).append(
      [Buffer.from('1')],
      0,
      fence,
    );
    expect(stored).toBe('stored');
    for (const done of ['2', '3']) {
      writeFileSync(join(first, PROGRESS_FILE), done);
      leading.keep(fence);
      await leading.idle();
      const next = new ProgressNotes(second, database, log);
      await next.restore();
      expect(readFileSync(join(second, PROGRESS_FILE), 'utf8')).toBe(done);
    }
    expect(readFileSync(join(first, PROGRESS_FILE), 'utf8')).toBe('3');
  });

  test('is not reported by a process that was taken over', async () => {
    const [first, second] = [folderOf(), folderOf()];
    const fence = await takeOver();
    await takeOver();
    const deposed = new ProgressNotes(first, database, log);
    writeFileSync(join(first, PROGRESS_FILE), 'of before');
    deposed.keep(fence);
    await deposed.idle();
    const next = new ProgressNotes(second, database, log);
    await next.restore();
    expect(() => readFileSync(join(second, PROGRESS_FILE))).toThrow('ENOENT');
  });
});
