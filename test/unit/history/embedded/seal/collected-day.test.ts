import { expect, test } from 'vitest';
import {
  CollectedDay,
  type CollectedTick,
  type NumberedPast,
} from '../../../../../src/history/embedded/seal/collected-day.ts';
import { SpareSlabs } from '../../../../../src/history/embedded/segment/byte-slabs.ts';

const HOUR = 3;
const SLOTS = 120;

/** A series with a value in each of these slots of the hour: its number times a thousand, plus the slot. */
function past(number: number, slots: readonly number[]): NumberedPast {
  const columns = (of: (slot: number) => number) => Float64Array.from(slots, of);
  return {
    number,
    indexType: 'MWA',
    indexId: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    slots: Uint16Array.from(slots, (slot) => HOUR * SLOTS + slot),
    prices: columns((slot) => number * 1000 + slot),
    volumes: columns((slot) => slot + 1),
    tickVolumes: columns(() => Number.NaN),
    flags: new Uint16Array(slots.length),
  };
}

function collected(): CollectedDay {
  const day = new CollectedDay(new SpareSlabs());
  const all = Array.from({ length: SLOTS }, (_, slot) => slot);
  day.add([
    past(
      2,
      all.filter((slot) => slot % 3 > 0),
    ),
    past(1, all),
  ]);
  return day;
}

const seriesAndPrices = ({ numbers, prices }: CollectedTick) =>
  [...numbers].map((n, row) => [n, prices[row]]);

test('an hour is delivered as ticks of its slots: the series with a value, by number', () => {
  const ticks = collected().ticksOf(HOUR, 0, SLOTS - 1);
  expect(ticks).toHaveLength(SLOTS);
  expect(seriesAndPrices(ticks[0]!)).toEqual([[1, 1000]]);
  expect(seriesAndPrices(ticks[1]!)).toEqual([
    [1, 1001],
    [2, 2001],
  ]);
  expect(
    collected()
      .ticksOf(HOUR + 1, 0, 1)
      .map(seriesAndPrices),
  ).toEqual([[], []]);
});

test('parts of an hour are together the hour', () => {
  const day = collected();
  const parts = [day.ticksOf(HOUR, 0, 49), day.ticksOf(HOUR, 50, 50), day.ticksOf(HOUR, 51, SLOTS - 1)];
  expect(parts.map(({ length }) => length)).toEqual([50, 1, 69]);
  expect(parts.flat()).toEqual(day.ticksOf(HOUR, 0, SLOTS - 1));
});
