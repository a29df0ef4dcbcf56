import { expect, test, vi } from 'vitest';
import { StoreUnavailable } from '../../src/core/errors.ts';
import { INDEX_TYPES, type SeriesId } from '../../src/core/index-value.ts';
import { DAY_MS, HOUR_MS, SLOT_MS, type Millis } from '../../src/core/time.ts';
import { PostgresHistoryReader } from '../../src/cluster/postgres/history/read/postgres-history-reader.ts';
import { PostgresHistoryStore } from '../../src/cluster/postgres/history/postgres-history-store.ts';
import { MomentCache } from '../../src/cluster/postgres/history/read/moment-cache.ts';
import { ORDER, pastDay, sliceAt, valuesOf, WINDOW_MS } from '../support/history-values.ts';
import { usePostgres } from '../support/postgres-schemas.ts';

const MIDNIGHT = Date.UTC(2026, 2, 1);
const SLOTS_AN_HOUR = HOUR_MS / SLOT_MS;
const { open } = usePostgres();

/** Uses few series: what is kept in memory depends on time, not on their number. */
const slice = (at: Millis) => sliceAt(at, (number) => number % 10 === 0 || number === 3);

/** A writer, and a reader whose clock is stopped; `asked` counts its transactions and single queries. */
async function stage(firstAt: Millis, ticks: number) {
  const database = await open();
  const writer = await PostgresHistoryStore.open(database, {
    windowMs: WINDOW_MS,
    onDamage: (damage) => expect.unreachable(JSON.stringify(damage)),
    onBackgroundFailure: (error) => expect.unreachable(error.message),
  });
  for (let i = 0; i < ticks; i++) await writer.append(slice(firstAt + i * SLOT_MS));
  await writer.sealed();
  const own = await open(database.schema);
  const [transactions, questions] = [vi.spyOn(own, 'read'), vi.spyOn(own, 'rows')];
  const time = { now: 0 };
  const reader = new PostgresHistoryReader(
    own,
    (damage) => expect.unreachable(JSON.stringify(damage)),
    new MomentCache({ monotonic: () => time.now }),
  );
  const asked = () => transactions.mock.calls.length + questions.mock.calls.length;
  const page = (at: Millis) =>
    reader.readAcross({ types: INDEX_TYPES, atOrBefore: at, notBefore: at, limit: ORDER.series.length });
  const goAway = () => {
    transactions.mockRejectedValue(new StoreUnavailable('ECONNREFUSED', undefined));
    questions.mockRejectedValue(new StoreUnavailable('ECONNREFUSED', undefined));
  };
  return { writer, reader, time, asked, page, goAway };
}

test.each([
  ['a closed hour of today', MIDNIGHT + SLOT_MS],
  ['an hour of a past day', MIDNIGHT - HOUR_MS + SLOT_MS],
])('%s that was decoded once serves all its instants', async (_, first) => {
  const { asked, page } = await stage(first, SLOTS_AN_HOUR + 1);
  expect(await page(first)).toEqual(valuesOf(slice(first)));
  const once = asked();
  for (let i = 1; i < SLOTS_AN_HOUR; i++) {
    const at = first + i * SLOT_MS;
    expect(await page(at)).toEqual(valuesOf(slice(at)));
  }
  expect(asked()).toBe(once);
});

test('data in memory is queried again after a second, but decoded only once', async () => {
  const first = MIDNIGHT + SLOT_MS;
  const { writer, time, asked, page } = await stage(first, SLOTS_AN_HOUR + 1);
  await page(first);
  const once = asked();
  time.now += 1000;
  await page(first);
  expect(asked()).toBe(once + 1);
  await writer.insertPast(pastDay(MIDNIGHT, [3], [SLOTS_AN_HOUR + 30]));
  time.now += 1000;
  expect(await page(first)).toEqual(valuesOf(slice(first)));
});

test('filled-in values are visible to another process after a second, to the writer at once', async () => {
  const first = MIDNIGHT + 10 * SLOT_MS;
  const { writer, time, page } = await stage(first, SLOTS_AN_HOUR + 1);
  await page(first);
  const gap = MIDNIGHT + 5 * SLOT_MS;
  const across = { types: INDEX_TYPES, atOrBefore: gap, notBefore: gap, limit: 10 };
  expect(await writer.readAcross(across)).toEqual([]);
  expect(await page(gap)).toEqual([]);
  await writer.insertPast(pastDay(MIDNIGHT, [3], [4]));
  const filled = [expect.objectContaining({ ...(ORDER.series[3] as SeriesId), at: gap })];
  expect(await writer.readAcross(across)).toEqual(filled);
  time.now += 1000;
  expect(await page(gap)).toEqual(filled);
});

test('a tick that was just stored is visible at once', async () => {
  const first = MIDNIGHT + SLOT_MS;
  const { writer, page } = await stage(first, 3);
  await page(first);
  const at = first + 3 * SLOT_MS;
  expect(await page(at)).toEqual([]);
  await writer.append(slice(at));
  expect(await page(at)).toEqual(valuesOf(slice(at)));
});

test('a page of a series within past days takes one query', async () => {
  const first = MIDNIGHT - HOUR_MS + SLOT_MS;
  const { reader, asked } = await stage(first, SLOTS_AN_HOUR + 1);
  const series = ORDER.series[0] as SeriesId;
  await reader.series();
  const before = asked();
  const read = { series, atOrBefore: MIDNIGHT, notBefore: MIDNIGHT - DAY_MS, limit: 10 };
  const values = await reader.readSeries(read);
  expect(asked()).toBe(before + 1);
  expect(values).toEqual(Array.from({ length: 10 }, (_, i) => valuesOf(slice(MIDNIGHT - i * SLOT_MS))[0]));
});

/** Longer than the time for which data counts as recent, shorter than the time between two ticks. */
const BETWEEN_TICKS_MS = 20_000;

test('a warmed reader has the current hour in memory: the first page of all series and of one take no query', async () => {
  const first = MIDNIGHT + SLOT_MS;
  const { reader, time, asked, page } = await stage(first, 40);
  await reader.warm();
  const once = asked();
  time.now += BETWEEN_TICKS_MS;
  const last = first + 39 * SLOT_MS;
  for (const at of [last, first]) expect(await page(at)).toEqual(valuesOf(slice(at)));
  const series = ORDER.series[0] as SeriesId;
  // Within the slot after the last tick, that tick is the newest.
  const read = { series, atOrBefore: last + 1000, notBefore: MIDNIGHT - DAY_MS, limit: 10 };
  const wanted = Array.from({ length: 10 }, (_, i) => valuesOf(slice(last - i * SLOT_MS))[0]);
  expect(await reader.readSeries(read)).toEqual(wanted);
  expect(asked()).toBe(once);
});

test('a page of a series that exceeds the hour in memory is complete', async () => {
  const first = MIDNIGHT + SLOT_MS;
  const ticks = SLOTS_AN_HOUR + 20;
  const { reader, asked } = await stage(first, ticks);
  await reader.warm();
  const once = asked();
  const last = first + (ticks - 1) * SLOT_MS;
  const read = { series: ORDER.series[0] as SeriesId, atOrBefore: last, notBefore: 0, limit: ticks };
  const values = await reader.readSeries(read);
  expect(values.map(({ at }) => at)).toEqual(Array.from({ length: ticks }, (_, i) => last - i * SLOT_MS));
  expect(asked()).toBeGreaterThan(once);
});

test('a warmed reader sees a later tick, and has it in memory once it is warmed again', async () => {
  const first = MIDNIGHT + SLOT_MS;
  const { writer, reader, time, asked, page } = await stage(first, 3);
  await reader.warm();
  const at = first + 3 * SLOT_MS;
  await writer.append(slice(at));
  expect(await page(at)).toEqual(valuesOf(slice(at)));
  await reader.warm();
  const once = asked();
  time.now += BETWEEN_TICKS_MS;
  expect(await page(at)).toEqual(valuesOf(slice(at)));
  expect(asked()).toBe(once);
});

test('a warmed reader that is notified sees filled-in values at once, also of the current hour', async () => {
  const first = MIDNIGHT + 10 * SLOT_MS;
  const { writer, reader, time, asked, page } = await stage(first, 3);
  await reader.warm();
  const gap = MIDNIGHT + 5 * SLOT_MS;
  expect(await page(gap)).toEqual([]);
  await writer.insertPast(pastDay(MIDNIGHT, [3], [4]));
  reader.pastChanged();
  const filled = [expect.objectContaining({ ...(ORDER.series[3] as SeriesId), at: gap })];
  expect(await page(gap)).toEqual(filled);
  await reader.warm();
  const once = asked();
  time.now += BETWEEN_TICKS_MS;
  expect(await page(gap)).toEqual(filled);
  expect(await page(first)).toEqual(valuesOf(slice(first)));
  expect(asked()).toBe(once);
});

test('a reader that is no longer warmed queries again', async () => {
  const first = MIDNIGHT + SLOT_MS;
  const { reader, time, asked, page } = await stage(first, 3);
  await reader.warm();
  const once = asked();
  time.now += 60_000;
  await page(first);
  expect(asked()).toBeGreaterThan(once);
});

test('while the store is unavailable, only data in memory is returned, however old it is', async () => {
  const first = MIDNIGHT + SLOT_MS;
  const ticks = SLOTS_AN_HOUR + 20;
  const { reader, time, page, goAway } = await stage(first, ticks);
  await reader.warm();
  const last = first + (ticks - 1) * SLOT_MS;
  goAway();
  time.now += DAY_MS;
  expect(await page(last)).toEqual(valuesOf(slice(last)));
  const series = ORDER.series[3] as SeriesId;
  const inHour = { series, atOrBefore: last, notBefore: last - 5 * SLOT_MS, limit: 10 };
  expect(await reader.readSeries(inHour)).toHaveLength(6);
  const toCome = { ...inHour, atOrBefore: last + SLOT_MS };
  await expect(reader.readSeries(toCome), 'a tick that may be stored').rejects.toThrow(StoreUnavailable);
  await expect(page(first), 'an hour that was not read').rejects.toThrow(StoreUnavailable);
});
