import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { X509Certificate } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { afterEach, describe, expect, test } from 'vitest';
import type { Status } from '../../../src/app/operate/status/status.ts';
import { selfSigned } from '../../support/self-signed.ts';
import {
  eventually,
  MAIN,
  soon,
  statusWith,
  Tidemark,
  tokenOf,
  type RunningService,
} from '../../support/tidemark-process.ts';

const tidemark = new Tidemark();

/** The fingerprint of the certificate that a new connection gets. */
async function fingerprint(port: number): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

/** When the service says that its certificate expires, in seconds since 1970. */
async function expiryMetric(port: number): Promise<number> {
  const request = get({ host: '127.0.0.1', port, path: '/metrics', rejectUnauthorized: false, agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const metric = /^tidemark_certificate_expiry_timestamp_seconds\{use="api"\} (\d+)$/m;
  return Number(metric.exec(await text(answer))?.[1]);
}

const expiryOf = (cert: string) => Date.parse(new X509Certificate(readFileSync(cert)).validTo) / 1000;

async function hangUp(service: RunningService, said: string): Promise<void> {
  const times = () => service.stderr().split(said).length;
  const before = times();
  service.kill('SIGHUP');
  await eventually(async () => times() > before, 5000);
}

describe('SIGHUP', () => {
  test('does not end a service without a certificate, and is logged', async () => {
    const service = await tidemark.serve(['--data', tidemark.newFolder()]);
    const token = await tokenOf(service.baseUrl);
    await hangUp(service, 'SIGHUP: nothing to reload');
    expect(await statusWith(service.baseUrl, token)).toBe(200);
    expect(await service.stop()).toMatchObject({ code: 0, signal: null });
  });

  test('reloads certificate and key for new connections, and keeps open ones', async () => {
    const folder = tidemark.newFolder();
    const { cert, key } = selfSigned(folder);
    const tls = ['--tls-cert', cert, '--tls-key', key];
    const service = await tidemark.serve(['--data', tidemark.newFolder(), ...tls]);
    const first = await fingerprint(service.port);
    const held = connect({ host: '127.0.0.1', port: service.port, rejectUnauthorized: false });
    await once(held, 'secureConnect');
    expect(await expiryMetric(service.port)).toBe(expiryOf(cert));
    selfSigned(folder, [], 9);
    expect(await fingerprint(service.port)).toBe(first);
    expect(await expiryMetric(service.port)).not.toBe(expiryOf(cert));
    await hangUp(service, 'SIGHUP: certificate and key were reloaded');
    expect(await fingerprint(service.port)).not.toBe(first);
    expect(await expiryMetric(service.port)).toBe(expiryOf(cert));
    held.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const [answer] = (await once(held, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
    held.destroy();
    expect(await service.stop()).toMatchObject({ code: 0, signal: null });
  });

  test('keeps the old pair if the new one is unusable, and logs an error', async () => {
    const folder = tidemark.newFolder();
    const { cert, key } = selfSigned(folder);
    const tls = ['--tls-cert', cert, '--tls-key', key];
    const service = await tidemark.serve(['--data', tidemark.newFolder(), ...tls]);
    const first = await fingerprint(service.port);
    const [goodCert, goodKey] = [readFileSync(cert), readFileSync(key)];
    const failed = 'could not be reloaded; the old ones stay in use';
    const other = selfSigned(tidemark.newFolder());
    copyFileSync(other.key, key);
    await hangUp(service, failed);
    writeFileSync(key, 'no key');
    await hangUp(service, failed);
    writeFileSync(key, goodKey);
    writeFileSync(cert, goodCert.subarray(0, 100));
    await hangUp(service, failed);
    expect(await fingerprint(service.port)).toBe(first);
    const levels = [...service.stderr().matchAll(/"level":(\d+)[^\n]*could not be reloaded/g)];
    expect(levels.map(([, level]) => level)).toEqual(['50', '50', '50']);
    expect(service.stderr()).not.toContain('PRIVATE KEY');
    copyFileSync(other.cert, cert);
    copyFileSync(other.key, key);
    await hangUp(service, 'SIGHUP: certificate and key were reloaded');
    expect(await fingerprint(service.port)).not.toBe(first);
  });
});

/** The final lines of a terminal: the text after the last carriage return of each. */
function linesOn(shown: string): string[] {
  return shown
    .split('\r\n')
    .slice(0, -1)
    .map((line) => line.split('\r').at(-1)!);
}

describe('a closed terminal', () => {
  const pids: number[] = [];
  afterEach(() => {
    for (const pid of pids.splice(0)) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  });

  function isAlive(pid: number): boolean {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  }

  async function statusOf(data: string): Promise<Status> {
    const { stdout } = await tidemark.run(['status', '--json', '--data', data]);
    return JSON.parse(stdout) as Status;
  }

  test('does not end a service started in it, which then stops as usual', async () => {
    const data = tidemark.newFolder();
    const serve = `exec '${process.execPath}' '${MAIN}' serve --port 0 --world small --access-log --data '${data}'`;
    const terminal = spawn('script', ['-qefc', serve, '/dev/null'], { stdio: ['pipe', 'pipe', 'inherit'] });
    let shown = '';
    terminal.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
    const ready = () => /tidemark ready (http:\S+) /.exec(shown);
    await eventually(async () => ready() !== null);
    const { pid } = await statusOf(data);
    pids.push(pid!);
    // The back-fill, which starts a little later, shows its progress; no log line is mixed with it.
    await eventually(async () => /[█░]{10}/.test(shown));
    for (const line of linesOn(shown)) expect(line).toMatch(/^\d\d:\d\d:\d\d\.\d{3} \w+ |^tidemark ready /);
    const baseUrl = ready()![1]!;
    const token = await tokenOf(baseUrl);
    // The terminal closes, and with it standard input, output and error.
    terminal.kill('SIGKILL');
    await once(terminal, 'close');
    await soon();
    // Each of these causes a log line that cannot be written.
    for (let i = 0; i < 5; i++) expect(await statusWith(baseUrl, token)).toBe(200);
    expect(await statusOf(data)).toMatchObject({ running: true, pid });
    process.kill(pid!, 'SIGTERM');
    await eventually(async () => !isAlive(pid!));
    expect(await statusOf(data)).toMatchObject({ running: false });
  });

  test('a closed reader of its output does not end it either', async () => {
    const data = tidemark.newFolder();
    const serve = ['serve', '--port', '0', '--world', 'small', '--access-log', '--data', data];
    const child = spawn(process.execPath, [MAIN, ...serve], { stdio: ['ignore', 'pipe', 'pipe'] });
    pids.push(child.pid!);
    child.stdout.destroy();
    child.stderr.destroy();
    // Its address is printed nowhere, but it owns its directory, so it can be queried there.
    await eventually(async () => (await tidemark.run(['status', '--data', data])).stdout.includes('running'));
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
