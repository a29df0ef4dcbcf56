import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Scope } from '../../../src/contract/scopes.ts';
import { Operator } from '../../support/operator.ts';
import { startService, type TestService } from '../../support/service.ts';
import { STANDING_WORLD } from '../../support/standing-world.ts';

let service: TestService;
let operator: Operator;

beforeAll(async () => {
  service = await startService({ past: false, argv: STANDING_WORLD.argv });
  operator = new Operator(service.folder);
});
afterAll(() => service.close());

const metrics = (query: string, headers?: Record<string, string>) =>
  service.get(`/prices/metrics${query}`, headers);

async function longLived(...scopes: Scope[]): Promise<Record<string, string>> {
  const { client } = await operator.addClient(scopes);
  const { token } = await operator.makeToken(client.id, ['rest']);
  return { authorization: `Bearer ${token}` };
}

async function record(query: string): Promise<Record<string, string>> {
  const answer = await service.get(`/v3/index-ticker?${query}`);
  return ((await answer.json()) as { content: Record<string, string>[] }).content[0]!;
}

/** Status and body of an error, whose form is checked. */
async function refused(answer: Response): Promise<[number, string]> {
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return [answer.status, await answer.text()];
}

describe('/prices/metrics', () => {
  test('has the values of /v3/index-ticker in the text format of Prometheus', async () => {
    const market = await record('marketName=BTC_USD');
    const asset = await record('symbol=BTC');
    const liquid = await record('name=BLX');
    const answer = await metrics('?names=BTC_USD,BTC,%20BLX,BTC');
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(answer.headers.get('tidemark-source')).toBe('simulator');
    const lines = (await answer.text()).split('\n');
    expect(lines.filter((line) => line.startsWith('# TYPE'))).toEqual([
      '# TYPE tidemark_price gauge',
      '# TYPE tidemark_volume gauge',
      '# TYPE tidemark_price_timestamp_seconds gauge',
      '# TYPE tidemark_price_flag gauge',
    ]);
    const at = Date.parse(STANDING_WORLD.slot) / 1000;
    const samples = [
      ['BTC_USD', market],
      ['BTC', asset],
      ['BLX', liquid],
    ] as const;
    expect(lines.filter((line) => !line.startsWith('#') && !line.includes('_flag'))).toEqual([
      ...samples.map(
        ([name, { indexType, price }]) => `tidemark_price{name="${name}",type="${indexType}"} ${price}`,
      ),
      ...samples.map(
        ([name, { indexType, volume }]) => `tidemark_volume{name="${name}",type="${indexType}"} ${volume}`,
      ),
      ...samples.map(
        ([name, { indexType }]) =>
          `tidemark_price_timestamp_seconds{name="${name}",type="${indexType}"} ${at}`,
      ),
      '',
    ]);
  });

  test('needs a token in the header, and the scopes of the indices', async () => {
    expect(await refused(await metrics('?names=BTC', {}))).toEqual([
      401,
      '401 UNAUTHORIZED: a bearer token is required\n',
    ]);
    const averages = await longLived('read:index-ticker');
    expect((await metrics('?names=BTC,BTC_USD', averages)).status).toBe(200);
    expect((await refused(await metrics('?names=BTC,BLX', averages)))[0]).toBe(403);
    const liquid = await longLived('read:LX');
    expect((await metrics('?names=BLX', liquid)).status).toBe(200);
    expect((await refused(await metrics('?names=BTC', liquid)))[0]).toBe(403);
    expect((await refused(await metrics('?names=BTC', await longLived('read:operations'))))[0]).toBe(403);
  });

  test('takes no token in the URL', async () => {
    const { client } = await operator.addClient(['read:index-ticker']);
    const { token } = await operator.makeUrlToken(client.id);
    expect((await refused(await metrics('?names=BTC', { authorization: `Bearer ${token}` })))[0]).toBe(401);
    const query = await metrics(`?names=BTC&access_token=${token}`, {});
    expect((await refused(query))[0]).toBe(401);
  });

  test('says in text what is wrong', async () => {
    expect(await refused(await metrics('?names=BTC,no-such,NOR_THIS'))).toEqual([
      404,
      '404 NOT_FOUND: no asset, market or index has the name no-such, NOR_THIS\n',
    ]);
    const [status, text] = await refused(await metrics(''));
    expect([status, text.split('\n')]).toEqual([
      400,
      ['400 BAD_REQUEST: validation error', 'names is required', ''],
    ]);
    const many = await metrics(`?names=${Array.from({ length: 101 }, (_, i) => `A${i}`).join()}`);
    expect((await refused(many))[1]).toContain('names must be 1 to 100 names');
    expect((await refused(await service.get('/prices/no-such-route')))[0]).toBe(404);
    const posted = await fetch(`${service.baseUrl}/prices/metrics?names=BTC`, { method: 'POST' });
    expect(posted.headers.get('allow')).toContain('GET');
    expect((await refused(posted))[0]).toBe(405);
  });

  test('answers HEAD, and 304 to its own entity tag', async () => {
    const answer = await metrics('?names=BTC');
    const { authorization } = await longLived('read:index-ticker');
    const etag = answer.headers.get('etag')!;
    const again = await metrics('?names=BTC', { authorization: authorization!, 'if-none-match': etag });
    expect(again.status).toBe(304);
    const head = await fetch(`${service.baseUrl}/prices/metrics?names=BTC`, {
      method: 'HEAD',
      headers: { authorization: authorization! },
    });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});
