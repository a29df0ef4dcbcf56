import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Candle } from '../../../src/core/candle.ts';
import { formatNumber } from '../../../src/core/numbers/decimal.ts';
import { type IndexType, type SeriesId } from '../../../src/core/index-value.ts';
import { compareSeries } from '../../../src/core/ids/series-order.ts';
import { DAY_MS, hourOfTick, SLOT_MS, type Millis } from '../../../src/core/time.ts';
import { seriesColumns } from '../../../src/core/value-columns.ts';
import type { HistoryStore, PastSeries, StoredValue } from '../../../src/history/history-store.ts';
import {
  WINDOW_MS,
  ORDER,
  sliceAt,
  valuesOf,
  columnValues,
  pastDay,
  pastValues,
  newestFirst,
  candleOn,
  pastYearOf,
} from '../../support/history-values.ts';

const START = Date.parse('2026-02-27T23:59:00Z');
const ALL: readonly IndexType[] = ['MWA', 'GWA', 'LX'];

/**
 * What every history store must do. A new store's test is a call of this with a way to open it; a store that outlives
 * its process also says how to close it and open it again.
 */
export function describeHistoryStore(
  name: string,
  open: () => Promise<HistoryStore>,
  reopen?: (store: HistoryStore) => Promise<HistoryStore>,
): void {
  describe(name, () => {
    let store: HistoryStore;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const across = (read: Partial<Parameters<HistoryStore['readAcross']>[0]> = {}) =>
      store.readAcross({ types: ALL, atOrBefore: Infinity, notBefore: 0, limit: 1e6, ...read });

    test('is empty at first', async () => {
      expect(await store.lastTick()).toBeUndefined();
      expect(await store.newestValues(0)).toEqual([]);
      expect(await across()).toEqual([]);
    });

    test('reads back what was appended, to the character, newest first', async () => {
      const slices = [0, 1, 2].map((i) => sliceAt(START + i * SLOT_MS));
      for (const slice of slices) expect(await store.append(slice)).toBe('stored');
      const expected = slices.toReversed().flatMap(valuesOf);
      const read = await across();
      expect(read).toEqual(expected);
      expect(read.map(({ price }) => formatNumber(price))).toEqual(
        expected.map(({ price }) => formatNumber(price)),
      );
    });

    test('reads one series, with a limit and from an instant on', async () => {
      for (let i = 0; i < 6; i++)
        await store.append(sliceAt(START + i * SLOT_MS, (n) => n !== 3 || i % 2 === 0));
      const series = ORDER.series[3] as SeriesId;
      const read = (atOrBefore: Millis, limit: number) =>
        store.readSeries({ series, atOrBefore, notBefore: 0, limit });
      const times = async (atOrBefore: Millis, limit: number) =>
        (await read(atOrBefore, limit)).map(({ at }) => (at - START) / SLOT_MS);
      expect(await times(Infinity, 10)).toEqual([4, 2, 0]);
      expect(await times(START + 3 * SLOT_MS, 10)).toEqual([2, 0]);
      expect(await times(START + 2 * SLOT_MS, 1)).toEqual([2]);
      expect(await times(START - 1, 10)).toEqual([]);
    });

    test('reads one series into columns as it reads it value by value, and leaves what is behind them', async () => {
      for (let i = 0; i < 250; i++)
        await store.append(sliceAt(START + i * SLOT_MS, (n) => n !== 3 || i % 2 === 0));
      for (const number of [0, 3, ...ORDER.rangeOf('LX').slice(0, 1)]) {
        const series = ORDER.series[number] as SeriesId;
        for (const limit of [1, 7, 100, 300]) {
          const read = { series, atOrBefore: START + 200 * SLOT_MS, notBefore: START + 20 * SLOT_MS, limit };
          const columns = seriesColumns(301);
          for (const column of [columns.ats, columns.prices, columns.volumes, columns.tickVolumes])
            column.fill(-7);
          const expected = await store.readSeries(read);
          const count = await store.readSeriesInto(read, columns);
          expect(count).toBeGreaterThan(0);
          expect(columnValues(series, columns, count)).toEqual(expected);
          expect([columns.ats[count], columns.prices[count], columns.tickVolumes[count]]).toEqual([
            -7, -7, -7,
          ]);
        }
      }
      const unknown: SeriesId = { indexType: 'MWA', indexId: '00000000-0000-4000-8000-000000000000' };
      const read = { series: unknown, atOrBefore: Infinity, notBefore: 0, limit: 5 };
      expect(await store.readSeriesInto(read, seriesColumns(5))).toBe(0);
    });

    test('reads only the types that are asked for', async () => {
      await store.append(sliceAt(START));
      for (const indexType of ALL) {
        const read = await across({ types: [indexType] });
        expect(read).toEqual(valuesOf(sliceAt(START)).filter((value) => value.indexType === indexType));
        expect(read.length).toBeGreaterThan(0);
      }
    });

    test('goes on after a series within an instant and takes earlier instants whole', async () => {
      const slices = [0, 1].map((i) => sliceAt(START + i * SLOT_MS));
      for (const slice of slices) await store.append(slice);
      const expected = slices.toReversed().flatMap(valuesOf);
      for (const position of [0, 5, ORDER.series.length - 1, ORDER.series.length + 4]) {
        const { at, indexType, indexId } = expected[position] as StoredValue;
        const read = await across({ atOrBefore: at, after: { indexType, indexId }, limit: 50 });
        expect(read).toEqual(expected.slice(position + 1, position + 51));
      }
    });

    test('cuts at the start of the window', async () => {
      for (let i = 0; i < 4; i++) await store.append(sliceAt(START + i * SLOT_MS));
      const notBefore = START + 2 * SLOT_MS;
      const times = (values: StoredValue[]) => new Set(values.map(({ at }) => (at - START) / SLOT_MS));
      expect(times(await across({ notBefore }))).toEqual(new Set([3, 2]));
      const series = ORDER.series[0] as SeriesId;
      expect(times(await store.readSeries({ series, atOrBefore: Infinity, notBefore, limit: 9 }))).toEqual(
        new Set([3, 2]),
      );
    });

    test('knows the newest value of every series, however old, within the window', async () => {
      await store.append(sliceAt(START, (n) => n % 2 === 0));
      await store.append(sliceAt(START + SLOT_MS, (n) => n % 3 === 0));
      const newest = await store.newestValues(0);
      expect(newest).toEqual(newest.toSorted(compareSeries));
      expect(newest).toHaveLength(ORDER.series.filter((_series, n) => n % 2 === 0 || n % 3 === 0).length);
      for (const { at, ...series } of newest) {
        const number = ORDER.numberOf(series) ?? -1;
        expect(at).toBe(number % 3 === 0 ? START + SLOT_MS : START);
      }
      expect((await store.newestValues(START + SLOT_MS)).every(({ at }) => at === START + SLOT_MS)).toBe(
        true,
      );
    });

    test('refuses a duplicate, what is out of order and what is too old, and stays as it was', async () => {
      await store.append(sliceAt(START));
      await store.append(sliceAt(START + 2 * SLOT_MS));
      const before = await across();
      expect(await store.append(sliceAt(START + 2 * SLOT_MS, (n) => n < 3))).toBe('duplicate');
      expect(await store.append(sliceAt(START))).toBe('duplicate');
      expect(await store.append(sliceAt(START + SLOT_MS))).toBe('out-of-order');
      expect(await store.append(sliceAt(START - WINDOW_MS - SLOT_MS))).toBe('too-old');
      expect(await across()).toEqual(before);
    });

    test('hands back the record of the last tick', async () => {
      await store.append(sliceAt(START));
      const last = sliceAt(START + 5 * SLOT_MS);
      await store.append(last);
      const { at, record } = (await store.lastTick())!;
      expect([at, ...record]).toEqual([last.at, ...last.record]);
    });

    test('keeps a gap a gap', async () => {
      await store.append(sliceAt(START));
      await store.append(sliceAt(START + 10 * SLOT_MS));
      const series = ORDER.series[1] as SeriesId;
      const read = await store.readSeries({ series, atOrBefore: Infinity, notBefore: 0, limit: 100 });
      expect(read.map(({ at }) => (at - START) / SLOT_MS)).toEqual([10, 0]);
    });

    test('reads every value once across hours and midnight', async () => {
      const slots = 260;
      const start = START - 200 * SLOT_MS;
      for (let i = 0; i < slots; i++)
        await store.append(sliceAt(start + i * SLOT_MS, (n) => n % 40 === i % 40));
      const expected = Array.from({ length: slots }, (_, i) =>
        sliceAt(start + i * SLOT_MS, (n) => n % 40 === i % 40),
      )
        .toReversed()
        .flatMap(valuesOf);
      const paged: StoredValue[] = [];
      for (let last: StoredValue | undefined; ; last = paged.at(-1)) {
        const page = await across(last ? { atOrBefore: last.at, after: last, limit: 37 } : { limit: 37 });
        if (page.length === 0) break;
        paged.push(...page);
      }
      expect(paged).toEqual(expected);
    });

    describe('values of the past', () => {
      const DAY = Date.parse('2026-02-27T00:00:00Z');
      const LX = ORDER.rangeOf('LX')[0];
      const live = DAY + 13 * 3_600_000 + 7 * 60_000;
      const fill = async (from: Millis, count: number) => {
        const slices = Array.from({ length: count }, (_, i) =>
          sliceAt(from + i * SLOT_MS, (n) => n % 50 === 0),
        );
        for (const slice of slices) await store.append(slice);
        return slices.flatMap(valuesOf);
      };
      /** A minute of every hour, and the last slot of the day. */
      const slots = [...Array.from({ length: 24 }, (_, hour) => [120 * hour, 120 * hour + 1]).flat(), 2879];

      test('are read with the others, newest first', async () => {
        const appended = await fill(live, 3);
        const days = [DAY - DAY_MS, DAY - 30 * DAY_MS].map((day) => pastDay(day, [1, 50, LX], slots));
        for (const day of days) await store.insertPast(day);
        const expected = newestFirst([...appended, ...days.flatMap(pastValues)]);
        expect(await across()).toEqual(expected);
        const series = ORDER.series[LX] as SeriesId;
        expect(await store.readSeries({ series, atOrBefore: Infinity, notBefore: 0, limit: 1000 })).toEqual(
          expected.filter(({ indexId }) => indexId === series.indexId),
        );
        expect((await store.lastTick())?.at).toBe(live + 2 * SLOT_MS);
      });

      test('fill the hours of today, and nothing that is still to come', async () => {
        const appended = await fill(live, 5);
        const past = pastDay(
          DAY,
          [1, 50, LX],
          Array.from({ length: 2880 }, (_, slot) => slot).filter((s) => s % 7 === 0),
        );
        await store.insertPast(past);
        const known = new Set(appended.map(({ indexId, at }) => `${indexId} ${at}`));
        const added = pastValues(past).filter(
          ({ indexId, at }) => at <= live + 4 * SLOT_MS && !known.has(`${indexId} ${at}`),
        );
        expect(added.length).toBeGreaterThan(100);
        expect(await across()).toEqual(newestFirst([...appended, ...added]));
        const next = sliceAt(live + 5 * SLOT_MS, (n) => n === 50);
        expect(await store.append(next)).toBe('stored');
        expect(await across()).toEqual(newestFirst([...appended, ...added, ...valuesOf(next)]));
      });

      test('never replace a value, and change nothing the second time', async () => {
        const start = DAY - 3 * SLOT_MS;
        const appended = await fill(start, 10);
        const past = pastDay(DAY - DAY_MS, [0, 1, LX], [2870, 2876, 2877, 2878, 2879]);
        await store.insertPast(past);
        const once = await across();
        const known = new Set(appended.map(({ indexId, at }) => `${indexId} ${at}`));
        const added = pastValues(past).filter(({ indexId, at }) => !known.has(`${indexId} ${at}`));
        expect(added.length).toBeLessThan(pastValues(past).length);
        expect(once).toEqual(newestFirst([...appended, ...added]));
        await store.insertPast(past);
        expect(await across()).toEqual(once);
      });

      test('come in several insertions into the same day', async () => {
        const appended = await fill(live, 2);
        const parts = [[3], [1, LX], [2, 3]].map((numbers) => pastDay(DAY - DAY_MS, numbers, slots));
        for (const part of parts) await store.insertPast(part);
        const all = pastValues(pastDay(DAY - DAY_MS, [1, 2, 3, LX], slots));
        expect(await across()).toEqual(newestFirst([...appended, ...all]));
      });

      test.each([0, 1])(
        'come part by part, and are seen when all are there; of the day %s days ago',
        async (ago) => {
          const appended = await fill(live, 2);
          const day = DAY - ago * DAY_MS;
          const numbers = [[3], [1, LX], [2]];
          const all = numbers.map((some) => pastDay(day, some, slots));
          async function* parts() {
            for (const {
              parts: [series],
            } of all) {
              expect(await across()).toEqual(newestFirst(appended));
              yield series as readonly PastSeries[];
            }
          }
          await store.insertPast({ startAt: day, parts: parts() });
          const past = all.flatMap(pastValues).filter(({ at }) => at < live);
          expect(await across()).toEqual(newestFirst([...appended, ...past]));
        },
      );

      test('are none at all where a part cannot be had, and may be tried again', async () => {
        const appended = await fill(live, 2);
        const past = pastDay(DAY - DAY_MS, [1, LX], slots);
        async function* broken() {
          yield* past.parts;
          throw new Error('nothing more');
        }
        await expect(store.insertPast({ ...past, parts: broken() })).rejects.toThrow('nothing more');
        expect(await across()).toEqual(newestFirst(appended));
        await store.insertPast(past);
        expect(await across()).toEqual(newestFirst([...appended, ...pastValues(past)]));
      });

      test('stay where ticks go on, hours close and days end', async () => {
        const past = pastDay(DAY, [1, 50, LX], [1000, 1400, 1572]);
        const before = await fill(live, 2);
        await store.insertPast(past);
        const later = await fill(DAY + DAY_MS - 2 * SLOT_MS, 5);
        await store.insertPast(pastDay(DAY, [2], [1500, 2000]));
        const added = [past, pastDay(DAY, [2], [1500, 2000])].flatMap(pastValues);
        expect(await across()).toEqual(newestFirst([...before, ...later, ...added]));
      });

      test.each([0, 1])('bring the records of their ticks, of the day %s days ago', async (ago) => {
        await fill(live, 2);
        const day = DAY - ago * DAY_MS;
        const records = slots
          .filter((slot) => day + (slot + 1) * SLOT_MS <= hourOfTick(live))
          .map((slot) => ({ at: day + (slot + 1) * SLOT_MS, record: Uint8Array.of(7, slot % 250) }));
        expect(records.length).toBeGreaterThan(1);
        await store.insertPast({ ...pastDay(day, [1, LX], slots), records });
        const others = records.map(({ at }) => ({ at, record: Uint8Array.of(1) }));
        await store.insertPast({ startAt: day, parts: [], records: others });
        const read = async () => {
          const found = [];
          for await (const { at, record } of store.records(day, live + SLOT_MS))
            found.push({ at, record: [...record] });
          return found;
        };
        const appended = [live, live + SLOT_MS].map((at) => ({ at, record: [...sliceAt(at).record] }));
        const expected = [...records.map(({ at, record }) => ({ at, record: [...record] })), ...appended];
        expect(await read()).toEqual(expected);
        if (!reopen) return;
        store = await reopen(store);
        expect(await read()).toEqual(expected);
      });

      test('may be records alone', async () => {
        await fill(live, 2);
        const at = DAY - DAY_MS + 5 * SLOT_MS;
        await store.insertPast({
          startAt: DAY - DAY_MS,
          parts: [],
          records: [{ at, record: Uint8Array.of(3) }],
        });
        const found = [];
        for await (const { at: instant } of store.records(0, DAY)) found.push(instant);
        expect(found).toEqual([at]);
      });

      test('are not taken by a store without a tick', async () => {
        await store.insertPast(pastDay(DAY, [1], [5]));
        expect(await across()).toEqual([]);
        expect(await store.lastTick()).toBeUndefined();
      });

      test('keep a reader that follows its cursor from missing or seeing twice what was there', async () => {
        const appended = await fill(DAY - 100 * SLOT_MS, 300);
        const paged: StoredValue[] = [];
        let inserted = 0;
        for (let last: StoredValue | undefined; ; last = paged.at(-1)) {
          const page = await across(last ? { atOrBefore: last.at, after: last, limit: 41 } : { limit: 41 });
          if (page.length === 0) break;
          paged.push(...page);
          const day = DAY - (inserted % 3) * DAY_MS;
          await store.insertPast(pastDay(day, [1 + inserted++], [10, 100, 2700, 2850]));
        }
        const keys = paged.map(({ indexId, at }) => `${indexId} ${at}`);
        expect(new Set(keys).size).toBe(keys.length);
        const seen = new Set(keys);
        expect(appended.every(({ indexId, at }) => seen.has(`${indexId} ${at}`))).toBe(true);
        expect(paged).toEqual(newestFirst(paged));
      });

      if (reopen) {
        test('are there after the store was closed and opened again', async () => {
          await fill(live, 4);
          await store.insertPast(pastDay(DAY, [1, 50, LX], slots));
          await store.insertPast(pastDay(DAY - DAY_MS, [1, 50, LX], slots));
          await store.insertPast(pastDay(DAY - DAY_MS, [2], slots));
          const before = await across();
          store = await reopen(store);
          expect(await across()).toEqual(before);
          expect(await store.append(sliceAt(live + 4 * SLOT_MS))).toBe('stored');
        });
      }
    });

    describe('candles', () => {
      const FIRST = Date.parse('2027-12-30T00:00:00Z');
      const days = (count: number) => Array.from({ length: count }, (_, i) => FIRST + i * DAY_MS);
      const onDay = (day: Millis, has: (n: number) => boolean = () => true, version = 0) =>
        [...ORDER.series.keys()].filter(has).map((number) => candleOn(day, number, version));
      const candlesAcross = (read: Partial<Parameters<HistoryStore['readCandlesAcross']>[0]> = {}) =>
        store.readCandlesAcross({ types: ALL, startAtOrBefore: Infinity, limit: 1e6, ...read });

      test('are none at first', async () => {
        const series = ORDER.series[0] as SeriesId;
        expect(await store.newestCandles(Infinity)).toEqual([]);
        expect(await candlesAcross()).toEqual([]);
        expect(await store.readCandles({ series, startAtOrBefore: Infinity, limit: 5 })).toEqual([]);
      });

      test('are read as they were appended, of one series and across, newest first', async () => {
        for (const day of days(5)) await store.appendCandles(onDay(day));
        expect(await candlesAcross()).toEqual(
          days(5)
            .toReversed()
            .flatMap((day) => onDay(day)),
        );
        const series = ORDER.series[4] as SeriesId;
        const ofSeries = days(5)
          .toReversed()
          .map((day) => candleOn(day, 4));
        const read = (startAtOrBefore: Millis, limit: number) =>
          store.readCandles({ series, startAtOrBefore, limit });
        expect(await read(Infinity, 10)).toEqual(ofSeries);
        expect(await read(FIRST + 3 * DAY_MS, 2)).toEqual(ofSeries.slice(1, 3));
        expect(await read(FIRST + 3 * DAY_MS - 1, 1)).toEqual(ofSeries.slice(2, 3));
        expect(await read(FIRST - 1, 10)).toEqual([]);
      });

      test('have a revision that rises with writes of the past, and not with a day that passes', async () => {
        const revision = async () => (await store.summary()).candleRevision;
        for (const day of days(5)) await store.appendCandles(onDay(day, (n) => n > 0));
        const begin = await revision();
        await store.appendCandles(onDay(FIRST + 5 * DAY_MS));
        expect(await revision()).toBe(begin);
        await store.appendCandles([candleOn(FIRST + 2 * DAY_MS, 0)]);
        const replaced = await revision();
        expect(replaced).toBeGreaterThan(begin);
        const year = Date.UTC(2019, 0, 1);
        await store.insertCandles(pastYearOf(year, [candleOn(year + 7 * DAY_MS, 1)]));
        expect(await revision()).toBeGreaterThan(replaced);
      });

      test('go on after a series within a day, for the types that are asked for', async () => {
        for (const day of days(3)) await store.appendCandles(onDay(day, (n) => n % 3 === 0));
        const all = days(3)
          .toReversed()
          .flatMap((day) => onDay(day, (n) => n % 3 === 0));
        for (const types of [ALL, ['GWA'], ['LX', 'MWA']] as const) {
          const expected = all.filter(({ indexType }) => (types as readonly IndexType[]).includes(indexType));
          const paged: Candle[] = [];
          for (let last: Candle | undefined; ; last = paged.at(-1)) {
            const from = last ? { startAtOrBefore: last.startAt, after: last } : {};
            const page = await candlesAcross({ types, limit: 7, ...from });
            if (page.length === 0) break;
            paged.push(...page);
          }
          expect(paged).toEqual(expected);
        }
      });

      test('replace those of the same series and day, and no others', async () => {
        await store.appendCandles([...onDay(FIRST), ...onDay(FIRST + DAY_MS)]);
        await store.appendCandles(onDay(FIRST, (n) => n % 2 === 0, 1));
        const expected = onDay(FIRST).map((candle, n) => (n % 2 === 0 ? candleOn(FIRST, n, 1) : candle));
        expect(await candlesAcross({ startAtOrBefore: FIRST })).toEqual(expected);
        expect(await candlesAcross({ limit: 3 })).toEqual(onDay(FIRST + DAY_MS).slice(0, 3));
      });

      test('are read across series back to a given day', async () => {
        const days = [FIRST + DAY_MS, FIRST, FIRST - DAY_MS];
        for (const day of days) await store.appendCandles(onDay(day));
        expect(await candlesAcross({ startNotBefore: FIRST })).toEqual([...onDay(days[0]!), ...onDay(FIRST)]);
        const oneDay = { startAtOrBefore: FIRST, startNotBefore: FIRST };
        expect(await candlesAcross(oneDay)).toEqual(onDay(FIRST));
        expect(await candlesAcross({ startAtOrBefore: FIRST - 1, startNotBefore: FIRST })).toEqual([]);
      });

      test('have a newest one of every series', async () => {
        await store.appendCandles(onDay(FIRST, (n) => n % 2 === 0));
        await store.appendCandles(onDay(FIRST - DAY_MS, (n) => n % 3 === 0));
        const expected = [...ORDER.series.keys()]
          .filter((n) => n % 2 === 0 || n % 3 === 0)
          .map((n) => candleOn(n % 2 === 0 ? FIRST : FIRST - DAY_MS, n));
        expect(await store.newestCandles(Infinity)).toEqual(expected);
        expect(await store.newestCandles(FIRST)).toEqual(expected);
        expect(await store.newestCandles(FIRST - 1)).toEqual(onDay(FIRST - DAY_MS, (n) => n % 3 === 0));
        expect(await store.newestCandles(FIRST - DAY_MS - 1)).toEqual([]);
      });

      test('stay for ever, over years and leap days, whatever is recomputed later', async () => {
        const start = Date.parse('2023-11-20T00:00:00Z');
        const has = (n: number) => n % 50 === 0;
        const long = Array.from({ length: 200 }, (_, i) => start + i * DAY_MS);
        for (const day of long) await store.appendCandles(onDay(day, has));
        await store.appendCandles(onDay(start + DAY_MS, has, 2));
        const expected = long.toReversed().flatMap((day) => onDay(day, has, day === start + DAY_MS ? 2 : 0));
        expect(await candlesAcross()).toEqual(expected);
        const series = ORDER.series[50] as SeriesId;
        expect(await store.readCandles({ series, startAtOrBefore: Infinity, limit: 1000 })).toEqual(
          expected.filter(({ indexId }) => indexId === series.indexId),
        );
      });

      test('of the past fill gaps: what is there stays, wherever it is kept', async () => {
        const year = Date.parse('2026-01-01T00:00:00Z');
        const has = (n: number) => n % 20 === 0;
        const early = Array.from({ length: 40 }, (_, i) => year + 3 * i * DAY_MS);
        const late = Array.from({ length: 120 }, (_, i) => year + i * DAY_MS);
        for (const day of early) await store.appendCandles(onDay(day, has));
        const some = (n: number) => n % 10 === 0;
        const past = late.flatMap((day) => onDay(day, some, 3));
        await store.insertCandles(pastYearOf(year, past));
        await store.insertCandles(
          pastYearOf(
            year,
            late.flatMap((day) => onDay(day, some, 4)),
          ),
        );
        await store.insertCandles({ startAt: year, series: [] });
        const kept = (day: Millis, n: number) => (has(n) && early.includes(day) ? 0 : 3);
        const expected = late
          .toReversed()
          .flatMap((day) => onDay(day, some).map((_, i) => candleOn(day, 10 * i, kept(day, 10 * i))));
        expect(await candlesAcross()).toEqual(expected);
        if (reopen) store = await reopen(store);
        expect(await candlesAcross()).toEqual(expected);
        await store.appendCandles(onDay(year, some, 5));
        expect(await candlesAcross({ startAtOrBefore: year })).toEqual(onDay(year, some, 5));
      });
    });

    if (reopen) {
      test('is the same after it was closed and opened again', async () => {
        const start = START - 250 * SLOT_MS;
        const has = (i: number) => (n: number) => (n + i) % 25 === 0;
        for (let i = 0; i < 400; i++) {
          if (i % 97 === 0) store = await reopen(store);
          expect(await store.append(sliceAt(start + i * SLOT_MS, has(i)))).toBe('stored');
        }
        await store.appendCandles([candleOn(START - (START % DAY_MS), 3)]);
        const before = [await across(), await store.newestValues(0), await store.newestCandles(Infinity)];
        store = await reopen(store);
        expect([await across(), await store.newestValues(0), await store.newestCandles(Infinity)]).toEqual(
          before,
        );
        expect(before[0]).toEqual(
          Array.from({ length: 400 }, (_, i) => valuesOf(sliceAt(start + i * SLOT_MS, has(i))))
            .toReversed()
            .flat(),
        );
        const last = sliceAt(start + 399 * SLOT_MS);
        const { at, record } = (await store.lastTick())!;
        expect([at, ...record]).toEqual([last.at, ...last.record]);
        expect(await store.append(last)).toBe('duplicate');
        expect(await store.append(sliceAt(start))).toBe('duplicate');
        expect(await store.append(sliceAt(start - SLOT_MS))).toBe('out-of-order');
      });
    }
  });
}
