import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { startService, type TestService } from '../../support/service.ts';
import { parseErrorBody } from '../../support/error-answers.ts';
import { Operator } from '../../support/operator.ts';
import { requestRaw, type RawAnswer } from '../../support/raw-connection.ts';
import { StreamClient } from '../../support/stream-client.ts';

const FOREIGN = [
  'attacker.example',
  'attacker.example:8080',
  '192.0.2.7:8080',
  'localhost.example',
  '',
  'a b',
];

const ask = (listensAt: string, host: string, target = '/healthz', headers: Record<string, string> = {}) =>
  requestRaw(listensAt, { target, headers: { ...headers, host } });

/** What a browser sends before a websocket. */
const upgrade = (listensAt: string, host: string, token: string) =>
  ask(listensAt, host, `/?access_token=${token}`, {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    origin: `http://${host}`,
  });

function expectRefused(answer: RawAnswer): void {
  expect(answer.status).toBe(403);
  const { message, errors } = parseErrorBody(answer.body, 'FORBIDDEN');
  expect(message).toContain('loopback name');
  expect(message).toContain('--base-url');
  expect(errors).toEqual([]);
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
}

describe('with the demo client on a loopback address', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  test.each(FOREIGN)('a request whose Host is %j is refused, whatever it asks for', async (host) => {
    const authorization = `Bearer ${await service.token()}`;
    for (const target of ['/', '/docs', '/openapi.json', '/healthz', '/metrics', '/v3/asset', '/v3/nothing'])
      expectRefused(await ask(service.baseUrl, host, target, { authorization }));
  });

  test('no token is handed out to a page that calls the service by its own name', async () => {
    const { baseUrl } = service;
    const grant = { grant_type: 'client_credentials', client_id: 'demo', client_secret: 'demo' };
    const answer = await requestRaw(baseUrl, {
      method: 'POST',
      target: '/v3/oauth/token',
      headers: { host: 'attacker.example', 'content-type': 'application/json' },
      body: JSON.stringify({ ...grant, audience: baseUrl }),
    });
    expectRefused(answer);
  });

  test('a header of a proxy does not make a name good', async () => {
    const headers = { 'x-forwarded-host': 'localhost', forwarded: 'host=localhost' };
    expectRefused(await ask(service.baseUrl, 'attacker.example', '/healthz', headers));
  });

  test('a websocket by another name is refused before it is one', async () => {
    const token = await service.token({ audience: service.wsUrl });
    expectRefused(await upgrade(service.baseUrl, 'attacker.example', token));
    const client = new StreamClient(`${service.wsUrl}?access_token=${token}`);
    expect(await client.next()).toMatchObject({ event: 'CONNECTED' });
    client.close();
    await client.ended;
  });

  test.each([
    'localhost',
    'LOCALHOST:1',
    'localhost.',
    'tidemark.localhost:80',
    '127.0.0.1',
    '127.9.9.9:9',
    '[::1]:9',
  ])('Host %s is answered', async (host) => {
    expect((await ask(service.baseUrl, host)).status).toBe(200);
  });

  test.each(['https://any.example', 'null', 'http://localhost:3000'])(
    'pages of the origin %s may go on using it',
    async (origin) => {
      const authorization = `Bearer ${await service.token()}`;
      const host = new URL(service.baseUrl).host;
      const answer = await ask(service.baseUrl, host, '/v3/asset', { origin, authorization });
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, '*']);
    },
  );
});

describe('names that an operator has chosen', () => {
  let service: TestService | undefined;
  afterEach(async () => {
    await service?.close();
    service = undefined;
  });

  /** Configured URLs do not tell where it listens. */
  async function start(argv: readonly string[]): Promise<string> {
    const port = await freePort();
    service = await startService({ argv: ['--port', String(port), ...argv] });
    return `http://127.0.0.1:${port}`;
  }

  test('the hosts of base URL and websocket URL are answered to, others not', async () => {
    const urls = ['--base-url', 'https://data.example/t', '--ws-url', 'wss://live.example'];
    const listensAt = await start(urls);
    for (const host of ['data.example', 'DATA.example:443', 'live.example', 'localhost'])
      expect((await ask(listensAt, host)).status).toBe(200);
    expectRefused(await ask(listensAt, 'other.example'));
  });

  test('without the demo client any name is answered to', async () => {
    const listensAt = await start(['--no-demo']);
    expect((await ask(listensAt, 'attacker.example')).status).toBe(200);
  });

  test('on an address that others reach, without the demo client, any name is answered to', async () => {
    const listensAt = await start(['--host', '0.0.0.0']);
    const { client, secret } = await new Operator(service?.folder ?? '').addClient();
    const host = '192.0.2.7:8080';
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client.id,
      client_secret: secret,
      audience: `http://${host}`,
    }).toString();
    const headers = { host, 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await requestRaw(listensAt, { method: 'POST', target: '/v3/oauth/token', headers, body });
    expect(answer.status).toBe(200);
  });
});
