import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIXED_ASSETS, FIXED_EXCHANGES, FIXED_MARKETS } from '../../support/fixed-ids.ts';
import { startService, type TestService } from '../../support/service.ts';
import { expectError, parseErrorBody } from '../../support/error-answers.ts';
import { exchangeRaw, requestBytes, requestRaw, RawConnection } from '../../support/raw-connection.ts';

const BTC = FIXED_ASSETS.BTC;
const BTC_USD = FIXED_MARKETS.BTC_USD;
const KRAKEN = FIXED_EXCHANGES.Kraken;

let service: TestService;
let authorization: string;
beforeAll(async () => {
  service = await startService({ past: false });
  authorization = `Bearer ${await service.token()}`;
});
afterAll(() => service.close());

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(service.baseUrl + path, { headers: { authorization, ...headers } });
}

describe('paths', () => {
  test.each([
    '/v3/asset',
    `/v3/asset/${BTC}`,
    '/v3/market',
    `/v3/market/${BTC_USD}`,
    '/v3/exchange',
    `/v3/exchange/${KRAKEN}`,
    '/openapi.json',
    '/docs',
    '/.well-known/jwks.json',
    '/.well-known/oauth-authorization-server',
  ])('%s answers the same with a trailing slash', async (path) => {
    const plain = await get(path);
    const slashed = await get(`${path}/`);
    expect([plain.status, slashed.status]).toEqual([200, 200]);
    expect(await slashed.text()).toBe(await plain.text());
  });

  test('a trailing slash may stand before the query', async () => {
    const [slashed, plain] = await Promise.all([get('/v3/asset/?type=FIAT'), get('/v3/asset?type=FIAT')]);
    expect([slashed.status, await slashed.text()]).toEqual([200, await plain.text()]);
  });

  test.each(['/healthz/', '/readyz/', '/metrics/'])('%s is served', async (path) => {
    expect((await get(path)).status).toBe(200);
  });

  test('the token endpoint takes a trailing slash', async () => {
    const answer = await fetch(`${service.baseUrl}/v3/oauth/token/`, { method: 'POST' });
    expect((await expectError(answer, 'BAD_REQUEST')).error).toBe('invalid_request');
  });

  test.each([
    '/nothing',
    '/v3',
    '/v3/',
    '/v4/asset',
    '/V3/asset',
    '/v3/Asset',
    '/v3/asset/a/b',
    '//v3/asset',
    '/v3//asset',
    '/asset',
    '/%00',
    '/../etc/passwd',
  ])('%s is an unknown route: 404 with the error body and without the path in it', async (path) => {
    const answer = await requestRaw(service.baseUrl, { target: path, headers: { authorization } });
    expect(answer.status).toBe(404);
    const body = parseErrorBody(answer.body, 'NOT_FOUND');
    expect(body.errors).toEqual([]);
    expect(answer.body).not.toContain(path);
  });

  test.each(['/v3/asset/%zz', '/v3/asset/%', '/v3/asset/%e0%a4%a', '/%ff', '/v3/%c0%80/x', '/nothing/%zz'])(
    '%s has no meaning as percent-encoding: 400 or 404 with the error body',
    async (target) => {
      const answer = await requestRaw(service.baseUrl, { target, headers: { authorization } });
      expect([400, 404]).toContain(answer.status);
      const body = parseErrorBody(answer.body, answer.status === 400 ? 'BAD_REQUEST' : 'NOT_FOUND');
      expect(body.message).not.toContain('%');
      expect(answer.headers['cache-control']).toBe('no-store');
    },
  );

  test.each(['/docs/nonsense', '/nothing', '/docs/nonsense?x=1'])(
    '%s is a page for a browser, and the error body for programs',
    async (path) => {
      const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
      const page = await get(path, { accept });
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      const html = await page.text();
      expect(html).toContain('<h1>Not found</h1>');
      expect(html).not.toContain('nonsense');
      for (const other of ['*/*', 'application/json'])
        await expectError(await get(path, { accept: other }), 'NOT_FOUND');
    },
  );

  test('an unknown route of the API gets the error body, even from a browser', async () => {
    await expectError(await get('/v3/nonsense', { accept: 'text/html' }), 'NOT_FOUND');
  });

  test('nonsense in the percent-encoding of a query value is taken as it stands', async () => {
    const { errors } = await expectError(await get('/v3/asset?type=%zz'), 'BAD_REQUEST');
    expect(errors).toMatchObject([{ field: 'type', rejectedValue: '%zz' }]);
  });

  test('requests that the router itself refused do not spoil the metrics', async () => {
    await requestRaw(service.baseUrl, { target: '/v3/asset/%zz' });
    const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
    expect(
      metrics.split('\n').filter((line) => line.startsWith('tidemark_http') && /nan$/i.test(line)),
    ).toEqual([]);
  });

  test('the target may be a whole URL, as proxies send it', async () => {
    const answer = await requestRaw(service.baseUrl, {
      target: `${service.baseUrl}/v3/asset`,
      headers: { authorization },
    });
    expect(answer.status).toBe(200);
  });
});

describe('methods', () => {
  const paths = [
    '/v3/asset',
    `/v3/asset/${BTC}`,
    '/v3/asset?type=FIAT',
    '/v3/market',
    `/v3/market/${BTC_USD}`,
    '/v3/exchange',
    `/v3/exchange/${KRAKEN}`,
    '/openapi.json',
    '/docs',
    '/',
    '/.well-known/jwks.json',
  ];

  test.each(paths)('HEAD %s has the headers of GET and no body', async (target) => {
    const headers = { authorization, 'accept-encoding': 'gzip' };
    const full = await requestRaw(service.baseUrl, { target, headers });
    const head = await requestRaw(service.baseUrl, { method: 'HEAD', target, headers });
    const timeless = ({ date: _date, ...rest }: Readonly<Record<string, string>>) => rest;
    expect(head.status).toBe(200);
    expect(timeless(head.headers)).toEqual(timeless(full.headers));
    expect(head.headers['content-length']).toBe(String(full.bytes.length));
  });

  test.each([
    '/healthz',
    '/readyz',
    '/metrics',
    '/v3/asset',
    '/v3/nothing',
    '/v3/asset/nonsense',
    '/v3/oauth/token',
  ])('after HEAD %s the next answer follows at once: no byte of a body is sent', async (target) => {
    const connection = await RawConnection.open(service.baseUrl);
    connection.write(requestBytes(service.baseUrl, { method: 'HEAD', target, headers: { authorization } }));
    connection.write(requestBytes(service.baseUrl, { target: '/healthz' }));
    const head = await connection.read({ hasBody: false });
    const next = await connection.read();
    connection.close();
    expect(Number(head?.headers['content-length'])).toBeGreaterThan(0);
    expect(JSON.parse(next?.body ?? '')).toMatchObject({ status: 'ok' });
  });

  test('HEAD of an error has its status', async () => {
    const answer = await fetch(`${service.baseUrl}/v3/asset/nonsense`, {
      method: 'HEAD',
      headers: { authorization },
    });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'MKCOL'])(
    '%s on a data route is 405 and says what is allowed',
    async (method) => {
      const answer = await requestRaw(service.baseUrl, {
        method,
        target: '/v3/asset',
        headers: { authorization },
      });
      parseErrorBody(answer.body, 'METHOD_NOT_ALLOWED');
      expect(answer.status).toBe(405);
      expect(answer.headers['allow']).toBe('GET, HEAD, OPTIONS');
    },
  );

  test.each([
    '/v3/asset/',
    `/v3/asset/${BTC}`,
    '/v3/asset/nonsense',
    '/',
    '/docs',
    '/healthz',
    '/metrics',
    '/openapi.json',
    '/v3/%61sset',
  ])('POST %s is 405', async (target) => {
    const answer = await requestRaw(service.baseUrl, { method: 'POST', target, headers: { authorization } });
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
    parseErrorBody(answer.body, 'METHOD_NOT_ALLOWED');
  });

  test.each(['GET', 'PUT', 'DELETE'])(
    '%s on the token endpoint is 405 and says what is allowed',
    async (method) => {
      const answer = await fetch(`${service.baseUrl}/v3/oauth/token`, { method });
      await expectError(answer, 'METHOD_NOT_ALLOWED');
      expect(answer.headers.get('allow')).toBe('POST, OPTIONS');
    },
  );

  test('a word that is no method at all is 400', async () => {
    const answer = await exchangeRaw(
      service.baseUrl,
      'NONSENSE /v3/asset HTTP/1.1\r\nHost: localhost\r\n\r\n',
    );
    expect(answer.status).toBe(400);
    parseErrorBody(answer.body, 'BAD_REQUEST');
  });

  test.each(['/v3/asset', `/v3/market/${BTC_USD}`, '/v3/oauth/token', '/healthz'])(
    'OPTIONS %s answers the preflight of any page',
    async (target) => {
      const answer = await requestRaw(service.baseUrl, {
        method: 'OPTIONS',
        target,
        headers: {
          origin: 'https://any.example',
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'authorization,x-requested-with, X-Anything',
        },
      });
      expect([answer.status, answer.body]).toEqual([204, '']);
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE, OPTIONS',
        'access-control-allow-headers': 'authorization,x-requested-with, X-Anything',
        'access-control-max-age': '86400',
      });
      expect(answer.headers['vary']).toBe('Origin, Access-Control-Request-Headers');
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    },
  );

  test.each([[undefined], [''], ['a b'], ['authorization,,x'], ['x: y']])(
    'a preflight that asks for the headers %j is promised none',
    async (asked) => {
      const answer = await requestRaw(service.baseUrl, {
        method: 'OPTIONS',
        target: '/v3/asset',
        headers: {
          origin: 'https://any.example',
          ...(asked === undefined ? {} : { 'access-control-request-headers': asked }),
        },
      });
      expect(answer.status).toBe(204);
      expect(answer.headers).not.toHaveProperty('access-control-allow-headers');
    },
  );

  test('the target * is for OPTIONS alone, which says what the server answers', async () => {
    const whole = await requestRaw(service.baseUrl, { method: 'OPTIONS', target: '*' });
    expect([whole.status, whole.headers['allow']]).toEqual([204, 'GET, HEAD, POST, PATCH, DELETE, OPTIONS']);
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) {
      const answer = await requestRaw(service.baseUrl, { method, target: '*' });
      expect([method, answer.status]).toEqual([method, 400]);
      if (method !== 'HEAD') parseErrorBody(answer.body, 'BAD_REQUEST');
    }
  });

  test('OPTIONS needs no token and is not told from an unknown route by it', async () => {
    const answer = await fetch(`${service.baseUrl}/v3/nothing`, { method: 'OPTIONS' });
    await expectError(answer, 'NOT_FOUND');
  });
});

describe('pages of other origins', () => {
  test('an answer may be read by any page, and its headers too', async () => {
    const answer = await get('/v3/asset', { origin: 'https://any.example' });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-expose-headers')?.split(', ')).toEqual(
      expect.arrayContaining(['ETag', 'Tidemark-Source', 'Retry-After', 'WWW-Authenticate']),
    );
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test.each([
    ['/v3/asset', 401],
    ['/v3/nothing', 404],
    ['/v3/oauth/token', 405],
  ])('an error of %s may be read by any page', async (path, status) => {
    const answer = await fetch(service.baseUrl + path, { headers: { origin: 'https://any.example' } });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  test('without an Origin header nothing is said about origins', async () => {
    expect((await get('/v3/asset')).headers.get('access-control-allow-origin')).toBeNull();
  });

  test('no answer sets a cookie', async () => {
    for (const path of ['/', '/docs', '/v3/asset', '/v3/nothing']) {
      expect((await get(path)).headers.getSetCookie()).toEqual([]);
    }
  });
});
