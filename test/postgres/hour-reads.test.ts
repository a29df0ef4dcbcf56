import { describe, expect, test, vi } from 'vitest';
import type { SeriesId } from '../../src/core/index-value.ts';
import { DAY_MS, HOUR_MS, SLOT_MS, type Millis } from '../../src/core/time.ts';
import type { Damage } from '../../src/history/history-backend.ts';
import { PostgresHistoryReader } from '../../src/cluster/postgres/history/read/postgres-history-reader.ts';
import { PostgresHistoryStore } from '../../src/cluster/postgres/history/postgres-history-store.ts';
import { StoredValues } from '../../src/values/receipts/stored-values.ts';
import { ORDER, pastDay, sliceAt, WINDOW_MS } from '../support/history-values.ts';
import { usePostgres } from '../support/postgres-schemas.ts';

// An hour of many series in one read is the same as series by series, wherever the hour is stored.

const MIDNIGHT = Date.UTC(2026, 2, 2);
const DAYS = [MIDNIGHT - 2 * DAY_MS, MIDNIGHT - DAY_MS, MIDNIGHT];
const LX = ORDER.rangeOf('LX')[0]!;
const { open } = usePostgres();

/** Some series, one of them at every second slot only. */
const slice = (at: Millis) =>
  sliceAt(at, (number) => (number === 3 ? (at / SLOT_MS) % 2 === 0 : number % 10 === 0 || number === LX));

/** A past day, with values filled in before its ticks; a closed hour of today, and the current hour. */
async function stage() {
  const database = await open();
  const writer = await PostgresHistoryStore.open(database, {
    windowMs: WINDOW_MS,
    onDamage: (damage) => expect.unreachable(JSON.stringify(damage)),
    onBackgroundFailure: (error) => expect.unreachable(error.message),
  });
  for (let at = MIDNIGHT - HOUR_MS; at <= MIDNIGHT + 1.5 * HOUR_MS; at += SLOT_MS)
    await writer.append(slice(at));
  await writer.insertPast(pastDay(DAYS[0]!, [0, 7, LX], [0, 119, 120, 2879]));
  await writer.insertPast(pastDay(DAYS[1]!, [3, 10, LX], [0, 500, 2760, 2761]));
  await writer.insertPast(pastDay(DAYS[2]!, [3, 7], [0, 1, 100, 150]));
  await writer.sealed();
  const damages: Damage[] = [];
  const reader = new PostgresHistoryReader(await open(database.schema), (damage) => damages.push(damage));
  return { database, writer, reader, damages };
}

const ALL = ORDER.series as readonly SeriesId[];
/** Series with values, and some without. */
const SOME = ALL.filter((_, number) => number % 10 === 0 || [3, 4, 7, 8, LX].includes(number));
const hourOf = (day: Millis, hour: number) => day + hour * HOUR_MS;
/** The hours with values, and one without. */
const HOURS = [
  ...[0, 1, 2, 23].map((hour) => hourOf(DAYS[0]!, hour)),
  ...[0, 4, 22, 23].map((hour) => hourOf(DAYS[1]!, hour)),
  ...[0, 1, 2].map((hour) => hourOf(DAYS[2]!, hour)),
];

async function valuesIn(
  hours: readonly Millis[],
  history: ConstructorParameters<typeof StoredValues>[0],
  series: readonly SeriesId[] = SOME,
) {
  const values = new StoredValues(history, series);
  const read = [];
  for (const hour of hours)
    for (let at = hour + SLOT_MS; at <= hour + HOUR_MS; at += SLOT_MS)
      read.push({ at, ...(await values.at(at)) });
  return read.filter(({ series: present, modelled }) => present.length + modelled > 0);
}

const oneByOne = (reader: PostgresHistoryReader) => ({ readSeriesInto: reader.readSeriesInto.bind(reader) });

test('every hour reads the same together as series by series: past days, today, the current hour', async () => {
  const { reader } = await stage();
  const together = await valuesIn(HOURS, reader);
  expect(together).toEqual(await valuesIn(HOURS, oneByOne(reader)));
  expect(together.length).toBeGreaterThan(300);
  expect(together.reduce((sum, { modelled }) => sum + modelled, 0)).toBeGreaterThan(10);
  expect(together.at(-1)).toMatchObject({ at: MIDNIGHT + 1.5 * HOUR_MS });
});

test('an hour keeps the requested order of series, without those that have no value or are unknown', async () => {
  const { reader } = await stage();
  const unknown: SeriesId = { indexType: 'GWA', indexId: 'none' };
  const asked = [ALL[LX]!, unknown, ALL[20]!, ALL[7]!, ALL[3]!];
  const ids = (read: readonly SeriesId[]) => read.map(({ indexId }) => indexId);
  const past = await reader.readHour(asked, MIDNIGHT);
  expect(ids(past)).toEqual(ids([ALL[LX]!, ALL[20]!, ALL[7]!, ALL[3]!]));
  expect([...past[2]!.slots]).toEqual([0, 1, 100]);
  expect(ids(await reader.readHour(asked, DAYS[0]!))).toEqual(ids([ALL[LX]!, ALL[7]!]));
  expect(await reader.readHour(asked, MIDNIGHT + 5 * HOUR_MS)).toEqual([]);
  expect(await reader.readHour([unknown], MIDNIGHT)).toEqual([]);
});

test('a database without a tick has no values in any hour', async () => {
  const reader = new PostgresHistoryReader(await open(), () => expect.unreachable());
  expect(await reader.readHour(ALL, MIDNIGHT)).toEqual([]);
});

test('an hour of all series takes a few queries, not one per series', async () => {
  const { database } = await stage();
  const own = await open(database.schema);
  const reader = new PostgresHistoryReader(own, () => expect.unreachable());
  const [transactions, questions] = [vi.spyOn(own, 'read'), vi.spyOn(own, 'rows')];
  await valuesIn(HOURS, reader, ALL);
  expect(transactions.mock.calls.length + questions.mock.calls.length).toBe(HOURS.length);
});

describe('damaged data', () => {
  test.each([
    [
      'a block of a past day',
      `update SCHEMA.series_day set blocks = set_byte(blocks, 9, get_byte(blocks, 9) # 1)
       where series = (select number from SCHEMA.series where index_id = $1)`,
    ],
    [
      'a slice of the current hour',
      `update SCHEMA.slice set content = set_byte(content, 40, get_byte(content, 40) # 1)
       where slot = (select max(slot) from SCHEMA.slice) and $1 <> ''`,
    ],
  ])('%s is reported once and loses the same as series by series', async (_, sql) => {
    const { database, damages } = await stage();
    await database.run(sql.replaceAll('SCHEMA', database.schema), [ALL[0]!.indexId]);
    const readers = [];
    for (let i = 0; i < 2; i++)
      readers.push(new PostgresHistoryReader(await open(database.schema), (damage) => damages.push(damage)));
    const together = await valuesIn(HOURS, readers[0]!);
    const first = damages.splice(0);
    expect(first.length).toBeGreaterThan(0);
    expect(together).toEqual(await valuesIn(HOURS, oneByOne(readers[1]!)));
    const names = (some: readonly Damage[]) => some.map(({ file, series }) => `${file} ${series?.indexId}`);
    expect(names(first).toSorted()).toEqual(names(damages).toSorted());
  });

  test('a block of a past day does not matter for other hours of that day', async () => {
    const { database, reader, damages } = await stage();
    const [series] = ALL as [SeriesId];
    await database.run(
      `update series_day set blocks = set_byte(blocks, 9, get_byte(blocks, 9) # 1)
       where series = (select number from series where index_id = $1)`,
      [series.indexId],
    );
    const last = { series, atOrBefore: DAYS[0]! + DAY_MS, notBefore: hourOf(DAYS[0]!, 23) + SLOT_MS };
    expect(await reader.readSeries({ ...last, limit: 10 })).toHaveLength(1);
    expect(damages).toEqual([]);
    await reader.readSeries({ ...last, notBefore: DAYS[0]!, limit: 10 });
    expect(damages).toHaveLength(1);
  });
});
