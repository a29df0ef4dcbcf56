import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BackupFiles } from '../../../../../src/app/operate/backup/backup-files.ts';

const UNREAD = 'history/days/2026-03-01.seg';
const SOUND = 'inputs/2026-03-01T00.inputs';
let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'tidemark-backup-files-'))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Reading a folder fails like reading a bad sector. */
function takeWith(unread: string): { files: BackupFiles; taken: ReturnType<BackupFiles['copyAll']> } {
  mkdirSync(join(root, 'data', 'cut', unread), { recursive: true });
  mkdirSync(dirname(join(root, 'data', 'cut', SOUND)), { recursive: true });
  writeFileSync(join(root, 'data', 'cut', SOUND), 'sound');
  mkdirSync(join(root, 'to'));
  const options = { data: join(root, 'data'), cut: 'cut', to: join(root, 'to') };
  const files = new BackupFiles({ ...options, before: undefined, known: undefined });
  const cut = [unread, SOUND].map((path) => ({ path, bytes: 5, sealed: true }));
  return { files, taken: files.copyAll(cut) };
}

test('a file with read errors is named and left out; the rest is copied', async () => {
  const { files, taken } = takeWith(UNREAD);
  expect((await taken).map(({ path }) => path)).toEqual([SOUND]);
  expect(files.leftOut).toEqual([UNREAD]);
  expect(existsSync(join(root, 'to', UNREAD))).toBe(false);
  expect(await files.damage(() => undefined)).toContainEqual({
    file: UNREAD,
    reason: 'is a folder, not a regular file',
  });
});

test('a backup fails without a file that identifies the directory', async () => {
  await expect(takeWith('tidemark.json').taken).rejects.toThrow(
    'no backup was made: tidemark.json is a folder, not a regular file',
  );
});
