import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, expect, test } from 'vitest';
import { DAY_MS } from '../../../src/core/time.ts';
import { candleText } from '../../../src/latest/candles/candle-text.ts';
import { CommandSession } from '../../support/command-session.ts';
import { exportedText } from '../../support/exported-text.ts';
import { candlesOn, FIRST_DAY, StoredWorlds } from '../../support/stored-world.ts';
import { MEGABYTE, SmallDisk } from './small-disk.ts';
import { Tidemark } from '../../support/tidemark-process.ts';

const MAIN = fileURLToPath(new URL('../../../dist/src/cli/main.js', import.meta.url));
const tidemark = new Tidemark();
const commands = new CommandSession();
const worlds = new StoredWorlds();
afterAll(() => worlds.remove());

let disk: SmallDisk | undefined;
function mount(megabytes: number): string {
  disk = new SmallDisk(megabytes);
  return disk.folder;
}
afterEach(() => {
  disk?.unmount();
  disk = undefined;
});

async function storedWorld(): Promise<string> {
  const data = tidemark.newFolder();
  await worlds.copyTo(data, { ticks: 100, days: 3 });
  return data;
}

test('an export without space leaves no file, and says why', async () => {
  const data = await storedWorld();
  const out = join(mount(2), 'ticks.csv');
  const { code, stdout, stderr } = await commands.run(['export', 'ticks', '--out', out, '--data', data]);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(new RegExp(`^tidemark: ${out} cannot be written: ENOSPC`));
  expect(readdirSync(disk!.folder)).toEqual([]);
  const script = `"${process.execPath}" "${MAIN}" export ticks --data "${data}" > "${out}"`;
  const piped = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  expect([piped.status, piped.stderr]).toEqual([
    1,
    expect.stringMatching(/^tidemark: standard output cannot be written: ENOSPC/),
  ]);
});

test('an import without space stores nothing, and works when there is some', async () => {
  const folder = join(mount(300), 'data');
  await worlds.copyTo(folder, { ticks: 2, days: 1 });
  const file = join(tidemark.newFolder(), 'days.ndjson');
  const older = Array.from({ length: 30 }, (_, i) => candlesOn(FIRST_DAY - (31 - i) * DAY_MS)).flat();
  writeFileSync(file, older.map((candle) => `${candleText(candle)}\n`).join(''));
  const take = () => commands.run(['import', 'ohlcv', file, '--data', folder]);
  const stored = () => exportedText({ data: folder, kind: 'ohlcv', format: 'ndjson' });
  const before = await stored();
  for (const leave of [150 * MEGABYTE, 64 * 1024]) {
    const filler = disk!.fill(leave);
    const refused = await take();
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toMatch(/^tidemark: nothing was imported: (?:the disk is almost full|ENOSPC)/);
    expect(await stored()).toBe(before);
    expect(readdirSync(folder).filter((name) => name.startsWith('import-'))).toEqual([]);
    rmSync(filler);
  }
  expect(await take()).toMatchObject({ code: 0, stderr: '' });
  expect(await stored()).toBe(older.map((candle) => `${candleText(candle)}\n`).join('') + before);
});

test('a backup without space leaves none, and earlier ones stay', async () => {
  const data = await storedWorld();
  const target = mount(8);
  const backUp = () => commands.run(['backup', target, '--data', data]);
  expect(await backUp()).toMatchObject({ code: 0 });
  const before = readdirSync(target);
  writeFileSync(join(data, 'large'), Buffer.alloc(10 * MEGABYTE));
  const { code, stderr } = await backUp();
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^tidemark: no backup was made in .*: ENOSPC/)]);
  expect(readdirSync(target)).toEqual(before);
  expect(readdirSync(data).filter((name) => name.startsWith('cut-'))).toEqual([]);
});

test('a restore without space leaves an empty directory', async () => {
  const data = await storedWorld();
  writeFileSync(join(data, 'large'), Buffer.alloc(10 * MEGABYTE));
  const target = tidemark.newFolder();
  expect(await commands.run(['backup', target, '--data', data])).toMatchObject({ code: 0 });
  const [name] = readdirSync(target);
  const { code, stderr } = await commands.run(['restore', join(target, name!), '--data', mount(4)]);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^tidemark: nothing was restored: ENOSPC/)]);
  expect(readdirSync(disk!.folder)).toEqual([]);
});
