import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIXED_ASSETS } from '../../support/fixed-ids.ts';
import { startService, type TestService } from '../../support/service.ts';
import { requestRaw, type RawAnswer } from '../../support/raw-connection.ts';

const BTC = FIXED_ASSETS.BTC;
const VARY = 'Authorization, Accept-Encoding, Origin';
/** The form of a list also depends on what the client accepts. */
const LIST_VARY = `${VARY}, Accept`;

let service: TestService;
let authorization: string;
beforeAll(async () => {
  service = await startService();
  authorization = `Bearer ${await service.token()}`;
});
afterAll(() => service.close());

function get(target: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
  return requestRaw(service.baseUrl, { target, headers: { authorization, ...headers } });
}

describe('headers of an answer', () => {
  test.each(['/v3/asset', `/v3/asset/${BTC}`, '/v3/market', '/v3/exchange', '/v3/asset?symbol=NONE'])(
    '%s is private, fresh for at most 5 minutes, and marked as simulated',
    async (path) => {
      const { status, headers } = await get(path);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers['vary']).toBe(path.endsWith(BTC) ? VARY : LIST_VARY);
      expect(headers['tidemark-source']).toBe('simulator');
      const [, maxAge] = /^private, max-age=(\d+)$/.exec(headers['cache-control'] ?? '') ?? [];
      expect(Number(maxAge)).toBeLessThanOrEqual(300);
      expect(headers['etag']).toMatch(/^"[\w-]+"$/);
    },
  );

  test.each([
    ['/v3/nothing', 404],
    ['/v3/asset/nonsense', 400],
    ['/v3/asset?status=x', 400],
  ])('an error (%s) is never kept', async (path, expected) => {
    const { status, headers } = await get(path);
    expect(status).toBe(expected);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['vary']).toBe(VARY);
    expect(headers).not.toHaveProperty('etag');
  });

  test.each(['/healthz', '/readyz', '/metrics'])('%s is never kept', async (path) => {
    expect((await get(path)).headers['cache-control']).toBe('no-store');
  });
});

describe('encodings', () => {
  const DECODERS = { identity: (bytes: Buffer) => bytes, gzip: gunzipSync, br: brotliDecompressSync };

  test.each(['/v3/asset', '/v3/market', '/v3/exchange', '/openapi.json', '/docs/docs.css'])(
    '%s has the same content and another ETag in each encoding',
    async (path) => {
      const identity = await get(path, { 'accept-encoding': 'identity' });
      const tags = new Set<string | undefined>();
      for (const [encoding, decode] of Object.entries(DECODERS)) {
        const { headers, bytes } = await get(path, { 'accept-encoding': encoding });
        expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
        expect(headers['vary']).toContain('Accept-Encoding');
        expect(decode(bytes).equals(identity.bytes)).toBe(true);
        tags.add(headers['etag']);
      }
      expect(tags.size).toBe(3);
      expect(tags).not.toContain(undefined);
    },
  );

  test.each([
    ['gzip, br', 'br'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['gzip;q=0', undefined],
    ['identity, gzip;q=0.5', undefined],
    ['deflate, zstd', undefined],
    ['', undefined],
    ['gzip;q=nonsense', undefined],
    [';;;,,,', undefined],
  ])('Accept-Encoding "%s" gets %s', async (header, expected) => {
    const { headers } = await get('/v3/asset', { 'accept-encoding': header });
    expect(headers['content-encoding']).toBe(expected);
  });

  test('without Accept-Encoding nothing is compressed', async () => {
    const { headers, body } = await get('/v3/asset');
    expect(headers).not.toHaveProperty('content-encoding');
    expect(JSON.parse(body)).toHaveProperty('content');
  });

  test('an ETag stays the same while the content does, and differs where the content differs', async () => {
    const tagOf = async (path: string) => (await get(path)).headers['etag'];
    expect(await tagOf('/v3/asset')).toBe(await tagOf('/v3/asset?ignored=1'));
    expect(await tagOf('/v3/asset')).not.toBe(await tagOf('/v3/asset?type=FIAT'));
  });
});

describe('If-None-Match', () => {
  const forms: [string, (etag: string) => string][] = [
    ['the tag itself', (etag) => etag],
    ['the tag as a weak one', (etag) => `W/${etag}`],
    ['a list that holds the tag', (etag) => `"other", ${etag}, "another"`],
    ['a list without spaces', (etag) => `"other",W/${etag}`],
    ['a star', () => '*'],
  ];

  for (const encoding of ['identity', 'gzip', 'br']) {
    test.each(forms)(
      `%s is 304 (${encoding}) with the headers of the answer and no body`,
      async (_what, form) => {
        const full = await get('/v3/asset', { 'accept-encoding': encoding });
        const etag = full.headers['etag'] ?? '';
        const { status, headers, body } = await get('/v3/asset', {
          'accept-encoding': encoding,
          'if-none-match': form(etag),
        });
        expect([status, body]).toEqual([304, '']);
        for (const name of ['etag', 'cache-control', 'vary', 'tidemark-source']) {
          expect(headers[name]).toBe(full.headers[name]);
        }
        expect(headers).not.toHaveProperty('content-type');
        expect(headers).not.toHaveProperty('content-encoding');
      },
    );
  }

  test.each(['"other"', 'W/"other"', '', 'nonsense', '"', '"*"', ','])(
    '%s does not match: the whole answer',
    async (header) => {
      const { status, body } = await get('/v3/asset', { 'if-none-match': header });
      expect(status).toBe(200);
      expect(JSON.parse(body)).toHaveProperty('content');
    },
  );

  test('the tag of another encoding does not match', async () => {
    const { headers } = await get('/v3/asset', { 'accept-encoding': 'gzip' });
    const answer = await get('/v3/asset', {
      'accept-encoding': 'br',
      'if-none-match': headers['etag'] ?? '',
    });
    expect(answer.status).toBe(200);
  });

  test('HEAD is 304 too', async () => {
    const answer = await requestRaw(service.baseUrl, {
      method: 'HEAD',
      target: '/v3/asset',
      headers: { authorization, 'if-none-match': '*' },
    });
    expect(answer.status).toBe(304);
  });

  test('a 304 is given only to a valid token', async () => {
    const answer = await requestRaw(service.baseUrl, {
      target: '/v3/asset',
      headers: { 'if-none-match': '*' },
    });
    expect(answer.status).toBe(401);
  });

  test('an error is never 304', async () => {
    expect((await get('/v3/asset/nonsense', { 'if-none-match': '*' })).status).toBe(400);
  });
});
