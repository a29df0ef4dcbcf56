import { describe, expect, test } from 'vitest';
import { codeOf, LANGUAGES } from '../../../web/src/views/try-it/code.ts';
import type { Operation } from '../../../web/src/views/try-it/documents.ts';
import { requestOf, urlOf, withValue } from '../../../web/src/views/try-it/request.ts';

const BASE = 'https://prices.example.com/tide/';
const parameter = (name: string, type: string, place: 'path' | 'query' = 'query') =>
  ({ name, in: place, schema: { type } }) as const;

const CANDLES: Operation = {
  id: 'listCandles',
  method: 'GET',
  path: '/v3/candles',
  summary: 'Candles',
  parameters: [
    parameter('interval', 'string'),
    parameter('marketName', 'string'),
    parameter('from', 'string'),
    parameter('size', 'integer'),
    parameter('format', 'string'),
    parameter('quantities', 'string'),
  ],
  types: ['application/json', 'text/csv'],
  needsToken: true,
  scopes: ['read:index-ticker'],
  body: undefined,
  idList: undefined,
};
const VALUES = { interval: '1h', marketName: "O'X_USD", from: '2026-11-01T00:00:00Z', size: '5' };

test('a request keeps what its parameters say, in the path and behind it', () => {
  const operation = {
    ...CANDLES,
    path: '/v3/series/{indexId}/coverage',
    parameters: [parameter('indexId', 'string', 'path'), parameter('to', 'string')],
  };
  const request = requestOf(operation, { indexId: 'a/b', to: '', '?': 'x=1&y=2' }, undefined);
  expect(urlOf(request, BASE)).toBe('https://prices.example.com/tide/v3/series/a%2Fb/coverage?x=1&y=2');
});

test('naming another thing takes the example of the first one away', () => {
  const first = { marketName: 'BTC_USD', symbol: '', size: '10' };
  expect(withValue(first, first, 'symbol', 'ETH')).toEqual({ marketName: '', symbol: 'ETH', size: '10' });
  const own = { ...first, marketName: 'ETH_USD' };
  expect(withValue(own, first, 'symbol', 'ETH').marketName).toBe('ETH_USD');
});

describe('code', () => {
  test('reads the token from a variable, in every language', () => {
    for (const language of LANGUAGES) {
      for (const accept of [undefined, 'text/csv'])
        expect(codeOf(language, requestOf(CANDLES, VALUES, accept), BASE)).toContain('TIDEMARK_TOKEN');
    }
  });

  test('sends a body with the method of the route', () => {
    const operation = { ...CANDLES, id: 'addAlert', method: 'POST', path: '/v3/alerts', body: '{}' };
    const request = requestOf(operation, { '{}': '{"name":"it\'s"}' }, undefined);
    expect(codeOf('curl', request, BASE)).toBe(
      "curl -s --compressed -X POST 'https://prices.example.com/tide/v3/alerts' \\\n" +
        '  -H "Authorization: Bearer $TIDEMARK_TOKEN" \\\n' +
        "  -H 'Content-Type: application/json' \\\n  -d '{\"name\":\"it'\\''s\"}'",
    );
    const script = codeOf('TypeScript', request, BASE);
    expect(script).toContain("method: 'POST'");
    expect(script).toContain(`body: '{"name":"it\\'s"}'`);
    const python = codeOf('Python', request, BASE);
    expect(python).toContain('method="POST"');
    expect(python).toContain('data="{\\"name\\":\\"it\'s\\"}".encode()');
  });

  test('quotes what a shell would read otherwise', () => {
    const request = requestOf({ ...CANDLES, path: "/v3/it's" }, {}, 'text/csv');
    expect(codeOf('curl', request, BASE)).toBe(
      "curl -s --compressed 'https://prices.example.com/tide/v3/it'\\''s' \\\n  -H 'Accept: text/csv' \\\n" +
        '  -H "Authorization: Bearer $TIDEMARK_TOKEN"',
    );
  });

  test('names the route and its parameters by their kinds for the SDK', () => {
    expect(codeOf('TypeScript', requestOf(CANDLES, VALUES, undefined), BASE)).toContain(
      `tidemark.read('listCandles', { interval: '1h', marketName: 'O\\'X_USD', from: '2026-11-01T00:00:00Z', size: 5 })`,
    );
  });

  test('writes words of Python with a line behind', () => {
    expect(codeOf('Python', requestOf(CANDLES, VALUES, undefined), BASE)).toContain(
      'tidemark.get("/v3/candles", interval="1h", marketName="O\'X_USD", from_="2026-11-01T00:00:00Z", size="5")',
    );
  });

  test.each([
    ['another form', { ...VALUES, format: 'csv' }, undefined],
    ['numbers', { ...VALUES, quantities: 'number' }, undefined],
    ['a header', VALUES, 'text/csv'],
    ['an unknown parameter', { ...VALUES, '?': 'nonsense=1' }, undefined],
  ])('asks without the clients where they would ask otherwise: %s', (_, values, accept) => {
    const request = requestOf(CANDLES, values, accept);
    expect(codeOf('TypeScript', request, BASE)).toContain(
      `fetch('${urlOf(request, BASE).replaceAll("'", "\\'")}'`,
    );
    expect(codeOf('Python', request, BASE)).toContain(`"${urlOf(request, BASE)}"`);
  });
});
