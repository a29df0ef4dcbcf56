import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entityKey, recordId } from '../../../src/core/ids/record-id.ts';
import { DATA_SCOPES, type Scope } from '../../../src/contract/scopes.ts';
import { isObject } from '../../../src/core/text/is-object.ts';
import { MAX_ANSWER_BYTES } from '../../../src/mcp/results.ts';
import { TOOLS } from '../../../src/mcp/tools.ts';
import { McpCaller, type RpcAnswer, type ToolResult } from '../../support/mcp-caller.ts';
import { Operator } from '../../support/operator.ts';
import { startService, type TestService } from '../../support/service.ts';

/** A tick before a restart and one after it, late enough for receipts with proofs. */
const FIRST = '2026-11-18T12:00:00.000Z';
const SLOT = '2026-11-18T12:05:00.000Z';
const BTC_USD = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
/** Market time almost stands still. */
const worldAt = (start: string) => ['--start', start, '--speed', '0.01', '--fault-rate', '0'];

/** Calls of each tool, with the scopes of which any one is sufficient; `token` is a token without scopes. */
const CALLS: readonly (readonly [tool: string, given: object, scopes: readonly (Scope | 'token')[]])[] = [
  ['find', { query: 'btc' }, ['token', ...DATA_SCOPES]],
  ['price', { names: ['BTC'] }, ['read:index-ticker']],
  ['price', { names: ['BTC_USD'], at: SLOT }, ['read:index-ticker']],
  ['price', { names: ['BLX'] }, ['read:LX']],
  ['candles', { name: 'BTC_USD', interval: '1h' }, ['read:index-ticker']],
  ['candles', { name: 'BTC_USD', interval: '1d' }, ['read:ohlcv']],
  ['candles', { name: 'BLX', interval: '1d' }, ['read:LX']],
  ['convert', { from: 'BTC', to: 'EUR' }, ['read:index-ticker']],
  ['market_caps', {}, ['read:market-cap']],
  ['receipt', { name: 'BTC_USD' }, ['read:index-ticker']],
  ['receipt', { name: 'ELX' }, ['read:LX']],
  ['why', { name: 'BTC_USD', minutes: 5 }, ['read:index-ticker']],
  ['why', { name: 'BLX', minutes: 5 }, ['read:LX']],
  ['check', { name: 'BTC' }, ['read:index-ticker']],
  ['check', { name: 'BLX' }, ['read:LX']],
  ['quality', { names: ['BTC'] }, ['read:index-ticker']],
  ['quality', { names: ['XRPLX'] }, ['read:LX']],
  ['exchange_status', { name: 'Kraken' }, ['read:exchange-ticker']],
];

let folder: string;
let service: TestService;
let mcp: McpCaller;
/** By scope; the caller `token` has none. */
const callers = new Map<string, McpCaller>();
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-mcp-'));
  await (await startService({ folder, argv: worldAt('2026-11-18T12:00:05Z') })).close();
  service = await startService({ folder, argv: worldAt('2026-11-18T12:05:05Z') });
  mcp = new McpCaller(service, await service.token());
  const operator = new Operator(service.folder);
  for (const scope of ['token', ...DATA_SCOPES] as const) {
    const { client } = await operator.addClient(scope === 'token' ? [] : [scope]);
    const { token } = await operator.makeToken(client.id, ['rest']);
    callers.set(scope, new McpCaller(service, token));
  }
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

async function records(path: string): Promise<Record<string, string>[]> {
  return ((await (await service.get(path)).json()) as { content: Record<string, string>[] }).content;
}

/** Every value in an answer, with the path to it. */
function* valuesIn(value: unknown, path = ''): Generator<readonly [path: string, value: unknown]> {
  if (Array.isArray(value)) for (const [i, each] of value.entries()) yield* valuesIn(each, `${path}.${i}`);
  else if (isObject(value))
    for (const [key, each] of Object.entries(value)) yield* valuesIn(each, `${path}.${key}`);
  else yield [path, value];
}

const errorIn = ({ content }: ToolResult) =>
  (JSON.parse(content[0].text) as { error: { message: string; details?: { untrusted: string }[] } }).error;

test('every tool is listed with a schema, and only reads', async () => {
  const { result } = await mcp.ask('tools/list');
  const tools = result!['tools'] as Record<string, unknown>[];
  expect(tools.map(({ name }) => name)).toEqual([
    'find',
    'price',
    'candles',
    'convert',
    'market_caps',
    'receipt',
    'why',
    'check',
    'quality',
    'exchange_status',
  ]);
  const ajv = new Ajv({ strict: true, formats: { 'date-time': true } });
  for (const tool of tools) {
    expect(tool['inputSchema']).toMatchObject({ type: 'object', additionalProperties: false });
    expect(() => ajv.compile(tool['inputSchema'] as object)).not.toThrow();
    expect(tool['annotations']).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(String(tool['description']).length).toBeGreaterThan(40);
  }
  expect(new Set(CALLS.map(([name]) => name))).toEqual(new Set(tools.map(({ name }) => name)));
});

test('every tool reads routes that exist', async () => {
  const document = (await (await fetch(`${service.baseUrl}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const operations = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  for (const { operations: read } of TOOLS) expect(operations).toEqual(expect.arrayContaining([...read]));
});

describe.each(CALLS)('%s %j', (name, given, sufficient) => {
  test('needs the scope of its route', async () => {
    for (const [scope, caller] of callers) {
      const answer = await caller.post({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: given },
      });
      const { error } = (await answer.json()) as RpcAnswer;
      if (sufficient.includes(scope as Scope)) {
        expect([scope, answer.status, error]).toEqual([scope, 200, undefined]);
        continue;
      }
      expect([scope, answer.status]).toEqual([scope, 403]);
      expect(error).toMatchObject({ code: -32_000, data: { status: 'FORBIDDEN' } });
      expect(error!.message).toContain('scope');
    }
  });

  test('names source, time and flags, and writes numbers as strings', async () => {
    const { structuredContent: answer, content, isError } = await mcp.call(name, given);
    expect(isError).toBeUndefined();
    expect(JSON.parse(content[0].text)).toEqual(answer);
    expect(answer).toMatchObject({
      source: 'simulator',
      notice: expect.stringContaining('no real prices') as string,
    });
    expect(new Date(answer!.time).toISOString()).toBe(answer!.time);
    expect(Object.keys(answer!.flagMeanings)).toEqual(answer!.flags);
    for (const [path, value] of valuesIn(answer!.data)) {
      expect([path, ['string', 'boolean'].includes(typeof value)]).toEqual([path, true]);
    }
  });

  test('refuses arguments that it does not know', async () => {
    const result = await mcp.call(name, { ...given, everything: true });
    expect(result.isError).toBe(true);
    expect(errorIn(result).details).toContainEqual({ untrusted: 'there is no argument everything' });
  });
});

describe('answers are bounded', () => {
  test.each([
    ['find', { query: 'e', limit: 50 }],
    ['price', { names: ['BTC', 'ETH', 'BTC_USD', 'ETH_USD', 'BLX', 'ELX', 'XRPLX', 'no such thing'] }],
    ['candles', { name: 'BTC_USD', interval: '1m', limit: 100 }],
    ['market_caps', { limit: 50, changes: true }],
    ['receipt', { name: 'BTC', limit: 50 }],
    ['receipt', { name: 'BTC_USD', limit: 50 }],
    ['receipt', { name: 'BLX', limit: 50 }],
    ['exchange_status', { limit: 50 }],
    ['quality', { names: ['BTC', 'ETH', 'BTC_USD', 'ETH_USD', 'BLX', 'ELX', 'XRPLX'] }],
  ])('%s %j', async (name, given) => {
    const { content, isError } = await mcp.call(name, given);
    expect(isError).toBeUndefined();
    expect(Buffer.byteLength(content[0].text)).toBeLessThan(0.8 * MAX_ANSWER_BYTES);
  });

  test.each([
    ['find', { query: 'e', limit: 51 }],
    ['find', { query: 'x'.repeat(101) }],
    ['price', { names: Array.from({ length: 21 }, (_, i) => `A${i}`) }],
    ['candles', { name: 'BTC_USD', interval: '1m', limit: 101 }],
    ['market_caps', { limit: 51 }],
    ['receipt', { name: 'BTC', limit: 51 }],
    ['why', { name: 'BTC', limit: 51 }],
    ['exchange_status', { limit: 51 }],
    ['quality', { names: Array.from({ length: 21 }, (_, i) => `A${i}`) }],
  ])('%s refuses to return more: %j', async (name, given) => {
    const result = await mcp.call(name, given);
    expect([result.isError, errorIn(result).message]).toEqual([true, 'the arguments are not valid']);
  });
});

describe('find', () => {
  interface Found {
    readonly matches: readonly Record<string, unknown>[];
    readonly more: string;
  }
  const find = (given: object) => mcp.data<Found>('find', given);

  test('has exact matches first, and says how many more there are', async () => {
    const { matches, more } = await find({ query: 'BTC', limit: 3 });
    expect(matches[0]).toMatchObject({
      kind: 'asset',
      symbol: { untrusted: 'BTC' },
      name: { untrusted: 'Bitcoin' },
      indexType: 'GWA',
    });
    expect(matches).toHaveLength(3);
    expect(Number(more)).toBeGreaterThan(5);
  });

  test('looks for one kind', async () => {
    const [market] = (await find({ query: 'btc_usd', kind: 'market', limit: 1 })).matches;
    expect(market).toMatchObject({ kind: 'market', name: { untrusted: 'BTC_USD' }, indexType: 'MWA' });
    const [exchange] = (await find({ query: 'KRAKEN', kind: 'exchange' })).matches;
    expect(exchange).toMatchObject({ kind: 'exchange', name: { untrusted: 'Kraken' }, status: 'ACTIVE' });
    expect((await find({ query: 'lx', kind: 'index' })).matches.map(({ name }) => name)).toEqual([
      'BLX',
      'ELX',
      'XRPLX',
    ]);
  });

  test('finds nothing without an error', async () => {
    expect(await find({ query: 'no such thing' })).toEqual({ matches: [], more: '0' });
  });
});

describe('price', () => {
  interface Prices {
    readonly prices: readonly Record<string, unknown>[];
  }

  test('is that of the route, by any name', async () => {
    const names = ['BTC', 'bitcoin', 'btc_usd', 'BTC/USD', 'blx'];
    const { prices } = await mcp.data<Prices>('price', { names });
    const [asset] = await records('/v3/index-ticker?symbol=BTC');
    const [market] = await records('/v3/index-ticker?marketName=BTC_USD');
    const [liquid] = await records('/v3/index-ticker?name=BLX');
    const wanted = [asset, asset, market, market, liquid];
    expect(prices).toEqual(
      wanted.map((record, i) => {
        const { volume, flags = [], ...rest } = record!;
        const unit = record === market ? 'quote asset of the market' : 'USD';
        return { name: names[i], ...rest, unit, volume24h: volume, flags };
      }),
    );
    const byId = await mcp.data<Prices>('price', { names: [asset!['indexId']] });
    expect(byId.prices[0]).toMatchObject({ price: asset!['price'] });
  });

  test('of a past time is at or before it', async () => {
    const [past] = await records(`/v3/index-ticker?marketName=BTC_USD&timestamp=${FIRST}`);
    const at = '2026-11-18T12:03:10Z';
    const { structuredContent: answer } = await mcp.call('price', { names: ['BTC_USD'], at });
    expect(answer).toMatchObject({
      time: FIRST,
      data: { prices: [{ price: past!['price'], timestamp: FIRST }] },
    });
    const before = await mcp.call('price', { names: ['BTC_USD'], at: '2026-11-18T11:00:00Z' });
    expect(errorIn(before).message).toContain('no value at or before 2026-11-18T11:00:00.000Z');
    const future = await mcp.call('price', { names: ['BTC_USD'], at: '2030-01-01T00:00:00Z' });
    expect(errorIn(future).message).toMatch(
      /^2030-01-01T00:00:00.000Z is in the future: the newest value is from 2026-/,
    );
  });

  test('of an unknown name does not hide the others', async () => {
    const { prices } = await mcp.data<Prices>('price', { names: ['BTC', 'no such thing'] });
    expect(prices).toMatchObject(
      [{ price: expect.any(String) as string }, { error: /find/ }].map((each, i) =>
        i === 0 ? each : { error: expect.stringContaining('find') as string },
      ),
    );
    const result = await mcp.call('price', { names: ['no such thing'] });
    expect([result.isError, errorIn(result).message]).toEqual([
      true,
      expect.stringContaining('no such thing'),
    ]);
  });

  test('of an ambiguous name says which ids there are', async () => {
    const symbols = (await records('/v3/asset?status=ACTIVE')).map(({ symbol }) => symbol!);
    const priced = new Set((await records('/v3/index-ticker?indexType=GWA')).map(({ indexId }) => indexId));
    const assets = await records('/v3/asset?status=ACTIVE');
    const twice = symbols.find(
      (symbol) => assets.filter((asset) => asset['symbol'] === symbol && priced.has(asset['id'])).length > 1,
    );
    expect(twice).toBeDefined();
    const result = await mcp.call('price', { names: [twice] });
    const [detail] = errorIn(result).details!;
    for (const { id, symbol } of assets.filter((asset) => priced.has(asset['id'])))
      if (symbol === twice) expect(detail!.untrusted).toContain(id);
  });
});

test('candles are the newest of the range, oldest first, with what is missing', async () => {
  const range = { from: '2026-11-18T11:55:00Z', to: '2026-11-18T12:05:00Z' };
  const ask = (limit: number) =>
    mcp.data<{ candles: Record<string, string>[]; hasMore: boolean; incomplete: Record<string, string>[] }>(
      'candles',
      { name: 'BTC_USD', interval: '1m', limit, ...range },
    );
  const { candles, hasMore, incomplete } = await ask(100);
  const path = `/v3/candles?marketName=BTC_USD&interval=1m&from=${range.from}&to=${range.to}&order=asc`;
  const wanted = await records(path);
  expect(wanted).toHaveLength(2);
  expect(candles.map(({ startTimestamp, close }) => [startTimestamp, close])).toEqual(
    wanted.map(({ startTimestamp, close }) => [startTimestamp, close]),
  );
  expect(hasMore).toBe(false);
  expect(incomplete).toContainEqual(expect.objectContaining({ reason: 'DOWN' }));
  const newest = await ask(1);
  expect([newest.candles.length, newest.hasMore]).toEqual([1, true]);
  expect(newest.candles[0]).toEqual(candles[1]);
});

test('a range without candles is empty, and says why', async () => {
  const range = { from: '2026-11-18T12:02:00Z', to: '2026-11-18T12:03:00Z' };
  const { structuredContent: answer } = await mcp.call('candles', {
    name: 'BTC_USD',
    interval: '1m',
    ...range,
  });
  expect(answer!.data).toMatchObject({ candles: [], hasMore: false, incomplete: [{ reason: 'DOWN' }] });
  expect(Date.parse(answer!.time)).toBeGreaterThanOrEqual(Date.parse(SLOT));
});

test('a conversion shows the prices that it is computed from', async () => {
  const given = { from: 'BTC', to: 'euro', amount: '2.5' };
  const { structuredContent: answer } = await mcp.call('convert', given);
  const path = '/v3/convert?fromSymbol=BTC&toSymbol=EUR&amount=2.5';
  const { amount, rate } = (await (await service.get(path)).json()) as Record<string, string>;
  expect(answer).toMatchObject({
    time: SLOT,
    data: { amount: '2.5', result: amount, rate, from: { name: 'BTC', unit: 'USD' }, to: { name: 'euro' } },
  });
  const result = await mcp.call('convert', { ...given, amount: '-1' });
  expect(errorIn(result).details![0]!.untrusted).toContain('amount must be a plain decimal');
});

test('market caps are those of the route', async () => {
  const caps = await records('/v3/market-cap?percentChange=true');
  const { assets, more } = await mcp.data<{ assets: Record<string, unknown>[]; more: string }>(
    'market_caps',
    {
      limit: 2,
      changes: true,
    },
  );
  expect(more).toBe(String(caps.length - 2));
  expect(assets).toEqual(
    caps.slice(0, 2).map(({ symbol, name, flags = [], ...cap }) => ({
      ...cap,
      symbol: { untrusted: symbol },
      name: { untrusted: name },
      flags,
    })),
  );
  const { assets: named } = await mcp.data<{ assets: Record<string, unknown>[] }>('market_caps', {
    names: ['ethereum', 'BTC'],
  });
  expect(named.map(({ symbol }) => symbol)).toEqual([{ untrusted: 'ETH' }, { untrusted: 'BTC' }]);
});

test('a receipt has the exchanges with the largest share first', async () => {
  const [tick] = await records('/v3/index-ticker?marketName=BTC_USD');
  const whole = (await (await service.get(`/v3/index-ticker/${tick!['id']}/constituents`)).json()) as {
    exchanges: { exchange: string; share: string }[];
    refused: unknown[];
  };
  const answer = await mcp.data<Record<string, unknown>>('receipt', { id: tick!['id'], limit: 2 });
  const [first, second] = whole.exchanges.toSorted((a, b) => Number(b.share) - Number(a.share));
  expect(answer).toMatchObject({
    index: { untrusted: 'BTC_USD' },
    price: tick!['price'],
    hasProof: true,
    counted: [
      { exchange: { untrusted: first!.exchange }, share: first!.share },
      { exchange: { untrusted: second!.exchange }, share: second!.share },
    ],
    moreCounted: String(whole.exchanges.length - 2),
  });
  const both = await mcp.call('receipt', { id: tick!['id'], name: 'BTC_USD' });
  expect(errorIn(both).details).toEqual([{ untrusted: 'id cannot be combined with name and at' }]);
  expect(errorIn(await mcp.call('receipt')).details).toEqual([{ untrusted: 'name or id is required' }]);
  const past = await mcp.data('receipt', { name: 'BTC_USD', at: FIRST });
  expect(past).toMatchObject({ id: recordId('mwa', Date.parse(FIRST), entityKey(BTC_USD)) });
});

test('a price is checked down to a signed head', async () => {
  const answer = await mcp.data('check', { name: 'BTC_USD' });
  expect(answer).toMatchObject({
    verdict: 'RIGHT',
    recomputedBy: 'service',
    shows: ['value', 'inputs', 'record', 'signature'],
    publishedValue: 'EQUAL',
    signedHead: SLOT,
    differences: [],
  });
});

test('why splits a move into parts that add up', async () => {
  interface Why {
    readonly from: { readonly timestamp: string };
    readonly move: string;
    readonly parts: readonly { readonly name: object; readonly total: string }[];
    readonly otherParts: { readonly count: string; readonly total: string };
    readonly rest: { readonly amount: string };
  }
  const [before] = await records(`/v3/index-ticker?marketName=BTC_USD&timestamp=${FIRST}`);
  const [after] = await records('/v3/index-ticker?marketName=BTC_USD');
  const answer = await mcp.data<Why>('why', { name: 'BTC_USD', minutes: 3, limit: 2 });
  expect(answer.from.timestamp).toBe(FIRST);
  expect(Number(answer.move)).toBeCloseTo(Number(after!['price']) - Number(before!['price']), 6);
  expect(answer.parts).toHaveLength(2);
  expect(Number(answer.otherParts.count)).toBeGreaterThan(0);
  const totals = [...answer.parts.map(({ total }) => total), answer.otherParts.total, answer.rest.amount];
  expect(totals.reduce((sum, total) => sum + Number(total), 0)).toBeCloseTo(Number(answer.move), 6);
  expect(answer.parts[0]!.name).toEqual({ untrusted: expect.any(String) as string });
  const both = await mcp.call('why', { name: 'BTC_USD', from: FIRST, minutes: 5 });
  expect(errorIn(both).details).toEqual([{ untrusted: 'minutes cannot be combined with from' }]);
  const same = await mcp.call('why', { name: 'BTC_USD', from: SLOT });
  expect(errorIn(same).message).toContain('from must be before');
});

test('the state of exchanges is that of the routes', async () => {
  const qualities = await records('/v3/quality/exchange');
  const { exchanges, more } = await mcp.data<{ exchanges: Record<string, unknown>[]; more: string }>(
    'exchange_status',
    { limit: 1 },
  );
  const largest = qualities.toSorted((a, b) => Number(b['volumeShare']) - Number(a['volumeShare']))[0]!;
  expect(exchanges).toMatchObject([
    { name: { untrusted: largest['name'] }, status: 'ACTIVE', volumeShare: largest['volumeShare'] },
  ]);
  expect(more).toBe(String(qualities.length - 1));
  const unknown = await mcp.call('exchange_status', { name: 'Krakn' });
  expect(errorIn(unknown).message).toContain('find');
});

test('both documents can be read', async () => {
  const { result } = await mcp.ask('resources/list');
  const listed = result!['resources'] as { uri: string; mimeType: string }[];
  expect(listed.map(({ uri }) => uri)).toEqual(['tidemark://methodology', 'tidemark://glossary']);
  for (const { uri, mimeType } of listed) {
    const read = await mcp.ask('resources/read', { uri });
    const [{ text, ...rest }] = read.result!['contents'] as [{ text: string }];
    expect(rest).toEqual({ uri, mimeType });
    expect(text).toMatch(/^# /);
    expect(text).not.toMatch(/\]\((?!https:)/);
    expect(Buffer.byteLength(text)).toBeLessThan(MAX_ANSWER_BYTES);
  }
  expect((await mcp.ask('resources/templates/list')).result).toEqual({ resourceTemplates: [] });
});
