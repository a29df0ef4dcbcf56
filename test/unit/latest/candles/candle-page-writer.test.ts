import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { INTERVALS, type Interval, type IntervalCandle } from '../../../../src/core/candle-interval.ts';
import { INDEX_TYPES, type IndexType } from '../../../../src/core/index-value.ts';
import { formatDatetime } from '../../../../src/core/time.ts';
import { CandlePageWriter, usualCandleBytes } from '../../../../src/latest/candles/candle-page-writer.ts';
import { IntervalCandleText, type CandleMarks } from '../../../../src/latest/candles/interval-candle-text.ts';
import { DatetimeWriter } from '../../../../src/latest/bytes/time-bytes.ts';

const INDEX_ID = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
const LAST_INSTANT = Date.UTC(9999, 11, 30);

const published = fc.oneof(
  fc.double({ min: 1e-20, max: 1e22, noNaN: true }).map((value) => Number(value.toPrecision(8))),
  fc.double({ min: 1e-300, max: 1e300, noNaN: true }),
  fc.constantFrom(0, 1, 10, 100_000, 0.1, 0.5, 1e-8, 999_999_990, 1e15, 123_456_789_012_345, 2 ** 53, 1e21),
);

const candle = fc.record({
  place: fc.nat(Math.floor(2 ** 44 / INTERVALS['1d']) - 2),
  open: published,
  high: published,
  low: published,
  close: published,
  vwap: published,
  twap: published,
  volume: published,
  volumeRest: fc.oneof(fc.constant(0), fc.integer({ min: -9999, max: 9999 })),
  ticks: fc.nat(2880),
  carried: fc.nat(2880),
  flags: fc.oneof(fc.constant(0), fc.nat(2 ** 9 - 1)),
});

const page = fc.record({
  indexType: fc.constantFrom<IndexType>(...INDEX_TYPES),
  interval: fc.constantFrom(...(Object.keys(INTERVALS) as Interval[])),
  drawn: fc.array(candle, { maxLength: 12 }),
  now: fc.nat(2 ** 31).map((seconds) => seconds * 1000),
  hasNext: fc.boolean(),
  room: fc.constantFrom(0, 12),
});

function candlesOf(
  drawn: readonly (typeof candle extends fc.Arbitrary<infer T> ? T : never)[],
  interval: Interval,
) {
  return drawn.map(({ place, ...others }): IntervalCandle => ({
    startAt: place * INTERVALS[interval],
    ...others,
  }));
}

const marksOf = (now: number): CandleMarks => ({ now, isComplete: (startAt) => startAt % 7 < 3 });

function tagOf(candles: readonly IntervalCandle[], marks = marksOf(1e12), next?: number): string {
  const writer = new CandlePageWriter({ indexType: 'GWA', indexId: INDEX_ID }, '1h');
  return writer.page(candles, marks, next, Buffer.alloc(usualCandleBytes(candles.length))).tag;
}

const ONE: IntervalCandle = {
  startAt: Date.UTC(2026, 10, 15, 7),
  open: 1.5,
  high: 2,
  low: 1,
  close: 1.25,
  vwap: 1.3,
  twap: 1.4,
  volume: 900,
  volumeRest: 0,
  ticks: 120,
  carried: 1,
  flags: 0,
};

describe('pages of candles', () => {
  test('are the same in slices', () => {
    const candles = Array.from({ length: 350 }, (_, i) => ({ ...ONE, startAt: ONE.startAt - i * 3_600_000 }));
    const write = () => new CandlePageWriter({ indexType: 'GWA', indexId: INDEX_ID }, '1h');
    const buffer = () => Buffer.alloc(usualCandleBytes(0));
    const whole = write().page(candles, marksOf(1e12), 1, buffer());
    const slices = write().pageInSlices(candles, marksOf(1e12), 1, buffer());
    let steps = 0;
    let step = slices.next();
    for (; !step.done; step = slices.next()) steps++;
    expect(step.value.bytes.toString()).toBe(whole.bytes.toString());
    expect(step.value.tag).toBe(whole.tag);
    expect(steps).toBe(5);
  });

  test('are identical to single records, in pages and in lines', () => {
    fc.assert(
      fc.property(page, ({ indexType, interval, drawn, now, hasNext, room }) => {
        const series = { indexType, indexId: INDEX_ID };
        const candles = candlesOf(drawn, interval);
        const marks = marksOf(now);
        const text = new IntervalCandleText(series, interval);
        const records = candles.map((one) => text.textOf(one, now, marks.isComplete(one.startAt)));
        const next = hasNext ? candles.at(-1)?.startAt : undefined;
        const ending = next === undefined ? ']}' : `],"nextId":"${text.idOf(next)}"}`;
        const writer = new CandlePageWriter(series, interval);
        const { bytes } = writer.page(candles, marks, next, Buffer.alloc(usualCandleBytes(room), '#'));
        expect(bytes.toString()).toBe(`{"content":[${records.join()}${ending}`);
        const lines = writer.lines(candles, marks, Buffer.alloc(usualCandleBytes(room), '#'));
        expect(lines.toString()).toBe(records.map((record) => `${record}\n`).join(''));
      }),
    );
  });

  test('have a tag that depends on every number, every mark, the order and the next page', () => {
    const other = { ...ONE, startAt: ONE.startAt - INTERVALS['1h'], open: 1.75 };
    const changed = (Object.keys(ONE) as (keyof IntervalCandle)[]).map((name) => ({
      ...ONE,
      [name]: (ONE[name] as number) + (name === 'startAt' ? INTERVALS['1h'] : 1),
    }));
    const tags = [
      tagOf([]),
      tagOf([ONE]),
      ...changed.map((one) => tagOf([one])),
      tagOf([ONE], { ...marksOf(1e12), isComplete: () => ONE.startAt % 7 >= 3 }),
      tagOf([ONE], marksOf(ONE.startAt + 60_000)),
      tagOf([ONE], marksOf(1e12), ONE.startAt),
      tagOf([ONE, other]),
      tagOf([other, ONE]),
    ];
    expect(new Set(tags).size).toBe(tags.length);
    expect(tagOf([{ ...ONE }])).toBe(tagOf([ONE]));
  });
});

describe('datetimes', () => {
  test('are written over a midnight as they are formatted', () => {
    const writer = new DatetimeWriter();
    const written = (at: number) => {
      const bytes = Buffer.from(formatDatetime(0));
      writer.write(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0, at);
      return bytes.toString();
    };
    fc.assert(
      fc.property(fc.nat(LAST_INSTANT), (at) => {
        expect(written(at)).toBe(formatDatetime(at));
      }),
    );
    for (let day = Date.UTC(1999, 1, 27); day < Date.UTC(2001, 2, 2); day += INTERVALS['1d'])
      expect(written(day)).toBe(formatDatetime(day));
    for (const at of [
      0,
      Date.UTC(2100, 1, 28),
      Date.UTC(2100, 2, 1) - 1,
      Date.UTC(2400, 1, 29),
      LAST_INSTANT,
    ])
      expect(written(at)).toBe(formatDatetime(at));
  });
});
