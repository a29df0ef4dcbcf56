import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { IssuedToken } from '../../../src/app/operate/control/long-lived-commands.ts';
import { DATA_SCOPES, SCOPES, type Scope } from '../../../src/contract/scopes.ts';
import { parseErrorBody } from '../../support/error-answers.ts';
import { Operator } from '../../support/operator.ts';
import { startService, type TestService } from '../../support/service.ts';
import { STANDING_WORLD } from '../../support/standing-world.ts';

const DEMO = 'x-cg-demo-api-key';
const PRO = 'x-cg-pro-api-key';

/** Whether a token with only this scope, or without any, opens the route. */
const ROUTES: Readonly<Record<string, readonly (Scope | 'none')[]>> = {
  '/ping': ['none', ...DATA_SCOPES],
  '/coins/list': ['none', ...DATA_SCOPES],
  '/exchanges': ['none', ...DATA_SCOPES],
  '/coins/bitcoin?market_data=false': ['none', ...DATA_SCOPES],
  '/simple/supported_vs_currencies': ['read:index-ticker'],
  '/simple/price?ids=bitcoin&vs_currencies=usd': ['read:index-ticker'],
  '/simple/price?ids=bitcoin&vs_currencies=usd&include_market_cap=true': [],
  '/coins/bitcoin': [],
  '/coins/bitcoin/market_chart?vs_currency=usd&days=1': ['read:index-ticker'],
  '/coins/bitcoin/market_chart?vs_currency=usd&days=365': [],
  '/coins/bitcoin/market_chart/range?vs_currency=usd&from=2026-03-01&to=2026-03-02': ['read:index-ticker'],
  '/coins/bitcoin/ohlc?vs_currency=usd&days=1': ['read:index-ticker'],
  '/coins/markets?vs_currency=usd': ['read:market-cap'],
  '/coins/markets?vs_currency=eur': [],
  '/global': ['read:market-cap'],
  '/exchange_rates': ['read:index-ticker'],
};

let service: TestService;
let operator: Operator;
let clientId: string;
let whole: IssuedToken;
const issued: string[] = [];

async function urlToken(scopes: readonly Scope[], limits = {}): Promise<IssuedToken & { client: string }> {
  const { client } = await operator.addClient(scopes);
  const made = await operator.makeUrlToken(client.id, limits);
  issued.push(made.token);
  return { ...made, client: client.id };
}

beforeAll(async () => {
  // Without the demo client, as in production.
  service = await startService({ past: false, argv: [...STANDING_WORLD.argv, '--no-demo'] });
  operator = new Operator(service.folder);
  const made = await urlToken(DATA_SCOPES);
  whole = made;
  clientId = made.client;
});
afterAll(() => service.close());

const api = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${service.baseUrl}/coingecko/api/v3${path}`, { headers });

async function refusal(answer: Response): Promise<unknown[]> {
  const { status } = (await answer.json()) as { status: { error_code: number; timestamp: string } };
  expect(Date.parse(status.timestamp)).not.toBeNaN();
  return [answer.status, status.error_code];
}

const price = (token: string, query = 'names=BTC') => fetch(`${service.baseUrl}/t/${token}/price?${query}`);

describe('a CoinGecko key', () => {
  test('may be a URL token in either header or in the URL', async () => {
    expect((await api('/ping', { [DEMO]: whole.token })).status).toBe(200);
    expect((await api('/ping', { [PRO]: whole.token })).status).toBe(200);
    for (const name of ['x_cg_demo_api_key', 'x_cg_pro_api_key']) {
      const answer = await api(`/ping?${name}=${whole.token}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(answer.headers.get('tidemark-ignored')).toBeNull();
    }
  });

  test('may be a long-lived token, but only in a header', async () => {
    const { token } = await operator.makeToken(clientId, ['rest']);
    issued.push(token.split('.')[2]!);
    expect((await api('/ping', { [DEMO]: token })).status).toBe(200);
    expect(await refusal(await api(`/ping?x_cg_demo_api_key=${token}`))).toEqual([401, 10_011]);
    const stream = await operator.makeToken(clientId, ['stream']);
    expect(await refusal(await api('/ping', { [DEMO]: stream.token }))).toEqual([401, 10_011]);
  });

  test('is required, and is not the token of a day', async () => {
    expect(await refusal(await api('/ping'))).toEqual([401, 10_002]);
    expect(await refusal(await api('/ping?x_cg_pro_api_key='))).toEqual([401, 10_002]);
    const { client, secret } = await operator.addClient(SCOPES);
    const day = await service.token({ clientId: client.id, clientSecret: secret });
    expect(await refusal(await api('/ping', { [PRO]: day }))).toEqual([401, 10_010]);
    expect(await refusal(await api('/ping', { authorization: `Bearer ${day}` }))).toEqual([401, 10_002]);
  });

  test.each(['garbage', 'tmu_', `tmu_${'a'.repeat(43)}`, 'a.b.c'])('is refused: %s', async (key) => {
    expect(await refusal(await api('/ping', { [PRO]: key }))).toEqual([401, 10_010]);
    expect(await refusal(await api('/ping', { [DEMO]: key }))).toEqual([401, 10_011]);
    expect(await refusal(await api(`/ping?x_cg_demo_api_key=${key}`))).toEqual([401, 10_011]);
  });

  test('is refused if a different one is sent too', async () => {
    const both = await api(`/ping?x_cg_demo_api_key=tmu_${'a'.repeat(43)}`, { [DEMO]: whole.token });
    expect(await refusal(both)).toEqual([401, 10_011]);
  });

  test.each(Object.entries(ROUTES))('opens %s with the scopes of its resources', async (path, opening) => {
    for (const scope of ['none', ...DATA_SCOPES] as const) {
      const { token } = await urlToken(scope === 'none' ? [] : [scope]);
      const answer = await api(path, { [DEMO]: token });
      const expected = opening.includes(scope) ? [200] : [403, 10_005];
      expect([scope, ...(answer.ok ? [answer.status] : await refusal(answer))]).toEqual([scope, ...expected]);
    }
    expect((await api(path, { [DEMO]: whole.token })).status).toBe(200);
  });
});

describe('a token in the path', () => {
  test('answers with the records of /v3/index-ticker in the order of the names', async () => {
    const { token } = await operator.makeToken(clientId, ['rest']);
    const headers = { authorization: `Bearer ${token}` };
    const wanted = ['marketName=BTC_USD', 'symbol=BTC', 'name=BLX', 'slugName=ethereum'];
    const records = await Promise.all(
      wanted.map(async (query) => {
        const answer = await service.get(`/v3/index-ticker?${query}`, headers);
        return ((await answer.json()) as { content: unknown[] }).content[0];
      }),
    );
    const answer = await price(whole.token, 'names=BTC_USD,BTC,%20BLX,ethereum');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('tidemark-source')).toBe('simulator');
    expect(await answer.json()).toEqual({ content: records });
  });

  test('has the other forms of lists', async () => {
    const csv = await (await price(whole.token, 'names=BTC&format=csv')).text();
    expect(csv.split('\r\n')[0]).toMatch(/^id,indexId,indexType,price/);
    const [record] = ((await (await price(whole.token, 'names=BTC&quantities=number')).json()) as any)
      .content;
    expect(typeof record.price).toBe('number');
  });

  test('names what is unknown, missing or not readable', async () => {
    const unknown = await price(whole.token, 'names=BTC,no-such,NOR_THIS');
    expect(parseErrorBody(await unknown.text(), 'NOT_FOUND').message).toContain('no-such, NOR_THIS');
    parseErrorBody(await (await price(whole.token, '')).text(), 'BAD_REQUEST');
    parseErrorBody(await (await price(whole.token, 'names=BTC,,ETH')).text(), 'BAD_REQUEST');
    const averages = await urlToken(['read:index-ticker']);
    parseErrorBody(await (await price(averages.token, 'names=BLX')).text(), 'FORBIDDEN');
    const liquid = await urlToken(['read:LX']);
    expect((await price(liquid.token, 'names=BLX')).status).toBe(200);
    parseErrorBody(await (await price(liquid.token, 'names=BTC')).text(), 'FORBIDDEN');
    const none = await urlToken(['read:ohlcv']);
    parseErrorBody(await (await price(none.token)).text(), 'FORBIDDEN');
  });

  test('may be limited to names', async () => {
    const { token } = await urlToken(DATA_SCOPES, { names: ['BTC', 'BTC_USD'] });
    expect((await price(token, 'names=bitcoin,BTC_USD')).status).toBe(200);
    parseErrorBody(await (await price(token, 'names=BTC,ETH')).text(), 'FORBIDDEN');
    parseErrorBody(await (await price(token, 'names=BLX')).text(), 'FORBIDDEN');
    expect(await refusal(await api('/global', { [DEMO]: token }))).toEqual([403, 10_005]);
    const coins = await api('/coins/markets?vs_currency=usd', { [DEMO]: token });
    expect(((await coins.json()) as { id: string }[]).map(({ id }) => id)).toEqual(['bitcoin']);
  });

  test('has a rate, which both kinds of paths share', async () => {
    const { token } = await urlToken(DATA_SCOPES, { perMinute: 2 });
    expect((await price(token)).status).toBe(200);
    expect((await api('/ping', { [DEMO]: token })).status).toBe(200);
    const third = await api('/ping', { [DEMO]: token });
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refusal(third)).toEqual([429, 429]);
    const fourth = await price(token);
    expect(fourth.headers.get('retry-after')).not.toBeNull();
    parseErrorBody(await fourth.text(), 'TOO_MANY_REQUESTS');
  });

  test('ends when it is revoked, and when its client loses a scope or is disabled', async () => {
    const revoked = await urlToken(DATA_SCOPES);
    expect((await price(revoked.token)).status).toBe(200);
    await operator.revokeToken(revoked.id);
    const answer = await price(revoked.token);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    parseErrorBody(await answer.text(), 'UNAUTHORIZED');
    expect(await refusal(await api('/ping', { [PRO]: revoked.token }))).toEqual([401, 10_010]);
    const disabled = await urlToken(DATA_SCOPES);
    await operator.disableClient(disabled.client);
    parseErrorBody(await (await price(disabled.token)).text(), 'UNAUTHORIZED');
  });

  test('is accepted nowhere else', async () => {
    const headers = { authorization: `Bearer ${whole.token}` };
    const data = await service.get('/v3/index-ticker', headers);
    parseErrorBody(await data.text(), 'UNAUTHORIZED');
    const query = await fetch(`${service.baseUrl}/v3/index-ticker?access_token=${whole.token}`);
    expect(query.status).toBe(401);
    const unknown = await fetch(`${service.baseUrl}/t/${whole.token}/no-such-route`);
    expect(unknown.headers.get('referrer-policy')).toBe('no-referrer');
    expect(parseErrorBody(await unknown.text(), 'NOT_FOUND').message).toBe('there is no such route');
  });
});

test('no token is in a log line, a metric or a file', async () => {
  const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
  expect(metrics).toContain('route="/t/:token/price"');
  expect(metrics).toContain('route="/coingecko/api/v3/simple/price"');
  const files = readdirSync(service.folder).filter((name) => statSync(join(service.folder, name)).isFile());
  const texts = [
    metrics,
    service.logLines.join(''),
    ...files.map((name) => readFileSync(join(service.folder, name), 'utf8')),
  ];
  expect(texts.join('')).toContain('"perMinute":120');
  expect(issued.length).toBeGreaterThan(10);
  for (const token of issued) expect(texts.some((text) => text.includes(token))).toBe(false);
});
