import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import {
  csvErrorForm,
  priceCsvRoute,
  type PriceCsvParts,
} from '../../../../src/api/adapters/url/price-csv.ts';
import { ApiError, validationError } from '../../../../src/api/http/errors.ts';
import { DATA_SCOPES } from '../../../../src/contract/scopes.ts';

const NOW = Date.parse('2026-03-01T12:00:05Z');
const TIME = '2026-03-01T12:00:00.000Z';

/** Names as exchanges could choose them, by id. */
const NAMES: Readonly<Record<string, readonly [symbol: string, name: string]>> = {
  a: ['=1+1', '=HYPERLINK("https://evil.example","x")'],
  b: ['+B', '+1'],
  c: ['-C', '-2+3'],
  d: ['@D', '@SUM(A1:A9)'],
  e: ['E', '\t=1'],
  f: ['F', 'Quote " and, comma\r\nand line'],
  g: ['G', 'Old'],
};

const record = (indexId: string, price: string, more: object = {}) =>
  Buffer.from(
    JSON.stringify({ id: 'x', indexId, indexType: 'GWA', price, volume: '7', timestamp: TIME, ...more }),
  );
const RECORDS: Readonly<Record<string, Buffer>> = {
  a: record('a', '0.00000001', { flags: ['THIN', 'CARRIED'] }),
  b: record('b', '1'),
  c: record('c', '2'),
  d: record('d', '3'),
  e: record('e', '4'),
  g: record('g', '5', { timestamp: '2026-03-01T11:54:30.000Z' }),
};

const parts = {
  indexTickers: { at: NOW, fragmentOf: ({ indexId }: { indexId: string }) => RECORDS[indexId] },
  names: {
    indicesOf: (name: string) =>
      Object.entries(NAMES).flatMap(([indexId, [symbol]]) =>
        symbol === name ? [{ series: { indexType: 'GWA', indexId }, title: '' }] : [],
      ),
  },
  versions: {
    current: {
      catalogue: {
        asset: (id: string) => ({ symbol: NAMES[id]![0], name: NAMES[id]![1], status: 'ACTIVE' }),
      },
    },
  },
  marketSpeed: 1,
  source: 'simulator',
} as unknown as PriceCsvParts;

async function table(names: readonly string[]): Promise<Record<string, string>[]> {
  const { prepared, contentType } = await priceCsvRoute(parts).handle({
    path: {},
    query: { names } as never,
    grant: { clientId: 'desk', scopes: new Set(DATA_SCOPES), expiresAt: Infinity },
    marketTime: NOW,
    marketNow: () => NOW,
    asker: () => ({ clientId: 'desk', gone: new AbortController().signal }),
  });
  expect(contentType).toBe('text/csv; charset=utf-8');
  return parse(prepared.identity.bytes, { columns: true, record_delimiter: '\r\n' });
}

test('a row has the price with its time, flags and source', async () => {
  expect(await table(['+B', '=1+1'])).toEqual([
    {
      name: "'+B",
      price: '1',
      currency: 'USD',
      timestamp: TIME,
      flags: '',
      source: 'simulator',
      volume: '7',
      title: "'+1",
      indexType: 'GWA',
      indexId: 'b',
    },
    expect.objectContaining({ name: "'=1+1", price: '0.00000001', flags: 'THIN|CARRIED' }),
  ]);
});

test('no cell begins like a formula', async () => {
  const rows = await table(Object.values(NAMES).map(([symbol]) => symbol));
  expect(rows).toHaveLength(7);
  const cells = rows.flatMap((row) => Object.values(row));
  expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
  expect(rows[0]!['title']).toBe(`'=HYPERLINK("https://evil.example","x")`);
  expect(rows[4]!['title']).toBe(`'\t=1`);
  expect(rows[5]!['title']).toBe('Quote " and, comma\r\nand line');
});

test('a name without a price keeps its row, with the error value of spreadsheets', async () => {
  const [first, second] = await table(['F', 'E']);
  expect(first).toMatchObject({ name: 'F', price: '#N/A', timestamp: '', flags: '', indexId: 'f' });
  expect(second).toMatchObject({ name: 'E', price: '4' });
});

test('a price older than five minutes is not shown, its time is', async () => {
  expect(await table(['G'])).toMatchObject([{ price: '#N/A', timestamp: '2026-03-01T11:54:30.000Z' }]);
});

test('an error is the only cell of its table', () => {
  const cell = (error: ApiError, requestId?: string) => {
    const { bodyOf, contentType } = csvErrorForm({ query: {} });
    expect(contentType).toBe('text/csv; charset=utf-8');
    return parse(bodyOf(error, NOW, requestId), { record_delimiter: '\r\n' });
  };
  expect(cell(new ApiError('NOT_FOUND', 'no "name", or\r\n=1+1'))).toEqual([
    ['Error: no "name", or\r\n=1+1'],
  ]);
  const field = { object: 'IndexTicker', field: 'names', rejectedValue: '', message: 'is required' } as const;
  expect(cell(validationError([field]))).toEqual([['Error: names is required']]);
  expect(cell(new ApiError('INTERNAL_SERVER_ERROR', 'internal error'), 'r-1')).toEqual([
    ['Error: internal error (request r-1)'],
  ]);
});

test('an error has the status 200 only if the request asks for it', () => {
  expect(csvErrorForm({ query: {} }).sentStatus).toBeUndefined();
  expect(csvErrorForm({ query: { errors: 'other' } }).sentStatus).toBeUndefined();
  expect(csvErrorForm({ query: { errors: 'cell' } }).sentStatus).toBe(200);
});
