import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Candle } from '../../../../src/core/candle.ts';
import { addDecimals, decimalFromNumber, formatDecimal } from '../../../../src/core/numbers/decimal.ts';
import { DAY_MS, dayOfTick, SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import { LX_INDICES } from '../../../../src/core/ids/well-known-ids.ts';
import { flagsIn, maskOf } from '../../../../src/core/index-value.ts';
import { CanonicalWriter } from '../../../../src/engine/record/canonical-bytes.ts';
import {
  addRun,
  addToDay,
  closeDay,
  DAY_COUNTS,
  DAY_NUMBERS,
  emptyDay,
  type DayColumns,
} from '../../../../src/engine/day/ohlcv.ts';
import { recordTrade } from '../../../../src/engine/lx/recorded-trade.ts';
import { advanceDay, carryDay, closeAll, type RunningDay } from '../../../../src/engine/day/running-day.ts';
import { decodeDay, encodeDay } from '../../../../src/engine/record/state-codec.ts';
import { Ticking, worldReference, type Sayings, type WorldPlan } from '../small-world.ts';

const TRIO = ['a', 'b', 'c'];
const USD = 'bitcoin/us-dollar';
const PLAN: WorldPlan = {
  exchanges: { a: 'A', b: 'A', c: 'A' },
  markets: { [USD]: TRIO, 'coin/bitcoin': TRIO },
  lx: true,
};
const DAY = Date.UTC(2026, 0, 15);

const all = (last: number, volume = 1) => Object.fromEntries(TRIO.map((name) => [name, { last, volume }]));
/** Every exchange refused: the market carries its last value. */
const SILENT: Sayings = {};

/** Runs ticks at given offsets from 00:00:00 and returns the closed days. */
class Days {
  readonly ticking: Ticking;
  day: RunningDay | undefined;
  readonly closed: Candle[] = [];

  constructor(firstAt: Millis) {
    this.ticking = new Ticking(PLAN, firstAt);
  }

  tick(at: Millis, sayings: Sayings, amount?: string): void {
    const skip = (at - this.ticking.at) / SLOT_MS - 1;
    const trades = (slot: Millis) =>
      amount === undefined
        ? []
        : [
            recordTrade(
              { exchangeId: 'a', marketId: USD, tradeId: 't', price: '100', amount, exchangeTimestamp: slot },
              this.ticking.reference.listingIndex('a', USD)!,
              slot,
            )!,
          ];
    const progress = advanceDay(
      this.ticking.reference,
      this.day,
      this.ticking.next(sayings, { skip, trades }),
    );
    this.day = progress.day;
    this.closed.push(...progress.closed);
  }

  candle(indexId: string, startAt = DAY): Candle | undefined {
    return this.closed.find((candle) => candle.indexId === indexId && candle.startAt === startAt);
  }
}

/** As written by versions without flags. */
function firstFormat({ startAt, mwa, gwa, lx, lxUnits }: RunningDay): Uint8Array {
  const writer = new CanonicalWriter().text('tidemark running day 1').number(startAt);
  for (const columns of [mwa, gwa, lx])
    for (const name of [...DAY_NUMBERS, ...DAY_COUNTS]) writer.column(columns[name]);
  for (const units of lxUnits) writer.bigint(units);
  return writer.bytes();
}

const at = (slots: number) => DAY + slots * SLOT_MS;
const END = DAY_MS / SLOT_MS;

test('a tick at midnight belongs to the previous day', () => {
  expect(dayOfTick(DAY)).toBe(DAY - DAY_MS);
  expect(dayOfTick(DAY + SLOT_MS)).toBe(DAY);
  expect(dayOfTick(DAY + DAY_MS)).toBe(DAY);
});

describe('a day', () => {
  test('opens with the real tick at 00:00:00, which is the previous close, and closes with the one 24 h later', () => {
    const days = new Days(at(0));
    days.tick(at(0), { [USD]: all(100) });
    days.tick(at(1), { [USD]: all(110) });
    days.tick(at(2), { [USD]: all(90) });
    days.tick(at(END), { [USD]: all(105, 7) });
    expect(days.candle(USD, DAY - DAY_MS)).toMatchObject({ close: 100, ticks: 1 });
    expect(days.candle(USD)).toMatchObject({
      open: 100,
      high: 110,
      low: 90,
      close: 105,
      ticks: 3,
      carried: 0,
    });
    expect(days.candle(USD)).toMatchObject({ volume: 21, volumeUsd: 21 * 105 });
  });

  test('the open counts for high and low', () => {
    const days = new Days(at(0));
    days.tick(at(0), { [USD]: all(120) });
    days.tick(at(1), { [USD]: all(110) });
    days.tick(at(END), { [USD]: all(105) });
    expect(days.candle(USD)).toMatchObject({ open: 120, high: 120, low: 105 });
  });

  test('opens with its first real tick if the one at 00:00:00 was not real', () => {
    const days = new Days(at(-1));
    days.tick(at(-1), { [USD]: all(100) });
    days.tick(at(0), SILENT);
    days.tick(at(1), { [USD]: all(110) });
    days.tick(at(END), { [USD]: all(105) });
    expect(days.candle(USD)).toMatchObject({ open: 110, high: 110, low: 105 });
  });

  test('a carried value sets neither high, low nor close, but is counted', () => {
    const days = new Days(at(0));
    days.tick(at(0), { [USD]: all(100) });
    days.tick(at(1), { [USD]: all(102, 5) });
    days.tick(at(2), { [USD]: all(101) });
    days.tick(at(END - 1), SILENT);
    days.tick(at(END), SILENT);
    expect(days.candle(USD)).toMatchObject({ close: 101, volume: 3, ticks: 4, carried: 2 });
  });

  test('without a real tick has no record', () => {
    const days = new Days(at(0));
    days.tick(at(0), { [USD]: all(100) });
    days.tick(at(1), SILENT);
    days.tick(at(END), SILENT);
    expect(days.candle(USD)).toBeUndefined();
  });

  test('closes with its last real tick if the one at midnight is missing', () => {
    const days = new Days(at(0));
    days.tick(at(0), { [USD]: all(100) });
    days.tick(at(5), { [USD]: all(103) });
    days.tick(at(END + 1), { [USD]: all(200) });
    expect(days.candle(USD)).toMatchObject({ close: 103, ticks: 1 });
    days.tick(at(2 * END), { [USD]: all(210) });
    expect(days.candle(USD, DAY + DAY_MS)).toMatchObject({ open: 200, close: 210 });
  });

  test('twap is the plain mean and vwap is weighted by tick volume, both with 8 digits', () => {
    const days = new Days(at(0));
    days.tick(at(0), { [USD]: all(100) });
    days.tick(at(1), { [USD]: all(100, 1) });
    days.tick(at(2), { [USD]: all(101, 2) });
    days.tick(at(END), { [USD]: all(100, 4) });
    expect(days.candle(USD)).toMatchObject({ twap: 100.333_33, vwap: 100.285_71 });
  });

  test('volumeUsd of an MWA uses the GWA of its base asset at the close', () => {
    const days = new Days(at(0));
    days.tick(at(0), { [USD]: all(100), 'coin/bitcoin': all(0.5) });
    days.tick(at(END), { [USD]: all(120), 'coin/bitcoin': all(0.5, 3) });
    expect(days.candle('coin/bitcoin')).toMatchObject({ volume: 9, volumeUsd: 540 });
    expect(days.candle('coin')).toMatchObject({ close: 60, volume: 9, volumeUsd: 540 });
  });
});

describe('the day of an LX', () => {
  test('adds up tickVolume exactly and weights its vwap by it', () => {
    const days = new Days(at(0));
    days.tick(at(0), { [USD]: all(100) }, '50');
    days.tick(at(1), { [USD]: all(100) }, '0.1');
    days.tick(at(2), { [USD]: all(100) }, '0.2');
    days.tick(at(END), { [USD]: all(100) }, '0.00000003');
    expect(days.candle(LX_INDICES.BLX)).toMatchObject({
      volume: 0.300_000_03,
      volumeUsd: 30.000_003,
      vwap: 100,
    });
  });

  test('keeps digits of a volume that exceed a double', () => {
    const days = new Days(at(0));
    days.tick(at(0), { [USD]: all(100) });
    days.tick(at(1), { [USD]: all(100) }, '671234567.89012345');
    days.tick(at(END), { [USD]: all(100) }, '0.00000001');
    const { volume, volumeRest } = days.candle(LX_INDICES.BLX) as Candle;
    const exact = addDecimals(decimalFromNumber(volume), { units: BigInt(volumeRest), scale: 8 });
    expect(volumeRest).not.toBe(0);
    expect(formatDecimal(exact)).toBe('671234567.89012346');
  });

  test('without any trade has its twap as vwap', () => {
    const days = new Days(at(0));
    days.tick(at(0), { [USD]: all(100) });
    days.tick(at(1), { [USD]: all(101) });
    days.tick(at(END), { [USD]: all(102) });
    expect(days.candle(LX_INDICES.BLX)).toMatchObject({ volume: 0, volumeUsd: 0, vwap: 101.5, twap: 101.5 });
  });

  test('a carried tick’s trades are in the volume', () => {
    const days = new Days(at(0));
    days.tick(at(0), { [USD]: all(100) });
    days.tick(at(1), { [USD]: all(100) }, '1');
    days.tick(at(2), SILENT, '2');
    days.tick(at(END), { [USD]: all(100) }, '4');
    expect(days.candle(LX_INDICES.BLX)).toMatchObject({ volume: 7, carried: 1 });
  });
});

test('a day has all flags of its ticks, and those of the ticks at midnight once', () => {
  const days = new Days(at(0));
  days.tick(at(0), SILENT);
  days.tick(at(1), { [USD]: all(100), 'coin/bitcoin': { a: { last: 0.5, volume: 1 } } });
  days.tick(at(2), SILENT);
  days.tick(at(END), { [USD]: all(100), 'coin/bitcoin': all(0.5) });
  days.tick(at(END + 1), { [USD]: all(100), 'coin/bitcoin': all(0.5) });
  days.tick(at(2 * END), { [USD]: all(100), 'coin/bitcoin': all(0.5) });
  expect(flagsIn(days.candle(USD)!.flags)).toEqual(['CARRIED']);
  expect(flagsIn(days.candle('coin/bitcoin')!.flags)).toEqual(
    expect.arrayContaining(['SINGLE_SOURCE', 'CARRIED']),
  );
  expect(days.candle('coin/bitcoin', DAY + DAY_MS)!.flags).toBe(0);
  expect(days.candle(USD, DAY + DAY_MS)!.flags).toBe(0);
});

describe('the accumulator', () => {
  test('an absurd volume leaves the vwap between low and high', () => {
    const day = emptyDay(1);
    const tick = { flags: 0, baseUsd: 1 };
    addToDay(day, 0, { ...tick, price: 1e200, volume: 1e300, weight: 1e300 });
    addToDay(day, 0, { ...tick, price: 2e200, volume: 1, weight: 1 });
    const closed = closeDay(day, 0, (price) => price)!;
    expect(closed.vwap).toBe(closed.twap);
    expect(closed.twap).toBeLessThanOrEqual(2e200);
  });

  test('has the same bits if ticks are entered together', () => {
    const tick = fc.record({
      price: fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
      volume: fc.double({ min: 0, max: 1e12, noNaN: true }),
      weight: fc.double({ min: 0, max: 1e12, noNaN: true }),
      flags: fc.constantFrom(0, 0, 0, maskOf('CARRIED'), maskOf('THIN'), maskOf('SUSPECT')),
    });
    fc.assert(
      fc.property(fc.array(tick), fc.constantFrom(3, Infinity), (ticks, weightTimes) => {
        const [one, together] = [emptyDay(2), emptyDay(2)];
        for (const entered of ticks) addToDay(one, 1, { ...entered, weightTimes, baseUsd: 0 });
        const newestFirst = ticks.toReversed();
        const numbers = (name: 'price' | 'volume' | 'weight') =>
          Float64Array.from([0, ...newestFirst.map((entered) => entered[name])]);
        const run = {
          prices: numbers('price'),
          volumes: numbers('volume'),
          weights: numbers('weight'),
          flags: Uint16Array.from([0, ...newestFirst.map(({ flags }) => flags)]),
          weightTimes,
        };
        addRun(together, 1, run, ticks.length, 1);
        expect(together).toEqual(one);
      }),
    );
  });

  test('survives encoding, and a change of the catalogue', () => {
    const days = new Days(at(0));
    days.tick(at(0), { [USD]: all(100), 'coin/bitcoin': all(0.5) });
    days.tick(at(1), { [USD]: all(110), 'coin/bitcoin': all(0.5) }, '1.5');
    const day = days.day!;
    expect(decodeDay(encodeDay(day))).toEqual(day);
    const { reference } = days.ticking;
    const grown = worldReference({
      ...PLAN,
      markets: { ...PLAN.markets, 'ant/bitcoin': TRIO, 'zebra/coin': TRIO },
    });
    const moved = carryDay(day, reference, grown);
    expect(closeAll(grown, moved)).toEqual(closeAll(reference, day));
    expect(carryDay(moved, grown, reference)).toEqual(day);
    expect(() => decodeDay(encodeDay(day).slice(0, -1))).toThrow(RangeError);
  });

  test('of an older version without flags continues without those of its ticks so far', () => {
    const days = new Days(at(0));
    days.tick(at(1), { [USD]: all(100) });
    days.tick(at(2), SILENT);
    const day = days.day!;
    expect(flagsIn(day.mwa.flags[days.ticking.reference.marketIndex(USD)!]!)).toEqual(['CARRIED']);
    const without = (columns: DayColumns) => ({ ...columns, flags: columns.flags.map(() => 0) });
    const { mwa, gwa, lx, ...rest } = day;
    expect(decodeDay(firstFormat(day))).toEqual({
      ...rest,
      mwa: without(mwa),
      gwa: without(gwa),
      lx: without(lx),
    });
  });
});

test.each([
  [['1', '1', '1'], 321 / 111],
  [['2', '2', '2'], (1 + 2 * 1.02 + 3 * 1.0302) / 3.0502],
  [['1', '1', '2'], (1 + 20 + 3 * 5.61) / 16.61],
])(
  'ticks of the versions %j each have the vwap weight of their version, whatever the date',
  (versions, vwap) => {
    const ticking = new Ticking(PLAN, DAY + SLOT_MS);
    let day: RunningDay | undefined;
    for (const [i, methodology] of versions.entries()) {
      const output = ticking.next({ [USD]: all(i + 1, 10 ** i) });
      ({ day } = advanceDay(ticking.reference, day, { ...output, methodology }));
    }
    const candle = closeAll(ticking.reference, day!).find(({ indexId }) => indexId === USD);
    expect(candle!.vwap).toBe(Number(vwap.toPrecision(8)));
  },
);
