import { decodeJwt } from 'jose';
import type { ClientOptions } from 'ws';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../../src/app/config/config.ts';
import { SOURCES } from '../../../src/app/compose/source-table.ts';
import { DAY_MS } from '../../../src/core/time.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { Operator } from '../../support/operator.ts';
import { startService, type TestService } from '../../support/service.ts';
import { EventClient } from '../../support/event-client.ts';
import { StreamClient, type StreamMessage } from '../../support/stream-client.ts';
import {
  listProblems,
  messageProblems,
  recordProblems,
  type RecordName,
} from '../../support/original-client/strict-model.ts';
import { demoRequest, postJson, type TokenAnswer } from '../auth/token-requests.ts';

const AUDIENCES = ['https://api.prices.example', 'wss://ws.prices.example'] as const;
const OFF = { 'tidemark-compat': 'off' };
const BTC = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
const BTC_USD = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
const HBAR = '70f2e9fe-7a85-4d2f-aa76-434a66165a22';
const COINBASE = '65cf072d-2ffa-48f8-9497-6654234f52e3';
const KRAKEN = 'fa75a209-f460-4195-bbcc-56eb72286e3d';

type Json = Readonly<Record<string, unknown>>;
interface List {
  readonly content?: readonly Json[];
  readonly nextId?: string;
}

let shared: TestService;
/** Its ticks are a second apart, and look-ups need no token. */
let fast: TestService;
let token: string;
beforeAll(async () => {
  const compat = ['--compat', 'original'];
  shared = await startService({ argv: [...compat, '--audiences', AUDIENCES.join(',')] });
  fast = await startService({ argv: [...compat, '--speed', '30', '--public-lookups'] });
  token = await shared.token();
});
afterAll(() => Promise.all([shared.close(), fast.close()]));

async function get<T = List>(path: string, headers: Readonly<Record<string, string>> = {}): Promise<T> {
  const answer = await fetch(`${shared.baseUrl}/v3${path}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as T;
}

const first = async (path: string, headers = {}) => (await get(path, headers)).content?.[0] ?? {};

const NOW = '2100-01-01T00:00:00Z';

describe('a strict client accepts', () => {
  const lists: readonly (readonly [RecordName, string])[] = [
    ['asset', '/asset'],
    ['market', '/market'],
    ['exchange', '/exchange'],
    ['exchange-ticker', '/exchange-ticker'],
    ['index-ticker', '/index-ticker'],
    ['index-ticker', '/index-ticker?indexType=LX'],
    ['ohlcv', '/ohlcv'],
    ['market-cap', '/market-cap'],
    ['market-cap', '/market-cap?percentChange=true'],
    ['derivatives/contract', `/derivatives/contract/futures?exchangeId=${KRAKEN}`],
    ['derivatives/ticker', `/derivatives/ticker/perpetuals?exchangeId=${KRAKEN}`],
  ];
  test.each(lists)('%s: %s', async (name, path) => {
    const answer = await get(path);
    expect(answer.content?.length).toBeGreaterThan(0);
    expect(listProblems(name, answer)).toEqual([]);
  });

  test.each([
    ['exchange-ticker', '/exchange-ticker?size=3'],
    ['index-ticker', `/index-ticker?timestamp=${NOW}&size=3`],
    ['index-ticker', `/index-ticker?indexId=${BTC_USD}&order=asc`],
    ['ohlcv', `/ohlcv?timestamp=${NOW}&size=3`],
  ] as const)('a page of %s: %s', async (name, path) => {
    expect(listProblems(name, await get(path), true)).toEqual([]);
  });

  test.each([
    ['asset', `/asset/${BTC}`],
    ['market', `/market/${BTC_USD}`],
    ['exchange', `/exchange/${KRAKEN}`],
    ['convert', `/convert?fromAssetId=${BTC}&toSymbol=EUR`],
  ] as const)('one %s: %s', async (name, path) => {
    expect(recordProblems(name, await get(path))).toEqual([]);
  });

  test('a compressed answer, and one that is not modified', async () => {
    const url = `${shared.baseUrl}/v3/asset`;
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' };
    const answer = await fetch(url, { headers });
    expect(listProblems('asset', await answer.json())).toEqual([]);
    const etag = answer.headers.get('etag') ?? '';
    expect((await fetch(url, { headers: { ...headers, 'if-none-match': etag } })).status).toBe(304);
    const other = await fetch(url, { headers: { ...headers, ...OFF, 'if-none-match': etag } });
    expect(other.status).toBe(200);
    await other.body?.cancel();
  });
});

describe('with the opt-out, answers are the documented ones', () => {
  test.each([
    ['/market', ['name', 'baseSymbol', 'quoteSymbol']],
    [`/exchange?name=Kraken`, ['tier']],
    ['/ohlcv', ['ticks', 'carried', 'flags']],
    ['/market-cap', ['symbol', 'name']],
    ['/exchange-ticker?size=1', ['ageMs']],
  ])('%s has %s', async (path, members) => {
    const [with_, without] = [Object.keys(await first(path, OFF)), Object.keys(await first(path))];
    expect(with_).toEqual(expect.arrayContaining(members));
    expect(without).toEqual(with_.filter((name) => !members.includes(name)));
  });

  test('they are those of a service without the switch, byte for byte', async () => {
    const wallClock = new ManualClock(Date.UTC(2026, 0, 31, 12, 0, 10));
    const [plain, compat] = await Promise.all(
      [[], ['--compat', 'original']].map((argv) => startService({ argv, wallClock })),
    );
    try {
      for (const path of ['/v3/asset', '/v3/market', '/v3/exchange', '/v3/ohlcv?size=5', '/v3/market-cap']) {
        const [expected, answered] = await Promise.all(
          [plain!, compat!].map(async (service) => {
            const headers = { authorization: `Bearer ${await service.token()}`, ...OFF };
            return (await service.get(path, headers)).text();
          }),
        );
        expect(answered).toBe(expected);
      }
    } finally {
      await Promise.all([plain!.close(), compat!.close()]);
    }
  });

  test('both shapes say that they depend on the header', async () => {
    for (const headers of [{}, OFF]) {
      const answer = await shared.get('/v3/asset?symbol=BTC', {
        authorization: `Bearer ${token}`,
        ...headers,
      });
      expect(answer.headers.get('vary')).toBe(
        'Authorization, Accept-Encoding, Origin, Accept, Tidemark-Compat',
      );
      await answer.body?.cancel();
    }
    const other = await shared.get('/v3/asset?symbol=BTC', {
      authorization: `Bearer ${token}`,
      'tidemark-compat': 'original',
    });
    expect(listProblems('asset', await other.json())).toEqual([]);
  });
});

test('an empty list has no members', async () => {
  for (const path of [
    '/asset?symbol=NONE',
    '/exchange-ticker?size=1&baseSymbol=X&quoteSymbol=Y',
    '/candles?indexId=' + KRAKEN + '&interval=1h',
  ]) {
    expect(await get(path)).toEqual({});
    expect(await get(path, OFF)).toEqual({ content: [] });
  }
});

test('each page with records names its last one, and what follows the last page is empty', async () => {
  const selected = `indexId=${BTC_USD}&from=2020-01-01T00:00:00Z`;
  const whole = await get(`/index-ticker?${selected}&size=2000`, OFF);
  expect(whole.nextId).toBeUndefined();
  const page = await get(`/index-ticker?${selected}&size=2000`);
  expect(page.nextId).toBe(whole.content?.at(-1)?.['id']);
  expect(page.content).toHaveLength(whole.content!.length);
  expect(await get(`/index-ticker?${selected}&startAfter=${page.nextId}`)).toEqual({});
});

test('quantities are numbers with the same digits, strings if the request says so', async () => {
  const path = `/ohlcv?indexId=${BTC_USD}`;
  const [strings, numbers] = [await first(path, OFF), await first(path)];
  for (const name of ['open', 'high', 'low', 'close', 'volume', 'volumeUsd', 'vwap', 'twap']) {
    expect(strings[name]).toBeTypeOf('string');
    expect(numbers[name]).toBe(Number(strings[name]));
  }
  expect((await first(`${path}&quantities=string`))['open']).toBe(strings['open']);
});

test('a day ends with its last millisecond', async () => {
  const day = await first('/ohlcv');
  expect(String(day['endTimestamp'])).toBe(`${String(day['startTimestamp']).slice(0, 10)}T23:59:59.999Z`);
  expect((await first('/ohlcv', OFF))['endTimestamp']).toMatch(/T00:00:00\.000Z$/);
});

test('assets and exchanges have their names of 1.0.0', async () => {
  expect(await get(`/asset/${HBAR}`)).toMatchObject({ name: 'Hedera Hashgraph' });
  expect(await get(`/asset/${HBAR}`, OFF)).toMatchObject({ name: 'Hedera' });
  expect(await get(`/exchange/${COINBASE}`)).toMatchObject({ name: 'Coinbase-Pro' });
  expect(await get(`/exchange/${COINBASE}`, OFF)).toMatchObject({ name: 'Coinbase' });
  expect(await first('/exchange?name=coinbase')).toMatchObject({ id: COINBASE, name: 'Coinbase-Pro' });
  expect(await first('/exchange?name=OKX')).toMatchObject({ name: 'OKX' });
});

test('only ACTIVE assets are listed unless others are requested', async () => {
  const statuses = async (path: string, headers = {}) =>
    [...new Set((await get(path, headers)).content?.map(({ status }) => status))].toSorted();
  expect(await statuses('/asset')).toEqual(['ACTIVE']);
  expect(await statuses('/asset?status=')).toEqual(['ACTIVE']);
  expect(await statuses('/asset', OFF)).toEqual(['ACTIVE', 'INACTIVE']);
  expect(await statuses('/asset?status=INACTIVE')).toEqual(['INACTIVE']);
  const [inactive] = (await get('/asset?status=INACTIVE')).content ?? [];
  expect(await get(`/asset/${String(inactive?.['id'])}`)).toMatchObject({ status: 'INACTIVE' });
});

test('CSV and NDJSON are the documented ones', async () => {
  const text = async (format: string, headers = {}) =>
    (
      await shared.get(`/v3/market?format=${format}`, { authorization: `Bearer ${token}`, ...headers })
    ).text();
  for (const format of ['csv', 'ndjson']) expect(await text(format)).toBe(await text(format, OFF));
});

describe('a token', () => {
  const ask = async (audience: string, headers = {}) => {
    const answer = await postJson(shared.baseUrl, demoRequest(shared.baseUrl, { audience }), headers);
    return { status: answer.status, body: JSON.parse(answer.body) as TokenAnswer };
  };

  test('lives a second less than a day, and names client and audience as the original did', async () => {
    for (const audience of [...AUDIENCES, `${AUDIENCES[0]}/`]) {
      const { body } = await ask(audience);
      expect(recordProblems('token', body)).toEqual([]);
      expect(decodeJwt(body.access_token)).toMatchObject({ sub: 'demo@clients', aud: audience, azp: 'demo' });
    }
    const { body } = await ask(AUDIENCES[0], OFF);
    expect(body.expires_in).toBe(86_400);
    expect(decodeJwt(body.access_token)).toMatchObject({ sub: 'demo', aud: shared.baseUrl });
  });

  test('opens the API of its audience, and only that', async () => {
    const [rest, stream] = await Promise.all(
      AUDIENCES.map(async (each) => (await ask(each)).body.access_token),
    );
    const statuses = await Promise.all(
      [rest, stream].map(
        async (each) =>
          (
            await fetch(`${shared.baseUrl}/v3/asset?symbol=BTC`, {
              headers: { authorization: `Bearer ${each}` },
            })
          ).status,
      ),
    );
    expect(statuses).toEqual([200, 401]);
    const client = await StreamClient.open(`${shared.wsUrl}?access_token=${stream}`);
    client.socket.close();
    const refused = new StreamClient(`${shared.wsUrl}?access_token=${rest}`);
    expect(await refused.next()).toMatchObject({ event: 'ERROR', code: '401' });
  });

  test('for an audience that only the Host header names is for the canonical one', async () => {
    const audience = shared.baseUrl.replace('127.0.0.1', 'localhost');
    const { body } = await ask(audience);
    expect(decodeJwt(body.access_token).aud).toBe(shared.baseUrl);
  });

  test('is refused without the members of RFC 6749; another grant type is 403', async () => {
    const refusal = async (changes: object, headers = {}) => {
      const answer = await postJson(shared.baseUrl, { ...demoRequest(shared.baseUrl), ...changes }, headers);
      return { status: answer.status, body: JSON.parse(answer.body) as Json };
    };
    const cases = [
      [{ grant_type: 'password' }, 403, 400],
      [{ client_secret: 'wrong' }, 401, 401],
      [{ audience: 'https://other.example' }, 400, 400],
      [{ client_id: undefined }, 400, 400],
    ] as const;
    for (const [changes, status, usual] of cases) {
      const original = await refusal(changes);
      expect(original.status).toBe(status);
      expect(recordProblems('error', original.body)).toEqual([]);
      const documented = await refusal(changes, OFF);
      expect(documented.status).toBe(usual);
      expect(Object.keys(documented.body)).toEqual(expect.arrayContaining(['error', 'error_description']));
    }
  });
});

describe('the websocket', () => {
  const connect = async (query = '', options: ClientOptions = {}, service = shared) => {
    const access = await service.token({ audience: service.wsUrl });
    return new StreamClient(`${service.wsUrl}?access_token=${access}${query}`, options);
  };

  const SUBSCRIPTIONS = [
    { event: 'SUBSCRIBE_INDEX_TICKER', indexType: 'LX' },
    { event: 'SUBSCRIBE_INDEX_TICKER', marketName: 'BTC_USD', requestId: 7 },
    { event: 'SUBSCRIBE_EXCHANGE_TICKER', exchangeId: KRAKEN },
    { event: 'SUBSCRIBE_EXCHANGE_TICKER', marketName: 'BTC_USD' },
    { event: 'SUBSCRIBE_TRADE', exchangeId: COINBASE },
    { event: 'PING', requestId: 'p' },
    { event: 'NONSENSE' },
  ];

  /** What a client is sent, up to and including two ticks and a trade. */
  async function conversation(client: StreamClient): Promise<StreamMessage[]> {
    const messages = [await client.next()];
    for (const each of SUBSCRIPTIONS) client.send(each);
    const seen = new Set<unknown>();
    const isDone = () => messages.some(({ event }) => event === 'TRADE') && seen.size > 1;
    while (!isDone()) {
      const message = await client.next();
      messages.push(message);
      if (message.event === 'INDEX_TICKER') seen.add(message['timestamp']);
    }
    return messages;
  }

  test('sends messages that a strict client accepts, in batches and at once', async () => {
    const clients = [await connect('', {}, fast), await connect('', { perMessageDeflate: true }, fast)];
    const all = await Promise.all(clients.map(conversation));
    for (const messages of all) {
      expect(messages.flatMap(messageProblems)).toEqual([]);
      expect(messages.find(({ event }) => event === 'TRADE')).toMatchObject({ exchange: 'Coinbase-Pro' });
      expect(messages.some(({ event }) => event === 'EXCHANGE_TICKER')).toBe(true);
    }
    for (const client of clients) client.socket.close();
  });

  test('has server-sent events with the same data, edited and not', async () => {
    const access = await shared.token({ audience: shared.wsUrl });
    const first = async (query: string, name: string) => {
      const url = `${shared.baseUrl}/v3/stream?names=${name}&access_token=${access}${query}`;
      const client = await EventClient.open(url);
      const [event] = await client.slot();
      client.close();
      return { vary: client.headers.vary, message: JSON.parse(event!.data) as StreamMessage };
    };
    const { vary, message } = await first('', 'BLX');
    expect(messageProblems(message)).toEqual([]);
    expect(vary).toContain('Tidemark-Compat');
    const documented = await first('&compat=off', 'BLX');
    expect(documented.message).toMatchObject({ event: 'INDEX_TICKER', name: 'BLX' });
    expect((await first('', 'BTC')).message).not.toHaveProperty('flags');
  });

  test('sends the documented messages after an opt-out, by query or header', async () => {
    for (const client of [
      await connect('&compat=off'),
      await connect('', { headers: { 'Tidemark-Compat': 'off' } }),
    ]) {
      expect(await client.next()).toMatchObject({ event: 'CONNECTED', source: 'simulator' });
      expect(await client.ask(SUBSCRIPTIONS[1]!)).toMatchObject({
        event: 'SUBSCRIBED_INDEX_TICKER',
        indexId: BTC_USD,
        marketName: 'BTC_USD',
      });
      await client.next();
      client.send(SUBSCRIPTIONS[2]!);
      expect(await client.next()).toMatchObject({ event: 'SUBSCRIBED_EXCHANGE_TICKER' });
      expect(await client.next()).toMatchObject({ lastMoved: expect.any(String) as unknown });
      client.socket.close();
    }
  });

  test('ends a subscription that was named, without the name', async () => {
    const client = await connect();
    await client.next();
    client.send({ event: 'SUBSCRIBE_INDEX_TICKER', symbol: 'BTC' });
    await client.settled();
    const end = await client.ask({ event: 'UNSUBSCRIBE_INDEX_TICKER', symbol: 'BTC' });
    expect(end.event).toBe('UNSUBSCRIBED_INDEX_TICKER');
    expect(messageProblems(end)).toEqual([]);
    client.socket.close();
  });

  test('resumes with messages in the same shape', async () => {
    const [newest] = (await get(`/index-ticker?indexId=${BTC_USD}`)).content ?? [];
    const since = new Date(Date.parse(String(newest?.['timestamp'])) - 3_600_000).toISOString();
    const client = await connect();
    await client.next();
    client.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexId: BTC_USD, since });
    const messages = await client.settled();
    expect(messages.map(({ event }) => event)).toContain('INDEX_TICKER');
    expect(messages.flatMap(messageProblems)).toEqual([]);
    client.socket.close();
  });
});

test.each(['openapi', 'asyncapi'])(
  '%s.json says that it describes answers after an opt-out',
  async (name) => {
    const answer = await fetch(`${shared.baseUrl}/${name}.json`);
    const { info } = (await answer.json()) as { info: { description: string } };
    expect(info.description).toContain('Tidemark-Compat: off');
  },
);

describe('--public-lookups', () => {
  const convert = `/v3/convert?fromAssetId=${BTC}&toSymbol=USD`;
  let plain: TestService;
  beforeAll(async () => {
    plain = await startService({ argv: ['--public-lookups'] });
  });
  afterAll(() => plain.close());

  test.each([
    ['alone', () => plain, 200, 401],
    ['with --compat original', () => fast, 200, 200],
    ['missing, with --compat original', () => shared, 401, 401],
  ])('%s: look-ups and conversions without a token', async (_what, serviceOf, lookups, conversions) => {
    const { baseUrl } = serviceOf();
    expect((await fetch(`${baseUrl}/v3/asset/${BTC}`)).status).toBe(lookups);
    expect((await fetch(baseUrl + convert)).status).toBe(conversions);
  });
});

describe('--rapidapi', () => {
  const wallClock = new ManualClock(Date.UTC(2026, 0, 31, 12));
  let service: TestService;
  let operator: Operator;
  beforeAll(async () => {
    service = await startService({ argv: ['--rapidapi'], wallClock });
    operator = new Operator(service.folder, wallClock);
  });
  afterAll(() => service.close());

  const makeKey = async (audiences: readonly ('rest' | 'stream')[] = ['rest', 'stream']) => {
    const { client } = await operator.addClient(['read:index-ticker']);
    return { client, ...(await operator.makeToken(client.id, audiences)) };
  };
  const status = async (path: string, headers: Record<string, string>) => {
    const answer = await fetch(service.baseUrl + path, { headers });
    await answer.body?.cancel();
    return answer.status;
  };
  const tokenWith = async (key: string | undefined, changes: object = {}, path = '/oauth/token') => {
    const answer = await fetch(service.baseUrl + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'X-RapidAPI-Key': key }),
      },
      body: JSON.stringify({
        grant_type: 'client_credentials',
        client_id: 'that of RapidAPI',
        audience: service.baseUrl,
        ...changes,
      }),
    });
    return {
      status: answer.status,
      body: (await answer.json()) as TokenAnswer & { readonly error?: string },
    };
  };
  const PATH = `/index-ticker?indexId=${BTC_USD}`;

  test('a long-lived token as the key opens paths with and without /v3', async () => {
    const { token: key } = await makeKey();
    for (const path of [PATH, `/v3${PATH}`, `/asset/${BTC}`])
      expect(await status(path, { 'X-RapidAPI-Key': key })).toBe(200);
    expect(await status('/ohlcv', { 'X-RapidAPI-Key': key })).toBe(403);
    expect(await status(PATH, {})).toBe(401);
    expect(await status(PATH, { 'X-RapidAPI-Key': `${key}x` })).toBe(401);
  });

  test('a token of a day is no key, and an Authorization header wins over a key', async () => {
    const { token: key } = await makeKey();
    expect(await status(PATH, { 'X-RapidAPI-Key': await service.token() })).toBe(401);
    expect(await status(PATH, { 'X-RapidAPI-Key': key, authorization: 'Bearer nonsense' })).toBe(401);
    expect(await status(PATH, { 'X-RapidAPI-Key': 'nonsense', authorization: `Bearer ${key}` })).toBe(200);
  });

  test('a token without a secret has the scopes of the key, and is revoked with it', async () => {
    const { token: key, id, client } = await makeKey();
    for (const path of ['/oauth/token', '/v3/oauth/token']) {
      const { body } = await tokenWith(key, {}, path);
      expect(body).toMatchObject({ scope: 'read:index-ticker', token_type: 'Bearer' });
      expect(decodeJwt(body.access_token)).toMatchObject({ sub: client.id, aud: service.baseUrl });
    }
    const rest = (await tokenWith(key)).body.access_token;
    const stream = (await tokenWith(key, { audience: service.wsUrl })).body.access_token;
    const authorization = `Bearer ${rest}`;
    expect(await status(PATH, { authorization, 'X-RapidAPI-Key': key })).toBe(200);
    expect(await status('/ohlcv', { authorization })).toBe(403);
    // Unlike the key itself, it may be in the URL.
    const client_ = await StreamClient.open(`${service.wsUrl}?access_token=${stream}`);
    await operator.revokeToken(id);
    expect(await status(PATH, { authorization })).toBe(401);
    expect((await tokenWith(key)).status).toBe(401);
    wallClock.advance(1000);
    expect(await client_.ended).toMatchObject({ code: 1008 });
  });

  test('the token ends with the key', async () => {
    const { token: key } = await makeKey();
    wallClock.advance(DAY_MS - 3_600_000);
    const { body } = await tokenWith(key);
    expect(body.expires_in).toBe(3600);
    expect(decodeJwt(body.access_token).exp).toBe(decodeJwt(key).exp);
    wallClock.advance(3_600_000);
    expect(await status(PATH, { authorization: `Bearer ${body.access_token}` })).toBe(401);
  });

  test('refuses a key for another audience, more scopes, a wrong secret, and no key', async () => {
    const { token: key } = await makeKey(['rest']);
    expect(await tokenWith(key, { audience: service.wsUrl })).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    });
    expect(await tokenWith(key, { scope: 'read:ohlcv' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_scope' },
    });
    expect(await tokenWith(key, { client_secret: 'wrong' })).toMatchObject({ status: 401 });
    expect(await tokenWith(undefined)).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(await tokenWith('nonsense')).toMatchObject({ status: 401 });
  });

  test('is off by default: neither keys nor paths without /v3', async () => {
    const own = new Operator(shared.folder);
    const { token: key } = await own.makeToken((await own.addClient()).client.id, ['rest']);
    const unversioned = await fetch(`${shared.baseUrl}/asset/${BTC}`, { headers: { 'X-RapidAPI-Key': key } });
    expect(unversioned.status).toBe(404);
    const refused = await fetch(`${shared.baseUrl}/v3/asset/${BTC}`, { headers: { 'X-RapidAPI-Key': key } });
    expect(refused.status).toBe(401);
  });

  test('no key is logged', () => {
    expect(service.logLines.join('')).not.toMatch(/eyJ/);
  });
});

test('--quantities string and --compat original contradict each other', () => {
  const load = (...argv: string[]) => loadConfig({ argv, environment: {}, sources: SOURCES });
  expect(() => load('--compat', 'original', '--quantities', 'string')).toThrow(
    '--quantities string contradicts --compat original, which writes quantities as numbers: remove one of them',
  );
  expect(load('--compat', 'original').settings.compat).toBe('original');
  expect(load('--quantities', 'string').settings.compat).toBe('off');
});
