import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compressFilesIn } from '../../../scripts/build-web.mjs';
import { freePort } from '../../support/free-port.ts';
import { startService, type TestService } from '../../support/service.ts';

const SCRIPT = `export const text = '${'a line of the page, '.repeat(100)}';\n`;
/** Bytes that are no text. */
const FONT = Buffer.from([0x77, 0x4f, 0x46, 0x32, 0xff, 0xfe, 0x00, 0x80]);
const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8';

let web: string;

beforeAll(async () => {
  web = mkdtempSync(join(tmpdir(), 'tidemark-web-'));
  mkdirSync(join(web, 'assets', 'deep'), { recursive: true });
  writeFileSync(
    join(web, 'index.html'),
    '<!doctype html><html lang="en"><head><script type="module" src="./assets/index-BdxlSbzz.js"></script></head></html>',
  );
  writeFileSync(join(web, 'assets', 'index-BdxlSbzz.js'), SCRIPT);
  writeFileSync(join(web, 'assets', 'index-BdxlSbzz.js.map'), '{}');
  writeFileSync(join(web, 'assets', 'text-a_B-1234.woff2'), FONT);
  writeFileSync(join(web, 'assets', 'deep', 'plain.css'), 'body{}');
  writeFileSync(join(web, 'secret.txt'), 'not of the page');
  await compressFilesIn(web);
});

afterAll(() => rmSync(web, { recursive: true }));

interface Raw {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** As it goes over the wire: `fetch` decodes bodies and sets headers of its own. */
function raw(url: string, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, path, method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject).end();
  });
}

describe('a built page', () => {
  let service: TestService;
  const get = (path: string, headers?: Record<string, string>, method?: string) =>
    raw(service.baseUrl, path, headers, method);

  beforeAll(async () => {
    service = await startService({ webFolder: web });
  });
  afterAll(() => service.close());

  test('is served to browsers, and asked for again every time', async () => {
    const { status, headers, body } = await get('/', { accept: HTML });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers.vary).toContain('Accept');
    expect(headers['tidemark-source']).toBe('simulator');
    expect(body.toString()).toContain('src="/assets/index-BdxlSbzz.js"');
    expect(body.toString()).toContain('<html data-base="/"');
    const again = await get('/', { accept: HTML, 'if-none-match': headers.etag ?? '' });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  test('has a policy that lets it load and call nothing but this service', async () => {
    const { headers } = await get('/', { accept: HTML });
    const { host } = new URL(service.baseUrl);
    expect(String(headers['content-security-policy']).split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      `connect-src 'self' ws://${host} wss://${host}`,
      "worker-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  });

  test.each(['*/*', 'application/json', undefined])(
    'leaves the short page to clients that accept %s',
    async (accept) => {
      const { status, body } = await get('/', accept === undefined ? {} : { accept });
      expect(status).toBe(200);
      expect(body.toString()).toContain('A first token');
    },
  );

  test('has files with hashes in their names, which are cached for a year, in the encodings of the build', async () => {
    const plain = await get('/assets/index-BdxlSbzz.js');
    expect(plain.body.toString()).toBe(SCRIPT);
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    });
    const brotli = await get('/assets/index-BdxlSbzz.js', { 'accept-encoding': 'gzip, deflate, br' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.body).toString()).toBe(SCRIPT);
    const gzip = await get('/assets/index-BdxlSbzz.js', { 'accept-encoding': 'gzip' });
    expect(gunzipSync(gzip.body).toString()).toBe(SCRIPT);
    const tags = [plain, brotli, gzip].map(({ headers }) => headers.etag);
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[^"]+"$/);
  });

  test('has binary files byte for byte, and others that are asked for again', async () => {
    const font = await get('/assets/text-a_B-1234.woff2', { 'accept-encoding': 'br' });
    expect(font.body).toEqual(FONT);
    expect(font.headers).toMatchObject({ 'content-type': 'font/woff2', 'content-length': '8' });
    expect(font.headers).not.toHaveProperty('content-encoding');
    const plain = await get('/assets/deep/plain.css');
    expect(plain.headers['cache-control']).toBe('no-cache');
  });

  test('answers HEAD with the headers alone, and no other method', async () => {
    const head = await get('/assets/index-BdxlSbzz.js', {}, 'HEAD');
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers['content-length']).toBe(String(SCRIPT.length));
    expect((await get('/assets/index-BdxlSbzz.js', {}, 'POST')).status).toBe(405);
  });

  test.each([
    '/secret.txt',
    '/index.html',
    '/assets/',
    '/assets/index-BdxlSbzz.js.br',
    '/assets/index-BdxlSbzz.js.map',
    '/assets/../secret.txt',
    '/assets/%2e%2e/secret.txt',
    '/assets/..%2fsecret.txt',
    '/assets//etc/passwd',
    '/assets/index-BdxlSbzz.js%00',
    '/asset/BTC',
  ])('has no %s', async (path) => {
    const { status, headers } = await get(path);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('leaves the documentation, the API and its health as they were', async () => {
    expect((await get('/docs', { accept: HTML })).status).toBe(200);
    expect((await get('/healthz', { accept: HTML })).status).toBe(200);
    expect((await get('/v3/asset', { accept: HTML })).status).toBe(401);
  });

  test('is told how to ask for tokens, and may use the demo client from this machine', async () => {
    const { headers, body } = await get('/page/config.json');
    expect(headers['cache-control']).toBe('no-store');
    expect(JSON.parse(body.toString())).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      source: 'simulator',
      origin: 'simulated',
      basePath: '',
      tokenPath: '/v3/oauth/token',
      audiences: { rest: service.baseUrl, stream: service.wsUrl },
      demo: { clientId: 'demo', clientSecret: 'demo' },
    });
  });

  test.each([
    ['a proxy that asks for another', { 'x-forwarded-for': '203.0.113.9' }],
    ['a proxy that says so in another way', { via: '1.1 proxy' }],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a page of the same site', { 'sec-fetch-site': 'same-site' }],
    ['a page of another origin', { origin: 'https://evil.example' }],
  ])('is not told the demo client by %s', async (_, headers) => {
    const { status, headers: answered, body } = await get('/page/config.json', headers);
    expect(status).toBe(200);
    expect(JSON.parse(body.toString())).not.toHaveProperty('demo');
    expect(answered).not.toHaveProperty('access-control-allow-origin');
  });

  test('is not told anything by the name of another host', async () => {
    expect((await get('/page/config.json', { host: 'evil.example' })).status).toBe(403);
  });

  test('gives no leave to pages of other origins', async () => {
    const preflight = await get(
      '/page/config.json',
      { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
      'OPTIONS',
    );
    expect(preflight.status).toBe(204);
    expect(preflight.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('gets no token without a sign-in: there is no such route', async () => {
    for (const method of ['GET', 'POST', 'OPTIONS'])
      expect((await get('/page/token', { origin: service.baseUrl }, method)).status).toBe(404);
  });
});

test('below the path of a proxy, files and paths have that path, and the websocket its public URL', async () => {
  const port = await freePort();
  const urls = ['--base-url', 'https://d.example/tide', '--ws-url', 'wss://ws.example/live'];
  const service = await startService({
    webFolder: web,
    argv: ['--port', String(port), '--trust-proxy', '127.0.0.1/32', ...urls],
  });
  const local = `http://127.0.0.1:${port}`;
  const proxied = { accept: HTML, 'x-forwarded-host': 'd.example', 'x-forwarded-for': '203.0.113.9' };
  for (const path of ['/', '/tide', '/tide/']) {
    const { status, headers, body } = await raw(local, path, proxied);
    expect(status).toBe(200);
    expect(body.toString()).toContain('<html data-base="/tide/"');
    expect(body.toString()).toContain('src="/tide/assets/index-BdxlSbzz.js"');
    expect(headers['content-security-policy']).toContain(
      "connect-src 'self' ws://d.example wss://d.example wss://ws.example;",
    );
  }
  expect((await raw(local, '/tide/assets/index-BdxlSbzz.js')).body.toString()).toBe(SCRIPT);
  const config = await raw(local, '/tide/page/config.json', proxied);
  expect(JSON.parse(config.body.toString())).toMatchObject({
    basePath: '/tide',
    baseUrl: 'https://d.example/tide',
    wsUrl: 'wss://ws.example/live',
    tokenPath: '/tide/v3/oauth/token',
    audiences: { rest: 'https://d.example/tide', stream: 'wss://ws.example/live' },
  });
  await service.close();
});

test('a Host header that is no host and port gets no place in the policy', async () => {
  const service = await startService({ webFolder: web, argv: ['--no-demo'] });
  for (const host of ['a b; script-src *', '*', '*.example', 'a;b', 'a,b']) {
    const { headers } = await raw(service.baseUrl, '/', { accept: HTML, host });
    expect(headers['content-security-policy']).toContain("connect-src 'self';");
    expect(headers['content-security-policy']).not.toContain('*');
  }
  await service.close();
});

test('without the demo client, and with it on an address that others reach, nothing is given', async () => {
  for (const argv of [['--no-demo'], ['--demo', '--host', '0.0.0.0']]) {
    const service = await startService({ webFolder: web, argv });
    const config = await raw(service.baseUrl, '/page/config.json');
    expect(JSON.parse(config.body.toString())).not.toHaveProperty('demo');
    await service.close();
  }
});
