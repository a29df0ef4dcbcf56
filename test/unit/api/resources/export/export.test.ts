import { nothingMissing } from '../../../../support/nothing-missing.ts';
import { describe, expect, test } from 'vitest';
import { EVENT_LOOP } from '../../../../../src/core/async/loop.ts';
import { LoopTurns } from '../../../../../src/core/async/loop-turns.ts';
import { candleRoutes } from '../../../../../src/api/resources/candles/candles.ts';
import { exportRoutes } from '../../../../../src/api/resources/export/export.ts';
import { Exports, type Holder } from '../../../../../src/api/resources/export/exports.ts';
import { crossSeriesQueue } from '../../../../../src/api/http/limits/cross-series-queue.ts';
import { indexTickerRoutes } from '../../../../../src/api/resources/index-ticker.ts';
import { ohlcvRoutes } from '../../../../../src/api/resources/ohlcv.ts';
import { ParameterReader } from '../../../../../src/api/http/routing/parameters.ts';
import type { AnyRoute, DataRoute, StreamedRoute } from '../../../../../src/api/http/routing/route.ts';
import type { SeriesVersions } from '../../../../../src/api/pages/series-cursors.ts';
import type { Grant } from '../../../../../src/auth/tokens/token-verifier.ts';
import { HistoryCandles } from '../../../../../src/values/candles/stored-candles.ts';
import { CANDLE_COLUMNS, INDEX_TICKER_COLUMNS, OHLCV_COLUMNS } from '../../../../../src/contract/columns.ts';
import type { Column } from '../../../../../src/contract/columns.ts';
import { csvHeader, csvLine } from '../../../../../src/contract/csv-text.ts';
import type { SeriesId } from '../../../../../src/core/index-value.ts';
import { runToEnd } from '../../../../../src/core/async/slices.ts';
import { DAY_MS, HOUR_MS, SLOT_MS, type Millis } from '../../../../../src/core/time.ts';
import type { HistoryReader } from '../../../../../src/history/history-store.ts';
import { MemoryHistoryStore } from '../../../../support/memory-history/memory-history-store.ts';
import { SeriesKeys } from '../../../../../src/latest/market/entity-keys.ts';
import type { IndexTickers } from '../../../../../src/latest/indices/index-tickers.ts';
import { ParquetFile } from '../../../../../src/values/export/parquet/parquet-file.ts';
import type { ParquetFiles } from '../../../../../src/values/export/parquet/parquet-files.ts';
import { candleOn, ORDER, pastDay, sliceAt } from '../../../../support/history-values.ts';
import { plainDecimal, readParquet } from '../../../../support/parquet-rows.ts';
import { anAsker } from '../../../../support/asker.ts';
import { expectEqual } from '../../../../support/quick-equal.ts';

const START = Date.parse('2026-03-01T00:00:00Z');
const HOURS = 49;
const NOW = START + HOURS * HOUR_MS;
const NUMBERS = (['LX', 'MWA', 'GWA'] as const).map((type) => ORDER.rangeOf(type)[0]);
const SERIES = NUMBERS.map((number) => ORDER.series[number] as SeriesId);
const GRANT = {
  clientId: 'test',
  scopes: new Set(['read:index-ticker', 'read:ohlcv', 'read:LX']),
} as unknown as Grant;

type Json = Readonly<Record<string, unknown>>;

const seriesKeys = new SeriesKeys();
runToEnd(seriesKeys.learn(ORDER));
const catalogue = {
  findAssets: ({ symbol }: { readonly symbol?: string }) =>
    symbol === 'TWO' ? SERIES.slice(1).map(({ indexId }) => ({ id: indexId, name: 'Two' })) : [],
};
const versions = {
  current: { series: ORDER, register: { seriesKeys }, catalogue, names: { idsOf: () => [] } },
} as unknown as SeriesVersions;

/** Encodes in the calling thread. */
const parquet: ParquetFiles = {
  open: (form) => {
    const file = new ParquetFile(form);
    return {
      write: async (batch) => file.write(batch),
      finish: async () => file.finish(),
      abandon: () => undefined,
    };
  },
};

function partsOver(history: HistoryReader, at = NOW, isGood: (holder: Holder) => boolean = () => true) {
  const past = { settledFrom: () => -Infinity, pastRevision: () => 0 };
  const candles = new HistoryCandles({ history, ...past, yieldTurn: async () => undefined });
  return {
    turns: new LoopTurns(EVENT_LOOP),
    history,
    candles,
    exportCandles: candles,
    indexTickers: { at, priceOf: () => 1 } as unknown as IndexTickers,
    versions,
    marketSpeed: 1,
    incomplete: nothingMissing(),
    ...past,
    heldDay: () => undefined,
    lastDayStored: async () => true,
    parquet,
    exports: new Exports(isGood),
  };
}

function routeOf<R extends AnyRoute>(routes: readonly R[], path: string): R {
  const found = routes.find((route) => route.path === path);
  if (!found) throw new Error(path);
  return found;
}

/** Some reads replaced in a history. */
function withReads(history: HistoryReader, reads: Partial<HistoryReader>): HistoryReader {
  return {
    readSeriesInto: (...args: Parameters<HistoryReader['readSeriesInto']>) => history.readSeriesInto(...args),
    summary: () => history.summary(),
    ...reads,
  } as HistoryReader;
}

/** Only readable by its recipient. */
let filled: Promise<MemoryHistoryStore> | undefined;
const filledHistory = () => (filled ??= fill());

/** Two days and some hours with gaps, and end-of-day records. */
async function fill(): Promise<MemoryHistoryStore> {
  const history = new MemoryHistoryStore(200 * DAY_MS);
  for (let at = START + SLOT_MS; at <= NOW; at += SLOT_MS * (at % 7 === 0 ? 3 : 1)) {
    const numbers = new Set(NUMBERS.filter((_number, i) => (at / SLOT_MS) % (i + 3) !== 0));
    await history.append(sliceAt(at, (number) => numbers.has(number)));
  }
  for (let day = -5; day < 2; day++)
    await history.appendCandles(NUMBERS.map((number) => candleOn(START + day * DAY_MS, number)));
  return history;
}

function open(route: StreamedRoute, query: object, gone = new AbortController().signal) {
  const answer = route.handle({
    query: query as never,
    path: {},
    grant: GRANT,
    marketTime: NOW,
    marketNow: () => NOW,
    asker: anAsker,
  });
  const chunks = answer.open(gone);
  return chunks[Symbol.asyncIterator]();
}

async function exported(route: StreamedRoute, query: object): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const iterator = open(route, query);
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) chunks.push(next.value);
  return Buffer.concat(chunks);
}

const recordsOf = (bytes: Buffer): Json[] =>
  bytes
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Json);

/** All pages of the list route for each index, oldest first. */
async function listed(route: DataRoute, query: object): Promise<Json[]> {
  const all: Json[] = [];
  for (const { indexId } of SERIES)
    for (let startAfter: string | undefined, more = true; more;) {
      const given = { ...query, indexId, order: 'asc', size: 2000, ...(startAfter ? { startAfter } : {}) };
      const answer = await route.handle({
        query: given as never,
        path: {},
        grant: GRANT,
        marketTime: NOW,
        marketNow: () => NOW,
        asker: anAsker,
      });
      const page = JSON.parse(answer.prepared.identity.bytes.toString()) as {
        content: Json[];
        nextId?: string;
      };
      answer.release?.();
      all.push(...page.content);
      startAfter = page.nextId;
      more = startAfter !== undefined;
    }
  return all;
}

const indexId = SERIES.map((series) => series.indexId);

const TABLES: readonly (readonly [string, readonly Column[], object])[] = [
  ['/index-ticker', INDEX_TICKER_COLUMNS, { from: START + 20_000, to: NOW - HOUR_MS }],
  ['/ohlcv', OHLCV_COLUMNS, { from: START - 3 * DAY_MS }],
  ['/candles', CANDLE_COLUMNS, { interval: '1m', from: START + 90_000 }],
  ['/candles', CANDLE_COLUMNS, { interval: '4h', from: START }],
  ['/candles', CANDLE_COLUMNS, { interval: '1d', from: START - 3 * DAY_MS }],
];

describe.each(TABLES)('an export of %s', (path, columns, query) => {
  test(`${JSON.stringify(query)} equals the list, in every format`, async () => {
    const parts = partsOver(await filledHistory());
    const line = crossSeriesQueue();
    const lists = [
      ...indexTickerRoutes(parts, line),
      ...ohlcvRoutes(parts, line, parts.turns),
      ...candleRoutes(parts),
    ];
    const wanted = await listed(routeOf(lists, path), query);
    expect(wanted.length).toBeGreaterThan(10);
    const route = routeOf(exportRoutes(parts), `/export${path}`);
    expectEqual(recordsOf(await exported(route, { ...query, indexId, format: 'ndjson' })), wanted);
    const csv = (await exported(route, { ...query, indexId })).toString();
    expect(csv).toBe(csvHeader(columns) + wanted.map((record) => csvLine(columns, record)).join(''));
    const { rows } = await readParquet(await exported(route, { ...query, indexId, format: 'parquet' }));
    expectEqual(
      rows.map((row) => asJson(row, columns)),
      wanted,
    );
    expect(parts.exports.underWay).toBe(0);
  });
});

describe('the content of an export', () => {
  const query = { from: START, indexId, format: 'ndjson' };

  test('is what was published when it started, without later ticks or days filled in meanwhile', async () => {
    const history = new MemoryHistoryStore(200 * DAY_MS);
    for (let slot = 1; slot <= 5; slot++)
      await history.append(sliceAt(START + DAY_MS + slot * SLOT_MS, (n) => NUMBERS.includes(n)));
    const parts = partsOver(history, START + DAY_MS + 4 * SLOT_MS);
    const before = recordsOf(await exported(routeOf(exportRoutes(parts), '/export/index-ticker'), query));
    expect(before).toHaveLength(3 * 4);
    let reads = 0;
    const readSeriesInto: HistoryReader['readSeriesInto'] = async (...args) => {
      if (reads++ === 0) {
        await history.append(sliceAt(START + DAY_MS + 6 * SLOT_MS, (n) => NUMBERS.includes(n)));
        await history.insertPast(pastDay(START, NUMBERS, [1, 2, 3]));
      }
      return history.readSeriesInto(...args);
    };
    const changing = partsOver(withReads(history, { readSeriesInto }), START + DAY_MS + 4 * SLOT_MS);
    const route = routeOf(exportRoutes(changing), '/export/index-ticker');
    expect(recordsOf(await exported(route, query))).toEqual(before);
    expect([reads, (await history.summary()).days]).toEqual([3, [START, START + DAY_MS]]);
  });

  test('is empty for an empty, future or unknown range: a header row, and a file with columns', async () => {
    const parts = partsOver(await filledHistory());
    const route = routeOf(exportRoutes(parts), '/export/index-ticker');
    const header = csvHeader(INDEX_TICKER_COLUMNS);
    const queries = [
      { from: NOW, to: NOW, indexId },
      { from: NOW + DAY_MS, indexId },
      { from: START, indexId: ['6ea0d2ef-6dd0-4adb-ad32-000000000000'], symbol: ['NONE'] },
    ];
    for (const empty of queries) expect((await exported(route, empty)).toString()).toBe(header);
    const { rows, types } = await readParquet(await exported(route, { ...queries[0], format: 'parquet' }));
    expect([rows, Object.keys(types).length]).toEqual([[], 9]);
  });

  test('stops at a day that leaves the window meanwhile', async () => {
    const history = await filledHistory();
    const summary = await history.summary();
    let asked = 0;
    const losing = withReads(history, {
      summary: async () => (++asked === 1 ? summary : { ...summary, days: summary.days.slice(1) }),
    });
    const parts = partsOver(losing);
    const route = routeOf(exportRoutes(parts), '/export/index-ticker');
    await expect(exported(route, query)).rejects.toThrow('no longer in the window');
    expect(parts.exports.underWay).toBe(0);
  });

  test.each([
    ['/export/ohlcv', {}],
    ['/export/candles', { interval: '1d' }],
  ])('%s %j stops if past records are written between two series', async (path, interval) => {
    const history = new MemoryHistoryStore(200 * DAY_MS);
    for (let slot = 1; slot <= 5; slot++)
      await history.append(sliceAt(START + 2 * DAY_MS + slot * SLOT_MS, (n) => NUMBERS.includes(n)));
    for (const day of [0, 1])
      await history.appendCandles(NUMBERS.map((number) => candleOn(START + day * DAY_MS, number)));
    let write: () => Promise<unknown> = async () => undefined;
    let reads = 0;
    const readCandles: HistoryReader['readCandles'] = async (read) => {
      if (++reads === 2) await write();
      return history.readCandles(read);
    };
    const parts = partsOver(withReads(history, { readCandles }), NOW);
    const route = routeOf(exportRoutes(parts), path);
    const given = { ...query, ...interval, from: START - DAY_MS };
    const before = recordsOf(await exported(route, given));
    expect(before.length).toBeGreaterThanOrEqual(6);
    // The next day is not in the past.
    reads = 0;
    write = () => history.appendCandles(NUMBERS.map((number) => candleOn(START + 2 * DAY_MS, number)));
    expect(recordsOf(await exported(route, given))).toEqual(before);
    reads = 0;
    write = () => history.appendCandles(NUMBERS.map((number) => candleOn(START - DAY_MS, number)));
    await expect(exported(route, given)).rejects.toThrow('records of the past were written');
    expect(parts.exports.underWay).toBe(0);
  });

  test('nothing more is read once the client has disconnected', async () => {
    const history = await filledHistory();
    let reads = 0;
    const readSeriesInto: HistoryReader['readSeriesInto'] = (...args) => {
      reads++;
      return history.readSeriesInto(...args);
    };
    const parts = partsOver(withReads(history, { readSeriesInto }));
    const gone = new AbortController();
    const iterator = open(routeOf(exportRoutes(parts), '/export/index-ticker'), query, gone.signal);
    await iterator.next();
    const before = reads;
    gone.abort();
    await expect(iterator.next()).rejects.toThrow('aborted');
    expect([before > 0, reads]).toEqual([true, before]);
    expect(parts.exports.underWay).toBe(0);
  });
});

describe('the number of exports', () => {
  const query = { from: START, indexId };

  test('is two at a time per client, and 429 beyond that until one has ended', async () => {
    const parts = partsOver(await filledHistory());
    const route = routeOf(exportRoutes(parts), '/export/index-ticker');
    const [first, second] = [open(route, query), open(route, query)];
    await Promise.all([first.next(), second.next()]);
    const refused = () => open(route, query);
    expect(refused).toThrow(
      expect.objectContaining({ status: 429, headers: { 'retry-after': expect.any(String) } }),
    );
    expect(() =>
      parts.exports.begin({ clientId: 'other', needs: new Set() }, new AbortController().signal).done(),
    ).not.toThrow();
    await second.return?.();
    expect(refused).not.toThrow();
  });

  test('one declares its scopes, so that it ends if its client loses one of them', async () => {
    const scopes = new Set(['read:index-ticker', 'read:LX']);
    const isGood = ({ needs }: Holder) => [...needs].every((scope) => scopes.has(scope));
    const parts = partsOver(await filledHistory(), NOW, isGood);
    const route = routeOf(exportRoutes(parts), '/export/index-ticker');
    const ofMarket = { from: START, indexId: [SERIES[1]!.indexId] };
    const [all, market] = [open(route, query), open(route, ofMarket)];
    await Promise.all([all.next(), market.next()]);
    scopes.delete('read:LX');
    await expect(all.next()).rejects.toMatchObject({ status: 401 });
    expect((await market.next()).done).toBe(false);
    scopes.delete('read:index-ticker');
    await expect(market.next()).rejects.toMatchObject({ status: 401 });
  });

  test('one ends if its token is revoked, or its client disabled', async () => {
    let isGood = true;
    const parts = partsOver(await filledHistory(), NOW, () => isGood);
    const under = open(routeOf(exportRoutes(parts), '/export/index-ticker'), query);
    await under.next();
    isGood = false;
    await expect(under.next()).rejects.toMatchObject({ status: 401 });
    expect(parts.exports.underWay).toBe(0);
  });

  test('they end with the service, and no more start', async () => {
    const parts = partsOver(await filledHistory());
    const route = routeOf(exportRoutes(parts), '/export/index-ticker');
    const under = open(route, query);
    await under.next();
    parts.exports.close();
    await expect(under.next()).rejects.toMatchObject({ status: 503 });
    expect(() => open(route, query)).toThrow(expect.objectContaining({ status: 503 }));
    expect(parts.exports.underWay).toBe(0);
  });
});

describe('parameters', () => {
  const parts = partsOver(new MemoryHistoryStore(200 * DAY_MS));
  const route = routeOf(exportRoutes(parts), '/export/candles');
  const reader = new ParameterReader(route.query ?? {}, route.object, route.together);
  const problemsOf = (sent: Record<string, string>) =>
    reader
      .check({ interval: '1h', from: '2026-03-01T00:00:00Z', ...sent })
      .errors?.map((error) => [error.object, error.field, error.message]);

  test.each([
    [{}, [['Export', 'indexId', 'is required unless indices are selected by name']]],
    [{ indexId: 'x' }, [['Export', 'indexId', 'must be UUIDs separated by commas']]],
    [{ symbol: 'BTC,,ETH' }, [['Export', 'symbol', 'must be symbols separated by commas']]],
    [{ symbol: 'BTC', from: '' }, [['Export', 'from', 'is required']]],
    [{ symbol: 'BTC', to: '2026-02-01T00:00:00Z' }, [['Export', 'from', 'must not lie after to']]],
    [{ symbol: 'BTC', interval: '2h' }, [['Export', 'interval', expect.stringContaining('must be one of')]]],
    [{ symbol: 'BTC', format: 'xlsx' }, [['Export', 'format', 'must be one of csv, ndjson, parquet']]],
    [{ symbol: 'BTC,TWO' }, [['Export', 'symbol', expect.stringContaining(`use indexId with one of`)]]],
    [
      {
        symbol: Array.from({ length: 60 }, () => 'A').join(),
        name: Array.from({ length: 41 }, () => 'B').join(),
      },
      [['Export', 'symbol', 'selects 101 indices in total; the maximum is 100']],
    ],
    [
      { indexId: `${indexId[0]} , ${indexId[1]}`, symbol: Array.from({ length: 98 }, () => 'A').join() },
      undefined,
    ],
  ])('%o', (sent, expected) => {
    expect(problemsOf(sent as Record<string, string>)).toEqual(expected);
  });

  test('a repeated index is exported once, at its first position', async () => {
    const given = [indexId[1]!, indexId[0]!, indexId[1]!];
    const all = partsOver(await filledHistory());
    const route = routeOf(exportRoutes(all), '/export/ohlcv');
    const records = recordsOf(await exported(route, { from: START, indexId: given, format: 'ndjson' }));
    expect([...new Set(records.map((record) => record['indexId']))]).toEqual(given.slice(0, 2));
    expect(records).toHaveLength(2 * 2);
  });

  test('an index that the token may not read is 403', () => {
    const grant = { clientId: 'test', scopes: new Set(['read:ohlcv']) } as unknown as Grant;
    const route = routeOf(exportRoutes(parts), '/export/ohlcv');
    const query = { from: START, indexId } as never;
    expect(() =>
      route.handle({ query, path: {}, grant, marketTime: NOW, marketNow: () => NOW, asker: anAsker }),
    ).toThrow('read:LX');
  });
});

/** The record of a row of a Parquet file. */
function asJson(row: Json, columns: readonly Column[]): Json {
  const cellOf = ({ kind, name }: Column): unknown => {
    const value = row[name];
    if (value === undefined) return undefined;
    if (kind === 'decimal') return plainDecimal(String(value));
    if (kind === 'datetime') return new Date(Number(value) as Millis).toISOString();
    return kind === 'flags' ? String(value).split('|') : value;
  };
  const cells = columns.map((column) => [column.name, cellOf(column)]);
  return Object.fromEntries(cells.filter(([, value]) => value !== undefined)) as Json;
}
