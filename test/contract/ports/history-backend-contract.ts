import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { INDEX_TYPES, type SeriesId } from '../../../src/core/index-value.ts';
import { DAY_MS, HOUR_MS, SLOT_MS, type Millis } from '../../../src/core/time.ts';
import type { HistoryBackend } from '../../../src/history/history-backend.ts';
import type { HistoryReader, HistoryStore, StoredRecord } from '../../../src/history/history-store.ts';
import {
  candleOn,
  ORDER,
  pastDay,
  pastYearOf,
  sliceAt,
  stateAt,
  WINDOW_MS,
} from '../../support/history-values.ts';

export interface BackendUnderTest {
  /** A new one, in which nothing is stored. */
  readonly backend: () => HistoryBackend;
  /** How many ticks there are from one state that it wants to the next. */
  readonly stateEveryTicks: number;
}

const DAY = Date.parse('2026-02-27T00:00:00Z');
const YEAR = Date.parse('2026-01-01T00:00:00Z');
const START = DAY + 20 * HOUR_MS;
const SOME = (number: number) => number % 40 === 0;
const at = (tick: number): Millis => START + tick * SLOT_MS;

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Everything that the port can say. */
async function allOf(history: HistoryReader) {
  const { indexType, indexId } = ORDER.series[0] as SeriesId;
  const series = { indexType, indexId };
  const bounds = { atOrBefore: Infinity, notBefore: 0, limit: 1e6 };
  const record = ({ at: when, record: bytes }: StoredRecord) => [when, ...bytes];
  const [last, state] = [await history.lastTick(), await history.lastState()];
  // Each reader counts its own.
  const { candleRevision: _, ...summary } = await history.summary();
  return {
    values: await history.readAcross({ types: INDEX_TYPES, ...bounds }),
    ofSeries: await history.readSeries({ series, ...bounds }),
    newest: await history.newestValues(0),
    records: (await collected(history.records(0, Infinity))).map(record),
    last: last && record(last),
    state: state && [state.at, ...state.state],
    candles: await history.readCandlesAcross({ types: INDEX_TYPES, startAtOrBefore: Infinity, limit: 1e6 }),
    ofDay: await history.readCandles({ series, startAtOrBefore: Infinity, limit: 1e6 }),
    newestCandles: await history.newestCandles(Infinity),
    summary,
    series: await history.series(),
  };
}

/**
 * What every backend must do beside storing: hand out writers of which the last one writes, readers that change nothing, and
 * what a restart goes on from. A new backend's test is a call of this and of `describeHistoryStore`.
 */
export function describeHistoryBackend(name: string, under: BackendUnderTest): void {
  describe(name, () => {
    let backend: HistoryBackend;
    let writer: HistoryStore;
    const opened: HistoryReader[] = [];

    async function openWriter(): Promise<HistoryStore> {
      const store = await backend.openWriter({
        windowMs: WINDOW_MS,
        onDamage: (damage) => expect.unreachable(JSON.stringify(damage)),
        onBackgroundFailure: (error) => expect.unreachable(error.message),
      });
      opened.push(store);
      return store;
    }

    async function openReader(): Promise<HistoryReader> {
      const reader = await backend.openReader((damage) => expect.unreachable(JSON.stringify(damage)));
      opened.push(reader);
      return reader;
    }

    async function close(store: HistoryReader): Promise<void> {
      opened.splice(opened.indexOf(store), 1);
      await store.close();
    }

    async function appendTicks(store: HistoryStore, from: number, to: number): Promise<void> {
      for (let tick = from; tick < to; tick++)
        expect(await store.append(sliceAt(at(tick), SOME), stateAt(at(tick)))).toBe('stored');
    }

    /** Something of each kind. */
    async function fill(store: HistoryStore): Promise<void> {
      await appendTicks(store, 0, 5);
      await store.appendCandles([candleOn(DAY - DAY_MS, 0), candleOn(DAY - 2 * DAY_MS, 40)]);
      await store.insertPast(pastDay(DAY - DAY_MS, [0, 3], [0, 700, 2879]));
      await store.insertPast(pastDay(DAY, [0, 7], [5, 2399]));
      await store.insertCandles(pastYearOf(YEAR, [candleOn(YEAR, 0), candleOn(DAY - DAY_MS, 0, 1)]));
    }

    beforeEach(async () => {
      backend = under.backend();
      writer = await openWriter();
    });
    afterEach(async () => {
      for (const store of opened.splice(0)) await store.close();
    });

    describe('a writer that another one has taken over from', () => {
      test('stores nothing any more, whatever it writes, and the newer one is not disturbed', async () => {
        await fill(writer);
        const newer = await openWriter();
        const before = await allOf(newer);
        expect(before.state).toEqual([at(4), ...stateAt(at(4))]);
        expect(await writer.append(sliceAt(at(5)), Uint8Array.of(1, 2, 3))).toBe('fenced');
        expect(await writer.appendCandles([candleOn(DAY, 2)])).toBe('fenced');
        expect(await writer.insertPast(pastDay(DAY - 2 * DAY_MS, [1], [7]))).toBe('fenced');
        expect(await writer.insertCandles(pastYearOf(YEAR, [candleOn(YEAR + DAY_MS, 1)]))).toBe('fenced');
        expect(await allOf(newer)).toEqual(before);
        expect(await newer.append(sliceAt(at(5)), stateAt(at(5)))).toBe('stored');
        expect(await newer.lastState()).toEqual({ at: at(5), state: stateAt(at(5)) });
      });

      test('is fenced also where its tick would be refused anyway, or there would be nothing to store', async () => {
        await appendTicks(writer, 0, 3);
        await openWriter();
        for (const tick of [2, 1, -3]) expect(await writer.append(sliceAt(at(tick)))).toBe('fenced');
        expect(await writer.appendCandles([])).toBe('fenced');
        expect(await writer.insertPast({ startAt: DAY, parts: [] })).toBe('fenced');
        expect(await writer.insertCandles({ startAt: YEAR, series: [] })).toBe('fenced');
      });

      test('loses also what it was about to store', async () => {
        await appendTicks(writer, 0, 3);
        let newer = writer;
        async function* parts() {
          yield* pastDay(DAY - DAY_MS, [0], [5]).parts;
          newer = await openWriter();
          yield* pastDay(DAY - DAY_MS, [40], [5]).parts;
        }
        expect(await writer.insertPast({ startAt: DAY - DAY_MS, parts: parts() })).toBe('fenced');
        const { values } = await allOf(newer);
        expect(values.filter((value) => value.at < START)).toEqual([]);
      });

      test.each([0, 1, 2, 3, 5, 8, 13])(
        'has acknowledged no tick that the newer one lacks, %i turns after that one began to open',
        async (turns) => {
          await appendTicks(writer, 0, 3);
          const opening = openWriter();
          for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
          let tick = 3;
          while ((await writer.append(sliceAt(at(tick), SOME), stateAt(at(tick)))) === 'stored') tick++;
          const newer = await opening;
          const records = (await collected(newer.records(0, Infinity))).map((record) => record.at);
          expect(records.slice(0, tick)).toEqual(Array.from({ length: tick }, (_, i) => at(i)));
          // The tick that was answered with `fenced` may be there: it is then whole.
          expect([at(tick - 1), at(tick)]).toContain((await newer.lastTick())?.at);
          expect(await newer.append(sliceAt(at(tick + 1), SOME), stateAt(at(tick + 1)))).toBe('stored');
          const before = await allOf(newer);
          await close(newer);
          expect(await allOf(await openReader())).toEqual(before);
        },
      );

      test('stays fenced when the newer one is closed', async () => {
        await appendTicks(writer, 0, 3);
        await close(await openWriter());
        expect(await writer.append(sliceAt(at(3)))).toBe('fenced');
        expect((await (await openReader()).lastTick())?.at).toBe(at(2));
      });

      test('is fenced where the newer one has stored nothing, and where nothing was stored before', async () => {
        const newer = await openWriter();
        expect(await writer.append(sliceAt(at(0)))).toBe('fenced');
        expect(await newer.lastTick()).toBeUndefined();
        expect(await newer.append(sliceAt(at(0)))).toBe('stored');
      });
    });

    test('fences grow with each writer, whatever became of those before it', async () => {
      const fences = [writer.fence];
      for (let i = 0; i < 3; i++) {
        const next = await openWriter();
        fences.push(next.fence);
        if (i === 1) await appendTicks(next, 0, 1);
        if (i > 0) await close(next);
      }
      expect(fences).toEqual([...new Set(fences)].toSorted((a, b) => a - b));
      expect(fences).toHaveLength(4);
    });

    describe('the state of the engine', () => {
      test('is that of the last tick that came with one', async () => {
        expect(await writer.lastState()).toBeUndefined();
        expect(await writer.append(sliceAt(at(0)))).toBe('stored');
        expect(await writer.lastState()).toBeUndefined();
        await appendTicks(writer, 1, 3);
        for (const tick of [3, 4]) expect(await writer.append(sliceAt(at(tick)))).toBe('stored');
        expect(await writer.lastState()).toEqual({ at: at(2), state: stateAt(at(2)) });
        expect((await writer.lastTick())?.at).toBe(at(4));
        await appendTicks(writer, 5, 6);
        expect(await writer.lastState()).toEqual({ at: at(5), state: stateAt(at(5)) });
      });

      test('is the same after it was closed and opened again, whether or not it is that of the last tick', async () => {
        for (const withState of [true, false, false, true, false, true, true]) {
          const tick = ((await writer.lastTick())?.at ?? at(-1)) + SLOT_MS;
          await writer.append(sliceAt(tick, SOME), withState ? stateAt(tick) : undefined);
          const before = await writer.lastState();
          expect(before?.at === tick).toBe(withState);
          await close(writer);
          writer = await openWriter();
          expect(await writer.lastState()).toEqual(before);
          expect((await writer.lastTick())?.at).toBe(tick);
        }
      });

      test('stays as it was where a tick is refused', async () => {
        await appendTicks(writer, 0, 3);
        expect(await writer.append(sliceAt(at(2)), Uint8Array.of(1))).toBe('duplicate');
        expect(await writer.append(sliceAt(at(-1)), Uint8Array.of(1))).toBe('out-of-order');
        expect(await writer.lastState()).toEqual({ at: at(2), state: stateAt(at(2)) });
      });

      test('is never older than the backend wants it, where it is handed over as that says', async () => {
        const kept: number[] = [];
        for (let tick = 0; tick < 3 * under.stateEveryTicks + 2; tick++) {
          const isWanted = writer.wantsStateAt(at(tick));
          if (isWanted) kept.push(tick);
          await writer.append(sliceAt(at(tick), SOME), isWanted ? stateAt(at(tick)) : undefined);
          expect((await writer.lastState())?.at).toBe(at(kept.at(-1)!));
        }
        expect(kept.slice(0, 4)).toEqual([0, 1, 2, 3].map((i) => i * under.stateEveryTicks));
        expect(writer.wantsStateAt(at(1000))).toBe(true);
      });
    });

    test('nothing is appended up to an instant that was passed over, until it is opened again', async () => {
      await appendTicks(writer, 0, 2);
      writer.skipUpTo(at(4));
      expect(await writer.append(sliceAt(at(1)))).toBe('duplicate');
      for (const tick of [2, 4]) expect(await writer.append(sliceAt(at(tick)))).toBe('out-of-order');
      expect((await writer.lastTick())?.at).toBe(at(1));
      await close(writer);
      writer = await openWriter();
      await appendTicks(writer, 2, 3);
      writer.skipUpTo(at(4));
      expect(await writer.append(sliceAt(at(5)))).toBe('stored');
    });

    describe('a reader', () => {
      test('says the same as the writer, beside it and when it is closed', async () => {
        expect(await allOf(await openReader())).toEqual(await allOf(writer));
        await fill(writer);
        const expected = await allOf(writer);
        expect(expected.values.length).toBeGreaterThan(20);
        expect(await allOf(await openReader())).toEqual(expected);
        await close(writer);
        expect(await backend.exists()).toBe(true);
        expect(await allOf(await openReader())).toEqual(expected);
        writer = await openWriter();
        expect(await allOf(writer)).toEqual(expected);
      });

      test('answers several questions at once', async () => {
        await fill(writer);
        const reader = await openReader();
        const [first, second] = await Promise.all([allOf(reader), allOf(reader)]);
        expect(first).toEqual(await allOf(writer));
        expect(second).toEqual(first);
      });

      test('does not keep a writer from writing, and sees what was stored before it was opened', async () => {
        await appendTicks(writer, 0, 3);
        const reader = await openReader();
        await appendTicks(writer, 3, 6);
        const { values } = await allOf(reader);
        const times = new Set(values.map((value) => value.at));
        for (const tick of [0, 1, 2]) expect(times).toContain(at(tick));
        expect(await writer.append(sliceAt(at(6)))).toBe('stored');
      });

      test('lists every series of which something was ever stored', async () => {
        await writer.append(sliceAt(at(0), (number) => number === 5));
        await writer.appendCandles([candleOn(DAY, 9)]);
        await writer.insertPast(pastDay(DAY, [2], [3]));
        await writer.insertCandles(pastYearOf(YEAR, [candleOn(YEAR, 7)]));
        const listed = (await (await openReader()).series()).map((series) => ORDER.numberOf(series));
        expect(listed).toEqual([2, 5, 7, 9]);
      });

      test('knows how much is stored', async () => {
        const reader = await openReader();
        expect(await reader.summary()).toEqual({
          lastTick: undefined,
          series: { MWA: 0, GWA: 0, LX: 0 },
          tickDays: 0,
          days: [],
          ticks: undefined,
          candles: undefined,
          candleSpans: [],
          candleRevision: 0,
        });
        await fill(writer);
        const { lastTick, tickDays, days, ticks, candles, candleSpans, series } = await (
          await openReader()
        ).summary();
        expect([lastTick, tickDays, days]).toEqual([at(4), 2, [DAY - DAY_MS, DAY]]);
        expect(candleSpans.some(({ oldest, newest }) => oldest <= YEAR && YEAR <= newest)).toBe(true);
        expect(ticks).toEqual({ oldest: DAY - DAY_MS, newest: DAY });
        expect(candles).toEqual({ oldest: YEAR, newest: DAY - DAY_MS });
        expect(Object.values(series).reduce((sum, count) => sum + count)).toBe(
          (await writer.series()).length,
        );
      });

      test('reads the records of ticks in the order of time, and none of values that were filled in', async () => {
        await fill(writer);
        const reader = await openReader();
        const times = async (from: Millis, to: Millis) =>
          (await collected(reader.records(from, to))).map((record) => (record.at - START) / SLOT_MS);
        expect(await times(0, Infinity)).toEqual([0, 1, 2, 3, 4]);
        expect(await times(at(1), at(3))).toEqual([1, 2, 3]);
        expect(await times(at(1) + 1, at(3) - 1)).toEqual([2]);
        expect(await times(at(5), Infinity)).toEqual([]);
      });
    });

    test('what can be checked of it is sound', async () => {
      await fill(writer);
      await close(writer);
      const parts = await backend.parts();
      for (const part of parts) expect(await part.check(() => undefined)).toEqual([]);
      const names = parts.map((part) => part.name);
      for (const { name: partName } of await backend.partsWithin(0, Infinity))
        expect(names).toContain(partName);
    });
  });
}
