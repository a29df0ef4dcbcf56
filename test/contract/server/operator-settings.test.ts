import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { startService, type TestService, type TestServiceOptions } from '../../support/service.ts';
import { expectError } from '../../support/error-answers.ts';
import { Operator } from '../../support/operator.ts';
import { requestRaw } from '../../support/raw-connection.ts';

const LOOKUPS = ['/v3/asset', '/v3/market', '/v3/exchange'];

let service: TestService | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

async function start(argv: readonly string[], more: TestServiceOptions = {}): Promise<TestService> {
  service = await startService({ past: false, argv, ...more });
  return service;
}

const PREFLIGHT_VARY = 'Origin, Access-Control-Request-Headers';

describe('corsOrigins', () => {
  let baseUrl: string;
  let shared: TestService;
  beforeAll(async () => {
    const origins = 'https://a.example,https://b.example:8443';
    shared = await startService({ past: false, argv: ['--cors-origins', origins] });
    ({ baseUrl } = shared);
  });
  afterAll(() => shared.close());

  test('only pages of the configured origins may read answers', async () => {
    const allowed = async (origin: string) =>
      (await fetch(`${baseUrl}/v3/asset`, { headers: { origin } })).headers.get(
        'access-control-allow-origin',
      );
    expect(await allowed('https://a.example')).toBe('https://a.example');
    expect(await allowed('https://b.example:8443')).toBe('https://b.example:8443');
    for (const other of [
      'https://c.example',
      'http://a.example',
      'https://a.example:8443',
      'https://x.a.example',
      'null',
      '*',
    ]) {
      expect(await allowed(other)).toBeNull();
    }
  });

  test('a preflight names the origin only where it may call, and varies by it', async () => {
    const preflight = (origin: string) =>
      requestRaw(baseUrl, { method: 'OPTIONS', target: '/v3/asset', headers: { origin } });
    const allowed = await preflight('https://a.example');
    expect([allowed.status, allowed.headers['access-control-allow-origin']]).toEqual([
      204,
      'https://a.example',
    ]);
    const refused = await preflight('https://c.example');
    expect(refused.status).toBe(204);
    expect(refused.headers).not.toHaveProperty('access-control-allow-origin');
    expect([allowed.headers['vary'], refused.headers['vary']]).toEqual([PREFLIGHT_VARY, PREFLIGHT_VARY]);
  });
});

describe.each(['/data', '/deep/er'])('baseUrl with the path %s', (basePath) => {
  let shared: TestService;
  let local: string;
  let token: string;
  beforeAll(async () => {
    const port = await freePort();
    local = `http://127.0.0.1:${port}`;
    shared = await startService({
      past: false,
      argv: ['--port', String(port), '--base-url', local + basePath],
    });
    token = await shared.token();
  });
  afterAll(() => shared.close());

  test('may be sent or left out, as the proxy likes', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const bodies = await Promise.all(
      [basePath, ''].map(async (prefix) => {
        const answer = await fetch(`${local}${prefix}/v3/asset?type=FIAT`, { headers });
        expect(answer.status).toBe(200);
        return answer.text();
      }),
    );
    expect(bodies[0]).toBe(bodies[1]);
    for (const path of [
      '',
      '/',
      '?x',
      '/?x',
      '/healthz',
      '/docs',
      '/openapi.json',
      '/.well-known/jwks.json',
    ]) {
      expect((await fetch(local + basePath + path)).status).toBe(200);
    }
  });

  test('may follow a host in the request itself', async () => {
    const headers = { authorization: `Bearer ${token}` };
    const statusOf = async (target: string) => (await requestRaw(local, { target, headers })).status;
    for (const path of [`${basePath}/v3/asset?type=FIAT`, '/v3/asset', basePath, `${basePath}?x`, '', '?x'])
      expect(await statusOf(local + path), path).toBe(200);
    expect(await statusOf(`${local}${basePath}${basePath}/v3/asset`)).toBe(404);
  });

  test('only the whole path is taken off', async () => {
    for (const path of [
      `${basePath}base/v3/asset`,
      `${basePath}v3/asset`,
      basePath + basePath + '/v3/asset',
      '/other/v3/asset',
    ]) {
      await expectError(await fetch(local + path), 'NOT_FOUND');
    }
  });

  test('every URL that the service hands out has the path', async () => {
    expect(decodeJwt(token)).toMatchObject({ iss: local + basePath, aud: local + basePath });
    const document = (await (await fetch(`${local}${basePath}/openapi.json`)).json()) as { servers: unknown };
    expect(document.servers).toEqual([{ url: basePath }]);
    const metadata = await (await fetch(`${local}${basePath}/.well-known/oauth-authorization-server`)).json();
    expect(metadata).toMatchObject({
      issuer: local + basePath,
      token_endpoint: `${local}${basePath}/v3/oauth/token`,
      jwks_uri: `${local}${basePath}/.well-known/jwks.json`,
    });
    const docs = await (await fetch(`${local}${basePath}/docs`)).text();
    expect(docs).toContain(`"${basePath}/docs/rest.js"`);
    expect(docs).toContain(`data-base-path="${basePath}" data-audience="${local}${basePath}"`);
    expect((await fetch(`${local}${basePath}/docs/rest.js`)).headers.get('content-type')).toContain(
      'javascript',
    );
  });

  test('the metadata is also where RFC 8414 puts it for an issuer with a path', async () => {
    const answer = await fetch(`${local}/.well-known/oauth-authorization-server${basePath}`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ issuer: local + basePath });
  });
});

describe('by default', () => {
  let shared: TestService;
  beforeAll(async () => {
    shared = await startService({ past: false, wallClock: new ManualClock(Date.UTC(2026, 0, 31, 12)) });
  });
  afterAll(() => shared.close());

  test('publicLookups is off', async () => {
    for (const path of LOOKUPS) await expectError(await fetch(shared.baseUrl + path), 'UNAUTHORIZED');
  });

  test('rateLimit is off', async () => {
    const headers = { authorization: `Bearer ${await shared.token()}` };
    const statuses = await Promise.all(
      Array.from(
        { length: 500 },
        async () => (await fetch(`${shared.baseUrl}/v3/asset?symbol=X`, { headers })).status,
      ),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

describe('publicLookups', () => {
  describe('that is on', () => {
    let baseUrl: string;
    let shared: TestService;
    beforeAll(async () => {
      shared = await startService({ past: false, argv: ['--public-lookups'] });
      ({ baseUrl } = shared);
    });
    afterAll(() => shared.close());

    test('opens the six look-ups, whatever token is sent', async () => {
      for (const path of LOOKUPS) {
        const list = await fetch(baseUrl + path);
        expect(list.status).toBe(200);
        const { content } = (await list.json()) as { content: { id: string }[] };
        expect((await fetch(`${baseUrl}${path}/${content[0]?.id}`)).status).toBe(200);
        expect((await fetch(baseUrl + path, { headers: { authorization: 'Bearer nonsense' } })).status).toBe(
          200,
        );
      }
    });

    test('leaves the other checks as they are', async () => {
      await expectError(await fetch(`${baseUrl}/v3/asset/nonsense`), 'BAD_REQUEST');
      await expectError(await fetch(`${baseUrl}/v3/asset/00000000-0000-4000-8000-000000000000`), 'NOT_FOUND');
    });
  });
});

describe('rateLimit', () => {
  const clock = () => new ManualClock(Date.UTC(2026, 0, 31, 12));

  test('refuses what a client sends beyond it with 429 and Retry-After, until the second is over', async () => {
    const wallClock = clock();
    const { baseUrl, token } = await start(['--rate-limit', '3'], { wallClock });
    const headers = { authorization: `Bearer ${await token()}` };
    const ask = () => fetch(`${baseUrl}/v3/asset?symbol=X`, { headers });
    for (let i = 0; i < 3; i++) expect((await ask()).status).toBe(200);
    const refused = await ask();
    await expectError(refused, 'TOO_MANY_REQUESTS');
    expect(refused.headers.get('retry-after')).toBe('1');
    wallClock.advance(1000);
    for (let i = 0; i < 3; i++) expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
  });

  describe('of one request a second', () => {
    const wallClock = clock();
    let shared: TestService;
    let ask: (bearer?: string) => Promise<number>;
    beforeAll(async () => {
      shared = await startService({ past: false, argv: ['--rate-limit', '1'], wallClock });
      ask = async (bearer) => {
        const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
        return (await fetch(`${shared.baseUrl}/v3/asset?symbol=X`, { headers })).status;
      };
    });
    afterAll(() => shared.close());
    // What a test has asked for is no matter of the next.
    beforeEach(() => wallClock.advance(5000));

    test("is each client's own, whichever of its tokens it uses", async () => {
      const other = await new Operator(shared.folder, wallClock).addClient();
      expect(await ask(await shared.token())).toBe(200);
      expect(await ask(await shared.token())).toBe(429);
      const credentials = { clientId: other.client.id, clientSecret: other.secret };
      expect(await ask(await shared.token(credentials))).toBe(200);
    });

    test('does not count what is not a data request', async () => {
      const bearer = await shared.token();
      for (let i = 0; i < 5; i++) {
        await shared.token();
        expect((await fetch(`${shared.baseUrl}/healthz`)).status).toBe(200);
        expect(await ask()).toBe(401);
      }
      expect(await ask(bearer)).toBe(200);
    });
  });
});

describe('metricsPort', () => {
  test('takes /metrics off the public port', async () => {
    const started = await start(['--metrics-port', '0']);
    await expectError(await fetch(`${started.baseUrl}/metrics`), 'NOT_FOUND');
    const answer = await fetch(`http://127.0.0.1:${started.metricsPort}/metrics`);
    expect(await answer.text()).toContain('tidemark_http_request_duration_seconds');
  });
});
