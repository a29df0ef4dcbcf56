import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readProgress } from '../../../src/app/pipeline/backfill/backfill-progress.ts';
import { backUp as backUpHere, type BackupMade } from '../../../src/app/operate/backup/backup.ts';
import { MAINTENANCE_FILE } from '../../../src/app/operate/maintenance/maintenance.ts';
import { restore } from '../../../src/app/operate/backup/restore.ts';
import { SystemClock, type Clock } from '../../../src/core/clocks/clock.ts';
import { OperatorError } from '../../../src/core/errors.ts';
import { SLOT_MS } from '../../../src/core/time.ts';
import { appears } from '../../support/appears.ts';
import { CommandSession } from '../../support/command-session.ts';
import { exportedText } from '../../support/exported-text.ts';
import { sliceAt } from '../../support/history-values.ts';
import { FIRST_TICK, openStored, StoredWorlds } from '../../support/stored-world.ts';
import { eventually, Tidemark, tokenOf } from '../../support/tidemark-process.ts';

const tidemark = new Tidemark();
const commands = new CommandSession();
const worlds = new StoredWorlds();
afterAll(() => worlds.remove());
const BLX = '191724d4-7915-491b-8b73-bc293e03a93e';
/** Two complete hours, over the end of a day, and a third; end-of-day records of two years. */
const HOURS = { ticks: 32, apart: 8, days: 20 };
/** One complete hour, and the next. */
const HOUR = { ticks: 19, apart: 8, days: 2 };

/** Like the program, but in this process, because most backups take less time than starting the program. */
async function backUp(data: string, target: string, inputs = false): Promise<BackupMade> {
  const made = await backUpHere({ data, target, inputs, clock: new SystemClock() });
  expect(made.damaged).toEqual([]);
  return made;
}

async function backUpWithNote(data: string, target: string): Promise<BackupMade> {
  const { code, stdout, stderr } = await commands.run(['backup', target, '--data', data, '--json']);
  const made = JSON.parse(stdout) as BackupMade;
  expect([code, stderr]).toEqual([0, made.note === undefined ? '' : `tidemark: ${made.note}\n`]);
  return made;
}

const restoreInto = (data: string, backup: string) => restore({ backup, data, clock: new SystemClock() });

async function restored(backup: string): Promise<string> {
  const data = join(tidemark.newFolder(), 'restored');
  await restoreInto(data, backup);
  return data;
}

/** Enough data for copying to take a moment. */
const writeLarge = (data: string) => {
  writeFileSync(join(data, 'large'), '');
  truncateSync(join(data, 'large'), 150 * 2 ** 20);
};

async function everything(data: string): Promise<string> {
  const ticks = await exportedText({ data, kind: 'ticks', format: 'ndjson' });
  return ticks + (await exportedText({ data, kind: 'ohlcv', format: 'ndjson' }));
}

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .toSorted();

function areChangesStored(folder: string): boolean {
  const progress = readProgress(folder);
  return progress?.prepared === true && progress.changesLeft === undefined;
}

const temporaryIn = (folder: string) =>
  readdirSync(folder).filter((name) => /^(?:cut|incomplete)-/.test(name));

describe('a backup of a stopped service', () => {
  test('restores everything readable', async () => {
    const data = tidemark.newFolder();
    await worlds.copyTo(data, HOURS);
    await commands.run(['clients', 'add', '--name', 'desk', '--data', data]);
    writeFileSync(join(data, 'backfill.json'), '{"format":2,"prepared":false}');
    const { folder, files } = await backUpWithNote(data, tidemark.newFolder());
    const again = join(tidemark.newFolder(), 'restored');
    const ended = await commands.run(['restore', folder, '--data', again]);
    expect([ended.stderr, ended.code]).toEqual(['', 0]);
    // When the backup was made is written after it.
    const backedUp = filesOf(data).filter((name) => name !== MAINTENANCE_FILE);
    expect(filesOf(again)).toEqual(backedUp);
    expect(filesOf(folder)).toHaveLength(files + 1);
    // The audit log records the backup here, and the restore there.
    for (const path of backedUp.filter((name) => !name.startsWith('audit')))
      expect(readFileSync(join(again, path)).equals(readFileSync(join(data, path))), path).toBe(true);
    for (const path of filesOf(again)) expect(statSync(join(again, path)).mode & 0o077, path).toBe(0);
    expect(statSync(folder).mode & 0o077).toBe(0);
    expect(await everything(again)).toBe(await everything(data));
    const list = (of: string) => commands.run(['clients', 'list', '--data', of]);
    expect((await list(again)).stdout).toBe((await list(data)).stdout);
    const [before, after] = [await openStored(data), await openStored(again)];
    expect(await after.lastTick()).toEqual(await before.lastTick());
    await before.close();
    await after.close();
    expect(temporaryIn(data)).toEqual([]);
  });

  test('links unchanging files to the directory and to the previous backup', async () => {
    const data = tidemark.newFolder();
    await worlds.copyTo(data, HOURS);
    const target = tidemark.newFolder();
    const first = await backUp(data, target);
    const sealed = filesOf(data).filter((path) => path.endsWith('.seg'));
    expect(sealed.length).toBeGreaterThan(2);
    const inode = (folder: string, path: string) => statSync(join(folder, path)).ino;
    for (const path of sealed) expect(inode(first.folder, path), path).toBe(inode(data, path));
    const second = await backUp(data, target);
    expect(second.folder > first.folder).toBe(true);
    for (const path of sealed) expect(inode(second.folder, path), path).toBe(inode(data, path));
    expect(second.copiedBytes).toBeLessThan(second.bytes);
    rmSync(first.folder, { recursive: true });
    expect(await everything(await restored(second.folder))).toBe(await everything(data));
  });

  test('does not confuse a file with an earlier one of equal name and length', async () => {
    const data = tidemark.newFolder();
    await worlds.copyTo(data, { ...HOUR, days: 0 });
    const target = tidemark.newFolder();
    await backUp(data, target);
    const hour = filesOf(data).find((path) => path.endsWith('.seg'));
    const bytes = readFileSync(join(data, hour!));
    bytes[20]! ^= 1;
    rmSync(join(data, hour!));
    writeFileSync(join(data, hour!), bytes);
    const { code, stdout, stderr } = await commands.run(['backup', target, '--data', data, '--json']);
    const second = JSON.parse(stdout) as BackupMade;
    expect(readFileSync(join(second.folder, hour!)).equals(bytes)).toBe(true);
    // That file is damaged, which is reported.
    expect([code, stderr]).toEqual([1, expect.stringContaining(`copied anyway: ${hour}`)]);
  });

  test('names the symbolic links that it does not follow', async () => {
    const data = tidemark.newFolder();
    await worlds.copyTo(data, { ticks: 1, days: 0 });
    const elsewhere = tidemark.newFolder();
    writeFileSync(join(elsewhere, 'tiers.json'), '{}');
    symlinkSync(join(elsewhere, 'tiers.json'), join(data, 'tiers.json'));
    symlinkSync(join(elsewhere, 'gone'), join(data, 'gone'));
    cpSync(join(data, 'history'), join(elsewhere, 'history'), { recursive: true });
    rmSync(join(data, 'history'), { recursive: true });
    symlinkSync(join(elsewhere, 'history'), join(data, 'history'));
    const { folder, note } = await backUpWithNote(data, tidemark.newFolder());
    expect(note).toMatch(/^not in the backup: gone, tiers\.json\. Symbolic links .* are not followed/);
    expect(readdirSync(folder)).not.toContain('tiers.json');
    expect(readdirSync(folder)).toContain('history');
  });

  test('lies outside of the data directory', async () => {
    const data = tidemark.newFolder();
    await worlds.copyTo(data, { ticks: 1, days: 0 });
    const linked = join(tidemark.newFolder(), 'linked');
    symlinkSync(data, linked);
    const { code, stderr } = await commands.run(['backup', data, '--data', data]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/is inside the data directory/)]);
    for (const target of [join(data, 'backups'), join(data, 'a', 'b'), join(linked, 'backups')])
      await expect(backUp(data, target)).rejects.toThrow(/is inside the data directory/);
    expect(readdirSync(data).toSorted()).toEqual(['history', 'tidemark.json']);
  });

  test.each([
    ['damaged', (text: string) => text.replace('"bytes":', '"bytes":1')],
    ['cut', (text: string) => text.slice(0, 100)],
    ['newer', (text: string) => text.replace('"format":1', '"format":2')],
  ])('continues if the previous manifest is %s, and reports it', async (_how, change) => {
    const data = tidemark.newFolder();
    await worlds.copyTo(data, HOUR);
    const target = tidemark.newFolder();
    const first = await backUp(data, target);
    const path = join(first.folder, 'manifest.json');
    writeFileSync(path, change(readFileSync(path, 'utf8')));
    const second = await backUpWithNote(data, target);
    expect(second.note).toBe(
      `the manifest of the previous backup ${first.folder} is damaged or of a newer version: no files were linked to it`,
    );
    expect(await everything(await restored(second.folder))).toBe(await everything(data));
    expect(await backUp(data, target)).not.toHaveProperty('note');
  });

  test('can itself be backed up, and that backup restored', async () => {
    const data = tidemark.newFolder();
    await worlds.copyTo(data, HOUR);
    const first = await backUp(data, tidemark.newFolder());
    const second = await backUp(first.folder, tidemark.newFolder());
    const again = await restored(second.folder);
    expect(await everything(again)).toBe(await everything(data));
    expect(readdirSync(again)).not.toContain('manifest.json');
  });
});

describe('on another file system', () => {
  let target: string | undefined;
  afterEach(() => target && rmSync(target, { recursive: true, force: true }));

  test('files are copied once, and linked from one backup to the next', async () => {
    const data = tidemark.newFolder();
    await worlds.copyTo(data, HOURS);
    target = mkdtempSync('/dev/shm/tidemark-backup-');
    expect(statSync(target).dev).not.toBe(statSync(data).dev);
    const [first, second] = [await backUp(data, target), await backUp(data, target)];
    expect(first.copiedBytes).toBe(first.bytes);
    expect(second.copiedBytes).toBeLessThan(second.bytes);
    const inode = (folder: string, path: string) => statSync(join(folder, path)).ino;
    for (const path of filesOf(data).filter((name) => name.endsWith('.seg')))
      expect(inode(second.folder, path), path).toBe(inode(first.folder, path));
    const all = await everything(data);
    for (const { folder } of [first, second]) expect(await everything(await restored(folder))).toBe(all);
  });

  test('for history alone, links history there', async () => {
    const data = tidemark.newFolder();
    await worlds.copyTo(data, HOURS);
    target = mkdtempSync('/dev/shm/tidemark-history-');
    expect(statSync(target).dev).not.toBe(statSync(data).dev);
    const history = join(target, 'history');
    cpSync(join(data, 'history'), history, { recursive: true });
    rmSync(join(data, 'history'), { recursive: true });
    symlinkSync(history, join(data, 'history'));
    writeFileSync(join(target, 'clients.json'), '{"format":1,"clients":[]}');
    // Left by a killed backup.
    const left = 'cut-4194305-0123456789abcdef';
    for (const folder of [data, join(history, 'days')]) {
      mkdirSync(join(folder, left));
      utimesSync(join(folder, left), 0, 0);
    }
    const before = readdirSync(history, { recursive: true }).filter((name) => !String(name).includes(left));
    const near = mkdtempSync(join(target, 'backups-'));
    const inode = (folder: string, path: string) => statSync(join(folder, path)).ino;
    const beside = await backUp(data, near);
    for (const path of filesOf(beside.folder).filter((name) => name.endsWith('.seg')))
      expect(inode(beside.folder, path), path).toBe(inode(data, path));
    const far = await backUp(data, tidemark.newFolder());
    const all = await everything(data);
    for (const { folder } of [beside, far]) expect(await everything(await restored(folder))).toBe(all);
    expect(readdirSync(history, { recursive: true })).toEqual(before);
    expect(temporaryIn(data)).toEqual([]);
  });
});

describe('a backup of a running service', () => {
  test(
    'is the state of the service at one tick, and a service can continue from it',
    { timeout: 900_000 },
    async () => {
      const data = join(tidemark.newFolder(), 'data');
      const flags = ['--start', '2026-12-31T23:57:00Z', '--fault-rate', '3'];
      const service = await tidemark.serve(['--data', data, '--speed', '100', ...flags]);
      // Reference values of changes are stored shortly after the start, for times before the first tick.
      await eventually(async () => areChangesStored(data));
      const target = tidemark.newFolder();
      const folders = new Map<string, string>();
      // At least three moments, the last one after the end of the year.
      for (let newest = ''; folders.size < 3 || !newest.startsWith('2027');) {
        const { folder, lastTick } = await backUp(data, target, true);
        folders.set((newest = lastTick!), folder);
      }
      expect(await service.stop()).toMatchObject({ code: 0 });
      for (const [lastTick, folder] of folders) {
        const again = await restored(folder);
        const ticksOf = (of: string, to?: number) =>
          exportedText({ data: of, kind: 'ticks', format: 'ndjson', to });
        const [ticks, same, verified] = await Promise.all([
          ticksOf(again),
          ticksOf(data, Date.parse(lastTick) + 1),
          commands.run(['verify', '--data', again, '--json']),
        ]);
        expect(ticks).toBe(same);
        expect(ticks).toContain(lastTick);
        expect(JSON.parse(verified.stdout)).toMatchObject({ different: 0, notVerifiable: { noInputs: 0 } });
      }
      const [, [lastTick, folder] = []] = folders;
      const again = await restored(folder!);
      const next = await tidemark.serve(['--data', again, '--speed', '0.01', ...flags]);
      const token = await tokenOf(next.baseUrl);
      const answer = await fetch(`${next.baseUrl}/v3/index-ticker?indexId=${BLX}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const { content } = (await answer.json()) as { content: { timestamp: string }[] };
      expect(content[0]!.timestamp).toBe(lastTick);
      expect(temporaryIn(data)).toEqual([]);

      // The inputs of a hundred days are also copied.
      const hours = 2400;
      for (let hour = 0; hour < hours; hour++) {
        const name = new Date(Date.UTC(2025, 0, 1, hour)).toISOString().slice(0, 13);
        writeFileSync(join(again, 'inputs', `${name}.inputs`), '');
      }
      const large = await backUp(again, tidemark.newFolder(), true);
      expect(readdirSync(join(large.folder, 'inputs')).length).toBeGreaterThan(hours);
    },
  );

  test('that is killed leaves no backup, and the next one cleans up', async () => {
    const data = tidemark.newFolder();
    await worlds.copyTo(data, HOURS);
    writeLarge(data);
    const target = tidemark.newFolder();
    const running = tidemark.start(['backup', target, '--data', data]);
    await appears(target, running.ended, /^incomplete-/);
    running.kill('SIGKILL');
    expect(await running.ended).toMatchObject({ signal: 'SIGKILL' });
    expect(readdirSync(target)).toEqual([expect.stringMatching(/^incomplete-/)]);
    rmSync(join(data, 'large'));
    const anHourAgo = Date.now() / 1000 - 3600;
    for (const at of [data, target])
      for (const name of temporaryIn(at)) utimesSync(join(at, name), anHourAgo, anHourAgo);
    const { folder } = await backUp(data, target);
    expect(readdirSync(target)).toEqual([folder.slice(target.length + 1)]);
    expect(temporaryIn(data)).toEqual([]);
    expect(await everything(await restored(folder))).toBe(await everything(data));
  });
});

test('a backup is still in use while its copies are checked', async () => {
  const data = tidemark.newFolder();
  await worlds.copyTo(data, HOURS);
  const target = tidemark.newFolder();
  let now = Date.now();
  const clock: Clock = {
    now: () => now,
    monotonic: () => now,
    waitUntil: async () => {},
    wait: async () => {},
  };
  // The last byte is copied: from here on, checking each part takes long.
  let looks = 0;
  const onBytes = (bytes: number, allBytes: number) => {
    if (bytes < allBytes) return;
    clock.monotonic = () => {
      looks++;
      return (now += 90_000);
    };
  };
  const { files } = await backUpHere({ data, target, inputs: false, clock, onBytes });
  expect(looks).toBeGreaterThan(files / 2);
});

test('a long backup is never mistaken for the remains of a killed one', async () => {
  const data = tidemark.newFolder();
  await worlds.copyTo(data, HOURS);
  const target = tidemark.newFolder();
  // Each check takes a minute and a half.
  let now = Date.now();
  const look = () => (now += 90_000);
  const clock: Clock = { now: look, monotonic: look, waitUntil: async () => {}, wait: async () => {} };
  const inUse = () => [data, target].flatMap((at) => temporaryIn(at).map((name) => join(at, name)));
  const changed: number[] = [];
  const onBytes = () => {
    expect(inUse()).toHaveLength(2);
    for (const path of inUse()) {
      changed.push(statSync(path).mtimeMs);
      utimesSync(path, 0, 0);
    }
  };
  const { folder, files } = await backUpHere({ data, target, inputs: false, clock, onBytes });
  expect(changed.length).toBeGreaterThan(4);
  expect(Math.min(...changed)).toBeGreaterThan(0);
  expect(filesOf(folder)).toHaveLength(files + 1);
});

describe('a restore', () => {
  const once = new Tidemark(afterAll);
  let kept: { readonly data: string; readonly target: string; readonly name: string };
  beforeAll(async () => {
    const [data, target] = [once.newFolder(), once.newFolder()];
    await worlds.copyTo(data, HOUR);
    kept = { data, target, name: basename((await backUp(data, target)).folder) };
  });

  /** Copies of a directory and of its backup. */
  function backedUp(): { data: string; folder: string; target: string } {
    const [data, target] = [tidemark.newFolder(), tidemark.newFolder()];
    cpSync(kept.data, data, { recursive: true });
    cpSync(kept.target, target, { recursive: true });
    return { data, target, folder: join(target, kept.name) };
  }

  test('into a non-empty directory is refused', async () => {
    const { folder, data } = backedUp();
    const before = filesOf(data);
    const { code, stderr } = await commands.run(['restore', folder, '--data', data]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/is not empty/)]);
    expect(filesOf(data)).toEqual(before);
  });

  test.each(['flipped', 'cut', 'missing'])(
    'of a file that is %s names it and restores nothing',
    async (how) => {
      const { folder } = backedUp();
      const name = filesOf(folder).find((path) => path.endsWith('.log'));
      const path = join(folder, name!);
      const bytes = readFileSync(path);
      rmSync(path);
      if (how === 'flipped') bytes[100]! ^= 1;
      if (how !== 'missing') writeFileSync(path, how === 'cut' ? bytes.subarray(0, -1) : bytes);
      const target = join(tidemark.newFolder(), 'restored');
      await expect(restoreInto(target, folder)).rejects.toThrow(
        new OperatorError(`the backup is damaged, nothing was restored: ${name}`),
      );
      expect(readdirSync(target)).toEqual([]);
    },
  );

  test('of a damaged or newer manifest is refused', async () => {
    const { folder } = backedUp();
    const path = join(folder, 'manifest.json');
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace('"bytes":', '"bytes":1'));
    await expect(restored(folder)).rejects.toThrow(/manifest\.json is damaged/);
    writeFileSync(path, text.replace('"format":1', '"format":2'));
    await expect(restored(folder)).rejects.toThrow(/has format 2/);
  });

  test('of a folder with backups lists them', async () => {
    const { folder, target } = backedUp();
    const { code, stderr } = await commands.run(['restore', target, '--data', tidemark.newFolder()]);
    expect([code, stderr]).toEqual([
      1,
      `tidemark: ${target} contains a backup: name it, such as tidemark restore ${folder} --data DIR\n`,
    ]);
    const newer = join(target, basename(folder).replace(/^\d{4}/, '9999'));
    cpSync(folder, newer, { recursive: true });
    await expect(restored(target)).rejects.toThrow(
      new OperatorError(
        `${target} contains 2 backups: name one of them, such as tidemark restore ${newer} --data DIR`,
      ),
    );
    await expect(restored(tidemark.newFolder())).rejects.toThrow(/is not a backup/);
    await expect(restored(join(target, 'nowhere'))).rejects.toThrow(OperatorError);
  });

  test('that is killed leaves a directory that is not served', async () => {
    const data = tidemark.newFolder();
    await worlds.copyTo(data, { ticks: 10, days: 0 });
    writeLarge(data);
    const { folder } = await backUp(data, tidemark.newFolder());
    const target = tidemark.newFolder();
    const running = tidemark.start(['restore', folder, '--data', target]);
    await appears(target, running.ended, /^large$/);
    running.kill('SIGKILL');
    await running.ended;
    const served = await tidemark.run(['serve', '--port', '0', '--world', 'small', '--data', target]);
    const unfinished = `tidemark: ${target} holds an unfinished restore: remove the directory and restore again\n`;
    expect(served).toMatchObject({ code: 1, stderr: unfinished });
    const again = await commands.run(['restore', folder, '--data', target]);
    expect(again).toMatchObject({ code: 1, stderr: unfinished });
    rmSync(target, { recursive: true });
    expect((await restoreInto(target, folder)).files.map(({ path }) => path)).toContain('large');
  });

  test('into a new file system, which is not quite empty, works', async () => {
    const { folder, data } = backedUp();
    const target = tidemark.newFolder();
    mkdirSync(join(target, 'lost+found'));
    const log = filesOf(folder).find((path) => path.endsWith('.log'))!;
    const bytes = readFileSync(join(folder, log));
    rmSync(join(folder, log));
    await expect(restoreInto(target, folder)).rejects.toThrow(OperatorError);
    expect(readdirSync(target)).toEqual(['lost+found']);
    writeFileSync(join(folder, log), bytes);
    await restoreInto(target, folder);
    expect(await everything(target)).toBe(await everything(data));
    expect(existsSync(join(target, 'lost+found'))).toBe(true);
  });
});

test('a store continues to append while a snapshot of it is copied', async () => {
  const data = tidemark.newFolder();
  await worlds.copyTo(data, { ticks: 5, days: 0 });
  const history = await openStored(data);
  const { growing } = history.files();
  await history.append(sliceAt(FIRST_TICK + 5 * SLOT_MS));
  const grown = history.files().growing;
  const bytes = (extents: typeof grown) => extents.reduce((sum, file) => sum + file.bytes, 0);
  expect(bytes(grown)).toBeGreaterThan(bytes(growing));
  for (const { path, bytes: counted } of grown) expect(statSync(path).size).toBeGreaterThanOrEqual(counted);
  await history.close();
});
