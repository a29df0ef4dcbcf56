import { expect, test } from 'vitest';
import { emptyTimes, missingPlaces, placeOf } from '../../../web/src/chart/axis-times.ts';
import type { Bar } from '../../../web/src/chart/bar.ts';
import { volumeNote } from '../../../web/src/chart/volume-note.ts';

const HOUR = 3_600_000;
const barAt = (hour: number, volume?: number): Bar => ({
  at: hour * HOUR,
  open: 1,
  high: 1,
  low: 1,
  close: 1,
  volume,
  isComplete: true,
});
const axis = { interval: '1h' as const, from: undefined, to: 0, missing: [] };

test('two candles have as many empty places before them as the range that is asked for', () => {
  const times = emptyTimes({ ...axis, bars: [barAt(200), barAt(201)], from: 101 * HOUR });
  expect([times[0], times.at(-1), times.length]).toEqual([101 * HOUR, 199 * HOUR, 99]);
});

test('without a range there are enough places that two candles are not as wide as the chart', () => {
  expect(emptyTimes({ ...axis, bars: [barAt(200), barAt(201)] }).length).toBeGreaterThan(50);
});

test('a full chart has no empty places', () => {
  const bars = Array.from({ length: 100 }, (_, i) => barAt(i));
  expect(emptyTimes({ ...axis, bars, from: 20 * HOUR })).toEqual([]);
});

test('a chart without bars has the places of its range', () => {
  const times = emptyTimes({ ...axis, bars: [], from: 0, to: 99 * HOUR });
  expect([times[0], times.at(-1)]).toEqual([0, 99 * HOUR]);
});

test('a chart without bars has no places but those of its range, whatever will be filled in', () => {
  const missing = [{ reason: 'BACKFILL', from: -900 * HOUR, to: 99 * HOUR }];
  const times = emptyTimes({ ...axis, bars: [], from: 0, to: 99 * HOUR, missing });
  expect([times[0], times.at(-1)]).toEqual([0, 99 * HOUR]);
  expect(emptyTimes({ ...axis, bars: [], to: 99 * HOUR, missing }).length).toBeLessThan(200);
});

test('the axis reaches back over slots to be filled in, and not over slots that never existed', () => {
  const bars = Array.from({ length: 100 }, (_, i) => barAt(1000 + i));
  const part = { from: 900 * HOUR, to: 1000 * HOUR };
  expect(emptyTimes({ ...axis, bars, missing: [{ reason: 'BACKFILL', ...part }] })).toHaveLength(100);
  expect(emptyTimes({ ...axis, bars, missing: [{ reason: 'BEFORE_FIRST', ...part }] })).toEqual([]);
});

test('what is missing is found among the places of the axis', () => {
  const times = [10, 20, 30, 40];
  expect([5, 10, 11, 40, 41].map((at) => placeOf(times, at))).toEqual([0, 0, 1, 3, 4]);
  const missing = [
    { reason: 'DOWN', from: 0, to: 5 },
    { reason: 'BACKFILL', from: 0, to: 25 },
    { reason: 'DOWN', from: 30, to: 40 },
  ];
  expect(missingPlaces(times, missing)).toEqual([
    { from: 0, to: 2 },
    { from: 2, to: 3 },
  ]);
});

test('a chart without volume bars says why', () => {
  expect(volumeNote('1h', [barAt(1, 5)])).toBeUndefined();
  expect(volumeNote('1h', [])).toBeUndefined();
  expect(volumeNote('5m', [barAt(1)])).toContain('shorter than 1d');
  expect(volumeNote('30s', [barAt(1)])).toContain('single values');
  expect(volumeNote('1d', [barAt(1)])).toContain('these days have no volume');
});
