import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAGE_TOKENS_PER_MINUTE } from '../../../src/api/resources/token/page-token.ts';
import { runCommand } from '../../../src/app/operate/control/admin-access.ts';
import { SystemClock, type Clock } from '../../../src/core/clocks/clock.ts';
import { parseErrorBody } from '../../support/error-answers.ts';
import { freePort } from '../../support/free-port.ts';
import { Operator } from '../../support/operator.ts';
import { requestRaw, type RawAnswer } from '../../support/raw-connection.ts';
import { startService, type TestService } from '../../support/service.ts';
import { StreamClient } from '../../support/stream-client.ts';

const SCOPES = 'read:index-ticker read:ohlcv read:LX read:market-cap';

interface Asked {
  readonly side?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly method?: string;
}

function ask(service: TestService, asked: Asked = {}): Promise<RawAnswer> {
  const { host } = new URL(service.baseUrl);
  return requestRaw(service.baseUrl, {
    method: asked.method ?? 'POST',
    target: '/page/token',
    headers: {
      host,
      origin: service.baseUrl,
      'content-type': 'application/json',
      ...asked.headers,
    },
    body: asked.body ?? JSON.stringify({ side: asked.side ?? 'rest' }),
  });
}

async function tokenFor(service: TestService, side = 'rest'): Promise<string> {
  const { body } = await ask(service, { side });
  return (JSON.parse(body) as { access_token: string }).access_token;
}

/** The machine's, moved forward by a test. */
class ShiftedClock extends SystemClock implements Clock {
  #shiftMs = 0;
  shift(ms: number): void {
    this.#shiftMs += ms;
  }
  override now(): number {
    return super.now() + this.#shiftMs;
  }
  override monotonic(): number {
    return super.monotonic() + this.#shiftMs;
  }
}

describe('a public page', () => {
  let service: TestService;
  let clock: ShiftedClock;

  beforeAll(async () => {
    clock = new ShiftedClock();
    service = await startService({ argv: ['--public-page', '--no-demo'], wallClock: clock });
  });
  afterAll(() => service.close());

  test('gets tokens of ten minutes with the scopes of its views, which no cache keeps', async () => {
    const { status, headers, body } = await ask(service);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    const answer = JSON.parse(body) as Record<string, unknown>;
    expect(answer).toMatchObject({ scope: SCOPES, token_type: 'Bearer' });
    expect(answer['expires_in']).toBeGreaterThan(590);
    expect(answer['expires_in']).toBeLessThanOrEqual(600);
    const [, claims = ''] = String(answer['access_token']).split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      client_id: 'page',
      gty: 'page',
      scope: SCOPES,
      aud: service.baseUrl,
    });
  });

  test('reads what its views show, and nothing else', async () => {
    const authorization = `Bearer ${await tokenFor(service)}`;
    const statusOf = async (path: string) => (await service.get(path, { authorization })).status;
    for (const path of [
      '/v3/market-cap',
      '/v3/market-cap/total',
      '/v3/asset',
      '/v3/index-ticker?symbol=BTC',
      '/v3/quality',
    ])
      expect(await statusOf(path)).toBe(200);
    for (const path of ['/v3/exchange-ticker', '/v3/quality/exchange'])
      expect(await statusOf(path)).toBe(403);
    expect(await statusOf('/v3/derivatives/contract/futures')).toBe(403);
    const proxied = { authorization, 'x-forwarded-for': '203.0.113.9' };
    for (const path of ['/v3/status', '/metrics'])
      expect((await service.get(path, proxied)).status).toBe(403);
    const ticks = (await (
      await service.get('/v3/index-ticker?symbol=BTC&size=1', { authorization })
    ).json()) as {
      content: { id: string }[];
    };
    expect(await statusOf(`/v3/index-ticker/${ticks.content[0]!.id}/constituents`)).toBe(200);
    const page = readFileSync(new URL('../../../docs/use/page.md', import.meta.url), 'utf8');
    expect(/^\| may read .*$/m.exec(page)![0]).toContain('receipts');
    expect(/^\| may not read .*$/m.exec(page)![0]).not.toContain('receipts');
  });

  test('opens nothing without a token', async () => {
    for (const path of ['/v3/market-cap', '/v3/asset', '/v3/index-ticker'])
      expect((await service.get(path, { origin: service.baseUrl })).status).toBe(401);
  });

  test('has the websocket with its own token, for the ticks of its views alone', async () => {
    const stream = await tokenFor(service, 'stream');
    const client = await StreamClient.open(`${service.wsUrl}?access_token=${stream}`);
    const subscribed = await client.ask({ event: 'SUBSCRIBE_INDEX_TICKER', symbol: 'BTC' });
    expect(subscribed.event).toBe('SUBSCRIBED_INDEX_TICKER');
    expect((await client.next()).event).toBe('INDEX_TICKER');
    client.send({ event: 'SUBSCRIBE_EXCHANGE_TICKER', marketName: 'BTC_USD' });
    expect(await client.next()).toMatchObject({ event: 'ERROR', code: '403' });
    client.socket.close();
    await client.ended;
    const rest = new StreamClient(`${service.wsUrl}?access_token=${await tokenFor(service)}`);
    expect(await rest.next()).toMatchObject({ event: 'ERROR', code: '401' });
    expect((await rest.ended).code).toBe(1008);
    const crossed = await service.get('/v3/asset', { authorization: `Bearer ${stream}` });
    expect(crossed.status).toBe(401);
  });

  test('says so to its page, with the views', async () => {
    const config = (await (await service.get('/page/config.json', {})).json()) as object;
    expect(config).toMatchObject({ publicViews: ['market', 'asset', 'indices', 'try-it'] });
    expect(config).not.toHaveProperty('demo');
  });

  test.each([
    ['a page of another origin', { origin: 'https://evil.example' }],
    ['a page without an origin, such as a file', { origin: 'null' }],
    ['a page of the same host at another port', { origin: 'http://127.0.0.1:1' }],
    ['an origin that only begins like its own', { origin: 'http://127.0.0.1.evil.example' }],
    ['an origin that is no URL', { origin: 'http://' }],
    ['a browser that says another site asks', { 'sec-fetch-site': 'cross-site' }],
    ['a browser that says a page of the same site asks', { 'sec-fetch-site': 'same-site' }],
    ['a browser in which a person typed the address', { 'sec-fetch-site': 'none' }],
    [
      'a forwarded host that no trusted proxy sent',
      { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
    ],
  ])('gives no token to %s', async (_, headers) => {
    const answer = await ask(service, { headers });
    expect(answer.status).toBe(403);
    parseErrorBody(answer.body, 'FORBIDDEN');
    expect(answer.body).not.toContain('access_token');
  });

  test('gives no token to a client that does not say which page asks', async () => {
    const { host } = new URL(service.baseUrl);
    const headers = { host, 'content-type': 'application/json' };
    const request = { method: 'POST', target: '/page/token', headers, body: '{"side":"rest"}' };
    expect((await requestRaw(service.baseUrl, request)).status).toBe(403);
  });

  test('gives no leave in a preflight, nor a token that another page could read', async () => {
    const origin = 'https://evil.example';
    const preflight = await ask(service, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
      body: '',
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers).not.toHaveProperty('access-control-allow-origin');
    clock.shift(120_000);
    expect((await ask(service)).headers).not.toHaveProperty('access-control-allow-origin');
  });

  test.each(['GET', 'HEAD', 'PUT', 'DELETE'])('answers %s with 405', async (method) => {
    const answer = await ask(service, { method, body: '' });
    expect(answer.status).toBe(405);
    expect(answer.headers['allow']).toBe('POST, OPTIONS');
  });

  test.each([
    ['{"side":"both"}', 'application/json', 400],
    ['{"side":["rest"]}', 'application/json', 400],
    ['{}', 'application/json', 400],
    ['[]', 'application/json', 400],
    ['null', 'application/json', 400],
    ['{"side":', 'application/json', 400],
    ['side=rest', 'text/plain', 415],
    [JSON.stringify({ side: 'x'.repeat(20_000) }), 'application/json', 413],
  ])('refuses the body %.20s as %s with %i', async (body, type, status) => {
    clock.shift(120_000);
    const answer = await ask(service, { body, headers: { 'content-type': type } });
    expect(answer.status).toBe(status);
    expect(answer.body).not.toContain('access_token');
  });

  test('a token ends after ten minutes, on REST and for a new websocket', async () => {
    clock.shift(120_000);
    const [rest, stream] = [await tokenFor(service), await tokenFor(service, 'stream')];
    const get = () => service.get('/v3/asset?symbol=BTC', { authorization: `Bearer ${rest}` });
    clock.shift(590_000);
    expect((await get()).status).toBe(200);
    clock.shift(11_000);
    expect((await get()).status).toBe(401);
    const late = new StreamClient(`${service.wsUrl}?access_token=${stream}`);
    expect(await late.next()).toMatchObject({ event: 'ERROR', code: '401' });
    await late.ended;
  });

  test('an address that floods is told when to come again, whatever it says of itself', async () => {
    clock.shift(120_000);
    const statuses: number[] = [];
    for (let i = 0; i < PAGE_TOKENS_PER_MINUTE + 5; i++) {
      const headers = { 'x-forwarded-for': `203.0.113.${i}`, forwarded: `for=203.0.113.${i}` };
      statuses.push((await ask(service, { headers })).status);
    }
    expect(statuses.slice(0, PAGE_TOKENS_PER_MINUTE).every((status) => status === 200)).toBe(true);
    expect(statuses.slice(PAGE_TOKENS_PER_MINUTE)).toEqual([429, 429, 429, 429, 429]);
    const refused = await ask(service);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    parseErrorBody(refused.body, 'TOO_MANY_REQUESTS');
    clock.shift(61_000);
    expect((await ask(service)).status).toBe(200);
  });

  test('visitors within a minute share a token, and each is counted', async () => {
    clock.shift(120_000);
    const first = await tokenFor(service);
    expect(await tokenFor(service)).toBe(first);
    clock.shift(60_000);
    expect(await tokenFor(service)).not.toBe(first);
    const metrics = await (await service.get('/metrics', {})).text();
    expect(Number(/tidemark_tokens_issued_total\{client="page"\} (\d+)/.exec(metrics)?.[1])).toBeGreaterThan(
      30,
    );
    expect(metrics).toContain('tidemark_page_tokens_refused_total{reason="address"} 6');
    expect(metrics).toMatch(/tidemark_page_tokens_refused_total\{reason="origin"\} \d+/);
  });

  test('a visitor does not count as known, so that floods of visitors go before clients', async () => {
    clock.shift(120_000);
    const authorization = `Bearer ${await tokenFor(service)}`;
    const client = await StreamClient.open(
      `${service.wsUrl}?access_token=${await tokenFor(service, 'stream')}`,
    );
    expect((await service.get('/v3/asset?symbol=BTC', { authorization })).status).toBe(200);
    const status = (await (await service.get('/v3/status', {})).json()) as {
      connections: Record<string, string>;
    };
    expect(status.connections['known']).toBe('0');
    expect(Number(status.connections['unknown'])).toBeGreaterThan(0);
    client.socket.close();
    await client.ended;
  });

  test('its client has no secret that the token endpoint takes', async () => {
    for (const clientSecret of ['page', 'demo', ' '])
      await expect(service.token({ clientId: 'page', clientSecret })).rejects.toThrow('no token: 401');
  });

  test('operators see its client and how often it got a token, and are told how to be without it', async () => {
    const command = { command: 'clients.list', arguments: {} };
    const listed = JSON.stringify(await runCommand(service.folder, new SystemClock(), command));
    expect(listed).toContain('"name":"Visitors of the public page"');
    await expect(new Operator(service.folder).disableClient('page')).rejects.toThrow(
      'client page is built in: start without --public-page to do without it',
    );
  });

  test('no token is in the log', async () => {
    const token = await tokenFor(service);
    await ask(service, { headers: { origin: 'https://evil.example' } });
    expect(service.logLines.join('')).not.toContain(token.slice(-20));
  });
});

test('behind a trusted proxy visitors are told apart by the address that it gives', async () => {
  const service = await startService({
    argv: ['--public-page', '--trust-proxy', '127.0.0.1/32', '--no-demo'],
  });
  const from = (address: string) => ask(service, { headers: { 'x-forwarded-for': address } });
  for (let i = 0; i < PAGE_TOKENS_PER_MINUTE; i++) await from('203.0.113.7');
  expect((await from('203.0.113.7')).status).toBe(429);
  // What the visitor wrote before the proxy's own entry changes nothing.
  expect((await from('198.51.100.1, 203.0.113.7')).status).toBe(429);
  expect((await from('203.0.113.8')).status).toBe(200);
  for (let i = 0; i < PAGE_TOKENS_PER_MINUTE; i++) await from(`2001:db8:1:2::${i}`);
  expect((await from('2001:db8:1:2:ffff::1')).status).toBe(429);
  expect((await from('2001:db8:1:3::1')).status).toBe(200);
  await service.close();
});

test('tokens end when the service comes back without the setting, and not when it keeps it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-'));
  const port = String(await freePort());
  const start = (...argv: string[]) => startService({ folder, argv: ['--port', port, '--no-demo', ...argv] });
  const statusOf = async (service: TestService, token: string) =>
    (await service.get('/v3/asset?symbol=BTC', { authorization: `Bearer ${token}` })).status;
  const first = await start('--public-page');
  const [rest, stream] = [await tokenFor(first), await tokenFor(first, 'stream')];
  expect(await statusOf(first, rest)).toBe(200);
  await first.close();
  const second = await start('--public-page');
  expect(await statusOf(second, rest)).toBe(200);
  await second.close();
  const third = await start();
  expect(await statusOf(third, rest)).toBe(401);
  const client = new StreamClient(`${third.wsUrl}?access_token=${stream}`);
  expect(await client.next()).toMatchObject({ event: 'ERROR', code: '401' });
  await client.ended;
  expect((await ask(third)).status).toBe(404);
  await third.close();
  rmSync(folder, { recursive: true });
});

describe('the budget of an address', () => {
  let limited: TestService;
  beforeAll(async () => {
    const limits = ['--visitor-rate', '1', '--visitor-burst', '3', '--visitor-stream-connections', '1'];
    limited = await startService({ argv: ['--public-page', ...limits] });
  });
  afterAll(() => limited.close());

  test('is for visitors alone: over it their requests are 429, and those of clients are not', async () => {
    const authorization = `Bearer ${await tokenFor(limited)}`;
    const ask = (headers: Record<string, string>) => limited.get('/v3/market-cap/total', headers);
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask({ authorization })));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(3);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    const client = `Bearer ${await limited.token()}`;
    const others = await Promise.all(Array.from({ length: 20 }, () => ask({ authorization: client })));
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('bounds websocket connections, and frees the place of one that ends', async () => {
    const url = `${limited.wsUrl}?access_token=${await tokenFor(limited, 'stream')}`;
    const first = await StreamClient.open(url);
    const second = new StreamClient(url);
    expect(await second.next()).toMatchObject({ event: 'ERROR', code: '429' });
    await second.ended;
    first.socket.close();
    await first.ended;
    const third = await StreamClient.open(url);
    third.socket.close();
    await third.ended;
  });
});
