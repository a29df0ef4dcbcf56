import { afterEach, expect, test } from 'vitest';
import { PostgresHistoryBackend } from '../../src/cluster/postgres/history/postgres-history-backend.ts';
import type { PostgresHistoryStore } from '../../src/cluster/postgres/history/postgres-history-store.ts';
import type { Database } from '../../src/cluster/postgres/database.ts';
import { DAY_MS, SLOT_MS } from '../../src/core/time.ts';
import { sliceAt } from '../support/history-values.ts';
import { usePostgres } from '../support/postgres-schemas.ts';

const START = Date.UTC(2026, 1, 27);
const WINDOW_DAYS = 2;

const { open, url } = usePostgres();
let store: PostgresHistoryStore | undefined;
afterEach(() => store?.close());

/** Days of a table's partitions, relative to the first one. */
async function daysOf(database: Database, table: string): Promise<number[]> {
  const rows = await database.rows<{ name: string }>(
    'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass',
    [table],
  );
  return rows.map(({ name }) => Number(/_(\d+)$/.exec(name)?.[1]) - START / DAY_MS).toSorted((a, b) => a - b);
}

test('days are dropped with their partitions once they have left the window, not before', async () => {
  const database = await open();
  const backend = new PostgresHistoryBackend({ url: url(), schema: database.schema });
  store = await backend.openWriter({
    windowMs: WINDOW_DAYS * DAY_MS,
    onDamage: (damage) => expect.unreachable(JSON.stringify(damage)),
    onBackgroundFailure: (error) => expect.unreachable(error.message),
  });
  for (let day = 0; day < 6; day++) {
    for (const slot of [1, 2, 1500]) {
      expect(await store.append(sliceAt(START + day * DAY_MS + slot * SLOT_MS))).toBe('stored');
      await store.sealed();
    }
    // The current day has no blocks of days yet.
    const expected = Array.from({ length: day + 1 }, (_, i) => i).filter((each) => each >= day - WINDOW_DAYS);
    expect(await daysOf(database, 'tick_record')).toEqual(expected);
    expect(await daysOf(database, 'series_day')).toEqual(expected.filter((each) => each < day));
  }
  // No row of the earlier days is left: retention leaves nothing to vacuum.
  const [left] = await database.rows<{ n: string }>('select count(*) as n from tick_day where day < $1', [
    START / DAY_MS + 3,
  ]);
  expect(Number(left?.n)).toBe(0);
});

test('while a backup reads the tables, ticks are stored at once and days are dropped later', async () => {
  const database = await open('read_by_a_backup');
  const backend = new PostgresHistoryBackend({ url: url(), schema: database.schema });
  store = await backend.openWriter({
    windowMs: WINDOW_DAYS * DAY_MS,
    onDamage: (damage) => expect.unreachable(JSON.stringify(damage)),
    onBackgroundFailure: (error) => expect.unreachable(error.message),
  });
  const append = async (day: number, slot: number) => {
    expect(await store!.append(sliceAt(START + day * DAY_MS + slot * SLOT_MS))).toBe('stored');
    await store!.sealed();
  };
  for (let day = 0; day < 3; day++) await append(day, 1);
  await append(2, 2879);
  // The locks that pg_dump holds while it runs.
  await database.read(async (backup) => {
    await backup.rows('select count(*) from tick_record');
    await append(3, 1);
    expect(await daysOf(database, 'tick_record')).toEqual([0, 1, 2, 3]);
  });
  await append(3, 200);
  expect(await daysOf(database, 'tick_record')).toEqual([1, 2, 3]);
});
