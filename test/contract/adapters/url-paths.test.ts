import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { IssuedToken } from '../../../src/app/operate/control/long-lived-commands.ts';
import { DATA_SCOPES, type Scope } from '../../../src/contract/scopes.ts';
import { Operator } from '../../support/operator.ts';
import { startService, type TestService } from '../../support/service.ts';
import { STANDING_WORLD } from '../../support/standing-world.ts';

const AT = Date.parse(STANDING_WORLD.slot) / 1000;
const BTC_USD = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';

/** Paths of the feed, each with a request that succeeds. */
const FEED = [
  '/config',
  '/time',
  '/symbols?symbol=BTC_USD',
  '/search?query=BTC',
  `/history?symbol=BTC_USD&resolution=5&to=${AT}&countback=3`,
  `/marks?symbol=BTC_USD&resolution=5&from=${AT - 3600}&to=${AT}`,
  `/timescale_marks?symbol=BTC_USD&resolution=5&from=${AT - 3600}&to=${AT}`,
  '/quotes?symbols=BTC_USD',
];

let service: TestService;
let operator: Operator;
let whole: IssuedToken;
let rest: string;
const issued: string[] = [];

async function urlToken(scopes: readonly Scope[], limits = {}): Promise<IssuedToken> {
  const { client } = await operator.addClient(scopes);
  const made = await operator.makeUrlToken(client.id, limits);
  issued.push(made.token);
  return made;
}

beforeAll(async () => {
  service = await startService({ argv: [...STANDING_WORLD.argv, '--no-demo', '--backfill', '2d'] });
  operator = new Operator(service.folder);
  whole = await urlToken(DATA_SCOPES, { perMinute: 1000 });
  const { client } = await operator.addClient(DATA_SCOPES);
  const long = await operator.makeToken(client.id, ['rest']);
  rest = long.token;
  issued.push(rest.split('.')[2]!);
});
afterAll(() => service.close());

const byUrl = (path: string, { token } = whole) => fetch(`${service.baseUrl}/t/${token}${path}`);
const byHeader = (path: string, headers: Record<string, string> = { authorization: `Bearer ${rest}` }) =>
  fetch(service.baseUrl + path, { headers });

async function feedError(answer: Response): Promise<unknown[]> {
  const { s, errmsg, ...others } = (await answer.json()) as Record<string, unknown>;
  expect({ s, others }).toEqual({ s: 'error', others: {} });
  return [answer.status, errmsg];
}

async function csvError(answer: Response): Promise<unknown[]> {
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const rows = parse(await answer.text(), { record_delimiter: '\r\n' });
  expect(rows).toHaveLength(1);
  return [answer.status, ...rows[0]!];
}

describe('the feed', () => {
  test.each(FEED)('%s is the same with a token in the URL and in the header', async (path) => {
    const [inUrl, inHeader] = [await byUrl(`/udf${path}`), await byHeader(`/udf${path}`)];
    expect([inUrl.status, inHeader.status]).toEqual([200, 200]);
    expect(inUrl.headers.get('referrer-policy')).toBe('no-referrer');
    expect(inUrl.headers.get('tidemark-source')).toBe('simulator');
    expect(await inUrl.json()).toEqual(await inHeader.json());
  });

  test.each(FEED)('%s needs a token', async (path) => {
    const refused = await byHeader(`/udf${path}`, {});
    expect(refused.headers.get('www-authenticate')).toContain('Bearer');
    expect(await feedError(refused)).toEqual([401, 'a bearer token is required']);
    const unknown = await byUrl(`/udf${path}`, { ...whole, token: `tmu_${'a'.repeat(43)}` });
    expect(unknown.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await feedError(unknown)).toEqual([401, expect.stringContaining('malformed, expired or revoked')]);
    // A URL token is for URLs.
    const mixed = await byHeader(`/udf${path}`, { authorization: `Bearer ${whole.token}` });
    expect((await feedError(mixed))[0]).toBe(401);
  });

  test('has the bars of /v3/candles as numbers', async () => {
    const rows = await (
      await byHeader(`/v3/candles?indexId=${BTC_USD}&interval=5m&to=${STANDING_WORLD.slot}&size=3`)
    ).json();
    const records = (rows as { content: Record<string, string>[] }).content.toReversed();
    expect(records).toHaveLength(3);
    const bars = await (await byUrl(`/udf${FEED[4]}`)).json();
    const numbers = (name: string) => records.map((record) => Number(record[name]));
    expect(bars).toMatchObject({
      s: 'ok',
      t: records.map(({ startTimestamp }) => Date.parse(startTimestamp!) / 1000),
      o: numbers('open'),
      h: numbers('high'),
      l: numbers('low'),
      c: numbers('close'),
    });
  });

  test.each([
    ['1', 60],
    ['5', 300],
    ['15', 900],
    ['30', 1800],
    ['60', 3600],
    ['240', 14_400],
    ['1D', 86_400],
  ])('offers resolution %s and has as many bars of it as asked for', async (resolution, step) => {
    const config = (await (await byUrl('/udf/config')).json()) as { supported_resolutions: string[] };
    expect(config.supported_resolutions).toContain(resolution);
    const path = `/udf/history?symbol=BTC&resolution=${resolution}&to=${AT}&countback=5`;
    const { t } = (await (await byUrl(path)).json()) as { t: number[] };
    expect(t).toHaveLength(5);
    expect(t.every((time) => time % step === 0 && time < AT)).toBe(true);
  });

  test('has a time that is not kept, and prices that are kept until the next tick', async () => {
    const time = await byUrl('/udf/time');
    expect(time.headers.get('cache-control')).toBe('private, max-age=0');
    expect(Math.abs(((await time.json()) as number) - AT)).toBeLessThan(60);
    expect((await byUrl('/udf/quotes?symbols=BTC')).headers.get('cache-control')).not.toContain('=0');
  });

  test('follows nextTime to older bars', async () => {
    const before = Date.parse('2026-03-01T12:05:00Z') / 1000;
    const path = `/udf/history?symbol=BTC_USD&resolution=5&from=${before}&to=${before + 300}`;
    const { s, nextTime } = (await (await byUrl(path)).json()) as { s: string; nextTime: number };
    expect(s).toBe('no_data');
    const next = `/udf/history?symbol=BTC_USD&resolution=5&from=${nextTime}&to=${nextTime + 1}`;
    expect(await (await byUrl(next)).json()).toMatchObject({ s: 'ok', t: [nextTime] });
  });

  test('marks modelled bars', async () => {
    const { text } = (await (await byUrl(`/udf${FEED[5]}`)).json()) as { text: string[] };
    expect(text[0]).toMatch(/^MODELLED/);
  });

  test('reports errors in its own form, unknown routes and wrong methods too', async () => {
    expect(await feedError(await byUrl('/udf/symbols?symbol=NOTHING'))).toEqual([
      404,
      'no asset, market or index is called NOTHING',
    ]);
    expect(await feedError(await byUrl('/udf/history?symbol=BTC_USD&resolution=7&to=1'))).toEqual([
      400,
      'resolution must be one of 1, 5, 15, 30, 60, 240, 1D',
    ]);
    for (const answer of [
      await byUrl('/udf/nothing'),
      await byHeader('/udf/nothing'),
      await byHeader('/udf'),
    ])
      expect(await feedError(answer)).toEqual([404, 'there is no such route']);
    // Encoded in another way, a URL may contain a token too.
    const encoded = await fetch(`${service.baseUrl}/%74/${whole.token}/%75df/nothing`);
    expect(encoded.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await feedError(encoded)).toEqual([404, 'there is no such route']);
    const posted = await fetch(`${service.baseUrl}/udf/config`, { method: 'POST' });
    expect((await feedError(posted))[0]).toBe(405);
    const narrow = await urlToken(['read:LX']);
    expect((await feedError(await byUrl('/udf/symbols?symbol=BTC', narrow)))[0]).toBe(403);
    const limited = await urlToken(DATA_SCOPES, { names: ['BTC'] });
    expect((await byUrl('/udf/symbols?symbol=BTC', limited)).status).toBe(200);
    expect((await feedError(await byUrl('/udf/symbols?symbol=ETH', limited)))[0]).toBe(403);
  });

  test('may be read by pages of other sites', async () => {
    const origin = 'https://charts.example';
    const answer = await fetch(`${service.baseUrl}/t/${whole.token}/udf/time`, { headers: { origin } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const preflight = await fetch(`${service.baseUrl}/udf/time`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-headers': 'authorization' },
    });
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization');
  });
});

describe('price.csv', () => {
  test('has the prices of /v3/index-ticker in the order of the names', async () => {
    const records = await Promise.all(
      ['name=BLX', 'marketName=BTC_USD', 'symbol=BTC'].map(async (query) => {
        const answer = await byHeader(`/v3/index-ticker?${query}`);
        return ((await answer.json()) as { content: Record<string, string>[] }).content[0]!;
      }),
    );
    const path = '/price.csv?names=BLX,BTC_USD,%20BTC';
    const [inUrl, inHeader] = [await byUrl(path), await byHeader(path)];
    expect(inUrl.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(inUrl.headers.get('referrer-policy')).toBe('no-referrer');
    const text = await inUrl.text();
    expect(await inHeader.text()).toBe(text);
    const rows: Record<string, string>[] = parse(text, { columns: true, record_delimiter: '\r\n' });
    expect(rows.map(({ name }) => name)).toEqual(['BLX', 'BTC_USD', 'BTC']);
    expect(rows.map(({ source }) => source)).toEqual(['simulator', 'simulator', 'simulator']);
    expect(rows.map(({ title }) => title)).toEqual([
      'BLX liquid index',
      'Bitcoin / United States Dollar',
      'Bitcoin',
    ]);
    for (const member of ['price', 'volume', 'timestamp', 'indexId', 'indexType'])
      expect(rows.map((row) => row[member])).toEqual(records.map((record) => record[member]));
  });

  test('reports errors as the text of one cell', async () => {
    const unknown = await byUrl('/price.csv?names=BTC,no-such,NOR_THIS');
    expect(await csvError(unknown)).toEqual([
      404,
      'Error: no asset, market or index has the name no-such, NOR_THIS',
    ]);
    expect(await csvError(await byUrl('/price.csv'))).toEqual([400, 'Error: names is required']);
    expect(await csvError(await byUrl('/price.csv?names=BTC&errors=no'))).toEqual([
      400,
      'Error: errors must be one of cell',
    ]);
    expect(await csvError(await byUrl('/price.csv?names=BTC&at=2026-02-28T12:00:00Z'))).toEqual([
      400,
      'Error: at is not possible: only the latest values are here',
    ]);
    expect((await byUrl('/price?names=BTC&at=2026-02-28T12:00:00Z')).status).toBe(400);
    expect(await csvError(await byHeader('/price.csv?names=BTC', {}))).toEqual([
      401,
      'Error: a bearer token is required',
    ]);
    const narrow = await urlToken(['read:LX']);
    expect((await csvError(await byUrl('/price.csv?names=BTC', narrow)))[0]).toBe(403);
    expect((await byUrl('/price.csv?names=BLX', narrow)).status).toBe(200);
    const limited = await urlToken(DATA_SCOPES, { names: ['BTC'] });
    expect(await csvError(await byUrl('/price.csv?names=ETH', limited))).toEqual([
      403,
      'Error: the token is limited to other indices',
    ]);
  });

  test('reports errors with the status 200 to a sheet that asks for it, and counts them as errors', async () => {
    const path = '/price.csv?names=no-such&errors=cell';
    expect(await csvError(await byUrl(path))).toEqual([
      200,
      'Error: no asset, market or index has the name no-such',
    ]);
    const revoked = await urlToken(DATA_SCOPES);
    await operator.revokeToken(revoked.id);
    expect(await csvError(await byUrl('/price.csv?names=BTC&errors=cell', revoked))).toEqual([
      200,
      'Error: the token in the URL is malformed, expired or revoked',
    ]);
    const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
    expect(metrics).toMatch(/route="\/t\/:token\/price\.csv"[^}]*status="4\d\d"/);
  });

  test('shares the rate of its token with the other paths', async () => {
    const slow = await urlToken(DATA_SCOPES, { perMinute: 2 });
    expect((await byUrl('/price.csv?names=BTC', slow)).status).toBe(200);
    expect((await byUrl('/udf/time', slow)).status).toBe(200);
    const third = await byUrl('/price.csv?names=BTC', slow);
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await csvError(third))[0]).toBe(429);
    expect((await feedError(await byUrl('/udf/time', slow)))[0]).toBe(429);
  });
});

test('no token is in a log line, a metric or a file', async () => {
  const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
  expect(metrics).toContain('route="/t/:token/udf/history"');
  expect(metrics).toContain('route="/udf/history"');
  const files = readdirSync(service.folder).filter((name) => statSync(join(service.folder, name)).isFile());
  const texts = [
    metrics,
    service.logLines.join(''),
    ...files.map((name) => readFileSync(join(service.folder, name), 'utf8')),
  ];
  expect(issued.length).toBeGreaterThan(5);
  for (const token of issued) expect(texts.some((text) => text.includes(token))).toBe(false);
});
