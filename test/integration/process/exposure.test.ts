import { once } from 'node:events';
import { request } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CommandSession } from '../../support/command-session.ts';
import { startService, type TestService, type TestServiceOptions } from '../../support/service.ts';
import { selfSigned } from '../../support/self-signed.ts';
import { freePort } from '../../support/free-port.ts';
import {
  requestToken,
  soon,
  statusWith,
  Tidemark,
  tokenOf,
  type RunningService,
} from '../../support/tidemark-process.ts';

const tidemark = new Tidemark();
const commands = new CommandSession();
const services: TestService[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
});

/** In this process, until the test ends. */
async function serve(argv: readonly string[], options: TestServiceOptions = {}): Promise<TestService> {
  const service = await startService({ ...options, argv });
  services.push(service);
  return service;
}

describe('by default, on a loopback address', () => {
  const shared = new Tidemark(afterAll);
  let first: RunningService;
  let folder: string;
  beforeAll(async () => {
    folder = shared.newFolder();
    first = await shared.serve(['--data', folder]);
  });

  test('metrics are served beside the API', async () => {
    const answer = await fetch(`${first.baseUrl}/metrics`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('process_cpu_seconds_total');
  });

  test('the built-in client exists, can be disabled, and is never stored', async () => {
    expect((await requestToken(first.baseUrl)).status).toBe(200);
    await first.stop();
    const { baseUrl } = await serve(['--no-demo'], { folder });
    expect((await requestToken(baseUrl)).status).toBe(401);
    const { stdout } = await commands.run(['clients', 'list', '--json', '--data', folder]);
    expect(JSON.parse(stdout)).toEqual([]);
  });
});

describe('on an address that others can reach', () => {
  test('the built-in client does not exist', async () => {
    const { port } = new URL((await serve(['--host', '0.0.0.0'])).baseUrl);
    const baseUrl = `http://127.0.0.1:${port}`;
    expect((await requestToken(baseUrl)).status).toBe(401);
    expect((await fetch(`${baseUrl}/healthz`)).status).toBe(200);
  });

  test('the built-in client exists on request of the operator', async () => {
    const { port } = new URL((await serve(['--host', '0.0.0.0', '--demo'])).baseUrl);
    expect((await requestToken(`http://127.0.0.1:${port}`)).status).toBe(200);
  });
});

describe('metrics', () => {
  test('with a separate port are served only there', async () => {
    const metricsPort = await freePort();
    const { baseUrl } = await serve(['--metrics-port', String(metricsPort)]);
    await statusWith(baseUrl, await tokenOf(baseUrl));
    const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/plain') as unknown,
    ]);
    const text = await answer.text();
    expect(text).toMatch(/^tidemark_tokens_issued_total\{client="demo"\} 1$/m);
    expect(text).toMatch(
      /^tidemark_http_request_duration_seconds_count\{route="\/v3\/asset",status="200"\} 1$/m,
    );
    expect((await fetch(`${baseUrl}/metrics`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${metricsPort}/v3/asset`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${metricsPort}/healthz`)).status).toBe(404);
  });

  test('on an automatically chosen port can be found: the log has the URL', async () => {
    const service = await tidemark.serve(['--data', tidemark.newFolder(), '--metrics-port', '0']);
    const port = /"metricsPort":(\d+)/.exec(service.stderr())?.[1];
    expect(port).toBeDefined();
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200);
  });
});

async function overTls(
  url: string,
  ca: string,
  options: { method?: string; body?: string; token?: string } = {},
) {
  const headers = {
    ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
  };
  const sent = request(url, { ca: readFileSync(ca), method: options.method ?? 'GET', headers, agent: false });
  sent.end(options.body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += String(chunk);
  return { status: answer.statusCode, text };
}

describe('TLS', () => {
  const shared = new Tidemark(afterAll);
  let service: RunningService;
  let cert: string;
  beforeAll(async () => {
    const pair = selfSigned(shared.newFolder());
    ({ cert } = pair);
    const flags = ['--tls-cert', cert, '--tls-key', pair.key];
    service = await shared.serve(['--data', shared.newFolder(), ...flags]);
  });

  test('works with a certificate and its key, and the ready line has https and wss', async () => {
    const { port } = service;
    expect(service.stdout()).toBe(`tidemark ready https://127.0.0.1:${port} wss://127.0.0.1:${port}\n`);
    const body = JSON.stringify({
      grant_type: 'client_credentials',
      client_id: 'demo',
      client_secret: 'demo',
      audience: service.baseUrl,
    });
    const issued = await overTls(`${service.baseUrl}/v3/oauth/token`, cert, { method: 'POST', body });
    expect(issued.status).toBe(200);
    const { access_token: token } = JSON.parse(issued.text) as { access_token: string };
    const assets = await overTls(`${service.baseUrl}/v3/asset?symbol=BTC`, cert, { token });
    expect(assets.status).toBe(200);
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
  });

  test('connections that are open, silent or within the handshake do not delay a stop', async () => {
    await tidemark.connect(service.port);
    const garbage = await tidemark.connect(service.port);
    garbage.write(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00]));
    const open = connect({ host: '127.0.0.1', port: service.port, ca: readFileSync(cert) });
    open.on('error', () => open.destroy());
    await once(open, 'secureConnect');
    await soon();
    const startedAt = performance.now();
    service.kill('SIGTERM');
    const ended = await Promise.race([
      service.ended,
      new Promise((resolve) => setTimeout(resolve, 10_000, 'still there')),
    ]);
    expect(ended).toMatchObject({ code: 0 });
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    open.destroy();
  });

  test.each([
    ['is missing', undefined],
    ['is no certificate', 'not a certificate'],
  ])('a certificate that %s is named, with code 1 and no stack', async (_what, content) => {
    const folder = tidemark.newFolder();
    const { key } = selfSigned(folder);
    const cert = join(folder, 'other.pem');
    if (content !== undefined) writeFileSync(cert, content);
    const { code, stdout, stderr } = await commands.run([
      'serve',
      '--port',
      '0',
      '--world',
      'small',
      '--data',
      tidemark.newFolder(),
      '--tls-cert',
      cert,
      '--tls-key',
      key,
    ]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(new RegExp(`^tidemark: .*${cert}`, 'm'));
    expect(stderr).not.toContain('    at ');
  });
});
