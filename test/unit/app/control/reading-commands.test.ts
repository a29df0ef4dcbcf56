import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../../../../src/app/control/admin-access.ts';
import { SystemClock } from '../../../../src/core/clock.ts';
import { temporaryFolders } from '../../../support/data-folder.ts';

const newFolder = temporaryFolders();
const FILES = ['clients.json', 'secret-hmac.key', 'signing-keys.json', 'integrity-keys.json'];

/** A directory whose files of clients and keys a version without checksums wrote. */
async function olderFolder(): Promise<string> {
  const folder = newFolder();
  await runCommand(folder, new SystemClock(), {
    command: 'clients.add',
    arguments: { name: 'desk', scopes: ['read:LX'] },
  });
  for (const name of FILES) {
    const content = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, unknown>;
    const { sha256: _sha256, hmacKeyId: _hmacKeyId, ...members } = content;
    const text = 'key' in members ? `${String(members['key'])}\n` : JSON.stringify({ ...members, format: 1 });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const contents = (folder: string) => FILES.map((name) => readFileSync(join(folder, name), 'utf8'));

test('a command that reads leaves files of an older version as they are', async () => {
  const folder = await olderFolder();
  const before = contents(folder);
  const listed = await runCommand(folder, new SystemClock(), { command: 'clients.list', arguments: {} });
  expect(listed).toMatchObject([{ name: 'desk' }]);
  expect(contents(folder)).toEqual(before);
});

test('a command that changes something seals them', async () => {
  const folder = await olderFolder();
  await runCommand(folder, new SystemClock(), { command: 'keys.rotate', arguments: {} });
  const sealed = contents(folder).map((text) => 'sha256' in (JSON.parse(text) as object));
  expect(sealed).toEqual([true, true, true, true]);
});
