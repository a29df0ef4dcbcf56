import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readAudit } from '../../../../../src/app/operate/audit/audit-log.ts';
import { runCommand } from '../../../../../src/app/operate/control/admin-access.ts';
import { temporaryName } from '../../../../../src/app/directory/temporary-name.ts';
import { SystemClock } from '../../../../../src/core/clocks/clock.ts';
import { temporaryFolders } from '../../../../support/data-folder.ts';

const newFolder = temporaryFolders();
const FILES = ['clients.json', 'secret-hmac.key', 'signing-keys.json', 'integrity-keys.json'];

describe('in a directory with missing files, a reading command', () => {
  const AUDIT_FILES = ['audit.log', 'audit-head.json'];
  const ask = (folder: string, command: string, args: Record<string, unknown> = {}) =>
    runCommand(folder, new SystemClock(), { command, arguments: args });
  const add = (folder: string) => ask(folder, 'clients.add', { name: 'desk', scopes: ['read:LX'] });

  async function folderWithout(...names: readonly string[]): Promise<string> {
    const folder = newFolder();
    await add(folder);
    for (const name of names) rmSync(join(folder, name));
    return folder;
  }

  test.each(['integrity-keys.json', 'signing-keys.json', ...AUDIT_FILES])(
    'does not create %s',
    async (name) => {
      const folder = await folderWithout(name);
      const before = readdirSync(folder);
      for (const command of ['clients.list', 'status']) await ask(folder, command);
      expect(await ask(folder, 'clients.list')).toMatchObject([{ name: 'desk' }]);
      expect(readdirSync(folder)).toEqual(before);
    },
  );

  test('creates none of them if all are missing', async () => {
    const folder = await folderWithout(...FILES, ...AUDIT_FILES);
    const before = readdirSync(folder);
    expect(await ask(folder, 'clients.list')).toEqual([]);
    expect(readdirSync(folder)).toEqual(before);
  });

  test('rejects clients whose key is missing, like every command', async () => {
    const folder = await folderWithout('secret-hmac.key');
    const before = readdirSync(folder);
    await expect(ask(folder, 'clients.list')).rejects.toThrow(/secret-hmac\.key is missing/);
    expect(readdirSync(folder)).toEqual(before);
  });

  test('leaves an incomplete line of the audit log unchanged', async () => {
    const folder = await folderWithout();
    const path = join(folder, 'audit.log');
    appendFileSync(path, 'deadbe');
    const before = readFileSync(path);
    await ask(folder, 'clients.list');
    expect(readFileSync(path)).toEqual(before);
  });

  test('and that is recorded writes to the existing log', async () => {
    const folder = await folderWithout('integrity-keys.json');
    await ask(folder, 'backup.cut', { name: temporaryName('cut'), target: '/copy' });
    const { entries, problems } = readAudit(folder);
    expect(entries.at(-1)).toMatchObject({ event: 'backup', details: { target: '/copy' } });
    expect(problems).toEqual([]);
  });
});
