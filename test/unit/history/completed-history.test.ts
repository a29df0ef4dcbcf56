import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Candle } from '../../../src/core/candle.ts';
import { maskOf, type SeriesId } from '../../../src/core/index-value.ts';
import { DAY_MS, dayOfTick, SLOT_MS, SLOTS_PER_DAY, yearStart, type Millis } from '../../../src/core/time.ts';
import { seriesColumns, type ValueColumns } from '../../../src/core/value-columns.ts';
import { CompletedHistory } from '../../../src/history/completed-history.ts';
import { MemoryHistoryStore } from '../../support/memory-history/memory-history-store.ts';
import type { ModelledPast, ModelledSpan } from '../../../src/history/modelled-past.ts';
import { ReadBudget } from '../../../src/history/read-budget.ts';
import { candleOn, columnValues, ORDER, pastDay, sliceAt } from '../../support/history-values.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { expectEqual } from '../../support/quick-equal.ts';

const HOLDER = { client: 'test', signal: new AbortController().signal };

const TODAY = Date.parse('2026-03-01T00:00:00Z');
const FIRST_TICK = TODAY + 100 * SLOT_MS;
const NUMBER = 3;
const SERIES = ORDER.series[NUMBER] as SeriesId;
const SPAN: ModelledSpan = {
  valuesFrom: TODAY - 5 * DAY_MS + SLOT_MS,
  firstTick: FIRST_TICK,
  recordsFrom: Date.UTC(2024, 0, 1),
  recordsUpTo: TODAY - DAY_MS,
};
const MODELLED = maskOf('MODELLED');
const priceAt = (at: Millis) => (at / SLOT_MS) % 1e6;

/** A past whose values encode their time; `isLate`: nothing arrives before the timeout. */
class MadePast implements ModelledPast {
  readonly asked: Millis[] = [];
  isLate = false;

  async spanOf({ indexId }: SeriesId): Promise<ModelledSpan | undefined> {
    return indexId === SERIES.indexId ? SPAN : undefined;
  }

  days() {
    const oldest = dayOfTick(SPAN.valuesFrom);
    const newest = dayOfTick(FIRST_TICK - SLOT_MS);
    return { oldest, newest, oldestRecord: SPAN.recordsFrom, newestRecord: SPAN.recordsUpTo };
  }

  async day(_series: SeriesId, startAt: Millis): Promise<ValueColumns | undefined> {
    this.asked.push(startAt);
    if (this.isLate) return undefined;
    const prices = Float64Array.from({ length: SLOTS_PER_DAY }, (_, i) =>
      priceAt(startAt + (i + 1) * SLOT_MS),
    );
    const none = new Float64Array(SLOTS_PER_DAY).fill(Number.NaN);
    const flags = new Uint16Array(SLOTS_PER_DAY).fill(MODELLED);
    return { prices, volumes: prices, tickVolumes: none, flags };
  }

  async year(_series: SeriesId, startAt: Millis): Promise<readonly Candle[] | undefined> {
    this.asked.push(startAt);
    if (this.isLate) return undefined;
    const candles: Candle[] = [];
    for (let day = startAt; yearStart(day) === startAt && day <= SPAN.recordsUpTo; day += DAY_MS)
      candles.push({ ...candleOn(day, NUMBER), open: day });
    return candles;
  }
}

async function storeWith(days: readonly (readonly [day: Millis, slots: readonly number[]])[] = []) {
  const store = new MemoryHistoryStore(200 * DAY_MS);
  await store.append(sliceAt(FIRST_TICK));
  await store.append(sliceAt(FIRST_TICK + 2 * SLOT_MS));
  for (const [day, slots] of days) await store.insertPast(pastDay(day, [NUMBER], [...slots]));
  return store;
}

async function read(
  history: CompletedHistory,
  atOrBefore: Millis,
  notBefore: Millis,
  limit: number,
  budget?: ReadBudget,
) {
  const columns = seriesColumns(limit);
  const count = await history.readSeriesInto(
    { series: SERIES, atOrBefore, notBefore, limit, budget },
    columns,
  );
  return columnValues(SERIES, columns, count);
}

describe('a completed history', () => {
  test('has a value at every slot before the first tick, and only stored ones after it', async () => {
    const past = new MadePast();
    const history = new CompletedHistory(await storeWith(), past);
    const now = FIRST_TICK + 5 * SLOT_MS;
    const values = await read(history, now, TODAY - 2 * DAY_MS, 20_000);
    const ats = values.map(({ at }) => at);
    expect(ats.slice(0, 3)).toEqual([FIRST_TICK + 2 * SLOT_MS, FIRST_TICK, FIRST_TICK - SLOT_MS]);
    expect(ats.length).toBe(2 + 100 - 1 + 2 * SLOTS_PER_DAY + 1);
    expect(ats).toEqual(ats.toSorted((a, b) => b - a));
    for (const { at, price, flags } of values.slice(2)) {
      expect(price).toBe(priceAt(at));
      expect(flags).toBe(MODELLED);
    }
    expect(await history.readSeries({ series: SERIES, atOrBefore: now, notBefore: TODAY, limit: 7 })).toEqual(
      values.slice(0, 7),
    );
  });

  test('keeps stored values instead of modelled ones, and reads no more than it needs', async () => {
    const past = new MadePast();
    const all = Array.from({ length: SLOTS_PER_DAY }, (_, slot) => slot);
    const store = await storeWith([
      [TODAY - DAY_MS, all],
      [TODAY - 3 * DAY_MS, [7]],
    ]);
    const history = new CompletedHistory(store, past);
    const stored = await store.readSeries({
      series: SERIES,
      atOrBefore: TODAY,
      notBefore: TODAY - 4 * DAY_MS,
      limit: Infinity,
    });
    expect(await read(history, TODAY, TODAY - DAY_MS + SLOT_MS, 5000)).toEqual(
      stored.slice(0, SLOTS_PER_DAY),
    );
    expect(past.asked).toEqual([]);
    const values = await read(history, TODAY, TODAY - 3 * DAY_MS + SLOT_MS, 10_000);
    expect(past.asked).toEqual([TODAY - 2 * DAY_MS, TODAY - 3 * DAY_MS]);
    for (const value of stored) expect(values.find(({ at }) => at === value.at)).toEqual(value);
    expect(values.length).toBe(3 * SLOTS_PER_DAY);
  });

  test('is the same however it is read, and whatever part is already stored', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(fc.integer({ min: 1, max: 4 }), fc.array(fc.nat(SLOTS_PER_DAY - 1), { maxLength: 4 })),
        ),
        fc.integer({ min: 1, max: 3 * SLOTS_PER_DAY }),
        fc.integer({ min: -50, max: 3 * SLOTS_PER_DAY }),
        async (days, limit, back) => {
          // The back-fill stores the modelled values.
          const store = await storeWith();
          for (const [ago, slots] of days) {
            const startAt = TODAY - ago * DAY_MS;
            const places = Uint16Array.from([...new Set(slots)].toSorted((a, b) => a - b));
            const prices = Float64Array.from(places, (slot) => priceAt(startAt + (slot + 1) * SLOT_MS));
            const columns = {
              slots: places,
              prices,
              volumes: prices,
              tickVolumes: prices.map(() => Number.NaN),
              flags: new Uint16Array(prices.length).fill(MODELLED),
            };
            await store.insertPast({ startAt, parts: [[{ ...SERIES, ...columns }]] });
          }
          const atOrBefore = FIRST_TICK - back * SLOT_MS + 11;
          const wanted = await read(
            new CompletedHistory(await storeWith(), new MadePast()),
            atOrBefore,
            TODAY - 5 * DAY_MS,
            limit,
          );
          const found = await read(
            new CompletedHistory(store, new MadePast()),
            atOrBefore,
            TODAY - 5 * DAY_MS,
            limit,
          );
          expectEqual(found, wanted);
        },
      ),
      { numRuns: 15 },
    );
  });

  test('reports what it has omitted at a timeout, and omits nothing else', async () => {
    const past = new MadePast();
    past.isLate = true;
    const history = new CompletedHistory(await storeWith([[TODAY - 2 * DAY_MS, [5]]]), past);
    const budget = new ReadBudget(new ManualClock(0), 1000, HOLDER);
    const from = TODAY - 2 * DAY_MS + SLOT_MS;
    const values = await read(history, FIRST_TICK, from, 20_000, budget);
    const stored = TODAY - 2 * DAY_MS + 6 * SLOT_MS;
    expect(values.map(({ at }) => at)).toEqual([FIRST_TICK, stored]);
    expect(budget.omitted).toEqual([
      { from: stored + SLOT_MS, to: FIRST_TICK },
      { from, to: stored },
    ]);
    expect(budget.omitsAnyOf(stored, stored + SLOT_MS)).toBe(false);
  });

  test('has an end-of-day record for each day, with stored ones unchanged', async () => {
    const past = new MadePast();
    const store = await storeWith();
    const imported = { ...candleOn(TODAY - 3 * DAY_MS, NUMBER), close: 12_345 };
    await store.appendCandles([imported, candleOn(TODAY - DAY_MS, NUMBER)]);
    const history = new CompletedHistory(store, past);
    const candles = await history.readCandles({ series: SERIES, startAtOrBefore: TODAY, limit: 400 });
    expect(candles.map(({ startAt }) => startAt)).toEqual(
      Array.from({ length: 400 }, (_, i) => TODAY - (i + 1) * DAY_MS),
    );
    expect(candles[0]).toEqual(candleOn(TODAY - DAY_MS, NUMBER));
    expect(candles[2]).toEqual(imported);
    expect(candles[1]!.open).toBe(TODAY - 2 * DAY_MS);
    expect(past.asked).toEqual([Date.UTC(2026, 0, 1), Date.UTC(2025, 0, 1)]);
    const all = await history.readCandles({ series: SERIES, startAtOrBefore: TODAY, limit: Infinity });
    expect(all.at(-1)!.startAt).toBe(SPAN.recordsFrom);
    past.asked.length = 0;
    await history.readCandles({ series: SERIES, startAtOrBefore: TODAY, limit: 1 });
    expect(past.asked).toEqual([]);
  });

  test('names days without a record after a timeout', async () => {
    const past = new MadePast();
    past.isLate = true;
    const store = await storeWith();
    await store.appendCandles([candleOn(TODAY - DAY_MS, NUMBER)]);
    const history = new CompletedHistory(store, past);
    const budget = new ReadBudget(new ManualClock(0), 1000, HOLDER);
    const candles = await history.readCandles({ series: SERIES, startAtOrBefore: TODAY, limit: 3, budget });
    expect(candles.length).toBe(1);
    expect(budget.omitted).toEqual([{ from: SPAN.recordsFrom, to: TODAY - DAY_MS }]);
  });

  test('has the days that can be modelled, for exports', async () => {
    const history = new CompletedHistory(await storeWith(), new MadePast());
    const { days, ticks, candles } = await history.summary();
    expect(days).toEqual(Array.from({ length: 6 }, (_, i) => TODAY - (5 - i) * DAY_MS));
    expect(ticks?.oldest).toBe(TODAY - 5 * DAY_MS);
    // Also if no record is stored yet.
    expect((await (await storeWith()).summary()).candles).toBeUndefined();
    expect(candles).toEqual({ oldest: SPAN.recordsFrom, newest: SPAN.recordsUpTo });
  });

  test('does not change series that cannot be modelled', async () => {
    const past = new MadePast();
    const history = new CompletedHistory(await storeWith(), past);
    const other = ORDER.series[NUMBER + 1] as SeriesId;
    const values = await history.readSeries({ series: other, atOrBefore: Infinity, notBefore: 0, limit: 9 });
    expect(values.map(({ at }) => at)).toEqual([FIRST_TICK + 2 * SLOT_MS, FIRST_TICK]);
    expect(past.asked).toEqual([]);
  });
});

describe('a budget', () => {
  test('runs from its first use, and longer work continues without the answer', async () => {
    const clock = new ManualClock(0);
    const budget = new ReadBudget(clock, 1000, HOLDER);
    clock.advance(5000);
    expect(await budget.within(Promise.resolve('in time'))).toBe('in time');
    const late = budget.within(new Promise(() => undefined));
    clock.advance(999);
    expect(budget.isExpired).toBe(false);
    clock.advance(1);
    expect(await late).toBeUndefined();
    expect(budget.isExpired).toBe(true);
    budget.close();
  });
});
