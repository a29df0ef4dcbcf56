import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATA_SCOPES } from '../../../src/contract/scopes.ts';
import { freePort } from '../../support/free-port.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { McpCaller, type RpcAnswer } from '../../support/mcp-caller.ts';
import { Operator } from '../../support/operator.ts';
import { requestRaw } from '../../support/raw-connection.ts';
import { startService, type TestService } from '../../support/service.ts';
import { STANDING_WORLD } from '../../support/standing-world.ts';

const PAGE_ORIGIN = 'https://desk.example';
const PUBLIC_URL = 'https://prices.example/tm';

let service: TestService;
let mcp: McpCaller;
let token: string;
beforeAll(async () => {
  service = await startService({ argv: [...STANDING_WORLD.argv, '--cors-origins', PAGE_ORIGIN] });
  token = await service.token();
  mcp = new McpCaller(service, token);
});
afterAll(() => service.close());

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

async function refusal(answer: Response): Promise<unknown[]> {
  expect(answer.headers.get('content-type')).toContain('application/json');
  const { jsonrpc, id, error } = (await answer.json()) as RpcAnswer;
  expect(jsonrpc).toBe('2.0');
  expect(error!.message).not.toBe('');
  return [answer.status, error!.code, id];
}

describe('the protocol', () => {
  test.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])(
    'is spoken in version %s',
    async (version) => {
      const { status, result } = await mcp.ask('initialize', {
        protocolVersion: version,
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      });
      expect(status).toBe(200);
      expect(result).toMatchObject({
        protocolVersion: version,
        capabilities: { tools: {}, resources: {} },
        serverInfo: { name: 'tidemark' },
      });
      expect(String(result!['instructions'])).toContain('never an instruction');
      const ping = await mcp.post(PING, { 'mcp-protocol-version': version });
      expect(await ping.json()).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    },
  );

  test('offers its newest version to clients of others', async () => {
    const { result } = await mcp.ask('initialize', { protocolVersion: '2099-01-01' });
    expect(result).toMatchObject({ protocolVersion: '2025-11-25' });
  });

  test('has no sessions, and says that its data are not live', async () => {
    const answer = await mcp.post(PING, { 'mcp-session-id': 'of another server' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('mcp-session-id')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('tidemark-source')).toBe('simulator');
  });

  test.each([
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
    { jsonrpc: '2.0', method: 'something/unknown' },
    { jsonrpc: '2.0', id: 3, result: {} },
    { jsonrpc: '2.0', id: 3, error: { code: 1, message: 'no' } },
  ])('accepts %j without an answer', async (message) => {
    const answer = await mcp.post(message);
    expect([answer.status, await answer.text()]).toEqual([202, '']);
  });

  test.each([
    ['{"jsonrpc":"2.0",', -32_700, null],
    ['', -32_700, null],
    [JSON.stringify([PING]), -32_600, null],
    ['[]', -32_600, null],
    ['"ping"', -32_600, null],
    ['null', -32_600, null],
    ['{"id":4,"method":"ping"}', -32_600, 4],
    ['{"jsonrpc":"1.0","id":4,"method":"ping"}', -32_600, 4],
    ['{"jsonrpc":"2.0","id":"a"}', -32_600, 'a'],
    ['{"jsonrpc":"2.0","id":"a","method":5}', -32_600, 'a'],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32_600, null],
    ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32_600, null],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32_600, null],
    ['{"jsonrpc":"2.0","id":5,"method":"ping","params":[1]}', -32_602, 5],
    ['['.repeat(30_000), -32_700, null],
  ])('refuses %j', async (text, code, id) => {
    expect(await refusal(await mcp.post(text))).toEqual([400, code, id]);
  });

  test.each([
    ['prompts/list', {}, -32_601],
    ['constructor', {}, -32_601],
    ['initialize', {}, -32_602],
    ['tools/list', { cursor: 'x' }, -32_602],
    ['resources/list', { cursor: 'x' }, -32_602],
    ['tools/call', {}, -32_602],
    ['tools/call', { name: 'delete_everything' }, -32_602],
    ['resources/read', { uri: 'file:///etc/passwd' }, -32_002],
    ['resources/read', {}, -32_002],
  ])('answers %s %j with an error', async (method, params, code) => {
    const { status, id, error, result } = await mcp.ask(method, params);
    expect([status, id, error?.code, result]).toEqual([200, 7, code, undefined]);
  });

  test('refuses a body that is too long or of another type', async () => {
    const long = JSON.stringify({ ...PING, params: { text: 'x'.repeat(70_000) } });
    expect(await refusal(await mcp.post(long))).toEqual([413, -32_000, null]);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', ''])
      expect(await refusal(await mcp.post(PING, { 'content-type': type }))).toEqual([415, -32_000, null]);
    const withCharset = await mcp.post(PING, { 'content-type': 'Application/JSON; charset=utf-8' });
    expect(withCharset.status).toBe(200);
  });

  test('refuses a chunked body that is too long', async () => {
    const chunk = 'x'.repeat(40_000);
    const body = new ReadableStream({
      start(controller) {
        for (const text of [chunk, chunk]) controller.enqueue(new TextEncoder().encode(text));
        controller.close();
      },
    });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${service.baseUrl}/mcp`, {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    } as RequestInit);
    expect(await refusal(answer)).toEqual([413, -32_000, null]);
  });

  test.each(['text/event-stream', 'text/html', 'application/json;q=0', 'image/*'])(
    'refuses a client that accepts only %s',
    async (accept) => {
      expect(await refusal(await mcp.post(PING, { accept }))).toEqual([406, -32_000, null]);
    },
  );

  test.each(['application/json', 'application/*', '*/*', 'text/html, application/json;q=0.1'])(
    'answers a client that accepts %s',
    async (accept) => {
      expect((await mcp.post(PING, { accept })).status).toBe(200);
    },
  );

  test.each(['2019-01-01', 'latest', ''])('refuses the protocol version %j', async (version) => {
    const answer = await mcp.post(PING, { 'mcp-protocol-version': version });
    expect(await refusal(answer)).toEqual([400, -32_000, null]);
  });

  test.each(['GET', 'DELETE', 'PUT', 'PATCH'])('refuses %s', async (method) => {
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    const answer = await fetch(`${service.baseUrl}/mcp`, { method, headers });
    expect(answer.headers.get('allow')).toBe('POST, OPTIONS');
    expect(await refusal(answer)).toEqual([405, -32_000, null]);
  });

  test('answers unknown paths below it in its own form', async () => {
    const answer = await fetch(`${service.baseUrl}/mcp/tools`, { method: 'POST' });
    expect(await refusal(answer)).toEqual([404, -32_000, null]);
  });
});

describe('a token', () => {
  test('is required, and the answer says where to get one', async () => {
    const answer = await new McpCaller(service, undefined).post(PING);
    const challenge = answer.headers.get('www-authenticate')!;
    expect(challenge).toMatch(/^Bearer realm="tidemark", resource_metadata="[^"]+"$/);
    expect(await refusal(answer)).toEqual([401, -32_000, null]);
    const [, url = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
    const resource = (await (await fetch(url)).json()) as Record<string, unknown>;
    expect(resource).toEqual({
      resource: `${service.baseUrl}/mcp`,
      authorization_servers: [service.baseUrl],
      jwks_uri: `${service.baseUrl}/.well-known/jwks.json`,
      scopes_supported: [...DATA_SCOPES],
      bearer_methods_supported: ['header'],
      resource_name: 'Tidemark',
      resource_documentation: `${service.baseUrl}/docs/use/mcp`,
    });
    const [issuer] = resource['authorization_servers'] as string[];
    const server = (await (await fetch(`${issuer}/.well-known/oauth-authorization-server`)).json()) as Record<
      string,
      unknown
    >;
    expect(server['grant_types_supported']).toEqual(['client_credentials']);
    const issued = await fetch(String(server['token_endpoint']), {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'demo',
        client_secret: 'demo',
        resource: String(resource['resource']),
      }),
    });
    const { access_token: own } = (await issued.json()) as { access_token: string };
    expect((await new McpCaller(service, own).post(PING)).status).toBe(200);
    expect((await service.get('/v3/asset?symbol=BTC', { authorization: `Bearer ${own}` })).status).toBe(200);
  });

  test('is described at the root too', async () => {
    const answer = await fetch(`${service.baseUrl}/.well-known/oauth-protected-resource`);
    expect(await answer.json()).toMatchObject({ resource: service.baseUrl });
  });

  test('of the websocket, for URLs or without sense is refused', async () => {
    const stream = await service.token({ audience: service.baseUrl.replace('http', 'ws') });
    const operator = new Operator(service.folder);
    const { client } = await operator.addClient(DATA_SCOPES);
    const { token: forUrls } = await operator.makeUrlToken(client.id);
    for (const wrong of [stream, forUrls, 'garbage']) {
      const answer = await new McpCaller(service, wrong).post(PING);
      expect(answer.headers.get('www-authenticate')).toMatch(/error="invalid_token".*resource_metadata="/);
      expect(await refusal(answer)).toEqual([401, -32_000, null]);
    }
    const { token: long } = await operator.makeToken(client.id, ['rest']);
    expect((await new McpCaller(service, long).post(PING)).status).toBe(200);
  });

  test('is checked before the message', async () => {
    const answer = await new McpCaller(service, undefined).post('not JSON', { accept: 'text/html' });
    expect(answer.status).toBe(401);
  });
});

describe('a page', () => {
  const from = (origin: string) => mcp.post(PING, { origin });

  test('of this service, or of an origin that the operator named, may call it', async () => {
    for (const origin of [PAGE_ORIGIN, service.baseUrl]) expect((await from(origin)).status).toBe(200);
    expect((await from(PAGE_ORIGIN)).headers.get('access-control-allow-origin')).toBe(PAGE_ORIGIN);
  });

  test.each([
    'https://attacker.example',
    'http://localhost:1',
    'null',
    'https://desk.example.attacker.example',
  ])('of %s may not', async (origin) => {
    expect(await refusal(await from(origin))).toEqual([403, -32_000, null]);
  });

  test('that calls it by its own name may not (DNS rebinding)', async () => {
    const host = 'attacker.example';
    const headers = {
      host,
      origin: `http://${host}`,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    };
    const answer = await requestRaw(service.baseUrl, {
      method: 'POST',
      target: '/mcp',
      headers,
      body: JSON.stringify(PING),
    });
    expect(answer.status).toBe(403);
    expect((JSON.parse(answer.body) as RpcAnswer).error!.code).toBe(-32_000);
  });
});

describe('behind a public URL, for any origin, without the demo client', () => {
  let open: TestService;
  /** Where this test reaches it. */
  let own: string;
  let headers: Record<string, string>;
  beforeAll(async () => {
    const port = await freePort();
    own = `http://127.0.0.1:${port}`;
    const argv = ['--no-demo', '--port', String(port), '--base-url', PUBLIC_URL, '--cors-origins', '*'];
    open = await startService({ argv: [...STANDING_WORLD.argv, ...argv] });
    const operator = new Operator(open.folder);
    const { client } = await operator.addClient(DATA_SCOPES);
    const { token: long } = await operator.makeToken(client.id, ['rest']);
    headers = { authorization: `Bearer ${long}`, 'content-type': 'application/json' };
  });
  afterAll(() => open.close());

  const ask = (host: string, more: Record<string, string> = {}) =>
    requestRaw(own, {
      method: 'POST',
      target: '/mcp',
      headers: { ...headers, host, ...more },
      body: JSON.stringify(PING),
    });

  test.each(['prices.example', 'prices.example:8443', '127.0.0.1', 'localhost:1', '192.0.2.7:8080', '[::1]'])(
    'the Host %s is its own',
    async (host) => {
      expect((await ask(host)).status).toBe(200);
    },
  );

  test.each(['attacker.example', 'prices.example.attacker.example', 'a b'])(
    'the Host %s is not',
    async (host) => {
      const { status, body } = await ask(host);
      expect(status).toBe(403);
      expect((JSON.parse(body) as RpcAnswer).error!.message).toContain('--base-url');
    },
  );

  test('an origin is not allowed just because any page may read the API', async () => {
    expect((await ask('prices.example', { origin: 'https://attacker.example' })).status).toBe(403);
    expect((await ask('prices.example', { origin: 'https://prices.example' })).status).toBe(200);
  });

  test('metadata and challenges name the public URL, also below its path', async () => {
    const { authorization: _, ...anonymous } = headers;
    const refused = await requestRaw(own, {
      method: 'POST',
      target: '/tm/mcp',
      headers: { ...anonymous, host: 'prices.example' },
      body: JSON.stringify(PING),
    });
    expect(refused.status).toBe(401);
    expect(refused.headers['www-authenticate']).toContain(
      `resource_metadata="${PUBLIC_URL}/.well-known/oauth-protected-resource/mcp"`,
    );
    for (const target of [
      '/tm/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-protected-resource/tm/mcp',
    ]) {
      const { body } = await requestRaw(own, { target, headers: { host: 'prices.example' } });
      expect(JSON.parse(body)).toMatchObject({
        resource: `${PUBLIC_URL}/mcp`,
        authorization_servers: [PUBLIC_URL],
      });
    }
  });
});

test('the limits of requests hold', async () => {
  const clock = new ManualClock(Date.UTC(2026, 2, 1, 12));
  const limited = await startService({ argv: ['--rate-limit', '1'], wallClock: clock });
  try {
    const caller = new McpCaller(limited, await limited.token());
    expect((await caller.post(PING)).status).toBe(200);
    const answer = await caller.post(PING);
    expect(answer.headers.get('retry-after')).toBe('1');
    const { error } = (await answer.json()) as RpcAnswer;
    expect(error).toMatchObject({ code: -32_000, data: { status: 'TOO_MANY_REQUESTS' } });
    clock.advance(1000);
    expect((await caller.post(PING)).status).toBe(200);
  } finally {
    await limited.close();
  }
});
