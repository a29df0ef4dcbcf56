import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { bindPorts, type BoundPorts } from '../../../src/app/compose/bound-ports.ts';
import { loadConfig } from '../../../src/app/config/config.ts';
import { freePort } from '../../support/free-port.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { startService } from '../../support/service.ts';
import { CommandSession } from '../../support/command-session.ts';
import { eventually, soon, statusWith, Tidemark, tokenOf } from '../../support/tidemark-process.ts';
import { PRODUCT } from '../../../src/app/compose/product.ts';

const tidemark = new Tidemark();
const session = new CommandSession();
const SILENT = pino({ level: 'silent' });
const STARTING = {
  status: 'SERVICE_UNAVAILABLE',
  message: 'the service is starting',
  errors: [],
};

async function takenPort() {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  return { port: (other.address() as AddressInfo).port, other };
}

describe('if it cannot listen', () => {
  test.each(['--port', '--metrics-port'])(
    'a %s in use is named before there is a data directory or a thread',
    async (flag) => {
      const { port, other } = await takenPort();
      const data = join(tidemark.newFolder(), 'data');
      // The full world takes seconds of CPU: more than a process uses that only checks its ports.
      const free = flag === '--port' ? [] : ['--port', '0'];
      const args = ['--world', 'full', '--data', data, ...free, flag, String(port)];
      const { code, stdout, stderr } = await tidemark.run(['serve', ...args]);
      other.close();
      expect([code, stdout, stderr]).toEqual([
        1,
        '',
        `tidemark: cannot listen on 127.0.0.1 port ${port}: another program uses this port; ` +
          `stop it, or choose another port with ${flag}\n` +
          'See docs/run/troubleshooting.md#port-unavailable\n',
      ]);
      expect(existsSync(data)).toBe(false);
    },
  );

  test.each([
    ['no-such-host.invalid', /the host name (?:is unknown|cannot be looked up now); give an address/],
    ['192.0.2.1', /this machine does not have that address; choose another with --host/],
  ])('the host %s is named, and nothing is left behind', async (host, expected) => {
    const data = join(tidemark.newFolder(), 'data');
    const { code, stderr } = await tidemark.run(['serve', '--data', data, '--port', '0', '--host', host]);
    expect(code).toBe(1);
    expect(stderr).toMatch(expected);
    expect(stderr).toContain(`cannot listen on ${host} port 0`);
    expect(existsSync(data)).toBe(false);
  });

  test('a port is free again if the other one is in use', async () => {
    const { port: taken, other } = await takenPort();
    const port = await freePort();
    const { settings } = loadConfig({
      ...PRODUCT,
      argv: ['--port', String(port), '--metrics-port', String(taken)],
      environment: {},
    });
    await expect(bindPorts(settings, new ManualClock(0), SILENT)).rejects.toThrow(`port ${taken}`);
    const next = createServer().listen(port, '127.0.0.1');
    await once(next, 'listening');
    next.close();
    other.close();
  });
});

describe('while it starts', () => {
  const open: BoundPorts[] = [];
  afterEach(async () => {
    for (const ports of open.splice(0)) await ports.close();
  });

  async function bound(): Promise<BoundPorts> {
    const { settings } = loadConfig({
      ...PRODUCT,
      argv: ['--port', '0', '--metrics-port', '0'],
      environment: {},
    });
    const ports = await bindPorts(settings, new ManualClock(Date.parse('2026-03-01T12:00:00Z')), SILENT);
    open.push(ports);
    return ports;
  }

  test.each([
    ['GET', '/healthz', {}],
    ['GET', '/v3/asset?symbol=BTC', { authorization: 'Bearer x' }],
    ['POST', '/v3/oauth/token', { 'content-type': 'application/json' }],
    ['OPTIONS', '/v3/asset', { origin: 'http://localhost' }],
    ['GET', '/', { upgrade: 'websocket', connection: 'Upgrade', 'sec-websocket-version': '13' }],
  ])('%s %s is answered with 503, and the connection is closed', async (method, path, headers) => {
    const { api, metrics } = await bound();
    for (const { port } of [api, metrics!]) {
      const sent = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent: false });
      sent.end(method === 'POST' ? '{"grant_type":"client_credentials"}' : undefined);
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      let text = '';
      for await (const chunk of answer.setEncoding('utf8')) text += String(chunk);
      expect(answer.statusCode).toBe(503);
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'retry-after': '2',
        connection: 'close',
      });
      expect(JSON.parse(text)).toEqual({ ...STARTING, timestamp: '2026-03-01T12:00:00.000Z' });
    }
  });

  test('nothing of that is left once it is open', async () => {
    const { api } = await bound();
    api.open((_request, response) => response.end('open'));
    expect(await (await fetch(`http://127.0.0.1:${api.port}/`)).text()).toBe('open');
  });

  test('status shows that it is starting, for how long and its current step', async () => {
    // An exchange that accepts connections and never answers: a live start waits for it.
    const silent = createTcpServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const gateway = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const folder = tidemark.newFolder();
    const live = ['--source', 'live', '--exchanges', 'kraken', '--exchange-gateway', gateway];
    const service = tidemark.start(['serve', ...live, '--port', '0', '--data', folder]);
    const status = async () => session.run(['status', '--data', folder]);
    await eventually(async () => (await status()).stdout.includes('waiting for the first tick'));
    const { code, stdout, stderr } = await status();
    expect([code, stderr]).toEqual([4, '']);
    expect(stdout).toMatch(
      new RegExp(`^service +starting, process ${service.pid}, for \\d+ s: waiting for the first tick, .*\n`),
    );
    const json = JSON.parse((await session.run(['status', '--json', '--data', folder])).stdout) as object;
    expect(json).toMatchObject({
      running: false,
      pid: service.pid,
      starting: { seconds: expect.any(Number) as number },
    });
    const sources = await session.run(['sources', 'status', '--data', folder]);
    expect([sources.code, sources.stderr]).toEqual([
      1,
      expect.stringMatching(
        /^tidemark: the service is starting \(for \d+ s: waiting for the first tick/,
      ) as string,
    ]);
    service.kill('SIGTERM');
    expect((await service.ended).code).toBe(0);
    silent.close();
    expect((await status()).code).toBe(3);
  });

  test('a service without a client says how to add one', async () => {
    const service = await startService({ argv: ['--no-demo'] });
    const hint =
      'no client exists yet, so no data can be read: add one with tidemark clients add --name NAME';
    expect(service.logLines.some((line) => line.includes(hint))).toBe(true);
    await service.close();
    const demo = await startService();
    expect(demo.logLines.some((line) => line.includes(hint))).toBe(false);
    await demo.close();
  });

  test('a signal ends a running start, and closes everything already started', async () => {
    const port = await freePort();
    const folder = tidemark.newFolder();
    // The full world takes seconds to get ready: the signal comes long before.
    const args = ['--port', String(port), '--world', 'full', '--backfill', 'off', '--data', folder];
    const service = tidemark.start(['serve', ...args]);
    const answer = () => fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    const control = join(folder, 'control.sock');
    while ((await answer())?.status !== 503 || !existsSync(control)) await soon();
    service.kill('SIGTERM');
    const { code, stdout, stderr } = await service.ended;
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain('stopped during the start');
    expect(existsSync(control)).toBe(false);
    const { entries } = JSON.parse((await session.run(['audit', '--json', '--data', folder])).stdout) as {
      entries: { event: string }[];
    };
    expect(entries.at(-1)?.event).toBe('service.stop');
  });

  test('a real start answers 503 until everything is available, never a part', async () => {
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${port}`;
    const args = ['--port', String(port), '--world', 'small', '--backfill', 'off'];
    const service = tidemark.start(['serve', ...args, '--data', tidemark.newFolder()]);
    const seen: number[] = [];
    while (seen.at(-1) !== 200) {
      const answer = await fetch(`${baseUrl}/readyz`).catch(() => undefined);
      if (answer?.status === 503) expect(await answer.json()).toMatchObject(STARTING);
      if (answer) seen.push(answer.status);
      else await soon();
    }
    expect(new Set(seen)).toEqual(new Set([503, 200]));
    // Every request after the first 200 finds everything.
    expect(await statusWith(baseUrl, await tokenOf(baseUrl))).toBe(200);
    service.kill('SIGTERM');
    expect(await service.ended).toMatchObject({ code: 0 });
  });
});
