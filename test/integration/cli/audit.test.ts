import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CommandSession } from '../../support/command-session.ts';
import { startService } from '../../support/service.ts';
import { Tidemark } from '../../support/tidemark-process.ts';

const tidemark = new Tidemark();
const session = new CommandSession();

interface Audit {
  readonly entries: readonly {
    readonly number: number;
    readonly at: string;
    readonly event: string;
    readonly by: { readonly user: string; readonly sudoUser?: string };
    readonly details: Readonly<Record<string, unknown>>;
  }[];
  readonly problems: readonly string[];
  readonly head: string;
}

async function audit(folder: string, ...args: string[]): Promise<Audit> {
  const { code, stdout, stderr } = await session.run(['audit', '--json', '--data', folder, ...args]);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as Audit;
}

async function add(folder: string, name: string): Promise<string> {
  const { stdout } = await session.run(['clients', 'add', '--name', name, '--json', '--data', folder], {
    environment: { SUDO_USER: 'alice' },
  });
  return (JSON.parse(stdout) as { client: { id: string } }).client.id;
}

const eventsOf = ({ entries }: Audit) => entries.map(({ event }) => event);

describe('tidemark audit', () => {
  test('shows who changed what on a running service and on a stopped one', async () => {
    const folder = tidemark.newFolder();
    const service = await startService({ folder });
    const id = await add(folder, 'Pricing desk');
    const running = await audit(folder);
    expect(running.entries.at(-1)).toMatchObject({
      number: 4,
      event: 'clients.add',
      by: { user: userInfo().username, sudoUser: 'alice' },
      details: { client: id, name: 'Pricing desk' },
    });
    await service.close();
    await session.run(['clients', 'disable', id, '--data', folder]);
    const events = [
      'keys.create',
      'keys.create',
      'service.start',
      'clients.add',
      'service.stop',
      'clients.disable',
    ];
    expect(eventsOf(await audit(folder))).toEqual(events);
  });

  test('is in backups, records them, and continues in directories restored from them', async () => {
    const [folder, backups] = [tidemark.newFolder(), tidemark.newFolder()];
    await add(folder, 'desk');
    const { stdout } = await session.run(['backup', backups, '--json', '--data', folder]);
    const { folder: backup } = JSON.parse(stdout) as { folder: string };
    const restored = join(tidemark.newFolder(), 'restored');
    await session.run(['restore', backup, '--data', restored]);
    const made = await audit(folder);
    expect(eventsOf(made)).toEqual(['keys.create', 'keys.create', 'clients.add', 'backup']);
    expect(made.entries.at(-1)?.details).toEqual({ target: backups, inputs: false });
    const there = await audit(restored);
    expect(eventsOf(there)).toEqual(['keys.create', 'keys.create', 'clients.add', 'restore']);
    expect(there.entries.at(-1)?.details).toEqual({ backup });
  });

  test('is a table for people, optionally from an instant on', async () => {
    const folder = tidemark.newFolder();
    expect((await session.run(['audit', '--data', folder])).stdout).toBe('the audit log is empty\n');
    const id = await add(folder, 'desk \u001b[31m\u009b');
    const since = (await audit(folder)).entries.at(-1)?.at ?? '';
    const { code, stdout } = await session.run(['audit', '--since', since, '--data', folder]);
    expect(code).toBe(0);
    const [entry, summary, end] = stdout.split('\n');
    expect(entry).toContain(`${since}  ${userInfo().username} (sudo: alice)  clients.add  client=${id}`);
    expect(entry).toContain('name="desk \\u001b[31m\\u009b"');
    expect(summary).toMatch(/^1 of 3 entries, the chain is intact, head [0-9a-f]{64}$/);
    expect(end).toBe('');
    const later = await audit(folder, '--since', '2100-01-01T00:00:00Z');
    expect(later.entries).toEqual([]);
  });

  test('exits with 1 and says where an entry is missing', async () => {
    const folder = tidemark.newFolder();
    for (const name of ['one', 'two', 'three']) await add(folder, name);
    const path = join(folder, 'audit.log');
    const lines = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, lines.filter((line) => !line.includes('"two"')).join('\n'));
    const { code, stdout, stderr } = await session.run(['audit', '--data', folder]);
    expect(code).toBe(1);
    expect(stderr).toContain(
      `tidemark: line 5 of ${path} does not follow the one before it: lines were changed or removed\n`,
    );
    expect(stdout).toContain('name=three');
    expect(stdout).toContain('the chain is broken');
    const service = await tidemark.serve(['--data', folder]);
    expect(service.stderr()).toContain('the audit log is not intact');
    expect(await service.stop()).toMatchObject({ code: 0 });
  });

  test.each([
    ['emptied', ['audit.log'], (path: string) => writeFileSync(path, '')],
    ['removed', ['audit.log', 'audit-head.json'], (path: string) => rmSync(path)],
  ])('exits with 1 if the log was %s, also after a restart', async (_how, names, take) => {
    const folder = tidemark.newFolder();
    await add(folder, 'one');
    for (const name of names) take(join(folder, name));
    const { code, stdout, stderr } = await session.run(['audit', '--data', folder]);
    expect([code, stdout]).toEqual([1, '0 entries, the chain is broken\n']);
    expect(stderr).toMatch(/^tidemark: .*audit\.log (ends with entry 0, but|is missing or empty)/);
    const service = await startService({ folder });
    expect(service.logLines.join('')).toContain('the audit log is not intact');
    await service.close();
    expect(await session.run(['audit', '--data', folder])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/lines were changed or removed/) as string,
    });
  });

  test('exits with 1 if the last line is incomplete', async () => {
    const folder = tidemark.newFolder();
    await add(folder, 'one');
    appendFileSync(join(folder, 'audit.log'), 'deadbeef {"num');
    expect(await session.run(['audit', '--data', folder])).toMatchObject({
      code: 1,
      stderr: `tidemark: an unfinished line of 14 bytes is at the end of ${join(folder, 'audit.log')}\n`,
    });
  });

  test('reports a missing directory', async () => {
    const { code, stderr } = await session.run(['audit', '--data', '/nowhere']);
    expect([code, stderr]).toEqual([
      1,
      'tidemark: there is no data directory /nowhere: is --data right?\nSee docs/run/troubleshooting.md#directory-unusable\n',
    ]);
  });
});

describe('tidemark clients reseal', () => {
  test('accepts a manually changed file, and is refused while a service runs', async () => {
    const folder = tidemark.newFolder();
    const id = await add(folder, 'desk');
    const path = join(folder, 'clients.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"desk"', '"research"'));
    const refused = await session.run(['serve', '--port', '0', '--world', 'small', '--data', folder]);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining(`tidemark: ${path} does not match its checksum`),
    ]);
    expect(refused.stderr).toContain(`'tidemark clients reseal --data ${folder}' accepts the file as it is`);
    const resealed = await session.run(['clients', 'reseal', '--data', folder]);
    expect(resealed).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        new RegExp(`^clients.json accepted unchanged, with 1 client\nid .*\n${id}  research  enabled  `),
      ) as string,
    });
    expect((await audit(folder)).entries.at(-1)).toMatchObject({
      event: 'clients.reseal',
      details: { clients: [id], secretsLost: false },
    });
    const service = await startService({ folder });
    const again = await session.run(['clients', 'reseal', '--data', folder]);
    expect([again.code, again.stderr]).toEqual([
      1,
      'tidemark: the service is running and would overwrite clients.json: stop it, then run this command again\n',
    ]);
    await service.close();
  });
});
