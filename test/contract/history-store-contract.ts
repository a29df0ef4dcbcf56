import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatNumber } from '../../src/core/decimal.ts';
import { maskOf, type IndexType, type SeriesId } from '../../src/core/index-value.ts';
import { compareSeries, SeriesOrder } from '../../src/core/series-order.ts';
import { DAY_MS, SLOT_MS, type Millis } from '../../src/core/time.ts';
import type { HistoryStore, StoredValue, TickSlice } from '../../src/history/history-store.ts';
import { buildWorld } from '../../src/sources/simulator/world.ts';

export const WINDOW_MS = 200 * DAY_MS;
export const ORDER = new SeriesOrder(buildWorld('small').reference);

const START = Date.parse('2026-02-27T23:59:00Z');
const ALL: readonly IndexType[] = ['MWA', 'GWA', 'LX'];

/** A slice with plausible values; `has` says which series are there. */
export function sliceAt(at: Millis, has: (number: number) => boolean = () => true): TickSlice {
  const series = Uint32Array.from(ORDER.series.keys()).filter(has);
  const slot = at / SLOT_MS;
  const isLx = (number: number) => ORDER.series[number]?.indexType === 'LX';
  return {
    at,
    order: ORDER,
    series,
    prices: Float64Array.from(series, (number) =>
      Number((1 + number / 7 + (slot % 97) / 1000).toPrecision(8)),
    ),
    volumes: Float64Array.from(series, (number) => Number((1e6 / (1 + number) + (slot % 13)).toPrecision(8))),
    tickVolumes: Float64Array.from(series, (number) =>
      isLx(number) ? Number(((slot % 31) / 3).toFixed(8)) : Number.NaN,
    ),
    flags: Uint16Array.from(series, (number) => ((slot + number) % 11 === 0 ? maskOf('CARRIED') : 0)),
    state: Uint8Array.of(slot % 251, 7),
    record: Uint8Array.of(9, slot % 249),
  };
}

/** The same slice, value by value, as the port describes reading it. */
export function valuesOf(slice: TickSlice): StoredValue[] {
  return [...slice.series].map((number, row) => {
    const tickVolume = slice.tickVolumes[row] ?? Number.NaN;
    return {
      ...(ORDER.series[number] as SeriesId),
      at: slice.at,
      price: slice.prices[row] ?? 0,
      volume: slice.volumes[row] ?? 0,
      ...(Number.isNaN(tickVolume) ? {} : { tickVolume }),
      flags: slice.flags[row] ?? 0,
    };
  });
}

/** What every history store must do. A new store's test is a call of this with a way to open it. */
export function describeHistoryStore(name: string, open: () => Promise<HistoryStore>): void {
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

    test('hands back the state and the record of the last tick', async () => {
      await store.append(sliceAt(START));
      const last = sliceAt(START + 5 * SLOT_MS);
      await store.append(last);
      const resumed = await store.lastTick();
      expect(resumed?.at).toBe(last.at);
      expect([...(resumed?.state ?? [])]).toEqual([...last.state]);
      expect([...(resumed?.record ?? [])]).toEqual([...last.record]);
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
  });
}
