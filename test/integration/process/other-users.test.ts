import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { sendCommand } from '../../../src/app/directory/control-socket.ts';
import { existingDirectory } from '../../../src/app/directory/data-directory.ts';
import { OperatorError } from '../../../src/core/errors.ts';
import { CommandSession } from '../../support/command-session.ts';
import { eventually, Tidemark } from '../../support/tidemark-process.ts';

/** Needs root, because only root can give files to another user. */
const OWNER = 65_534;
const GROUP = 65_533;
const ROOT = 0;

const tidemark = new Tidemark();
const session = new CommandSession();
afterEach(() => process.seteuid?.(ROOT));

function give(folder: string): string {
  execFileSync('chown', ['-R', `${OWNER}:${GROUP}`, folder]);
  return folder;
}

/** Everything in a folder, and the folder itself, that does not belong to its owner. */
function foreignIn(folder: string): string[] {
  const names = ['.', ...(readdirSync(folder, { recursive: true }) as string[])];
  return names.filter((name) => {
    const { uid, gid } = statSync(join(folder, name));
    return uid !== OWNER || gid !== GROUP;
  });
}

async function succeeds(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await session.run(args, { environment: { SUDO_USER: 'alice' } });
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

async function servedFolder(): Promise<string> {
  const folder = tidemark.newFolder();
  const service = await tidemark.serve(['--data', folder]);
  expect(await service.stop()).toMatchObject({ code: 0 });
  return give(folder);
}

describe('a command of root on the directory of another user', () => {
  test('leaves all files owned by that user: clients, keys, backup, history', async () => {
    const folder = await servedFolder();
    const backups = give(tidemark.newFolder());
    await succeeds('clients', 'add', '--name', 'desk', '--data', folder);
    await succeeds('keys', 'rotate', '--data', folder);
    await succeeds('clients', 'list', '--data', folder);
    await succeeds('backup', backups, '--inputs', '--data', folder);
    const filling = tidemark.start(['backfill', '--days', '1', '--world', 'small', '--data', folder]);
    const audit = () => readFileSync(join(folder, 'audit.log'), 'utf8');
    await eventually(async () => audit().includes('"backfill"'));
    filling.kill('SIGKILL');
    await filling.ended;
    expect(readdirSync(folder)).toContain('control.sock');
    expect(foreignIn(folder)).toEqual([]);
    expect(foreignIn(backups)).toEqual([]);
    const { entries } = JSON.parse(await succeeds('audit', '--json', '--data', folder)) as {
      entries: { event: string; by: object }[];
    };
    const by = { user: 'root', uid: ROOT, sudoUser: 'alice' };
    for (const event of ['clients.add', 'keys.rotate', 'backup'])
      expect(entries).toEqual(
        expect.arrayContaining([expect.objectContaining({ event, by: expect.objectContaining(by) })]),
      );
  });

  test('works with a path longer than a unix socket may have', async () => {
    const above = tidemark.newFolder();
    const folder = join(above, 'a'.repeat(60), 'b'.repeat(60));
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    give(above);
    await succeeds('clients', 'add', '--name', 'desk', '--data', folder);
    expect(foreignIn(folder)).toEqual([]);
  });

  test('restores a backup into it for that user', async () => {
    const [folder, backups] = [await servedFolder(), tidemark.newFolder()];
    await succeeds('backup', backups, '--data', folder);
    const restored = give(tidemark.newFolder());
    await succeeds('restore', join(backups, readdirSync(backups)[0] ?? ''), '--data', restored);
    expect(foreignIn(restored)).toEqual([]);
    expect(readdirSync(restored)).toContain('audit.log');
  });

  test('cannot start a service: that user could not open its files', async () => {
    const folder = give(tidemark.newFolder());
    const { code, stderr } = await tidemark.run([
      'serve',
      '--port',
      '0',
      '--world',
      'small',
      '--data',
      folder,
    ]);
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^tidemark: ${folder} belongs to \\S+, and root would leave files`));
    expect(stderr).toContain('sudo -u');
    expect(stderr).toContain(`in a container, start it with --user ${OWNER}:${GROUP})`);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a file that belongs to another user than the directory', () => {
  test.each(['clients.json', 'secret-hmac.key', 'signing-keys.json', 'audit.log'])(
    'is named with the command that restores its owner: %s',
    async (name) => {
      const folder = tidemark.newFolder();
      give(folder);
      await succeeds('clients', 'add', '--name', 'desk', '--data', folder);
      const path = join(folder, name);
      chownSync(path, ROOT, ROOT);
      const before = statSync(folder);
      const command = `chown ${nameOf('passwd', before.uid)}:${nameOf('group', before.gid)} ${path}`;
      const { code, stderr } = await session.run(['clients', 'list', '--data', folder]);
      expect(code).toBe(1);
      expect(stderr).toBe(
        `tidemark: owners or permissions in ${folder} are not safe:\n` +
          `  ${path} belongs to root, the directory to ${nameOf('passwd', before.uid)}\n` +
          `These commands repair them:\n  ${command}\n` +
          'See docs/run/troubleshooting.md#unsafe-permissions\n',
      );
      process.seteuid?.(OWNER);
      expect(() => existingDirectory(folder)).toThrow(new RegExp(`\n  sudo ${command}$`));
      process.seteuid?.(ROOT);
      execFileSync('sh', ['-ec', command]);
      await succeeds('clients', 'list', '--data', folder);
    },
  );

  test('of very many is named with a command for all of them', async () => {
    const folder = await servedFolder();
    execFileSync('sh', ['-c', `cd ${folder}/inputs && for i in $(seq 12); do touch $i; done`]);
    const { stderr } = await session.run(['status', '--data', folder]);
    expect(stderr).toContain(`12 files in it belong to another user, for instance: ${folder}/inputs/1`);
    execFileSync('sh', ['-ec', /These commands repair them:\n(.*)See /s.exec(stderr)?.[1] ?? 'false']);
    const repaired = await session.run(['status', '--data', folder]);
    // No service runs on it: that has its own exit code.
    expect([repaired.code, repaired.stderr]).toEqual([3, '']);
  });

  test('and is a control socket is not removed: a process of that user may own it', async () => {
    const folder = tidemark.newFolder();
    const service = await tidemark.serve(['--data', folder]);
    chownSync(folder, OWNER, GROUP);
    process.seteuid?.(OWNER);
    const asked = sendCommand(folder, { command: 'status', arguments: {} });
    await expect(asked).rejects.toThrow(OperatorError);
    await expect(asked).rejects.toThrow(
      `${join(folder, 'control.sock')} belongs to root: run the command as root`,
    );
    process.seteuid?.(ROOT);
    chownSync(folder, ROOT, ROOT);
    await service.stop();
  });
});

function nameOf(database: string, id: number): string {
  try {
    return execFileSync('getent', [database, String(id)], { encoding: 'utf8' }).split(':')[0] ?? '';
  } catch {
    return String(id);
  }
}
