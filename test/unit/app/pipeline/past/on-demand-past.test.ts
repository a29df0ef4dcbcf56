import { runToEnd, type Slices } from '../../../../../src/core/async/slices.ts';
import { describe, expect, test } from 'vitest';
import { OnDemandPast } from '../../../../../src/app/pipeline/past/on-demand-past.ts';
import { replyTo } from '../../../../../src/app/pipeline/past/past-replies.ts';
import type { PastCallKind, PastCalls } from '../../../../../src/app/pipeline/past/past-messages.ts';
import { seriesOfJob } from '../../../../../src/app/pipeline/backfill/wanted-series.ts';
import type { Candle } from '../../../../../src/core/candle.ts';
import type { SeriesId } from '../../../../../src/core/index-value.ts';
import { DAY_MS, dayOfTick, HOUR_MS, SLOT_MS, yearStart, type Millis } from '../../../../../src/core/time.ts';
import { candlesIn } from '../../../../../src/history/past-candles.ts';
import type { PastSeries, StoredValue } from '../../../../../src/history/history-store.ts';
import { ReadBudget } from '../../../../../src/history/read-budget.ts';
import { ALL_SERIES, type FirstTick, type PastModel } from '../../../../../src/sources/past.ts';
import { SimulatedPast } from '../../../../../src/simulator/past/simulated-past.ts';
import { buildWorld } from '../../../../../src/simulator/world.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

const HOLDER = { client: 'test', signal: new AbortController().signal };

/** Without SEAM=all, which `npm run fuzz` sets, a sample of the series. */
const EVERY = process.env['SEAM'] === 'all' ? { MWA: 40, GWA: 12, LX: 3 } : { MWA: 80, GWA: 30, LX: 3 };

/** Days of a year whose records are compared. */
const RECORD_DAYS = 20;

const world = buildWorld('small');
const keyOf = ({ indexType, indexId }: SeriesId) => `${indexType} ${indexId}`;

/** A model, the results of the back-fill with it, and those of requests. The first tick differs a little from the model. */
class Stage {
  readonly model: PastModel;
  readonly firstTick: FirstTick;
  readonly calls: PastCallKind[] = [];
  readonly failures: unknown[] = [];
  readonly onDemand: OnDemandPast;

  constructor(seed: string, firstLive: Millis) {
    this.model = new SimulatedPast({ world, seed });
    const series = [...new SimulatedPast({ world, seed }).instant(firstLive, ALL_SERIES)];
    const prices = series.map(({ indexType, indexId, prices: [price] }) => {
      return { indexType, indexId, price: price! * 1.002 };
    });
    this.firstTick = { at: firstLive, prices };
    const values = prices.map((one): StoredValue => ({ ...one, at: firstLive, volume: 1, flags: 0 }));
    this.onDemand = new OnDemandPast({
      thread: { call: (kind, request) => this.#call(kind, request) },
      history: { readAcross: async () => values },
      firstTick: () => firstLive,
      marketNow: () => firstLive,
      failed: (error) => this.failures.push(error),
    });
  }

  async #call<K extends PastCallKind>(
    kind: K,
    request: PastCalls[K]['request'],
  ): Promise<PastCalls[K]['reply']> {
    this.calls.push(kind);
    return runToEnd(replyTo(this.model, kind, request));
  }

  /** A day as stored by the back-fill. The model reuses its memory, so the wanted series are copied. */
  stored(day: Millis, wanted: readonly SeriesId[]) {
    const keys = new Set(wanted.map(keyOf));
    const byKey = new Map<string, Partial<Pick<PastSeries, 'prices' | 'volumes' | 'tickVolumes'>>>();
    for (const { past } of this.model.values(day, this.firstTick.at - SLOT_MS, ALL_SERIES, this.firstTick))
      for (const { prices, volumes, tickVolumes, ...series } of past?.series ?? []) {
        const key = keyOf(series);
        const copied = { prices: prices.slice(), volumes: volumes.slice(), tickVolumes: tickVolumes.slice() };
        byKey.set(key, keys.has(key) ? copied : {});
      }
    return byKey;
  }

  /** Records as stored by the back-fill: a year at a time, and the last day after the first tick. */
  storedRecords(year: Millis): Map<string, Candle> {
    const { at } = this.firstTick;
    const last = dayOfTick(at) - DAY_MS;
    const firstDay = Math.max(
      year,
      yearStart(last) === year ? last - RECORD_DAYS * DAY_MS : year + 300 * DAY_MS,
    );
    const plan = { firstLive: at, largest: [] };
    const job = { kind: 'records', scope: 'all', firstDay } as const;
    const days = Math.min(RECORD_DAYS, (last - firstDay) / DAY_MS);
    const years = [
      ...this.model.records({ firstDay, days }, seriesOfJob(this.model, plan, job)),
      ...(yearStart(last) === year
        ? this.model.records({ firstDay: last, days: 1 }, ALL_SERIES, this.firstTick)
        : []),
    ];
    const candles = years.flatMap((one) => [...candlesIn(one)]);
    return new Map(candles.map((candle) => [`${keyOf(candle)} ${candle.startAt}`, candle]));
  }
}

/** The first tick early in its day, late in it, and within half an hour of midnight. The last half hour leads to it. */
const TIMES = [
  { seed: 'tidemark', time: '2026-11-16T05:00:30Z', daysAgo: [0, 40] },
  { seed: 'other', time: '2026-09-03T23:58:00Z', daysAgo: [0] },
  { seed: 'third', time: '2026-03-01T00:09:30Z', daysAgo: [0, 1] },
];

describe.each(TIMES)('the past that requests get with seed $seed before $time', ({ seed, time, daysAgo }) => {
  const firstLive = Date.parse(time);
  const stage = new Stage(seed, firstLive);
  const today = dayOfTick(firstLive);
  const all = stage.model.series();
  /** Others for each seed; one liquid index, because a request for one takes as long as for all. */
  const nth = TIMES.findIndex((one) => one.seed === seed);
  const some = Object.entries(EVERY).flatMap(([type, every]) =>
    all.filter(({ indexType }) => indexType === type).filter((_, i) => i % every === nth),
  );

  test.each(daysAgo)('equals the data of the back-fill, %i days ago', async (ago) => {
    const day = today - ago * DAY_MS;
    const stored = stage.stored(day, some);
    expect(stored.size).toBe(all.length);
    for (const series of some) {
      const found = (await stage.onDemand.day(series, day))!;
      const { prices, volumes, tickVolumes } = stored.get(keyOf(series))!;
      expect(found.prices).toEqual(prices);
      expect(found.volumes).toEqual(volumes);
      expect(found.tickVolumes.slice(0, prices!.length)).toEqual(tickVolumes);
    }
  });

  test('has the same end-of-day records as the back-fill', async () => {
    for (const year of [yearStart(today - DAY_MS), Date.UTC(2023, 0, 1)]) {
      const stored = stage.storedRecords(year);
      expect(stored.size).toBeGreaterThan(1000);
      for (const series of some) {
        const found = new Map((await stage.onDemand.year(series, year))!.map((one) => [one.startAt, one]));
        const { recordsFrom } = (await stage.onDemand.spanOf(series))!;
        for (const [key, candle] of stored)
          if (key.startsWith(`${keyOf(series)} `)) expect(found.get(candle.startAt)).toEqual(candle);
        if (recordsFrom > year + 366 * DAY_MS)
          expect([...stored.keys()].some((key) => key.startsWith(`${keyOf(series)} `))).toBe(false);
      }
    }
  });

  test('has prices at single instants that are those of its days', async () => {
    const stepMs = 4 * HOUR_MS;
    const first = Math.floor((firstLive - SLOT_MS) / stepMs) * stepMs - 11 * stepMs;
    const prices = await stage.onDemand.prices(all, { first, stepMs, count: 12 });
    for (const [i, one] of all.entries()) {
      if (!some.includes(one)) continue;
      for (let k = 0; k < 12; k++) {
        const at = first + k * stepMs;
        const day = (await stage.onDemand.day(one, dayOfTick(at)))!;
        expect(prices[i]![k]).toBe(day.prices[(at - dayOfTick(at)) / SLOT_MS - 1]);
      }
    }
  });
});

describe('modelling on demand', () => {
  const firstLive = Date.parse('2026-11-16T05:00:30Z');

  test('is done once for equal requests, and cached', async () => {
    const stage = new Stage('once', firstLive);
    const [series] = stage.model.series();
    const day = dayOfTick(firstLive) - 2 * DAY_MS;
    const [a, b] = await Promise.all([stage.onDemand.day(series!, day), stage.onDemand.day(series!, day)]);
    expect(a).toBe(b);
    expect(await stage.onDemand.day(series!, day)).toBe(a);
    expect(stage.calls.filter((kind) => kind === 'day').length).toBe(1);
  });

  test('has no series that the source does not have', async () => {
    const stage = new Stage('once', firstLive);
    expect(await stage.onDemand.spanOf({ indexType: 'GWA', indexId: 'nothing' })).toBeUndefined();
  });

  test('starts nothing for an expired request, and started work serves the next one', async () => {
    const stage = new Stage('late', firstLive);
    const [series] = stage.model.series();
    const day = dayOfTick(firstLive) - 2 * DAY_MS;
    const clock = new ManualClock(0);
    const budget = new ReadBudget(clock, 100, HOLDER);
    void budget.within(new Promise(() => undefined));
    clock.advance(100);
    await budget.within(new Promise(() => undefined));
    expect(await stage.onDemand.day(series!, day, budget)).toBeUndefined();
    expect(stage.calls).not.toContain('day');
    expect(await stage.onDemand.day(series!, day)).toBeDefined();
    expect(await stage.onDemand.day(series!, day, budget)).toBeDefined();
  });

  test('is retried after a failure', async () => {
    const stage = new Stage('fails', firstLive);
    let fails = true;
    const onDemand = new OnDemandPast({
      thread: {
        call: async (kind, request) => {
          if (fails) throw new Error('the thread has ended');
          return runToEnd(replyTo(stage.model, kind, request));
        },
      },
      history: { readAcross: async () => [] },
      firstTick: () => firstLive,
      marketNow: () => firstLive,
      failed: (error) => stage.failures.push(error),
    });
    const [series] = stage.model.series();
    await expect(onDemand.spanOf(series!)).rejects.toThrow('ended');
    fails = false;
    expect(await onDemand.spanOf(series!)).toMatchObject({ firstTick: firstLive });
  });
});

test('requests for all series are modelled in slices, between which requests for one series are answered', () => {
  const { model } = new Stage('slices', Date.UTC(2026, 9, 7, 12));
  const slicesOf = (reply: Slices<unknown>) => {
    let slices = 0;
    while (!reply.next().done) slices++;
    return slices;
  };
  const at = Date.UTC(2026, 9, 6, 12);
  const day = Date.UTC(2026, 9, 6);
  expect(slicesOf(replyTo(model, 'instant', { at }))).toBeGreaterThan(50);
  expect(slicesOf(replyTo(model, 'lastDay', { day }))).toBeGreaterThan(1);
  const [series] = model.series();
  expect(slicesOf(replyTo(model, 'day', { series: series!, day, upTo: at }))).toBe(0);
});
