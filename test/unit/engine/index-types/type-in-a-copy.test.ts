import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, describe, expect, test } from 'vitest';
import type { DataRoute } from '../../../../src/api/http/routing/route.ts';

/**
 * Adds an index type in a copy of the source, and follows its values from the store to clients. The formula is not part of it:
 * the test provides the values.
 */
const copy = mkdtempSync(join(tmpdir(), 'tidemark-type-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));
for (const folder of ['src', 'test/support', 'bench/support'])
  cpSync(folder, join(copy, folder), { recursive: true });
symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
writeFileSync(join(copy, 'package.json'), '{"type":"module"}');

const INDEX_ID = '7d3f8f6e-52a7-4b8f-9c66-0f4f4c9a1e55';
const TWAP = { indexType: 'TWAP', indexId: INDEX_ID } as never;
const START = Date.parse('2026-03-01T00:00:00Z');
const SLOT_MS = 30_000;
const DAY_MS = 86_400_000;
const LAST_DAY = START - 2 * DAY_MS;

/** Files that change, and how: docs/extend/add-an-index.md lists the same, and the formula. */
const CHANGES: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'src/core/index-value.ts': [["['MWA', 'GWA', 'LX'] as const", "['MWA', 'GWA', 'LX', 'TWAP'] as const"]],
  'src/core/ids/record-prefix.ts': [
    ['  candle: 13,\n', '  candle: 13,\n  indexTick: 14,\n  indexDay: 15,\n'],
    ['{ other: 0, indexTick: 14, indexDay: 15 }', '{ other: 0 }'],
  ],
  'src/core/ids/series-order.ts': [
    [
      '    LX: Object.values(LX_INDICES),\n',
      `    LX: Object.values(LX_INDICES),\n    TWAP: ['${INDEX_ID}'],\n`,
    ],
  ],
  'src/engine/index-types/index-types.ts': [
    [
      "import { MWA } from './mwa.ts';\n",
      "import { MWA } from './mwa.ts';\nimport { TWAP } from './twap.ts';\n",
    ],
    ['{ MWA, GWA, LX }', '{ MWA, GWA, LX, TWAP }'],
  ],
  'src/engine/receipt/explain.ts': [
    [
      '  LX: explainLx,\n',
      "  LX: explainLx,\n  TWAP: (_tick, indexId) => ({ indexType: 'TWAP', indexId }) as never,\n",
    ],
  ],
};

for (const [file, changes] of Object.entries(CHANGES)) {
  let text = readFileSync(join(copy, file), 'utf8');
  for (const [before, after] of changes) {
    expect(text, `${file} has the place of the change`).toContain(before);
    text = text.replace(before, after);
  }
  writeFileSync(join(copy, file), text);
}
const descriptor = readFileSync(join(copy, 'src/engine/index-types/mwa.ts'), 'utf8')
  .replace('The weighted average of a market.', 'The average of a market over time.')
  .replaceAll('MWA', 'TWAP')
  .replace("entity: 'market'", "entity: 'index'")
  .replace(
    "tick: 'mwa', day: 'mwaDay', isTypeInHash: false",
    "tick: 'indexTick', day: 'indexDay', isTypeInHash: true",
  );
writeFileSync(join(copy, 'src/engine/index-types/twap.ts'), descriptor);

// The store seals in a thread, and threads load compiled files.
const THREAD = 'src/history/embedded/seal/sealing-thread';
const bundle = await rolldown({ input: join(copy, `${THREAD}.ts`), platform: 'node' });
await bundle.write({ file: join(copy, 'dist', `${THREAD}.js`), codeSplitting: false });
await bundle.close();

const from = (path: string) => import(/* @vite-ignore */ pathToFileURL(join(copy, path)).href);
const { EmbeddedHistoryStore } = (await from(
  'src/history/embedded/embedded-history-store.ts',
)) as typeof import('../../../../src/history/embedded/embedded-history-store.ts');
const { candleOn, ORDER, sliceAt, WINDOW_MS } = (await from(
  'test/support/history-values.ts',
)) as typeof import('../../../support/history-values.ts');
const { entityKey, recordId } = (await from(
  'src/core/ids/record-id.ts',
)) as typeof import('../../../../src/core/ids/record-id.ts');
const { runToEnd } = (await from(
  'src/core/async/slices.ts',
)) as typeof import('../../../../src/core/async/slices.ts');
const { LoopTurns } = (await from(
  'src/core/async/loop-turns.ts',
)) as typeof import('../../../../src/core/async/loop-turns.ts');
const { EVENT_LOOP } = (await from(
  'src/core/async/loop.ts',
)) as typeof import('../../../../src/core/async/loop.ts');
const { crossSeriesQueue } = (await from(
  'src/api/http/limits/cross-series-queue.ts',
)) as typeof import('../../../../src/api/http/limits/cross-series-queue.ts');
const { newRegister, prepareMarket } = (await from(
  'src/latest/market/served-market.ts',
)) as typeof import('../../../../src/latest/market/served-market.ts');
const { IndexRefreshWriter } = (await from(
  'src/latest/indices/index-refresh-writer.ts',
)) as typeof import('../../../../src/latest/indices/index-refresh-writer.ts');
const { IndexTickers } = (await from(
  'src/latest/indices/index-tickers.ts',
)) as typeof import('../../../../src/latest/indices/index-tickers.ts');
const { buildWorld } = (await from(
  'src/simulator/world.ts',
)) as typeof import('../../../../src/simulator/world.ts');
const { nothingMissing } = (await from(
  'test/support/nothing-missing.ts',
)) as typeof import('../../../support/nothing-missing.ts');
const { anAsker } = (await from('test/support/asker.ts')) as typeof import('../../../support/asker.ts');

const NUMBER = ORDER.numberOf(TWAP)!;
const TICKS = [1, 2, 3].map((tick) => START + tick * SLOT_MS);
const NOW = TICKS.at(-1)!;
const SLICES = TICKS.map((at) => sliceAt(at));
const PRICES = SLICES.map(({ prices }) => prices[NUMBER]!);
/** Kind 14, with the type in the hash. */
const IDS = TICKS.map((at) => recordId('indexTick' as never, at, entityKey('TWAP', INDEX_ID)));
const GRANT = { clientId: 'test', scopes: new Set(['read:index-ticker', 'read:ohlcv']) } as never;

const folder = join(copy, 'data');
const openStore = () =>
  EmbeddedHistoryStore.open({
    folder,
    windowMs: WINDOW_MS,
    onDamage: (damage) => expect.unreachable(JSON.stringify(damage)),
    onSealingFailure: (error) => expect.unreachable(error.message),
  });
const first = await openStore();
for (const slice of SLICES) expect(await first.append(slice)).toBe('stored');
expect(await first.appendCandles([candleOn(LAST_DAY, NUMBER)])).toBe('stored');
await first.close();
/** Another store reads the written data. */
const store = await openStore();
afterAll(() => store.close());

const data = { ...buildWorld('small').reference, lx: [], traded: [] };
const market = runToEnd(prepareMarket({ hash: '1', data }, newRegister()));
const refresh = new IndexRefreshWriter({ reference: '1', series: market.series }).publish(
  SLICES.at(-1) as never,
);
const indexTickers = new IndexTickers(market, [], refresh);
const versions = { current: market, use: () => market } as never;
const parts = {
  indexTickers,
  history: store,
  versions,
  marketSpeed: 1,
  turns: new LoopTurns(EVENT_LOOP),
  incomplete: nothingMissing(),
  settledFrom: () => -Infinity,
  pastRevision: () => 0,
  heldDay: () => undefined,
  lastDayStored: async () => true,
};
const request = (query: object) => ({
  query: query as never,
  path: {},
  grant: GRANT,
  marketTime: NOW,
  marketNow: () => NOW,
  asker: anAsker,
});

async function pageOf(route: DataRoute, query: object) {
  const { prepared, release } = await route.handle(request(query));
  const page = JSON.parse(prepared.identity.bytes.toString()) as { content: object[]; nextId?: string };
  release?.();
  return page;
}

describe('a type added in a copy', () => {
  test('is the last in the order of series', () => {
    expect(ORDER.rangeOf('TWAP' as never)).toEqual([ORDER.series.length - 1, ORDER.series.length]);
    expect(ORDER.series[NUMBER]).toEqual(TWAP);
  });

  test('is stored and read back by type and by series', async () => {
    const span = { atOrBefore: NOW, notBefore: START, limit: 10 };
    const across = await store.readAcross({ types: ['TWAP' as never], ...span });
    expect(across.map(({ price }) => price)).toEqual(PRICES.toReversed());
    expect(await store.readSeries({ series: TWAP, ...span })).toEqual(across);
    expect(await store.readCandles({ series: TWAP, startAtOrBefore: NOW, limit: 10 })).toEqual([
      candleOn(LAST_DAY, NUMBER),
    ]);
    expect((await store.summary()).series).toMatchObject({ TWAP: 1 });
  });

  test('may have no tick volume, as its descriptor says', async () => {
    const [slice] = [sliceAt(NOW + SLOT_MS, (number) => number === NUMBER)];
    const wrong = { ...slice!, tickVolumes: Float64Array.of(1) };
    await expect(store.append(wrong)).rejects.toThrow('indices of type TWAP have no tick volume');
  });

  test('is served over REST: the newest value, pages with cursors, end-of-day records', async () => {
    const { indexTickerRoutes } = (await from(
      'src/api/resources/index-ticker.ts',
    )) as typeof import('../../../../src/api/resources/index-ticker.ts');
    const { ohlcvRoutes } = (await from(
      'src/api/resources/ohlcv.ts',
    )) as typeof import('../../../../src/api/resources/ohlcv.ts');
    const [ticks] = indexTickerRoutes(parts, crossSeriesQueue());
    const [days] = ohlcvRoutes(parts, crossSeriesQueue(), new LoopTurns(EVENT_LOOP));
    const newest = { id: IDS[2], indexId: INDEX_ID, indexType: 'TWAP', price: String(PRICES[2]) };
    expect(await pageOf(ticks!, { indexType: 'TWAP', size: 10 })).toMatchObject({ content: [newest] });
    const range = { indexId: INDEX_ID, from: START, to: NOW + 1, size: 2 };
    const page = await pageOf(ticks!, range);
    expect(page).toMatchObject({ content: [{ id: IDS[2] }, { id: IDS[1] }], nextId: IDS[1] });
    expect(await pageOf(ticks!, { ...range, startAfter: page.nextId })).toMatchObject({
      content: [{ id: IDS[0], price: String(PRICES[0]) }],
    });
    const id = recordId('indexDay' as never, LAST_DAY, entityKey('TWAP', INDEX_ID));
    expect(await pageOf(days!, { indexId: INDEX_ID, from: LAST_DAY, size: 10 })).toMatchObject({
      content: [{ id, indexType: 'TWAP' }],
    });
  });

  test('is sent over the websocket to clients with its scope', async () => {
    const { IndexChannel } = (await from(
      'src/api/stream/channels/index-channel.ts',
    )) as typeof import('../../../../src/api/stream/channels/index-channel.ts');
    const channel = new IndexChannel(versions, indexTickers);
    const target = channel.resolve({ indexType: 'TWAP' } as never, GRANT);
    expect(target).toMatchObject({ key: 'TWAP', echo: { indexType: 'TWAP' } });
    const { group } = target as { group: number };
    expect(channel.scopeOf(group)).toBe('read:index-ticker');
    const sent = Buffer.concat(channel.currentOfGroup(group)).toString();
    expect(sent).toContain(`"id":"${IDS[2]}","indexId":"${INDEX_ID}","indexType":"TWAP"`);
    expect(sent.match(/INDEX_TICKER/g)).toHaveLength(1);
    const none = { scopes: new Set() } as never;
    expect(channel.resolve({ indexType: 'TWAP' } as never, none)).toMatchObject({ code: '403' });
  });

  test('is exported', async () => {
    const { TickLines } = (await from(
      'src/latest/indices/tick-lines.ts',
    )) as typeof import('../../../../src/latest/indices/tick-lines.ts');
    const { seriesColumns } = (await from(
      'src/core/value-columns.ts',
    )) as typeof import('../../../../src/core/value-columns.ts');
    const columns = seriesColumns(3);
    const span = { atOrBefore: NOW, notBefore: START, limit: 3 };
    const count = await store.readSeriesInto({ series: TWAP, ...span }, columns);
    const lines = new TickLines(TWAP).lines(columns, count).toString().trim().split('\n');
    expect(lines.map((line) => line.split(',').slice(0, 4))).toEqual(
      IDS.map((id, tick) => [id, INDEX_ID, 'TWAP', String(PRICES[tick])]).toReversed(),
    );
  });

  test('has receipts from its own function', async () => {
    const { explainedBy } = (await from(
      'src/engine/receipt/explain.ts',
    )) as typeof import('../../../../src/engine/receipt/explain.ts');
    expect(explainedBy({} as never, TWAP)).toEqual(TWAP);
  });
});
