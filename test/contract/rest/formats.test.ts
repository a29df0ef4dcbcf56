import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csvRows } from '../../support/csv-rows.ts';
import { FIXED_ASSETS, FIXED_EXCHANGES } from '../../support/fixed-ids.ts';
import { requestRaw, type RawAnswer } from '../../support/raw-connection.ts';
import { ResponseSchemas } from '../../support/response-schemas.ts';
import { startService, type TestService } from '../../support/service.ts';
import { STANDING_WORLD } from '../../support/standing-world.ts';

const BTC = FIXED_ASSETS.BTC;
const TICKERS = '/v3/exchange-ticker';
const OPTIONS = `/v3/derivatives/contract/options?exchangeId=${FIXED_EXCHANGES.Deribit}`;
const PAGE = `${TICKERS}?size=5`;

let service: TestService;
let authorization: string;
beforeAll(async () => {
  service = await startService({ argv: [...STANDING_WORLD.argv, '--quantities', 'number'] });
  authorization = `Bearer ${await service.token()}`;
});
afterAll(() => service.close());

function get(target: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
  return requestRaw(service.baseUrl, { target, headers: { authorization, ...headers } });
}

describe('the form of a list', () => {
  test.each([
    [PAGE, {}, 'application/json; charset=utf-8'],
    [PAGE, { accept: '*/*' }, 'application/json; charset=utf-8'],
    [PAGE, { accept: 'text/csv' }, 'text/csv; charset=utf-8; header=present'],
    [PAGE, { accept: 'application/x-ndjson' }, 'application/x-ndjson; charset=utf-8'],
    [`${PAGE}&format=csv`, { accept: 'application/json' }, 'text/csv; charset=utf-8; header=present'],
    [`${PAGE}&format=json`, { accept: 'text/csv' }, 'application/json; charset=utf-8'],
    [`/v3/asset/${BTC}`, { accept: 'text/csv' }, 'application/json; charset=utf-8'],
  ])('of %s with %o is %s', async (target, headers, expected) => {
    const answer = await get(target, headers);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, expected]);
  });

  test('is chosen by Accept, which Vary says of lists and of nothing else', async () => {
    const usual = 'Authorization, Accept-Encoding, Origin';
    expect((await get(PAGE)).headers['vary']).toBe(`${usual}, Accept`);
    expect((await get(`${PAGE}&format=csv`)).headers['vary']).toBe(`${usual}, Accept`);
    expect((await get(`/v3/asset/${BTC}`)).headers['vary']).toBe(usual);
  });

  test('of CSV has the header row where nothing was found', async () => {
    const { body } = await get(`${TICKERS}?format=csv&marketId=${BTC}`);
    expect(body).toBe('id,exchangeId,marketId,last,volume,bid,ask,timestamp,lastMoved,ageMs\r\n');
    expect((await get(`${TICKERS}?format=ndjson&marketId=${BTC}`)).body).toBe('');
  });

  test('is marked as simulated, and may be read by pages from elsewhere with its next id', async () => {
    const { headers } = await get(`${PAGE}&format=csv`, { origin: 'https://example.org' });
    expect(headers['tidemark-source']).toBe('simulator');
    expect(headers['access-control-expose-headers']).toContain('Tidemark-Next-Id');
  });
});

describe('pages', () => {
  test('go on after the header Tidemark-Next-Id, with every record once', async () => {
    const whole = csvRows((await get(`${TICKERS}?format=csv`)).body).slice(1);
    const walked: string[][] = [];
    const size = Math.ceil(whole.length / 3);
    let next: string | undefined = '';
    while (next !== undefined) {
      const answer: RawAnswer = await get(`${TICKERS}?format=csv&size=${size}&startAfter=${next}`);
      walked.push(...csvRows(answer.body).slice(1));
      next = answer.headers['tidemark-next-id'];
    }
    expect(walked).toEqual(whole);
    expect(whole.length).toBeGreaterThan(100);
  });

  test('of JSON have it in their body', async () => {
    const { headers, body } = await get(PAGE);
    expect(headers).not.toHaveProperty('tidemark-next-id');
    const { headers: lines } = await get(`${PAGE}&format=ndjson`);
    expect(lines['tidemark-next-id']).toBe((JSON.parse(body) as { nextId: string }).nextId);
  });
});

describe('caching', () => {
  const FORMS = ['format=json&quantities=string', 'format=json', 'format=csv', 'format=ndjson'];
  const target = (form: string) => `${TICKERS}?${form}`;

  test('every form has an entity tag of its own, in every encoding', async () => {
    const tags = new Set<string | undefined>();
    for (const form of FORMS) {
      for (const encoding of ['identity', 'gzip', 'br'])
        tags.add((await get(target(form), { 'accept-encoding': encoding })).headers['etag']);
    }
    expect(tags.size).toBe(3 * FORMS.length);
  });

  test.each(FORMS)('what is still current is 304 (%s), and not by the tag of another form', async (form) => {
    const { headers, status } = await get(target(form));
    expect(status).toBe(200);
    const known = { 'if-none-match': headers['etag'] ?? '' };
    expect(await get(target(form), known)).toMatchObject({ status: 304, body: '' });
    for (const other of FORMS) if (other !== form) expect((await get(target(other), known)).status).toBe(200);
  });

  test('a page that is still current says its next id again', async () => {
    const { headers } = await get(`${PAGE}&format=csv`);
    const again = await get(`${PAGE}&format=csv`, { 'if-none-match': headers['etag'] ?? '' });
    expect(again.status).toBe(304);
    expect(again.headers['tidemark-next-id']).toBe(headers['tidemark-next-id']);
  });

  test('HEAD has the headers, and compressed forms decode to the plain one', async () => {
    const plain = await get(target('format=csv'));
    const head = await fetch(service.baseUrl + target('format=csv'), {
      method: 'HEAD',
      headers: { authorization, 'accept-encoding': 'identity' },
    });
    expect(await head.text()).toBe('');
    for (const name of ['etag', 'content-length', 'content-type', 'vary'])
      expect(head.headers.get(name)).toBe(plain.headers[name]);
    const compressed = await get(target('format=csv'), { 'accept-encoding': 'br' });
    expect(compressed.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(compressed.bytes).equals(plain.bytes)).toBe(true);
  });
});

describe('what is asked for wrongly', () => {
  test.each([
    ['format=xml', 'format', 'xml', 'must be one of json, csv, ndjson'],
    ['format=csv&format=csv', 'format', 'csv,csv', 'must be given once'],
    ['quantities=float', 'quantities', 'float', 'must be one of string, number'],
  ])('%s is 400, in JSON for any client', async (query, field, rejectedValue, message) => {
    const { status, headers, body } = await get(`${TICKERS}?${query}`, { accept: 'text/csv' });
    expect([status, headers['content-type']]).toEqual([400, 'application/json; charset=utf-8']);
    expect((JSON.parse(body) as { errors: object[] }).errors).toEqual([
      { object: 'Tick', field, rejectedValue, message },
    ]);
  });

  test.each([
    [`${TICKERS}?format=json&quantities=string`, undefined],
    [`/v3/convert?fromSymbol=BTC&toSymbol=ETH&quantities=string&format=csv`, 'format'],
    ['/v3/asset?format=csv&quantities=number', 'quantities'],
    [`/v3/asset/${BTC}?format=csv&quantities=number`, 'format, quantities'],
    ['/v3/market-cap/total?quantities=number&format=csv', 'format'],
    [`${OPTIONS}&quantities=number`, 'quantities'],
  ])('%s ignores %s', async (target, expected) => {
    const { status, headers } = await get(target);
    expect([status, headers['tidemark-ignored']]).toEqual([200, expected]);
  });
});

describe('quantities as numbers', () => {
  const ANSWERS: Readonly<Record<string, string>> = {
    [TICKERS]: TICKERS,
    '/v3/index-ticker': '/v3/index-ticker',
    '/v3/market-cap': '/v3/market-cap',
    '/v3/market-cap/total': '/v3/market-cap/total',
    '/v3/candles': '/v3/candles?interval=1m&symbol=BTC',
    '/v3/convert': '/v3/convert?fromSymbol=BTC&toSymbol=ETH',
    '/v3/index-ticker/{id}/constituents': `/v3/index-ticker/${STANDING_WORLD.btcUsdTick}/constituents`,
    '/v3/derivatives/ticker/{derivativeType}': `/v3/derivatives/ticker/futures?exchangeId=${FIXED_EXCHANGES.Kraken}`,
  };

  test.each(Object.entries(ANSWERS))(
    'of %s are what the document says, with the digits of the strings',
    async (path, url) => {
      const schemas = await ResponseSchemas.of(service);
      const { body: numbers } = await get(url);
      const { body: strings } = await get(`${url}${url.includes('?') ? '&' : '?'}quantities=string`);
      const validate = schemas.response(path, 'get', 200);
      expect(validate && schemas.problemsOf(validate, JSON.parse(numbers))).toBe('');
      expect(numbers).not.toBe(strings);
      const bare = (json: string) => json.replace(/"(-?\d+(?:\.\d+)?)"/g, '$1');
      expect(bare(numbers)).toBe(bare(strings));
      expect(validate && schemas.problemsOf(validate, JSON.parse(strings))).not.toBe('');
    },
  );

  test('are in NDJSON too, and make no difference to CSV', async () => {
    const [line = ''] = (await get(`${PAGE}&format=ndjson`)).body.split('\n');
    expect(typeof (JSON.parse(line) as { last: unknown }).last).toBe('number');
    const csv = `${PAGE}&format=csv`;
    expect((await get(`${csv}&quantities=string`)).body).toBe((await get(`${csv}&quantities=number`)).body);
  });

  test('are not the terms of a contract', async () => {
    const { content } = JSON.parse((await get(OPTIONS)).body) as { content: Record<string, unknown>[] };
    expect(content.length).toBeGreaterThan(0);
    expect(new Set(content.map(({ contractValue }) => typeof contractValue))).toEqual(new Set(['string']));
    expect(new Set(content.map(({ optionStrike }) => typeof optionStrike))).toEqual(new Set(['string']));
  });
});
