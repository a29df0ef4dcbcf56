import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unitValues } from '../../../scripts/deploy/deploy-files.mjs';
import { readFixture, unpackFixture } from '../../support/data-fixture.ts';
import { SystemCopy } from '../../support/system-copy.ts';
import { eventually } from '../../support/tidemark-process.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const UNIT = '/usr/lib/systemd/system/tidemark.service';
const SETTINGS = '/etc/tidemark/tidemark.env';
const DATA = '/var/lib/tidemark/data';
const FIXTURE = readFixture('1.0.0.json.br');
/** Far more than anything here takes. */
const PATIENCE_MS = 300_000;
const built = mkdtempSync(join(tmpdir(), 'tidemark-debs-'));
let system: SystemCopy;
let service: ChildProcess | undefined;

/** Of what is built already, uncompressed: others use the build, and compressing it takes a minute. */
function makePackage(version: string): string {
  const tarball = readdirSync(built).find((name) => name.endsWith('.tgz'))!;
  const flags = [
    '--tarball',
    join(built, tarball),
    '--version',
    version,
    '--compress',
    'none',
    '--out',
    built,
  ];
  const stdout = execFileSync(process.execPath, ['scripts/debian/package.mjs', ...flags], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return stdout.trim();
}

const dpkg = (...args: string[]) => system.output('dpkg', '--force-unsafe-io', ...args);
const install = (file: string) => dpkg('--install', file.replace(built, '/mnt'));
const inCopy = (path: string) => join(system.root, path);
const textOf = (path: string) => readFileSync(inCopy(path), 'utf8');
const isUserThere = () => system.run('getent', 'passwd', 'tidemark').status === 0;

let first: string;

beforeAll(async () => {
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', built], {
    cwd: ROOT,
    stdio: 'ignore',
  });
  first = makePackage('1.0.0~before');
  system = await SystemCopy.open(built);
}, PATIENCE_MS);

afterAll(async () => {
  service?.kill('SIGKILL');
  await system?.close();
  rmSync(built, { recursive: true, force: true });
});

/** As systemd would start it: with the state directory, the user and the variables of the unit. */
async function startUnit(): Promise<void> {
  const unit = textOf(UNIT);
  const [start = ''] = unitValues(unit, 'ExecStart');
  const [user = ''] = unitValues(unit, 'User');
  const [settings = ''] = unitValues(unit, 'EnvironmentFile');
  const [umask = ''] = unitValues(unit, 'UMask');
  const [state = ''] = unitValues(unit, 'StateDirectory');
  system.output('install', '-d', '-m', '0700', '-o', user, '-g', user, `/var/lib/${state}`);
  const variables = textOf(settings.replace(/^-/, '')).match(/^TIDEMARK_.*$/gm) ?? [];
  const privileges = ['setpriv', '--reuid', user, '--regid', user, '--init-groups', '--no-new-privs'];
  const command = ['env', '-i', ...variables, ...start.split(' ')];
  const [program, args] = system.command(
    'sh',
    '-c',
    `umask ${umask}; exec "$@"`,
    'sh',
    ...privileges,
    ...command,
  );
  const started = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  service = started;
  started.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  started.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  await eventually(async () => stdout.includes('tidemark ready') || started.exitCode !== null);
  expect(started.exitCode, stderr).toBeNull();
}

async function stopUnit(): Promise<void> {
  const ended = once(service!, 'exit');
  service!.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
}

/** Asks the service on its own port, from the network of the copy. */
function ask(code: string): unknown {
  const program = `const url = 'http://127.0.0.1:8080'; console.log(JSON.stringify(await (async () => { ${code} })()))`;
  return JSON.parse(system.output('/usr/lib/tidemark/bin/node', '--input-type=module', '-e', program));
}

const READ_PAST = `
  const { id, secret } = ${JSON.stringify({ id: FIXTURE.client.client.id, secret: FIXTURE.client.secret })};
  const request = { grant_type: 'client_credentials', client_id: id, client_secret: secret, audience: url };
  const body = new URLSearchParams(request);
  const { access_token } = await (await fetch(url + '/v3/oauth/token', { method: 'POST', body })).json();
  const path = '/v3/index-ticker?indexType=GWA&timestamp=2026-11-17T00:12:00Z';
  const reply = await fetch(url + path, { headers: { authorization: 'Bearer ' + access_token } });
  return [reply.status, (await reply.json()).content.length > 0];
`;

describe.sequential('the Debian package', { timeout: PATIENCE_MS }, () => {
  test('owns files of root below /usr and /etc alone, and names what it needs', () => {
    const fields = execFileSync('dpkg-deb', ['--field', first], { encoding: 'utf8' });
    expect(fields).toMatch(/^Version: 1\.0\.0~before$/m);
    expect(fields).toMatch(/^Depends: .*libc6 \(>= 2\.28\)/m);
    const lines = execFileSync('dpkg-deb', ['--contents', first], { encoding: 'utf8' }).trim().split('\n');
    expect(lines.length).toBeGreaterThan(2000);
    const odd = /^(?![d-]rwxr-xr-x |-rw-r--r-- )|^\S+ (?!root\/root )| \.\/(?!(?:usr|etc)\/|$)/;
    expect(lines.filter((line) => odd.test(line))).toEqual([]);
    expect(execFileSync('dpkg-deb', ['--info', first, 'conffiles'], { encoding: 'utf8' })).toBe(
      `${SETTINGS}\n`,
    );
  });

  test('makes the user, and leaves files as they were packed', () => {
    expect(isUserThere()).toBe(false);
    install(first);
    expect(system.output('getent', 'passwd', 'tidemark')).toMatch(
      /:\/var\/lib\/tidemark:\/usr\/sbin\/nologin\n$/,
    );
    expect(system.output('stat', '-c', '%U %a', '/var/lib/tidemark')).toBe('tidemark 750\n');
    expect(system.output('dpkg', '--verify', 'tidemark')).toBe('');
    expect(system.output('tidemark', '--version')).toMatch(/^\d+\.\d+\.\d+/);
    expect(system.output('systemctl', 'is-enabled', 'tidemark')).toBe('enabled\n');
  });

  test('has units that systemd accepts', () => {
    const units = readdirSync(inCopy('/usr/lib/systemd/system')).filter((name) =>
      name.startsWith('tidemark'),
    );
    expect(units).toHaveLength(4);
    const paths = units.map((name) => `/usr/lib/systemd/system/${name}`);
    const { stderr } = system.run('systemd-analyze', 'verify', ...paths);
    expect(stderr.split('\n').filter((line) => line.includes('tidemark'))).toEqual([]);
  });

  test('is upgraded beside data of 1.0.0 and changed settings, and serves the past', async () => {
    unpackFixture(FIXTURE, inCopy(DATA));
    system.output('chmod', '0700', DATA);
    system.output('chown', '-R', 'tidemark:', DATA);
    const variables = FIXTURE.args.join(' ').matchAll(/--(\w+) (\S+)/g);
    appendFileSync(
      inCopy(SETTINGS),
      [...variables].map(([, name, value]) => `TIDEMARK_${name!.toUpperCase()}=${value}\n`).join(''),
    );
    const changed = textOf(SETTINGS);
    install(makePackage('1.0.0'));
    expect(textOf(SETTINGS)).toBe(changed);
    await startUnit();
    expect(ask(READ_PAST)).toEqual([200, true]);
    expect(system.output('tidemark', 'status', '--data', DATA)).toMatch(/^service +running/m);
    await stopUnit();
    expect(system.output('find', DATA, '!', '-user', 'tidemark')).toBe('');
  });

  test('is removed without its settings, its data and its user', () => {
    dpkg('--remove', 'tidemark');
    expect(existsSync(inCopy('/usr/lib/tidemark'))).toBe(false);
    expect(existsSync(inCopy(UNIT))).toBe(false);
    expect(textOf(SETTINGS)).toContain('TIDEMARK_WORLD=small');
    expect(existsSync(inCopy(`${DATA}/tidemark.json`))).toBe(true);
  });

  test('is purged with its settings, and says that the data are kept', () => {
    const { status, stderr } = system.run('dpkg', '--force-unsafe-io', '--purge', 'tidemark');
    expect([status, stderr]).toEqual([0, expect.stringContaining('/var/lib/tidemark is kept')]);
    expect(existsSync(inCopy('/etc/tidemark'))).toBe(false);
    expect(existsSync(inCopy(`${DATA}/tidemark.json`))).toBe(true);
    expect(isUserThere()).toBe(true);
    expect(system.run('dpkg', '--status', 'tidemark').status).not.toBe(0);
    expect(existsSync(inCopy('/etc/systemd/system/multi-user.target.wants/tidemark.service'))).toBe(false);
  });

  test('left no trace on this machine', () => {
    expect(existsSync('/usr/lib/tidemark')).toBe(false);
    expect(existsSync('/etc/tidemark')).toBe(false);
  });
});
