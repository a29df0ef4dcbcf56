import { describe, expect, test } from 'vitest';
import type { Tidemark } from '../../../../sdk/src/node.ts';
import { fittedTable, tableLines } from '../../../../src/cli/client/columns.ts';
import {
  primaryOf,
  routeOptions,
  routePositionals,
  topAbout,
  topOf,
} from '../../../../src/cli/get/get-options.ts';
import { portionsOf } from '../../../../src/cli/get/read-route.ts';
import { plainColumns, tableColumns } from '../../../../src/cli/get/route-columns.ts';
import { queryOf } from '../../../../src/cli/get/route-query.ts';
import { ROUTES } from '../../../../src/cli/get/routes.ts';

const routeOf = (name: string) => ROUTES.find((route) => route.name === name)!;
const { signal } = new AbortController();

describe('available requests', () => {
  test('have unique names, and records with columns', () => {
    expect(new Set(ROUTES.map(({ name }) => name)).size).toBe(ROUTES.length);
    for (const { name, columns } of ROUTES) expect(columns.length, name).toBeGreaterThan(1);
  });

  test('have a column for each member that fits in one, as described in the contract', () => {
    expect(routeOf('sparklines').columns).toEqual([
      ['indexId', 'id'],
      ['indexType', 'text'],
      ['endTimestamp', 'datetime'],
      ['closes', 'decimals'],
    ]);
    expect(routeOf('series-coverage').columns.slice(0, 2)).toEqual([
      ['day', 'text'],
      ['expected', 'integer'],
    ]);
    const kept = routeOf('kept-receipts').columns.map(([name]) => name);
    expect(kept).toContain('receipt.proof.day.record.previous');
    expect(kept).not.toContain('receipt.refused');
    expect(kept).toHaveLength(69);
  });

  test('take a name for their subject, and others as options', () => {
    const named = (name: string) => primaryOf(routeOf(name))?.name;
    expect(
      ['index-tickers', 'market-caps', 'exchange-tickers', 'derivative-tickers', 'assets'].map(named),
    ).toEqual(['indexId', 'assetId', 'marketId', 'exchangeId', undefined]);
    expect(Object.keys(routeOptions(routeOf('exchange-tickers')))).toEqual([
      'exchange',
      'market',
      'baseSymbol',
      'quoteSymbol',
      'limit',
      'top',
    ]);
    for (const route of ROUTES.filter(({ isList }) => isList))
      expect(routeOptions(route), route.name).toHaveProperty('limit');
    expect(routeOptions(routeOf('assets'))).not.toHaveProperty('top');
    expect(routeOptions(routeOf('candles'))['interval']).toMatchObject({
      missingMessage: 'length of each candle',
    });
    expect(routePositionals(routeOf('derivative-tickers'))[0]).not.toHaveProperty('isOptional');
    expect(routePositionals(routeOf('sparklines'))).toEqual([]);
    expect(routeOptions(routeOf('candles'))).not.toHaveProperty('timestamp');
  });
});

const ASKED = { signal };

test('names become ids, and a span becomes an instant before the newest record of the route', async () => {
  const asked: unknown[] = [];
  const tidemark = {
    find: async () => ({ indexId: 'of BTC' }),
    exchange: async (name: string) => ({ id: `of ${name}` }),
    market: async (name: string) => ({ id: `of ${name}` }),
    read: async (operation: string, query: object) => {
      asked.push([operation, query]);
      return { content: [{ timestamp: '2030-01-01T01:00:00.000Z' }] };
    },
    head: async () => ({ slot: '2031-01-02T00:00:00.000Z' }),
  } as unknown as Tidemark;
  const ticks = { route: routeOf('index-tickers'), options: { last: 3_600_000, order: 'asc' }, name: 'BTC' };
  expect(await queryOf(tidemark, { ...ASKED, ...ticks })).toEqual({
    indexId: 'of BTC',
    order: 'asc',
    from: '2030-01-01T00:00:00.001Z',
  });
  expect(asked).toEqual([['listIndexTickers', { indexId: 'of BTC', size: 1 }]]);
  const to = { at: Date.parse('2026-01-02T00:00:00Z') };
  const ended = { ...ticks, options: { last: 3_600_000, to } };
  expect(await queryOf(tidemark, { ...ASKED, ...ended })).toMatchObject({ from: '2026-01-01T23:00:00.000Z' });
  const days = { route: routeOf('ohlcv'), options: { last: 3_600_000 }, name: 'BTC' };
  // At least a day.
  expect(await queryOf(tidemark, { ...ASKED, ...days })).toMatchObject({ from: '2029-12-31T01:00:00.000Z' });
  expect(asked.slice(1)).toEqual([['listOhlcv', { indexId: 'of BTC', size: 1 }]]);
  const hours = { route: routeOf('candles'), options: { last: 600_000, interval: '4h' }, name: 'BTC' };
  expect(await queryOf(tidemark, { ...ASKED, ...hours })).toMatchObject({ from: '2029-12-31T21:00:00.000Z' });
  const listing = { route: routeOf('exchange-tickers'), options: { exchange: 'kraken' }, name: 'BTC_USD' };
  expect(await queryOf(tidemark, { ...ASKED, ...listing })).toEqual({
    exchangeId: 'of kraken',
    marketId: 'of BTC_USD',
  });
  const all = { route: routeOf('ohlcv'), options: { last: 86_400_000 }, name: undefined };
  // Of all of them, from the service's current time.
  expect(await queryOf(tidemark, { ...ASKED, ...all })).toEqual({ from: '2031-01-01T00:00:00.000Z' });
  const coverage = { route: routeOf('series-coverage'), options: { last: 86_400_000 }, name: 'BTC' };
  expect(await queryOf(tidemark, { ...ASKED, ...coverage })).toEqual({
    indexId: 'of BTC',
    from: '2031-01-01T00:00:00.000Z',
  });
});

test('times may count back from the newest record, and a number of one index selects its newest ones', async () => {
  const tidemark = {
    find: async () => ({ indexId: 'of BTC' }),
    read: async () => ({ content: [{ timestamp: '2030-01-01T01:00:00.000Z' }] }),
  } as unknown as Tidemark;
  const ask = (options: object, name?: string) =>
    queryOf(tidemark, { ...ASKED, route: routeOf('ohlcv'), options: { ...options }, name });
  expect(await ask({ from: { agoMs: 3_600_000 }, to: { agoMs: 0 } }, 'BTC')).toEqual({
    indexId: 'of BTC',
    from: '2030-01-01T00:00:00.000Z',
    to: '2030-01-01T01:00:00.000Z',
  });
  expect(await ask({ limit: 3 }, 'BTC')).toEqual({ indexId: 'of BTC', order: 'desc' });
  expect(await ask({ limit: 3, order: 'asc' }, 'BTC')).toEqual({ indexId: 'of BTC', order: 'asc' });
  expect(await ask({ limit: 3 })).toEqual({});
  await expect(ask({ from: { at: 2 }, to: { at: 1 } }, 'BTC')).rejects.toThrow('--from is after --to');
});

test('the largest come first if a list can be sorted by size', () => {
  const shares = ['0.1', '0.7', undefined, '0.2'].map((volumeShare, place) => ({ place, volumeShare }));
  expect(topOf(routeOf('exchange-quality'), shares, 2)).toEqual([shares[1], shares[3]]);
  expect(topAbout(routeOf('market-caps'))).toContain('largest market caps');
  expect(topAbout(routeOf('markets'))).toBeUndefined();
});

describe('pages', () => {
  const asked: object[] = [];
  const tidemark = {
    read: async (_: string, query: { readonly startAfter?: string; readonly size?: number }) => {
      asked.push(query);
      const first = Number(query.startAfter ?? 0);
      const content = Array.from({ length: query.size ?? 5 }, (_each, place) => ({ id: first + place + 1 }));
      return { content, ...(first < 4000 && { nextId: String(first + content.length) }) };
    },
  } as unknown as Tidemark;
  const read = async (query: Record<string, string>, limit?: number) => {
    asked.length = 0;
    const portions = [];
    for await (const portion of portionsOf(tidemark, routeOf('index-tickers'), query, { limit, signal }))
      portions.push(portion);
    return { count: portions.flatMap(({ records }) => records).length, hasMore: portions.at(-1)?.hasMore };
  };

  test('are read up to the limit', async () => {
    expect(await read({}, 2500)).toEqual({ count: 2500, hasMore: true });
    expect(asked).toEqual([{ size: 2000 }, { size: 500, startAfter: '2000' }]);
    expect(await read({}, Infinity)).toEqual({ count: 6000, hasMore: false });
  });

  test('are one page without a limit: the list as received, or the first of a range', async () => {
    expect(await read({})).toEqual({ count: 5, hasMore: true });
    expect(await read({ from: 'x' })).toEqual({ count: 100, hasMore: true });
    expect(await read({ order: 'asc' })).toEqual({ count: 100, hasMore: true });
  });
});

test('a number of days of a coverage selects the newest, with only their data', async () => {
  const days = ['2026-03-01', '2026-03-02', '2026-03-03'].map((day) => ({ day }));
  const asked: object[] = [];
  const tidemark = {
    read: async (_: string, query: { readonly from?: string }) => {
      asked.push(query);
      return { days: days.filter(({ day }) => `${day}T23:59` > (query.from ?? '')) };
    },
  } as unknown as Tidemark;
  const read = async (limit?: number) => {
    asked.length = 0;
    const query = { indexId: 'x' };
    const portions = portionsOf(tidemark, routeOf('series-coverage'), query, { limit, signal });
    return (await portions.next()).value;
  };
  expect(await read(2)).toEqual({ records: [{ days: days.slice(1) }], hasMore: true });
  expect(asked).toEqual([{ indexId: 'x' }, { indexId: 'x', from: '2026-03-02T00:00:00.001Z' }]);
  for (const limit of [undefined, 3, Infinity])
    expect(await read(limit)).toEqual({ records: [{ days }], hasMore: false });
});

describe('a table of records', () => {
  const ID = '00000000-0000-4000-8000-000000000001';
  const caps = [1, 2].map((rank) => ({
    id: ID,
    assetId: `a${rank}`,
    timestamp: '2026-03-01T00:00:00.000Z',
    marketCapRank: String(rank),
    volumeRank: '7',
    price: '1.5',
    volume: '7',
    symbol: `S${rank}`,
    name: 'A long name of an asset',
  }));
  const names = new Map([
    ['a1', 'S1'],
    ['a2', 'S2'],
  ]);
  const lines = (columns: number) =>
    tableLines(caps, tableColumns(routeOf('market-caps'), names, caps), { columns, hasColours: false });

  test('has names for ids, no duplicates, and instants without zero parts', () => {
    expect(lines(200)[0]).toMatch(/^rank  symbol  name +price  volume  timestamp   volume rank  id$/);
    expect(lines(200)[1]).toContain('S1      A long name of an asset    1.5       7  2026-03-01  ');
  });

  test('first omits columns with the same value in each row, and never its subject', () => {
    expect(lines(30)[0]).toBe('symbol  name             price');
    expect(lines(10)[0]).toBe('symbol  name      price');
  });

  test.each(ROUTES.filter(({ isList }) => isList).map((route) => [route.name, route] as const))(
    'of %s has its name and its price at any width, and reports omitted columns',
    (_, route) => {
      const values = { id: ID, decimal: '12345.678901', integer: '123', boolean: true, flags: ['THIN'] };
      const kinds = { ...values, text: 'some words', datetime: '2026-03-01T00:00:30.000Z', decimals: ['1'] };
      const record = Object.fromEntries(
        route.columns.map(([name, kind]) => [name, kind === 'text' ? `${name} ${kinds.text}` : kinds[kind]]),
      );
      const columns = tableColumns(route, new Map(), [record]);
      const wide = fittedTable([record], columns, { columns: 2000, hasColours: false });
      const narrow = fittedTable([record], columns, { columns: 40, hasColours: false });
      expect(wide.leftOut).toBe(0);
      expect(narrow.leftOut).toBe(wide.shown - narrow.shown);
      const has = (word: string) => new RegExp(`(^|  )${word}(  |$)`);
      for (const word of ['name', 'symbol', 'price', 'last', 'close'])
        if (route.columns.some(([name]) => name === word)) expect(narrow.lines[0]).toMatch(has(word));
    },
  );

  test('of tickers has both sides of a market in 80 columns, without lastMoved', () => {
    const ticker = {
      exchangeId: 'x',
      marketId: 'm',
      last: '89904.96',
      volume: '1638.60927846',
      bid: '89904.96',
      ask: '89916.6',
      timestamp: '2026-11-17T00:12:30.000Z',
      lastMoved: '2026-11-17T00:12:22.099Z',
    };
    const of = new Map([
      ['x', 'Coinbase-Pro'],
      ['m', 'BTC_USD'],
    ]);
    const columns = tableColumns(routeOf('exchange-tickers'), of, [ticker]);
    const [heading] = tableLines([ticker], columns, { columns: 80, hasColours: false });
    expect(heading).toMatch(/^exchange +market +last +bid +ask +volume$/);
    const wide = tableLines([ticker], columns, { columns: 100, hasColours: false });
    expect(wide[0]).toMatch(/ ask +volume +last moved$/);
  });

  test('is a line with all members unchanged for programs', () => {
    const columns = plainColumns(routeOf('market-caps'));
    const fields = columns.map(({ of }) => of(caps[0]!));
    expect(fields.slice(0, 3)).toEqual([ID, 'a1', '2026-03-01T00:00:00.000Z']);
    expect(fields).toHaveLength(routeOf('market-caps').columns.length);
  });
});
