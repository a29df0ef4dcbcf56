import { describe, expect, test } from 'vitest';
import { dayRecords } from '../../../../src/simulator/past/day-records.ts';
import { modelledDay, modelledInstant } from '../../../../src/simulator/past/modelled-day.ts';
import { ALL_SERIES, type FirstPrice } from '../../../../src/sources/past.ts';
import { SeriesModel } from '../../../../src/simulator/past/series-model.ts';
import { firstPrices } from '../../../../src/app/pipeline/backfill/work/first-prices.ts';
import { SeamBridge } from '../../../../src/simulator/past/seam-bridge.ts';
import { maskOf } from '../../../../src/core/index-value.ts';
import { DAY_MS, SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import { candlesIn } from '../../../../src/history/past-candles.ts';
import { buildWorld } from '../../../../src/simulator/world.ts';

const DAY = Date.parse('2026-10-07T00:00:00Z');
/** Ten minutes after midnight: the half hour before reaches into the previous day. */
const FIRST_LIVE = DAY + 20 * SLOT_MS;
const OFF = { MWA: 0.002, GWA: -0.003, LX: 0.001 };
const model = new SeriesModel(buildWorld('small'), 'bridge');
const there = [...modelledInstant(model, FIRST_LIVE, ALL_SERIES)];
const prices: FirstPrice[] = there.map(({ indexType, indexId, prices: [price = 0] }) => {
  return { indexType, indexId, price: price * (1 + OFF[indexType]) };
});

function dayOf(day: Millis, bridge?: SeamBridge) {
  const batches = [...modelledDay(model, day, FIRST_LIVE - SLOT_MS, ALL_SERIES, { bridge })];
  return { series: batches.flatMap(({ past }) => past?.series ?? []) };
}

/** Comparing bytes is much quicker than comparing millions of numbers. */
function bytesOf({ buffer, byteOffset, byteLength }: Float64Array | Uint16Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}

describe('the bridge over the seam', () => {
  const bridge = new SeamBridge(model, FIRST_LIVE, prices);

  test('adjusts records of the previous day like its values', () => {
    const span = { firstDay: DAY - DAY_MS, days: 1 };
    const records = [...dayRecords(model, span, ALL_SERIES, bridge)].flatMap((year) => [...candlesIn(year)]);
    const { series } = leaning.yesterday;
    const opening = [...modelledInstant(model, DAY - DAY_MS, ALL_SERIES)];
    expect(records.length).toBe(series.length);
    for (const [i, { open, close, indexId }] of records.entries()) {
      expect(indexId).toBe(series[i]!.indexId);
      expect(close).toBe(series[i]!.prices.at(-1));
      expect(open).toBe(opening[i]!.prices[0]);
    }
  });
  const plain = { yesterday: dayOf(DAY - DAY_MS), today: dayOf(DAY) };
  const leaning = { yesterday: dayOf(DAY - DAY_MS, bridge), today: dayOf(DAY, bridge) };

  test('adjusts each series to its first price within half an hour, more the closer', () => {
    const offAt = (which: 'yesterday' | 'today', slot: number) =>
      leaning[which].series.map(({ prices: leant }, i) => {
        return leant[slot]! / plain[which].series[i]!.prices[slot]! - 1;
      });
    const expected = (share: number) => leaning.today.series.map(({ indexType }) => share * OFF[indexType]);
    const close = (found: readonly number[], wanted: readonly number[]) =>
      found.forEach((off, i) => expect(Math.abs(off - wanted[i]!)).toBeLessThan(2e-7));
    // The last slot of today before the tick is its 19th, yesterday's last is 20 slots before it.
    close(offAt('today', 18), expected(59 / 60));
    close(offAt('today', 0), expected(41 / 60));
    close(offAt('yesterday', 2879), expected(40 / 60));
    close(offAt('yesterday', 2840), expected(1 / 60));
    expect(new Set(offAt('yesterday', 2839))).toEqual(new Set([0]));
    expect(new Set(offAt('yesterday', 100))).toEqual(new Set([0]));
  });

  test('changes only prices', () => {
    for (const [i, { volumes, tickVolumes, flags }] of leaning.yesterday.series.entries()) {
      const one = plain.yesterday.series[i]!;
      for (const [column, other] of [
        [volumes, one.volumes],
        [tickVolumes, one.tickVolumes],
        [flags, one.flags],
      ] as const)
        expect(bytesOf(column).equals(bytesOf(other))).toBe(true);
    }
  });

  test('does not apply if the first price is far off, missing or not real', () => {
    const values = there.map(({ indexType, indexId, prices: [price = 0] }, i) => {
      const real = { indexType, indexId, at: FIRST_LIVE, price: price * 1.02, volume: 1, flags: 0 };
      return i % 2 ? real : { ...real, price: price * 1.001, flags: maskOf('CARRIED') };
    });
    const none = dayOf(DAY, new SeamBridge(model, FIRST_LIVE, firstPrices(values.slice(5))));
    expect(none.series).toEqual(plain.today.series);
  });
});
