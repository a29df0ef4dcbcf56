import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeriesId } from '../../src/core/index-value.ts';
import { DAY_MS, HOUR_MS, SLOT_MS } from '../../src/core/time.ts';
import type { Damage } from '../../src/history/history-backend.ts';
import { SchemaTooNew } from '../../src/cluster/postgres/migrations.ts';
import { PostgresHistoryBackend } from '../../src/cluster/postgres/history/postgres-history-backend.ts';
import type { PostgresHistoryStore } from '../../src/cluster/postgres/history/postgres-history-store.ts';
import { candleOn, ORDER, pastDay, sliceAt, valuesOf } from '../support/history-values.ts';
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts';

const START = Date.parse('2026-02-27T10:00:00Z');
const WINDOW_MS = 5 * DAY_MS;
const ALL = { types: ['MWA', 'GWA', 'LX'], atOrBefore: Infinity, notBefore: 0, limit: 1e6 } as const;
const at = (tick: number) => START + tick * SLOT_MS;
const SOME = (number: number) => number % 30 === 0;

let server: PostgresServer;
let asked: pg.Client;
let schemas = 0;

beforeAll(async () => {
  server = await startPostgres({ fsync: 'off' });
  asked = new pg.Client({ connectionString: server.url });
  await asked.connect();
});
afterAll(async () => {
  await asked?.end();
  await server?.stop();
});

interface Opened {
  readonly store: PostgresHistoryStore;
  readonly schema: string;
  readonly damages: Damage[];
  readonly failures: Error[];
}

async function open(schema = `faults_${++schemas}`): Promise<Opened> {
  const [damages, failures]: [Damage[], Error[]] = [[], []];
  const store = await new PostgresHistoryBackend({ url: server.url, schema }).openWriter({
    windowMs: WINDOW_MS,
    onDamage: (damage) => damages.push(damage),
    onBackgroundFailure: (error) => failures.push(error),
  });
  return { store, schema, damages, failures };
}

/** Ends every connection of the service, as a failover does. */
async function cut(): Promise<void> {
  await asked.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tidemark' and pid <> pg_backend_pid()",
  );
}

test('a process that takes over does not wait for end-of-day records that another one is storing', async () => {
  const { store, schema } = await open();
  await store.append(sliceAt(at(0), SOME));
  const candles = [candleOn(START - (START % DAY_MS) - DAY_MS, 0)];
  await store.appendCandles(candles);
  const waiting = async () => (await asked.query('select 1 from pg_locks where not granted')).rowCount;
  await asked.query('begin');
  await asked.query(`select 1 from ${schema}.candle_month for update`);
  const storing = store.appendCandles(candles);
  await expect.poll(waiting).toBeGreaterThan(0);
  const next = await open(schema);
  await asked.query('rollback');
  expect(await storing).toBe('fenced');
  expect(await next.store.appendCandles(candles)).toBe('stored');
  for (const each of [store, next.store]) await each.close();
});

test('a history whose connections are cut repeatedly continues, and has each tick once', async () => {
  const { store } = await open();
  for (let tick = 0; tick < 40; tick++) {
    const slice = sliceAt(at(tick), SOME);
    const cutting = tick % 3 === 0 ? cut() : undefined;
    for (let outcome = ''; outcome !== 'stored';)
      outcome = await store.append(slice).catch((error: unknown) => String(error));
    await cutting;
  }
  // The first query after a cut may use a broken connection.
  const values = await store.readAcross(ALL).catch(() => store.readAcross(ALL));
  const expected = Array.from({ length: 40 }, (_, tick) => valuesOf(sliceAt(at(tick), SOME)));
  expect(values).toEqual(expected.toReversed().flat());
  await store.close();
});

test('two writers that append at once: only the newer one continues, and no slot has two ticks', async () => {
  const { store: older, schema } = await open();
  await older.append(sliceAt(at(0), SOME));
  const outcomes: string[] = [];
  const appending = (async () => {
    for (let tick = 1; tick < 400 && !outcomes.includes('fenced'); tick++)
      outcomes.push(await older.append(sliceAt(at(tick), SOME)));
  })();
  const { store: newer } = await open(schema);
  await appending;
  expect(outcomes.at(-1)).toBe('fenced');
  const last = (await newer.lastTick())!.at;
  expect((last - START) / SLOT_MS).toBe(outcomes.filter((outcome) => outcome === 'stored').length);
  expect(await newer.append(sliceAt(last + SLOT_MS, SOME))).toBe('stored');
  expect(await older.append(sliceAt(last + 2 * SLOT_MS, SOME))).toBe('fenced');
  await Promise.all([older.close(), newer.close()]);
});

describe('days beyond the window', () => {
  test('are dropped with their partitions, and other days are unchanged', async () => {
    const { store, schema, failures } = await open();
    for (let day = 0; day < 8; day++)
      for (const hour of [0, 1]) await store.append(sliceAt(START + day * DAY_MS + hour * HOUR_MS, SOME));
    await store.sealed();
    expect(failures).toEqual([]);
    const { rows } = await asked.query<{ name: string }>(
      "select relname as name from pg_class c join pg_namespace n on n.oid = relnamespace where nspname = $1 and relkind = 'r' and relname ~ '^(series_day|tick_record)_' order by 1",
      [schema],
    );
    const days = (table: string) => rows.filter(({ name }) => name.startsWith(table)).length;
    expect(days('tick_record')).toBeLessThanOrEqual(7);
    expect(days('series_day')).toBeLessThanOrEqual(6);
    const { days: left } = await store.summary();
    expect(left).toHaveLength(days('tick_record'));
    const notBefore = START + 3 * DAY_MS;
    const values = await store.readAcross({ ...ALL, notBefore });
    expect(new Set(values.map((value) => value.at)).size).toBe(10);
    await store.close();
  });
});

describe('a corrupt block', () => {
  test('is reported once, and loses its hour of its series', async () => {
    const { store, schema, damages } = await open();
    await store.append(sliceAt(at(0), SOME));
    await store.insertPast(pastDay(START - (START % DAY_MS) - DAY_MS, [0, 30], [0, 121, 500]));
    await asked.query(
      `update ${schema}.series_day set blocks = set_byte(blocks, ends[1] + 9, get_byte(blocks, ends[1] + 9) # 1) where series = (select number from ${schema}.series where index_id = $1)`,
      [ORDER.series[0]!.indexId],
    );
    const read = { atOrBefore: Infinity, notBefore: 0, limit: 100 };
    const times = async (number: number) =>
      (await store.readSeries({ series: ORDER.series[number] as SeriesId, ...read })).length;
    expect([await times(0), await times(30)]).toEqual([3, 4]);
    expect(await times(0)).toBe(3);
    expect(damages).toHaveLength(1);
    expect(damages[0]).toMatchObject({ file: 'hour 2026-02-26T01:00:00.000Z', series: ORDER.series[0] });
    await store.close();
  });

  test('is the only thing found by the checks, wherever it is', async () => {
    const { store, schema } = await open();
    const day = START - (START % DAY_MS);
    await store.appendCandles([candleOn(day - DAY_MS, 0), candleOn(day - DAY_MS, 30)]);
    // More than an hour, so that some ticks are in parts of their hour and some are slices.
    for (let tick = 0; tick < 130; tick++) await store.append(sliceAt(at(tick), SOME));
    await store.insertPast(pastDay(day - DAY_MS, [0, 30], [0, 121, 500]));
    await store.close();
    const backend = new PostgresHistoryBackend({ url: server.url, schema });
    const found = async () => {
      const damages = [];
      for (const part of await backend.parts()) damages.push(...(await part.check(() => undefined)));
      return damages.map(({ file, what }) => `${file}: ${what}`);
    };
    expect((await backend.parts()).map(({ name }) => name)).toEqual([
      'open hours',
      'day 2026-02-26',
      'end-of-day records 2026',
    ]);
    expect(await found()).toEqual([]);
    const changed = (column: string, where: string) =>
      `set ${column} = set_byte(${column}, 40, get_byte(${column}, 40) # 1) ${where}`;
    const number = `(select number from ${schema}.series where index_id = '${ORDER.series[30]!.indexId}')`;
    await asked.query(`update ${schema}.slice ${changed('content', `where slot = ${at(129) / SLOT_MS}`)}`);
    const newest = `where hour = (select max(hour) from ${schema}.hour_part)`;
    await asked.query(`update ${schema}.hour_part ${changed('blocks', newest)}`);
    await asked.query(`update ${schema}.series_day ${changed('blocks', `where series = ${number}`)}`);
    await asked.query(`update ${schema}.candle_month ${changed('block', `where series = ${number}`)}`);
    const { indexType, indexId } = ORDER.series[30] as SeriesId;
    expect(await found()).toEqual([
      'open hours: tick 2026-02-27T11:04:30.000Z',
      expect.stringMatching(/^open hours: \w+ \S+, hour 2026-02-27T\d\d:00:00.000Z$/),
      // The block of its first hour is shorter than that.
      `day 2026-02-26: ${indexType} ${indexId}, hour 2026-02-26T01:00:00.000Z`,
      `end-of-day records 2026: ${indexType} ${indexId}, 2026-02`,
    ]);
    const sealed = await backend.partsWithin(day - DAY_MS, day);
    expect(sealed.map(({ name }) => name)).toEqual(['day 2026-02-26', 'end-of-day records 2026']);
  });
});

describe('a schema', () => {
  test('is created once by two processes that start at the same time', async () => {
    const schema = `faults_${++schemas}`;
    const [first, second] = await Promise.all([open(schema), open(schema)]);
    expect(first.store.fence).not.toBe(second.store.fence);
    await Promise.all([first.store.close(), second.store.close()]);
  });

  test('of an incompatible newer version is refused', async () => {
    const { store, schema } = await open();
    await store.close();
    await asked.query(`insert into ${schema}.migration (number, needs) values (1000, 1000)`);
    await expect(open(schema)).rejects.toThrow(SchemaTooNew);
    const backend = new PostgresHistoryBackend({ url: server.url, schema });
    await expect(backend.openReader(() => undefined)).rejects.toThrow('newer version');
  });

  test('of a newer version with additions only is used', async () => {
    const { store, schema } = await open();
    await store.append(sliceAt(at(0), SOME));
    await store.close();
    await asked.query(`insert into ${schema}.migration (number, needs) values (1000, 1)`);
    const { store: again } = await open(schema);
    expect(await again.append(sliceAt(at(1), SOME))).toBe('stored');
    await again.close();
  });

  test('that does not exist has no history to read', async () => {
    const backend = new PostgresHistoryBackend({ url: server.url, schema: 'nothing_here' });
    expect(await backend.exists()).toBe(false);
    await expect(backend.openReader(() => undefined)).rejects.toThrow('no history');
    expect(() => new PostgresHistoryBackend({ url: server.url, schema: 'a"b' })).not.toThrow();
    await expect(new PostgresHistoryBackend({ url: server.url, schema: 'a"b' }).exists()).rejects.toThrow(
      RangeError,
    );
  });
});
