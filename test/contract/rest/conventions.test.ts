import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIXED_ASSETS, FIXED_EXCHANGES, FIXED_MARKETS } from '../../support/fixed-ids.ts';
import { startService, type TestService } from '../../support/service.ts';
import { expectError } from '../../support/error-answers.ts';
import { Operator } from '../../support/operator.ts';

const BTC = FIXED_ASSETS.BTC;
const USD = FIXED_ASSETS.USD;
const BTC_USD = FIXED_MARKETS.BTC_USD;
const KRAKEN = FIXED_EXCHANGES.Kraken;
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

interface Named {
  readonly id: string;
  readonly name: string;
  readonly symbol: string;
}

let service: TestService;
let authorization: string;
beforeAll(async () => {
  service = await startService();
  authorization = `Bearer ${await service.token()}`;
});
afterAll(() => service.close());

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(service.baseUrl + path, { headers: { authorization, ...headers } });
}

async function contentOf(path: string): Promise<Named[]> {
  const answer = await get(path);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { content: Named[] }).content;
}

describe('ids', () => {
  const byId = { asset: BTC, market: BTC_USD, exchange: KRAKEN };

  test.each(Object.entries(byId))(
    '/%s/{id} takes an id in upper case and answers in lower case',
    async (what, id) => {
      const answer = await get(`/v3/${what}/${id.toUpperCase()}`);
      expect(answer.status).toBe(200);
      expect(((await answer.json()) as Named).id).toBe(id);
    },
  );

  test('a filter takes an id in upper case', async () => {
    const content = await contentOf(
      `/v3/market?baseAssetId=${BTC.toUpperCase()}&quoteAssetId=${USD.toUpperCase()}`,
    );
    expect(content.map(({ id }) => id)).toEqual([BTC_USD]);
  });

  const versions = [1, 2, 3, 4, 5, 6, 7, 8, 0, 'f'].map((version) => [
    version,
    `6ea0d2ef-6dd0-${version}adb-0d32-f7f3db58ccbe`,
  ]);
  test.each(versions)('an unknown id of version %s is well formed: 404', async (_version, id) => {
    await expectError(await get(`/v3/asset/${id}`), 'NOT_FOUND');
  });

  const malformed: [string, string][] = [
    ['a urn', `urn:uuid:${BTC}`],
    ['one in braces', `%7B${BTC}%7D`],
    ['one without dashes', BTC.replaceAll('-', '')],
    ['35 characters', BTC.slice(1)],
    ['37 characters', `${BTC}0`],
    ['a letter that is not hexadecimal', `g${BTC.slice(1)}`],
    ['dashes elsewhere', `${BTC.slice(0, 7)}-${BTC.slice(7, 8)}${BTC.slice(9)}`],
    ['a tab before', `%09${BTC}`],
    ['a space inside', `${BTC.slice(0, 9)}%20${BTC.slice(9)}`],
    ['a line end after', `${BTC}%0A`],
    ['full-width digits', encodeURIComponent(`１${BTC.slice(1)}`)],
  ];

  test.each(malformed)('%s as {id} is 400 and names the field', async (_what, id) => {
    const { message, errors } = await expectError(await get(`/v3/exchange/${id}`), 'BAD_REQUEST');
    expect(message).toBe('validation error');
    expect(errors).toEqual([
      { object: 'Exchange', field: 'id', rejectedValue: decodeURIComponent(id), message: 'must be a UUID' },
    ]);
  });

  test.each(malformed)('%s as a filter is 400 and names the field', async (_what, id) => {
    const { errors } = await expectError(await get(`/v3/market?quoteAssetId=${id}`), 'BAD_REQUEST');
    expect(errors).toEqual([
      {
        object: 'Market',
        field: 'quoteAssetId',
        rejectedValue: decodeURIComponent(id),
        message: 'must be a UUID',
      },
    ]);
  });
});

describe('parameters', () => {
  test.each(['/v3/asset?type=&symbol=&status=', '/v3/asset?type', '/v3/asset?'])(
    '%s: an empty parameter counts as not given',
    async (path) => {
      expect(await contentOf(path)).toEqual(await contentOf('/v3/asset'));
    },
  );

  test('an empty id filter counts as not given', async () => {
    expect(await contentOf('/v3/market?baseAssetId=&quoteAssetId=')).toEqual(await contentOf('/v3/market'));
  });

  const repeated: [string, string, string][] = [
    ['/v3/asset?type=FIAT&type=FIAT', 'Asset', 'type'],
    ['/v3/asset?symbol=BTC&status=ACTIVE&symbol=ETH', 'Asset', 'symbol'],
    ['/v3/asset?symbol=&symbol=', 'Asset', 'symbol'],
    ['/v3/asset?symbol=BTC&%73ymbol=BTC', 'Asset', 'symbol'],
    [`/v3/market?baseAssetId=${BTC}&baseAssetId=${BTC}`, 'Market', 'baseAssetId'],
    ['/v3/exchange?name=Kraken&name=', 'Exchange', 'name'],
  ];
  test.each(repeated)('%s: a repeated parameter is 400', async (path, object, field) => {
    const { errors } = await expectError(await get(path), 'BAD_REQUEST');
    expect(errors).toMatchObject([{ object, field, message: 'must be given once' }]);
  });

  test.each([
    'unknown=1',
    'unknown=1&unknown=2',
    'Type=FIAT',
    'type[]=FIAT',
    '__proto__=1',
    'size=-1',
    '%00=%00',
    '=x',
    '&&&',
  ])('an unknown parameter is ignored: %s', async (query) => {
    expect(await contentOf(`/v3/asset?${query}`)).toEqual(await contentOf('/v3/asset'));
  });

  const outsideEnum: [string, string, string, string, string][] = [
    ['/v3/asset?type=fiat', 'Asset', 'type', 'fiat', 'must be one of FIAT, CRYPTO'],
    ['/v3/asset?status=active', 'Asset', 'status', 'active', 'must be one of ACTIVE, INACTIVE'],
    ['/v3/asset?status=MAINTENANCE', 'Asset', 'status', 'MAINTENANCE', 'must be one of ACTIVE, INACTIVE'],
    ['/v3/asset?status=ERROR', 'Asset', 'status', 'ERROR', 'must be one of ACTIVE, INACTIVE'],
    ['/v3/asset?type=FIAT%20', 'Asset', 'type', 'FIAT ', 'must be one of FIAT, CRYPTO'],
    ['/v3/asset?type=FIAT,CRYPTO', 'Asset', 'type', 'FIAT,CRYPTO', 'must be one of FIAT, CRYPTO'],
    [
      '/v3/exchange?status=Active',
      'Exchange',
      'status',
      'Active',
      'must be one of ACTIVE, INACTIVE, MAINTENANCE',
    ],
  ];
  test.each(outsideEnum)(
    '%s: a value outside the enum, or in another case, is 400',
    async (path, object, field, rejectedValue, message) => {
      const { errors } = await expectError(await get(path), 'BAD_REQUEST');
      expect(errors).toEqual([{ object, field, rejectedValue, message }]);
    },
  );

  test('symbol must match exactly, including case', async () => {
    expect((await contentOf('/v3/asset?symbol=BTC')).map(({ id }) => id)).toEqual([BTC]);
    expect(await contentOf('/v3/asset?symbol=btc')).toEqual([]);
    expect(await contentOf('/v3/asset?symbol=BT')).toEqual([]);
  });

  test.each(['Kraken', 'kraken', 'KRAKEN', 'kRaKeN'])(
    'exchange?name=%s is not case-sensitive',
    async (name) => {
      expect((await contentOf(`/v3/exchange?name=${name}`)).map(({ id }) => id)).toEqual([KRAKEN]);
    },
  );

  test.each(['Krake', 'Krakenn', '%20Kraken', 'Kraken%20', 'K%', 'raken', '.*'])(
    'exchange?name=%s is not the whole name: nothing',
    async (name) => {
      expect(await contentOf(`/v3/exchange?name=${name.replace(/%$/, '%25')}`)).toEqual([]);
    },
  );

  test.each([
    '/v3/asset?symbol=NOSUCHSYMBOL',
    '/v3/asset?type=FIAT&symbol=BTC',
    `/v3/market?baseAssetId=${UNKNOWN_ID}`,
    `/v3/market?quoteAssetId=${UNKNOWN_ID}`,
    `/v3/market?baseAssetId=${BTC_USD}`,
    '/v3/exchange?name=no%20such%20exchange',
  ])('%s: a filter that matches nothing is an empty list', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('{"content":[]}');
  });

  test('every bad field is reported at once', async () => {
    const { errors } = await expectError(
      await get('/v3/asset?type=x&status=y&symbol=a&symbol=b'),
      'BAD_REQUEST',
    );
    expect(errors.map(({ field, rejectedValue }) => [field, rejectedValue]).toSorted()).toEqual([
      ['status', 'y'],
      ['symbol', 'a,b'],
      ['type', 'x'],
    ]);
  });

  test('rejectedValue is cut at 100 characters', async () => {
    const { errors } = await expectError(await get(`/v3/asset?type=${'x'.repeat(100)}y`), 'BAD_REQUEST');
    expect(errors[0]?.rejectedValue).toBe('x'.repeat(100));
    const exact = await expectError(await get(`/v3/asset?type=${'x'.repeat(99)}y`), 'BAD_REQUEST');
    expect(exact.errors[0]?.rejectedValue).toBe(`${'x'.repeat(99)}y`);
  });

  test('the cut does not leave half a character behind', async () => {
    const path = `/v3/asset?type=${'x'.repeat(99)}${encodeURIComponent('🌊')}`;
    const { errors } = await expectError(await get(path), 'BAD_REQUEST');
    expect(errors[0]?.rejectedValue).toMatch(/^x{99}/);
    expect(errors[0]?.rejectedValue).not.toMatch(/\p{Surrogate}/u);
  });
});

describe('order of checks', () => {
  const bad = 'type=x&status=y';

  test('the route comes before the token', async () => {
    await expectError(await fetch(`${service.baseUrl}/v3/nothing`), 'NOT_FOUND');
    await expectError(await fetch(`${service.baseUrl}/v3/asset`, { method: 'DELETE' }), 'METHOD_NOT_ALLOWED');
  });

  test.each(['text/plain', 'application/json', 'application/x-www-form-urlencoded'])(
    'the route comes before a body of type %s',
    async (type) => {
      const headers = { authorization, 'content-type': type };
      const body = '{"broken';
      const toNowhere = await fetch(`${service.baseUrl}/v3/nothing`, { method: 'POST', headers, body });
      await expectError(toNowhere, 'NOT_FOUND');
      const wrongMethod = await fetch(`${service.baseUrl}/v3/asset`, { method: 'POST', headers, body });
      await expectError(wrongMethod, 'METHOD_NOT_ALLOWED');
    },
  );

  test('the route comes before the size of the body', async () => {
    const answer = await fetch(`${service.baseUrl}/v3/asset`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: 'x'.repeat(20_000),
    });
    await expectError(answer, 'METHOD_NOT_ALLOWED');
  });

  test('the token comes before the parameters', async () => {
    await expectError(await fetch(`${service.baseUrl}/v3/asset?${bad}`), 'UNAUTHORIZED');
    await expectError(await fetch(`${service.baseUrl}/v3/asset/nonsense`), 'UNAUTHORIZED');
  });

  test('the scope comes before the parameters', async () => {
    const { client, secret } = await new Operator(service.folder).addClient(['read:LX']);
    const token = await service.token({ clientId: client.id, clientSecret: secret });
    const path = '/v3/exchange-ticker?size=nonsense';
    await expectError(await service.get(path, { authorization: `Bearer ${token}` }), 'FORBIDDEN');
    await expectError(await get(path), 'BAD_REQUEST');
  });

  test('the parameters come before existence', async () => {
    await expectError(await get('/v3/asset/nonsense'), 'BAD_REQUEST');
    await expectError(await get(`/v3/asset/${UNKNOWN_ID}`), 'NOT_FOUND');
  });
});
