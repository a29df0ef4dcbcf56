import { cpSync, readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CommandSession } from '../../support/command-session.ts';
import { eventually, statusWith, Tidemark, tokenOf } from '../../support/tidemark-process.ts';

const tidemark = new Tidemark();
const commands = new CommandSession();

const once = new Tidemark(afterAll);
let used: string;
/** Modes of the directory and its content while it is served. */
let modes: readonly (readonly [string, number])[];
beforeAll(async () => {
  used = join(once.newFolder(), 'data');
  const service = await once.serve(['--data', used]);
  modes = ['.', ...readdirSync(used)].map((name) => [name, statSync(join(used, name)).mode & 0o777]);
  await commands.run(['clients', 'add', '--name', 'desk', '--data', used]);
  expect(await service.stop()).toMatchObject({ code: 0 });
});

/** A copy of a directory after a clean stop of a service. */
function usedDirectory(): string {
  const folder = tidemark.newFolder();
  cpSync(used, folder, { recursive: true });
  return folder;
}

/** For starts that are refused. */
const serve = (folder: string, ...args: string[]) =>
  commands.run([
    'serve',
    '--port',
    '0',
    ...(args.includes('--world') ? [] : ['--world', 'small']),
    '--data',
    folder,
    ...args,
  ]);

describe('one directory', () => {
  test('goes to exactly one of several services that start at once', async () => {
    const folder = tidemark.newFolder();
    const started = Array.from({ length: 3 }, () =>
      tidemark.start(['serve', '--port', '0', '--world', 'small', '--data', folder]),
    );
    const ended = started.map(async (process) => ({ process, code: (await process.ended).code }));
    const refused = await Promise.all([nth(ended, 1), nth(ended, 2)]);
    expect(refused.map(({ code }) => code)).toEqual([1, 1]);
    const ready = () => started.filter(({ stdout }) => stdout().startsWith('tidemark ready'));
    await eventually(async () => ready().length > 0);
    const winners = ready();
    expect(winners).toHaveLength(1);
    winners[0]?.kill('SIGTERM');
    expect(await winners[0]?.ended).toMatchObject({ code: 0 });
  });

  test('is served by one process; a killed one does not block the next; keys, clients and tokens survive', async () => {
    const folder = tidemark.newFolder();
    const base = ['--base-url', 'http://127.0.0.1:1', '--ws-url', 'ws://127.0.0.1:1'];
    const first = await tidemark.serve(['--data', folder, ...base]);
    const { code, stdout, stderr } = await serve(folder);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(
      `tidemark: ${folder} is in use by another tidemark process: stop it, or choose another --data DIR\n` +
        'See docs/run/troubleshooting.md#directory-in-use\n',
    );
    const before = await commands.run(['clients', 'list', '--json', '--data', folder]);
    expect(JSON.parse(before.stdout)).toHaveLength(1);
    const address = (port: number) => `http://127.0.0.1:${port}`;
    const added = await commands.run(['clients', 'add', '--name', 'desk', '--json', '--data', folder]);
    const { client, secret } = JSON.parse(added.stdout) as { client: { id: string }; secret: string };
    const credentials = { clientId: client.id, clientSecret: secret };
    const firstPort = portOf(listening(first.pid));
    const token = await tokenOf(address(firstPort), credentials, 'http://127.0.0.1:1');
    expect(await statusWith(address(firstPort), token)).toBe(200);
    first.kill('SIGKILL');
    expect(await first.ended).toMatchObject({ signal: 'SIGKILL' });
    expect(readdirSync(folder)).toContain('control.sock');

    const second = await tidemark.serve(['--data', folder, ...base]);
    const secondPort = portOf(listening(second.pid));
    expect(await statusWith(address(secondPort), token)).toBe(200);
    await tokenOf(address(secondPort), credentials, 'http://127.0.0.1:1');
    const listed = await commands.run(['clients', 'list', '--json', '--data', folder]);
    expect(JSON.parse(listed.stdout)).toEqual(expect.arrayContaining([expect.objectContaining(client)]));
    expect(await second.stop()).toMatchObject({ code: 0 });
  });

  test('may have a path much longer than a unix socket may have', async () => {
    const folder = join(tidemark.newFolder(), 'a'.repeat(60), 'b'.repeat(60), 'c'.repeat(60));
    const first = await tidemark.serve(['--data', folder]);
    expect((await serve(folder)).code).toBe(1);
    const added = await commands.run(['clients', 'add', '--name', 'desk', '--json', '--data', folder]);
    const { client, secret } = JSON.parse(added.stdout) as { client: { id: string }; secret: string };
    await tokenOf(first.baseUrl, { clientId: client.id, clientSecret: secret });
    first.kill('SIGKILL');
    await first.ended;
    const second = await tidemark.serve(['--data', folder]);
    await tokenOf(second.baseUrl, { clientId: client.id, clientSecret: secret });
    expect(await second.stop()).toMatchObject({ code: 0 });
    expect(readdirSync(folder).filter((name) => name.endsWith('.sock'))).toEqual([]);
  });

  test('contains secrets that no other user can read', () => {
    expect(modes[0]).toEqual(['.', 0o700]);
    expect(modes.map(([name]) => name)).toContain('signing-keys.json');
    for (const [name, mode] of modes) expect(mode & 0o077, name).toBe(0);
  });
});

describe('a directory with other data', () => {
  test('is refused with advice in the message, and can be served as before', async () => {
    const folder = usedDirectory();
    // No lock is left after a stop.
    expect(readdirSync(folder).filter((name) => name.endsWith('.sock'))).toEqual([]);
    for (const [args, difference] of [
      [['--seed', 'other'], 'seed tidemark (asked for: other)'],
      [['--world', 'full'], 'world small (asked for: full)'],
    ] as const) {
      const { code, stdout, stderr } = await serve(folder, ...args);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain(`tidemark: ${folder} holds other data: ${difference}`);
      expect(stderr).toContain('--data DIR');
    }
    const again = await tidemark.serve(['--data', folder]);
    expect(await again.stop()).toMatchObject({ code: 0 });
  });

  test('or a newer format is refused and not touched', async () => {
    const folder = usedDirectory();
    const path = join(folder, 'tidemark.json');
    const content = { ...(JSON.parse(readFileSync(path, 'utf8')) as object), format: 99, added: 'later' };
    writeFileSync(path, JSON.stringify(content));
    const before = snapshot(folder);
    const { code, stderr } = await serve(folder);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^tidemark: .*tidemark\.json has format 99, this version knows 1: run the newer version/,
    );
    expect(snapshot(folder)).toEqual(before);
  });

  test.each([
    ['tidemark.json', ''],
    ['clients.json', ", or repair it by hand and run 'tidemark clients reseal --data DIR'"],
    [
      'signing-keys.json',
      ', or move it away: the next start creates a new key, and all issued tokens become invalid',
    ],
  ])(
    'or a damaged %s is refused without a stack, with the name of the file and advice',
    async (name, more) => {
      const folder = usedDirectory();
      writeFileSync(join(folder, name), '{"format":1,');
      const { code, stderr } = await serve(folder);
      expect(code).toBe(1);
      expect(stderr).toBe(
        `tidemark: ${join(folder, name)} is not valid JSON: restore it from a backup${more.replace('DIR', folder)}\nSee docs/run/troubleshooting.md#file-damaged\n`,
      );
    },
  );
});

function snapshot(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path, readFileSync(path, 'latin1')]),
  );
}

/** The ports on which a process listens; its ready line names the public URL, which may be another. */
function listening(pid: number): number[] {
  const inodes = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
      } catch {
        return [];
      }
    }),
  );
  return readFileSync(`/proc/${pid}/net/tcp`, 'utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === '0A' && inodes.has(inode ?? ''))
    .map(([, local]) => Number.parseInt(local?.split(':')[1] ?? '', 16));
}

function portOf(ports: readonly number[]): number {
  if (ports.length !== 1 || ports[0] === undefined) throw new Error(`expected one port, got ${ports.join()}`);
  return ports[0];
}

/** The n-th of several processes to end. */
async function nth<T>(promises: readonly Promise<T>[], n: number): Promise<T> {
  return new Promise((resolve) => {
    let count = 0;
    for (const promise of promises) {
      void promise.then((value) => {
        if (++count === n) resolve(value);
      });
    }
  });
}
