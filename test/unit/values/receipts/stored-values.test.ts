import { expect, test } from 'vitest';
import { maskOf, type SeriesId } from '../../../../src/core/index-value.ts';
import { HOUR_MS, SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import type { HistoryReader } from '../../../../src/history/history-store.ts';
import { StoredValues } from '../../../../src/values/receipts/stored-values.ts';

const HOUR = Date.UTC(2026, 2, 1, 5);
const SERIES: readonly SeriesId[] = Array.from({ length: 1300 }, (_, number) => ({
  indexType: number < 1200 ? 'MWA' : 'GWA',
  indexId: `series ${number % 1200}`,
}));

const numberOf = ({ indexType, indexId }: SeriesId) =>
  Number(indexId.slice('series '.length)) + (indexType === 'GWA' ? 1200 : 0);
/** Every third series has no value. */
const hasValue = (number: number, slot: number) => number % 3 !== 0 && (slot + number) % 2 === 0;
const flagsOf = (number: number) => (number % 5 === 0 ? maskOf('MODELLED') : 0);

const readSeriesInto: HistoryReader['readSeriesInto'] = async ({ series, notBefore }, into) => {
  const number = numberOf(series);
  const hour = Math.floor(notBefore / HOUR_MS) * HOUR_MS;
  let count = 0;
  for (let slot = 119; slot >= 0; slot--) {
    if (!hasValue(number, slot)) continue;
    into.ats[count] = hour + (slot + 1) * SLOT_MS;
    into.prices[count] = number + slot / 1000;
    into.volumes[count] = slot;
    into.tickVolumes[count] = Number.NaN;
    into.flags[count++] = flagsOf(number);
  }
  return count;
};

function readHourOf(asked: number[]): NonNullable<HistoryReader['readHour']> {
  return async (series, startAt) => {
    asked.push(series.length);
    const first = new Date(startAt).getUTCHours() * 120;
    return series.flatMap((one) => {
      const number = numberOf(one);
      const slots = Array.from({ length: 120 }, (_, slot) => slot).filter((slot) => hasValue(number, slot));
      if (slots.length === 0) return [];
      return {
        ...one,
        slots: Uint16Array.from(slots, (slot) => first + slot),
        prices: Float64Array.from(slots, (slot) => number + slot / 1000),
        volumes: Float64Array.from(slots),
        tickVolumes: new Float64Array(slots.length).fill(Number.NaN),
        flags: new Uint16Array(slots.length).fill(flagsOf(number)),
      };
    });
  };
}

test('a store that reads many series at once gives the same values, a part of the series at a time', async () => {
  const asked: number[] = [];
  const together = new StoredValues({ readSeriesInto, readHour: readHourOf(asked) }, SERIES);
  const oneByOne = new StoredValues({ readSeriesInto }, SERIES);
  const same = async (at: Millis) => {
    const values = await together.at(at);
    expect(values).toEqual(await oneByOne.at(at));
    expect(values.series.length).toBeGreaterThan(300);
    expect(values.modelled).toBeGreaterThan(50);
  };
  for (const slot of [1, 2, 119, 120]) await same(HOUR + slot * SLOT_MS);
  expect(asked).toEqual([512, 512, 276]);
  await same(HOUR + HOUR_MS + SLOT_MS);
  expect(asked).toHaveLength(6);
});
