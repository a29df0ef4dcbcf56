import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SystemClock } from '../../../src/core/clocks/clock.ts';
import { MINUTE_MS, type Millis } from '../../../src/core/time.ts';
import { parseErrorBody } from '../../support/error-answers.ts';
import { plainDecimal, readParquet } from '../../support/parquet-rows.ts';
import { requestRaw, type RawAnswer } from '../../support/raw-connection.ts';
import { ResponseSchemas } from '../../support/response-schemas.ts';
import { startService, type TestService } from '../../support/service.ts';

/** Market time hardly moves; the days before the first tick are modelled. */
const ARGV = ['--start', '2026-03-01T12:00:05Z', '--speed', '0.01', '--fault-rate', '0', '--backfill', '1d'];
const NAME = 'lx-2026-02-27.parquet';
const PATH = `/v3/files/${NAME}`;

interface Listed {
  readonly name: string;
  readonly day: string;
  readonly indexType: string;
  readonly bytes: number;
  readonly sha256: string;
}

let service: TestService;
let authorization: string;
let whole: RawAnswer;
beforeAll(async () => {
  service = await startService({ argv: ARGV });
  authorization = `Bearer ${await service.token()}`;
  whole = await get(PATH);
  for (const day of ['2026-02-26', '2026-02-28'])
    expect((await get(`/v3/files/lx-${day}.parquet`)).status).toBe(200);
});
afterAll(() => service.close());

function get(target: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawAnswer> {
  return requestRaw(service.baseUrl, { method, target, headers: { authorization, ...headers } });
}

async function listed(query = ''): Promise<readonly Listed[]> {
  const { body } = await get(`/v3/files${query}`);
  return (JSON.parse(body) as { content: Listed[] }).content;
}

describe('GET /v3/files', () => {
  test('has the files that have been made, newest first, all with every field', async () => {
    const files = await listed();
    expect(files.map(({ name }) => name)).toEqual(['lx-2026-02-28.parquet', NAME, 'lx-2026-02-26.parquet']);
    for (const file of files)
      expect(Object.keys(file)).toEqual(['name', 'day', 'indexType', 'bytes', 'sha256']);
    const days = await listed('?from=2026-02-26T00:00:00Z&to=2026-02-28T00:00:00Z');
    expect(days.map(({ day }) => day)).toEqual(['2026-02-27', '2026-02-26']);
  });

  test('has size and hash of a file', async () => {
    const [made] = await listed('?indexType=LX&from=2026-02-27T00:00:00Z&to=2026-02-28T00:00:00Z');
    const sha256 = createHash('sha256').update(whole.bytes).digest('hex');
    expect(made).toEqual({
      name: NAME,
      day: '2026-02-27',
      indexType: 'LX',
      bytes: whole.bytes.length,
      sha256,
    });
  });

  test('is as documented, and also CSV', async () => {
    const schemas = await ResponseSchemas.of(service);
    const { body } = await get('/v3/files');
    const validate = schemas.response('/v3/files', 'get', 200);
    expect(validate && schemas.problemsOf(validate, JSON.parse(body))).toBe('');
    const csv = await get('/v3/files?indexType=LX&format=csv');
    expect(csv.body.split('\r\n')[0]).toBe('name,day,indexType,bytes,sha256');
  });

  test('has only files that the client may read', async () => {
    const headersWith = async (scope: string) => ({
      authorization: `Bearer ${await service.token({ scope })}`,
    });
    const content = async (headers: Record<string, string>) =>
      (JSON.parse((await get('/v3/files', headers)).body) as { content: Listed[] }).content;
    expect(await content(await headersWith('read:index-ticker'))).toEqual([]);
    const only = await headersWith('read:LX');
    expect(await content(only)).toHaveLength(3);
    expect((await get('/v3/files?indexType=GWA', only)).status).toBe(403);
    expect((await get('/v3/files/gwa-2026-02-27.parquet', only)).status).toBe(403);
  });

  test('reports bad parameters', async () => {
    const answer = await get('/v3/files?indexType=NAV&from=2026-02-02T00:00:00Z&to=2026-02-01T00:00:00Z');
    expect(answer.status).toBe(400);
    expect(parseErrorBody(answer.body, 'BAD_REQUEST').errors.map(({ field }) => field)).toEqual([
      'indexType',
      'from',
    ]);
  });
});

describe('GET /v3/files/{name}', () => {
  test('is a file with an entity tag that may be kept for a year, marked as simulated', () => {
    expect(whole.status).toBe(200);
    const sha256 = createHash('sha256').update(whole.bytes).digest('hex');
    expect(whole.headers).toMatchObject({
      etag: `"${sha256}"`,
      'cache-control': 'private, max-age=31536000, immutable',
      'content-type': 'application/vnd.apache.parquet',
      'content-disposition': `attachment; filename="${NAME}"`,
      'content-length': String(whole.bytes.length),
      'accept-ranges': 'bytes',
      'tidemark-source': 'simulator',
      'x-content-type-options': 'nosniff',
      vary: 'Authorization, Origin',
    });
    expect(whole.headers).not.toHaveProperty('content-encoding');
  });

  test('has what the list has of each index of that day', async () => {
    const { rows } = await readParquet(whole.bytes);
    expect(rows).toHaveLength(3 * 2880);
    expect(new Set(rows.map(({ source }) => source))).toEqual(new Set(['simulator']));
    for (const name of ['BLX', 'ELX', 'XRPLX']) {
      const range = 'from=2026-02-27T00:00:30Z&to=2026-02-28T00:00:01Z&order=asc&size=2000';
      const wanted: Record<string, unknown>[] = [];
      for (let after = ''; ;) {
        const { body } = await get(`/v3/index-ticker?name=${name}&${range}${after}`);
        const page = JSON.parse(body) as { content: Record<string, unknown>[]; nextId?: string };
        wanted.push(...page.content);
        if (page.nextId === undefined) break;
        after = `&startAfter=${page.nextId}`;
      }
      expect(wanted).toHaveLength(2880);
      const own = rows.filter(({ indexId }) => indexId === wanted[0]?.['indexId']);
      expect(
        own.map(({ price, timestamp, flags }) => [
          plainDecimal(String(price)),
          new Date(Number(timestamp)).toISOString(),
          flags,
        ]),
      ).toEqual(wanted.map(({ price, timestamp, flags }) => [price, timestamp, String(flags)]));
    }
  });

  test.each([
    ['bytes=0-3', 'PAR1', 0],
    ['bytes=-4', 'PAR1', -4],
  ])('%s is a part of it', async (range, text, start) => {
    const { status, headers, body } = await get(PATH, { range });
    const first = start < 0 ? whole.bytes.length + start : start;
    expect([status, body]).toEqual([206, text]);
    expect(headers['content-range']).toBe(`bytes ${first}-${first + 3}/${whole.bytes.length}`);
    expect(headers['content-length']).toBe('4');
  });

  test('parts make up the whole', async () => {
    const { length } = whole.bytes;
    const parts = await Promise.all(
      [0, 1, 2].map((part) => {
        const [from, to] = [Math.floor((length * part) / 3), Math.floor((length * (part + 1)) / 3)];
        return get(PATH, { range: `bytes=${from}-${to - 1}` });
      }),
    );
    expect(Buffer.concat(parts.map(({ bytes }) => bytes)).equals(whole.bytes)).toBe(true);
  });

  test('a range after its end is 416, with its size', async () => {
    const answer = await get(PATH, { range: `bytes=${whole.bytes.length}-` });
    expect([answer.status, answer.headers['content-range']]).toEqual([416, `bytes */${whole.bytes.length}`]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(parseErrorBody(answer.body, 'RANGE_NOT_SATISFIABLE').message).toContain('bytes');
  });

  test('If-Range: the part of the same file, else all of it', async () => {
    const range = 'bytes=0-3';
    const etag = whole.headers['etag'] ?? '';
    expect((await get(PATH, { range, 'if-range': etag })).status).toBe(206);
    for (const other of ['"another"', `W/${etag}`, 'Sun, 01 Mar 2026 00:00:00 GMT']) {
      const { status, bytes } = await get(PATH, { range, 'if-range': other });
      expect([other, status, bytes.length]).toEqual([other, 200, whole.bytes.length]);
    }
  });

  test('several ranges at once get all of it', async () => {
    const { status, bytes } = await get(PATH, { range: 'bytes=0-3,8-11' });
    expect([status, bytes.length]).toEqual([200, whole.bytes.length]);
  });

  test('If-None-Match: 304 without a body, whatever the range', async () => {
    const { headers } = whole;
    const known = { 'if-none-match': headers['etag'] ?? '' };
    for (const more of [{}, { range: 'bytes=0-3' }]) {
      const answer = await get(PATH, { ...known, ...more });
      expect([answer.status, answer.body, answer.headers['etag']]).toEqual([304, '', headers['etag']]);
      expect(answer.headers['cache-control']).toBe(headers['cache-control']);
    }
    expect((await get(PATH, { 'if-none-match': '"another"' })).status).toBe(200);
  });

  test('HEAD has its size and no body', async () => {
    const { status, headers, body } = await get(PATH, { range: 'bytes=0-3' }, 'HEAD');
    expect([status, headers['content-length'], headers['etag'], body]).toEqual([
      200,
      String(whole.bytes.length),
      whole.headers['etag'],
      '',
    ]);
  });

  test('a page of another origin may read its size and its parts', async () => {
    const answer = await fetch(service.baseUrl + PATH, {
      headers: { authorization, range: 'bytes=0-3', origin: 'https://any.example' },
    });
    expect(answer.headers.get('access-control-expose-headers')).toMatch(/ETag.*Content-Range/);
    expect(await answer.text()).toBe('PAR1');
  });

  test.each([
    'lx-2026-03-01.parquet',
    'lx-2027-01-01.parquet',
    'lx-2026-02-27-2.parquet',
    'lx-2026-02-27.csv',
    'manifest.json',
    '..%2fclients.json',
  ])('%s is 404', async (name) => {
    const answer = await get(`/v3/files/${name}`);
    expect([answer.status, parseErrorBody(answer.body, 'NOT_FOUND').message]).toEqual([
      404,
      'there is no file with this name: see /v3/files',
    ]);
  });
});

/** A minute takes a moment. */
class QuickClock extends SystemClock {
  override wait(ms: Millis, signal?: AbortSignal): Promise<void> {
    return super.wait(ms === MINUTE_MS ? 1 : ms, signal);
  }
}

test('a service begins to make files that nobody has requested', async () => {
  const own = await startService({ argv: ARGV, wallClock: new QuickClock() });
  try {
    const folder = join(own.folder, 'files');
    const names = () => (existsSync(folder) ? readdirSync(folder) : []);
    while (names().length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(names()).toEqual(['mwa-2026-02-28.parquet.tmp']);
  } finally {
    await own.close();
  }
});
