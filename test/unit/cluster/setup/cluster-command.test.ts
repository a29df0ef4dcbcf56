import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { clusterCommand } from '../../../../src/cluster/cluster-command.ts';
import { Credentials } from '../../../../src/cluster/credentials/credentials.ts';
import { runInProcess } from '../../../support/command-line.ts';
import { temporaryFolders } from '../../../support/data-folder.ts';

const newFolder = temporaryFolders();
const run = (...args: string[]) => runInProcess('cluster', clusterCommand, args);
const SERVERS = ['--database', 'db.example.com', '--nats', 'n1.example.com, n2.example.com:4333'];

describe('tidemark cluster init', () => {
  test('writes credentials and explains the next step, without a secret', async () => {
    const folder = join(newFolder(), 'cluster');
    const ca = join(newFolder(), 'authorities.pem');
    writeFileSync(ca, 'THE-CA');
    const { code, out } = await run('init', folder, ...SERVERS, '--ca', ca);
    expect(code).toBe(0);
    expect(out).toContain(`tidemark cluster migrate ${folder}/operator`);
    expect(out).not.toMatch(/[0-9a-f]{64}/);
    const credentials = Credentials.read(join(folder, 'compute'));
    expect(credentials.bus().servers).toEqual(['n1.example.com:4222', 'n2.example.com:4333']);
    expect(new URL(credentials.store().url).pathname).toBe('/tidemark');
    expect(readFileSync(join(folder, 'compute', 'ca.pem'), 'utf8')).toBe('THE-CA');
  });

  test.each([
    [[], ['http: 127.0.0.1:8222']],
    [['--nats-monitor-port', '8333'], ['http: 127.0.0.1:8333']],
    [['--nats-monitor-port', '0'], []],
  ])('with %j the state of the NATS servers is served on %j', async (args, lines) => {
    const folder = join(newFolder(), 'cluster');
    await run('init', folder, ...SERVERS, ...args);
    const config = readFileSync(join(folder, 'nats', 'nats.conf'), 'utf8');
    expect(config.match(/^http.*$/gm) ?? []).toEqual(lines);
  });

  test.each([
    [['--nats', 'n1'], '--database'],
    [[...SERVERS, '--nats-monitor-port', '65536'], '--nats-monitor-port'],
    [['--database', 'db'], '--nats'],
    [[...SERVERS, '--name', 'x; drop'], '--name'],
    [['--database', "db/x';", '--nats', 'n1'], '--database'],
    [['--database', 'db', '--nats', 'n1"]}'], '--nats'],
    [[...SERVERS, '--plain', '--client-certificates'], '--plain'],
    [['--database', 'postgres://u:secret@db/x', '--nats', 'n1'], '--database'],
  ])('refuses %j and writes nothing', async (args, said) => {
    const folder = join(newFolder(), 'cluster');
    await expect(run('init', folder, ...args)).rejects.toThrow(said);
    expect(existsSync(folder)).toBe(false);
  });

  test('refuses a folder that is not empty', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'x'), '');
    await expect(run('init', folder, ...SERVERS)).rejects.toThrow('is not empty');
  });
});

describe('tidemark cluster rotate', () => {
  test('performs one step at a time and names it', async () => {
    const folder = join(newFolder(), 'cluster');
    await run('init', folder, ...SERVERS);
    for (const step of [1, 2, 3, 1]) expect((await run('rotate', folder)).out).toContain(`step ${step} of 3`);
  });

  test('refuses a folder without credentials', async () => {
    await expect(run('rotate', newFolder())).rejects.toThrow('cannot be read (ENOENT)');
  });
});

test('tidemark cluster migrate accepts only the credentials of the operator', async () => {
  const folder = join(newFolder(), 'cluster');
  await run('init', folder, ...SERVERS);
  await expect(run('migrate', join(folder, 'serve'))).rejects.toThrow('of the role serve');
});
